import type { Kernel } from '../../../core/kernel.ts';
import { heardUpto } from '../../../core/work/counting.ts';
import type { Tx } from '../../../db/database.ts';
import { execute, query, sql } from '../../../db/sql.ts';
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
  await db.transaction(async (tx) => {
    await oneAtATime(tx);
    await noteSigns(tx, round);
    await refreshOpen(tx, now);
    await openLasting(tx, now);
    await closeQuiet(tx, now);
  });
}

const oneAtATime = (tx: Tx) => query(tx, sql`SELECT pg_advisory_xact_lock(hashtext('radius.alert'), 0)`);

/** Forgets alerts 90 days after they were closed. */
export const forgetAlerts = ({ db, clock }: Pick<Kernel, 'db' | 'clock'>): Promise<number> =>
  execute(
    db.pool,
    sql`DELETE FROM radius.alert WHERE closed_at < ${clock.now()}::timestamptz - make_interval(days => ${KEPT_DAYS})`,
  );
