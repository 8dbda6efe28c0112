import type pg from 'pg';
import type { Logger } from '../../../config/log.ts';
import { execute, raw, sql } from '../../../db/sql.ts';
import { logTrouble } from '../../../db/trouble.ts';

/** What is learned of a NAS once, by a packet of its own: when it was seen first. */
type Learned = 'message_authenticator_seen_at' | 'gigawords_seen_at';

interface Means {
  readonly pool: pg.Pool;
  readonly log: Logger;
}

const RETRY_MS = 5_000;

/** Writes down what was learned, beside the packet that told it; tries again until it is written. */
export function noteLearned(means: Means, nasId: number, learned: Learned): void {
  const { pool, log } = means;
  const column = raw(learned);
  const statement = sql`UPDATE radius.nas SET ${column} = now() WHERE id = ${nasId} AND ${column} IS NULL`;
  execute(pool, statement).catch((err) => {
    logTrouble(log, { err, nas: nasId, learned }, 'what was learned about a NAS could not be saved; retrying');
    setTimeout(() => noteLearned(means, nasId, learned), RETRY_MS).unref();
  });
}
