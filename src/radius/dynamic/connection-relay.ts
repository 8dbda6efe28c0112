import { randomBytes } from 'node:crypto';
import type { Logger } from '../../config/log.ts';
import type { Database, Notice } from '../../db/database.ts';
import { execute, sql } from '../../db/sql.ts';
import { type RelayMessage, readRelayMessage } from './relay-message.ts';
import type { Reply, RequestContent } from './request-content.ts';

export interface ConnectionRelayOptions {
  readonly db: Pick<Database, 'listen' | 'pool'>;
  /** Whether this node has a connection of the TLS identity. */
  readonly has: (identity: string) => boolean;
  /** Sends a request down that connection. */
  readonly exchange: (identity: string, content: RequestContent) => Promise<Reply | null>;
  /** How long the other node waits for the response. */
  readonly waitMs: number;
  readonly log: Logger;
}

const CHANNEL = 'radsec';
/** For a node to say that it has the connection, and for its answers to arrive. */
const NOTICE_MS = 1_000;

/**
 * Any node may decide to send a Disconnect- or CoA-Request, but only those to which the NAS is connected can. So the others are
 * asked which of them has the connection, and the first one that has it sends the request; it is never sent twice.
 */
export class ConnectionRelay {
  readonly #options: ConnectionRelayOptions;
  readonly #node = randomBytes(8).toString('hex');
  /** By the number of the question: what takes the next message about it. */
  readonly #waiting = new Map<number, (message: RelayMessage) => void>();
  #last = 0;
  #unlisten: (() => Promise<void>) | undefined;

  constructor(options: ConnectionRelayOptions) {
    this.#options = options;
  }

  /** @throws when the notification connection cannot be opened */
  async start(): Promise<void> {
    this.#unlisten = await this.#options.db.listen(CHANNEL, (notice) => this.#onNotice(notice));
  }

  async stop(): Promise<void> {
    await this.#unlisten?.();
  }

  /** Null: no other node has a connection, or there is no answer. */
  async exchange(identity: string, { code, attributes, at }: RequestContent): Promise<Reply | null> {
    const id = ++this.#last;
    const { waitMs } = this.#options;
    try {
      const holder = await this.#ask({ kind: 'who', from: this.#node, id, identity }, NOTICE_MS);
      if (holder?.kind !== 'here') return null;
      const content = { code, attributes: attributes.toString('base64'), at: at.getTime() };
      const send = { kind: 'send', from: this.#node, to: holder.from, id, identity, ...content } as const;
      const sent = await this.#ask(send, waitMs + NOTICE_MS);
      return sent?.kind === 'sent' ? sent.reply : null;
    } finally {
      this.#waiting.delete(id);
    }
  }

  /** The next message with this id; null if none comes in time. */
  async #ask(question: RelayMessage, withinMs: number): Promise<RelayMessage | null> {
    let timer: NodeJS.Timeout | undefined;
    const answer = new Promise<RelayMessage | null>((resolve) => {
      this.#waiting.set(question.id, resolve);
      timer = setTimeout(() => resolve(null), withinMs);
    });
    const isTold = await this.#tell(question);
    try {
      return isTold ? await answer : null;
    } finally {
      clearTimeout(timer);
    }
  }

  async #tell(message: RelayMessage): Promise<boolean> {
    try {
      await execute(this.#options.db.pool, sql`SELECT pg_notify(${CHANNEL}, ${JSON.stringify(message)})`);
      return true;
    } catch (err) {
      this.#options.log.debug({ err }, 'cannot ask other nodes for a RadSec connection');
      return false;
    }
  }

  async #onNotice(notice: Notice): Promise<void> {
    if (notice.type === 'reset') return;
    const message = readRelayMessage(notice.payload);
    if (message.from === this.#node || ('to' in message && message.to !== this.#node)) return;
    if (message.kind === 'here' || message.kind === 'sent') {
      this.#waiting.get(message.id)?.(message);
      return;
    }
    const { id, identity, from: to } = message;
    const about = { from: this.#node, to, id };
    if (!this.#options.has(identity)) return;
    if (message.kind === 'who') {
      await this.#tell({ kind: 'here', ...about });
      return;
    }
    const { code, attributes, at } = message;
    const content = { code, attributes: Buffer.from(attributes, 'base64'), at: new Date(at) };
    const reply = await this.#options.exchange(identity, content);
    await this.#tell({ kind: 'sent', ...about, reply: reply && replyOf(reply) });
  }
}

const replyOf = ({ acknowledged, errorCause, message }: Reply): Reply => ({ acknowledged, errorCause, message });
