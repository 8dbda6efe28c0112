import type { Kernel } from '../../../core/kernel.ts';
import { silenceOfNas } from '../../../core/vocabulary/interim.ts';
import { heardUpto } from '../../../core/work/counting.ts';
import { execute, sql } from '../../../db/sql.ts';

/** Notes which NASes have gone silent although they had sessions, and which are heard again. A trigger makes events of it. */
export async function noteSilence({ db, clock }: Pick<Kernel, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const upto = await heardUpto(db, now);
  await execute(
    db.pool,
    sql`UPDATE radius.nas_tally t SET silent_since = CASE WHEN t.silent_since IS NULL THEN ${now}::timestamptz END
        WHERE (t.silent_since IS NOT NULL) <> ((t.online > 0 OR t.stale > 0) AND t.heard_at < ${upto}::timestamptz - ${silenceOfNas(sql`t.nas_id`)})`,
  );
}
