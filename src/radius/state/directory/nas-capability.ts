import type pg from 'pg';
import type { Logger } from '../../../config/log.ts';
import { execute, raw, sql } from '../../../db/sql.ts';
import { logThrottled } from '../../../db/throttled-log.ts';

/** Columns with the time at which a packet first showed that the NAS does something. */
type NasCapability = 'message_authenticator_seen_at' | 'gigawords_seen_at';

interface SaveOptions {
  readonly pool: pg.Pool;
  readonly log: Logger;
}

const RETRY_MS = 5_000;

/** Saves it in the background, retrying until it is saved: the packet does not wait. */
export function saveNasCapability(options: SaveOptions, nasId: number, capability: NasCapability): void {
  const { pool, log } = options;
  const column = raw(capability);
  const statement = sql`UPDATE radius.nas SET ${column} = now() WHERE id = ${nasId} AND ${column} IS NULL`;
  execute(pool, statement).catch((err) => {
    logThrottled(
      log,
      { err, nas: nasId, learned: capability },
      'cannot save the learned capabilities of a NAS; retrying',
    );
    setTimeout(() => saveNasCapability(options, nasId, capability), RETRY_MS).unref();
  });
}
