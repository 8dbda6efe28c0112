import { createHash } from 'node:crypto';
import superjson, { type SuperJSONResult } from 'superjson';
import { Fault } from '../core/fault.ts';
import { formOf, kind, text } from '../core/wire/index.ts';
import type { Tx } from '../db/database.ts';
import { execute, query, sql } from '../db/sql.ts';

const KEPT_MS = 24 * 3_600_000;
const PARAMETER = 'idempotency_key';

/** The parameter of every endpoint that is declared `repeatable`. */
export function idempotencyKey() {
  const schema = text(200);
  const form = formOf(schema);
  if (!form) throw new Error('a text is a kind');
  const description =
    'Any text the caller makes up: within 24 hours a repeat of the call with the same key does nothing';
  return kind(schema, { ...form, document: { ...form.document, description } });
}

/** Who asks for what, once. */
interface Asked {
  readonly userId: number;
  readonly procedure: string;
  readonly key: string;
  readonly parameters: unknown;
  readonly now: Date;
}

interface Kept {
  digest: Buffer;
  response: SuperJSONResult;
}

/**
 * A call that may come twice is carried out once: its key is claimed in the transaction of the change, and the answer is kept
 * with it for a day. Whoever comes second waits until the first has ended; a call that fails leaves no key behind. What a
 * procedure does behind its transaction it does for a repeat as well: effects outside belong in the outbox.
 */
export class IdempotentCall {
  readonly #asked: Asked;
  readonly #digest: Buffer;
  #ran = false;

  constructor(asked: Asked) {
    this.#asked = asked;
    this.#digest = createHash('sha256').update(canonical(asked.parameters)).digest();
  }

  /** Runs the work in the given transaction unless it was done before. Returns its answer, of now or of then. */
  async run<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
    const kept = (await this.#claim(tx)) ? undefined : await this.#kept(tx);
    if (kept && !kept.digest.equals(this.#digest)) throw usedForAnother();
    const answer = kept ? superjson.deserialize<T>(kept.response) : await work();
    if (!kept) await this.#keep(tx, answer);
    this.#ran = true;
    return answer;
  }

  /** Whether the call came to its transaction: without one nothing holds a repeat back. */
  get ran(): boolean {
    return this.#ran;
  }

  /** True when the key is ours. Waits for a call that has claimed it and is not through; a key of yesterday is free again. */
  async #claim(tx: Tx): Promise<boolean> {
    const { userId, procedure, key, now } = this.#asked;
    const expires = new Date(now.getTime() + KEPT_MS);
    const claimed = await execute(
      tx,
      sql`INSERT INTO crm.idempotency_key AS k (user_id, procedure, key, request_digest, created_at, expires_at)
          VALUES (${userId}, ${procedure}, ${key}, ${this.#digest}, ${now}, ${expires})
          ON CONFLICT (user_id, procedure, key) DO UPDATE
            SET request_digest = excluded.request_digest, response = NULL,
              created_at = excluded.created_at, expires_at = excluded.expires_at
            WHERE k.expires_at <= excluded.created_at`,
    );
    return claimed > 0;
  }

  async #kept(tx: Tx): Promise<Kept | undefined> {
    const { userId, procedure, key } = this.#asked;
    const [row] = await query<Kept>(
      tx,
      sql`SELECT request_digest AS digest, response FROM crm.idempotency_key
          WHERE user_id = ${userId} AND procedure = ${procedure} AND key = ${key}`,
    );
    return row;
  }

  async #keep(tx: Tx, answer: unknown): Promise<void> {
    const { userId, procedure, key } = this.#asked;
    const response = JSON.stringify(superjson.serialize(answer));
    await execute(
      tx,
      sql`UPDATE crm.idempotency_key SET response = ${response}::jsonb
          WHERE user_id = ${userId} AND procedure = ${procedure} AND key = ${key}`,
    );
  }
}

function usedForAnother(): Fault {
  const problem = 'was used with other parameters; a new call needs a new key';
  return new Fault('conflict', `${PARAMETER}: ${problem}`, { fields: [{ parameter: PARAMETER, problem }] });
}

/** The same text for the same parameters, whatever their order and the door they came through. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
