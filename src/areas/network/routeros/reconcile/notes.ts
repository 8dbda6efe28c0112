import type { Database } from '../../../../db/database.ts';
import { execute, sql } from '../../../../db/sql.ts';

type Db = Pick<Database, 'pool'>;

interface Counts {
  readonly on_nas: number;
  readonly here: number;
  readonly only_on_nas: number;
  readonly only_here: number;
  readonly differs: number;
}

/** What the last comparison of all sessions of a NAS found. `agreed_at` stays when something differs. */
export async function noteCompared(
  { pool }: Db,
  nasId: number,
  { counts, at }: { counts: Counts; at: Date },
): Promise<void> {
  const { on_nas, here, only_on_nas, only_here, differs } = counts;
  const doAgree = only_on_nas + only_here + differs === 0;
  await execute(
    pool,
    sql`UPDATE radius.nas_api SET compared_at = ${at}, on_nas = ${on_nas}, open_here = ${here}, only_on_nas = ${only_on_nas},
          only_here = ${only_here}, differing = ${differs}, agreed_at = CASE WHEN ${doAgree} THEN ${at}::timestamptz ELSE agreed_at END
        WHERE nas_id = ${nasId} AND coalesce(compared_at <= ${at}::timestamptz, true)`,
  );
}
