import { type Account, openAccount } from '../../areas/online/gateways/account.ts';
import { findGateway } from '../../areas/online/gateways/find.ts';
import type { Kernel } from '../../core/kernel.ts';

/** A changed secret holds after this long, on all nodes. */
const KEPT_MS = 5_000;
const MAX_KEPT = 1_000;

interface Kept {
  readonly until: number;
  readonly account: Promise<Account | 'moving' | null>;
}

/**
 * The accounts that notifications are for. Anyone who knows the address of a gateway can send it what they like: that costs one look into
 * the database in five seconds.
 */
export class Accounts {
  readonly #kernel: Kernel;
  readonly #kept = new Map<number, Kept>();

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /** Null if there is none; `moving` while its ISP is being moved to another installation. */
  of(id: number): Promise<Account | 'moving' | null> {
    const now = performance.now();
    const kept = this.#kept.get(id);
    if (kept && kept.until > now) return kept.account;
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    const account = this.#read(id);
    this.#kept.set(id, { until: now + KEPT_MS, account });
    account.catch(() => this.#kept.delete(id));
    return account;
  }

  async #read(id: number): Promise<Account | 'moving' | null> {
    const gateway = await findGateway(this.#kernel.db.pool, id);
    if (!gateway) return null;
    return gateway.frozen ? 'moving' : openAccount(this.#kernel, gateway);
  }
}
