import type { Kernel } from '../../../core/kernel.ts';
import { heardUpto } from '../../../core/work/counting.ts';
import type { Database } from '../../../db/database.ts';
import { execute, query, type Runner, sql } from '../../../db/sql.ts';
import { noteSigns } from './note-signs.ts';
import { closeQuiet, openLasting, refreshOpen } from './open-close.ts';
import { KEPT_DAYS } from './vocabulary.ts';

/**
 * A round of the watch, once a minute: notes what it finds on the networks of all ISPs, opens an alert for what two rounds in a row
 * have found, and closes those of which five minutes found nothing. A few statements, however many NASes there are. Rounds of two
 * nodes come one after the other, and the second of the same minute changes nothing.
 */
export async function watchNetworks({ db, clock }: Pick<Kernel, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const round = { now, heardUpto: await heardUpto(db, now) };
  await oneAtATime(db, async (on) => {
    await noteSigns(on, round);
    await refreshOpen(on, now);
    await openLasting(on, now);
    await closeQuiet(on, now);
  });
}

/** One transaction at a time, on a connection that plans for many rows, which those of `db.transaction` do not. */
async function oneAtATime({ pool }: Pick<Database, 'pool'>, work: (on: Runner) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('BEGIN');
    await query(client, sql`SELECT pg_advisory_xact_lock(hashtext('radius.alert'), 0)`);
    await work(client);
    await client.query('COMMIT');
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(failure); // closed after a failure, so its transaction ends
  }
}

/** Forgets alerts 90 days after they were closed. */
export const forgetAlerts = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>): Promise<number> =>
  execute(
    db.pool,
    sql`DELETE FROM radius.alert WHERE closed_at < ${clock.now()}::timestamptz - make_interval(days => ${KEPT_DAYS})`,
  );
