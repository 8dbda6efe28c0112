import { setTimeout as sleep } from 'node:timers/promises';
import type { SecretsKeys } from '../../../config/secrets-keys.ts';
import { isKeyBeingReplaced, markOf, storedMark, storeMark, useStoredKey } from '../../../db/check-secrets-key.ts';
import type { Database, Tx } from '../../../db/database.ts';
import { type KeyHolder, keyHolders, SECRETS_KEY_CHANNEL } from '../../../db/follow-secrets-key.ts';
import { NamedLocks } from '../../../db/named-locks.ts';
import { execute, query, sql } from '../../../db/sql.ts';
import { type Resealed, resealAll } from './reseal.ts';
import { RotationError } from './rotation-error.ts';

export interface RotationOptions {
  /** Says in the audit who did it. */
  beginAudit(tx: Tx): Promise<void>;
  /** Called with the number of rows that were looked at. */
  seen(rows: number): void;
  /** How long nodes have to take a key up, and transactions to end. */
  readonly patienceMs?: number;
}

const LOCK = 'secrets key';
const PATIENCE_MS = 15_000;
const LOOK_EVERY_MS = 100;

/**
 * Replaces the key of an installation by the newest of `read` while its nodes run: first every process has to know both keys, then all
 * seal with the new one, then the secrets that the other has sealed are sealed again. It may end at any point, and be repeated.
 * @throws RotationError if a process lacks the new key; nothing has changed then
 * @param read reads the keys, and may make the new one: nobody else does so at the same time
 */
export function rotate(db: Database, read: () => Promise<SecretsKeys>, options: RotationOptions): Promise<Resealed> {
  return alone(db, async () => {
    const keys = await read();
    const { newest } = keys;
    await tell(db);
    await every(db, (holder) => holder.has(newest), { ...options, lacking: 'does not have the new secrets key yet' });
    if ((await storedMark(db.pool)) !== markOf(newest))
      await db.transaction(async (tx) => {
        await options.beginAudit(tx);
        await storeMark(tx, { key: newest, isBeingReplaced: true });
      });
    await useNewest(db, keys, options);
    const resealed = await resealAll(db, keys, options.seen);
    await storeMark(db.pool, { key: newest, isBeingReplaced: false });
    return resealed;
  });
}

/**
 * Makes sure that the previous key can be thrown away: that no process seals with it and that it has sealed nothing.
 * @throws RotationError if the key has not been replaced
 */
export function retire(db: Database, keys: SecretsKeys, options: RotationOptions): Promise<Resealed> {
  return alone(db, async () => {
    if ((await storedMark(db.pool)) !== markOf(keys.newest) || (await isKeyBeingReplaced(db.pool)))
      throw new RotationError('The secrets key has not been replaced yet. Run secrets rotate first.');
    await db.transaction(options.beginAudit);
    await useNewest(db, keys, options);
    await afterTransactions(db, options);
    return resealAll(db, keys, options.seen);
  });
}

/** Two at a time would not know of each other's steps. */
async function alone<T>(db: Database, work: () => Promise<T>): Promise<T> {
  const locks = new NamedLocks(db, () => undefined, { connection: 'secrets locks' });
  try {
    if (!(await locks.tryLock(LOCK))) throw new RotationError('Another command is already replacing the secrets key.');
    return await work();
  } finally {
    // The server notices a closed connection only a moment later.
    await locks.unlock(LOCK);
    locks.close();
  }
}

const tell = (db: Database) => execute(db.pool, sql`SELECT pg_notify(${SECRETS_KEY_CHANNEL}, '')`);

async function useNewest(db: Database, keys: SecretsKeys, options: RotationOptions): Promise<void> {
  await tell(db);
  const lacking = 'does not seal with the new secrets key yet';
  await every(db, (holder) => holder.seals(keys.newest), { ...options, lacking });
  await useStoredKey(db.pool, keys);
}

interface Wait {
  readonly lacking: string;
  readonly patienceMs?: number;
}

async function every(
  { pool }: Database,
  isReady: (holder: KeyHolder) => boolean,
  { lacking, patienceMs = PATIENCE_MS }: Wait,
): Promise<void> {
  for (const until = Date.now() + patienceMs; ; await sleep(LOOK_EVERY_MS)) {
    const late = (await keyHolders(pool)).find((holder) => !isReady(holder));
    if (!late) return;
    if (Date.now() >= until)
      throw new RotationError(
        `A process of a node at ${late.host} ${lacking}. Give it both keys (docs/operate/operations.md, secrets key), then run this again.`,
      );
  }
}

/** Waits for the transactions that may still write what was sealed before now. */
async function afterTransactions({ pool }: Database, { patienceMs = PATIENCE_MS }: RotationOptions): Promise<void> {
  const [{ now } = {}] = await query<{ now: string }>(pool, sql`SELECT clock_timestamp()::text AS now`);
  for (const until = Date.now() + patienceMs; ; await sleep(LOOK_EVERY_MS)) {
    const open = await query(
      pool,
      sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND xact_start < ${now}::timestamptz
            AND backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1`,
    );
    if (open.length === 0) return;
    if (Date.now() >= until)
      throw new RotationError(
        'A transaction from before this command is still open. Run this again when it has ended.',
      );
  }
}
