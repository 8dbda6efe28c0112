import { createHash } from 'node:crypto';
import superjson, { type SuperJSONResult } from 'superjson';
import { type Fault, parameterFault } from '../core/fault.ts';
import { text } from '../core/wire/index.ts';
import type { Tx } from '../db/database.ts';
import { execute, query, sql } from '../db/sql.ts';

const KEPT_MS = 24 * 3_600_000;
const PARAMETER = 'idempotency_key';

/** The additional parameter of every endpoint that is declared `repeatable`. */
export const idempotencyKey = () => text(200);

interface IdempotentRequest {
  readonly userId: number;
  readonly procedure: string;
  readonly key: string;
  readonly parameters: unknown;
  readonly now: Date;
}

interface StoredAnswer {
  digest: Buffer;
  response: SuperJSONResult;
}

/**
 * Executes a call once, however often it is repeated with its key. The key is inserted in the transaction of the change and
 * kept for a day with the answer. A concurrent repeat waits for the first call; a call that fails leaves no key. What a
 * procedure does after its transaction happens for repeats too, so external effects belong in the outbox.
 */
export class IdempotentCall {
  readonly #request: IdempotentRequest;
  readonly #digest: Buffer;
  #hasRun = false;
  #isRepeat = false;

  constructor(request: IdempotentRequest) {
    this.#request = request;
    this.#digest = createHash('sha256').update(canonical(request.parameters)).digest();
  }

  /** Runs `work` in the given transaction, or returns the stored answer if it has run before. */
  async run<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
    const stored = (await this.#insertKey(tx)) ? undefined : await this.#readAnswer(tx);
    if (stored && !stored.digest.equals(this.#digest)) throw otherParameters();
    this.#isRepeat = stored !== undefined;
    const answer = stored ? superjson.deserialize<T>(stored.response) : await work();
    if (!stored) await this.#saveAnswer(tx, answer);
    this.#hasRun = true;
    return answer;
  }

  /** False if the procedure opened no transaction: then nothing prevents a second execution. */
  get hasRun(): boolean {
    return this.#hasRun;
  }

  /** Whether it was answered with the stored answer. */
  get isRepeat(): boolean {
    return this.#isRepeat;
  }

  /** Returns false if the key exists. Waits for an open transaction with the key; an expired key is replaced. */
  async #insertKey(tx: Tx): Promise<boolean> {
    const { userId, procedure, key, now } = this.#request;
    const expires = new Date(now.getTime() + KEPT_MS);
    const inserted = await execute(
      tx,
      sql`INSERT INTO crm.idempotency_key AS k (user_id, procedure, key, request_digest, created_at, expires_at)
          VALUES (${userId}, ${procedure}, ${key}, ${this.#digest}, ${now}, ${expires})
          ON CONFLICT (user_id, procedure, key) DO UPDATE
            SET request_digest = excluded.request_digest, response = NULL,
              created_at = excluded.created_at, expires_at = excluded.expires_at
            WHERE k.expires_at <= excluded.created_at`,
    );
    return inserted > 0;
  }

  async #readAnswer(tx: Tx): Promise<StoredAnswer | undefined> {
    const { userId, procedure, key } = this.#request;
    const [row] = await query<StoredAnswer>(
      tx,
      sql`SELECT request_digest AS digest, response FROM crm.idempotency_key
          WHERE user_id = ${userId} AND procedure = ${procedure} AND key = ${key}`,
    );
    return row;
  }

  async #saveAnswer(tx: Tx, answer: unknown): Promise<void> {
    const { userId, procedure, key } = this.#request;
    const response = JSON.stringify(superjson.serialize(answer));
    await execute(
      tx,
      sql`UPDATE crm.idempotency_key SET response = ${response}::jsonb
          WHERE user_id = ${userId} AND procedure = ${procedure} AND key = ${key}`,
    );
  }
}

function otherParameters(): Fault {
  return parameterFault('conflict', PARAMETER, 'was used with other parameters; a new call needs a new key');
}

/** The same text for equal parameters, whatever their order and the API they came through. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
