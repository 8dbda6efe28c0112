import { OutgoingConnection } from '../../../core/outgoing/request.ts';
import type { Claimed } from './progress.ts';

type Endpoint = Pick<Claimed, 'id' | 'ispId' | 'url'>;

interface Kept extends Endpoint {
  readonly connection: OutgoingConnection;
  readonly timer: NodeJS.Timeout;
}

/** How long a connection is kept for the next event. */
const IDLE_MS = 30_000;

/** Connections of webhooks between two turns: one of each, so many of an ISP and in all; the one that was kept longest goes first. */
export class Connections {
  readonly #limits: { readonly ofIsp: number; readonly inAll: number };
  /** By webhook, the oldest first. */
  readonly #kept = new Map<number, Kept>();
  #isClosed = false;

  constructor(limits: { readonly ofIsp: number; readonly inAll: number }) {
    this.#limits = limits;
  }

  /** The connection of a webhook, or a new one, for one turn. It is the caller's until given back. */
  take({ id, url }: Endpoint): OutgoingConnection {
    const kept = this.#kept.get(id);
    if (kept?.url === url) return this.#remove(kept);
    if (kept) this.#close(kept);
    return new OutgoingConnection(IDLE_MS);
  }

  /** Gives it back after a turn, without a request that waits for its answer. */
  giveBack({ id, ispId, url }: Endpoint, connection: OutgoingConnection): void {
    if (this.#isClosed) {
      connection.close();
      return;
    }
    const before = this.#kept.get(id);
    if (before) this.#close(before);
    const all = [...this.#kept.values()];
    const ofIsp = all.filter((each) => each.ispId === ispId);
    const surplus =
      ofIsp.length >= this.#limits.ofIsp ? ofIsp[0] : all.length >= this.#limits.inAll ? all[0] : undefined;
    if (surplus) this.#close(surplus);
    const timer = setTimeout(() => this.#close(kept), IDLE_MS).unref();
    const kept: Kept = { id, ispId, url, connection, timer };
    this.#kept.set(id, kept);
  }

  close(): void {
    this.#isClosed = true;
    for (const kept of [...this.#kept.values()]) this.#close(kept);
  }

  #close(kept: Kept): void {
    this.#remove(kept).close();
  }

  #remove({ id, timer, connection }: Kept): OutgoingConnection {
    clearTimeout(timer);
    this.#kept.delete(id);
    return connection;
  }
}
