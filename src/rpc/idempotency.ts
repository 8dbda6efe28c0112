import { createHash } from 'node:crypto';
import superjson, { type SuperJSONResult } from 'superjson';
import { type Fault, parameterFault } from '../core/fault.ts';
import { text } from '../core/wire/index.ts';
import type { Tx } from '../db/database.ts';
import { execute, query, type Runner, sql } from '../db/sql.ts';

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
    this.#digest = digestOfParameters(request.parameters);
  }

  /** Runs `work` in the given transaction, or returns the stored answer if it has run before. */
  async run<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
    const stored = (await insertKey(tx, this.#request, this.#digest)) ? undefined : await this.#readAnswer(tx);
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

/**
 * Uses up a key for a procedure without the parameter `idempotency_key`, before it is called. Returns false if it is used already,
 * by whichever node. A call that fails afterwards does not give it back.
 */
export const useKeyOnce = (db: Runner, request: IdempotentRequest): Promise<boolean> =>
  insertKey(db, request, digestOfParameters(request.parameters));

/** Whether a call with this key has been carried out. */
export async function isKeyUsed(
  db: Runner,
  { userId, procedure, key }: Pick<IdempotentRequest, 'userId' | 'procedure' | 'key'>,
): Promise<boolean> {
  const [row] = await query<{ used: boolean }>(
    db,
    sql`SELECT EXISTS (SELECT FROM crm.idempotency_key
          WHERE user_id = ${userId} AND procedure = ${procedure} AND key = ${key}) AS used`,
  );
  return row?.used === true;
}

/** Returns false if the key exists. Waits for an open transaction with the key; an expired key is replaced. */
async function insertKey(
  db: Runner,
  { userId, procedure, key, now }: IdempotentRequest,
  digest: Buffer,
): Promise<boolean> {
  const expires = new Date(now.getTime() + KEPT_MS);
  const inserted = await execute(
    db,
    sql`INSERT INTO crm.idempotency_key AS k (user_id, procedure, key, request_digest, created_at, expires_at)
        VALUES (${userId}, ${procedure}, ${key}, ${digest}, ${now}, ${expires})
        ON CONFLICT (user_id, procedure, key) DO UPDATE
          SET request_digest = excluded.request_digest, response = NULL,
            created_at = excluded.created_at, expires_at = excluded.expires_at
          WHERE k.expires_at <= excluded.created_at`,
  );
  return inserted > 0;
}

/** The same for equal parameters, whatever their order and the API they came through. */
export const digestOfParameters = (parameters: unknown): Buffer =>
  createHash('sha256').update(canonical(parameters)).digest();

function otherParameters(): Fault {
  return parameterFault('conflict', PARAMETER, 'was used with other parameters; a new call needs a new key');
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
