import { silenceOfNas } from '../../../core/vocabulary/interim.ts';
import { type Sql, sql } from '../../../db/sql.ts';

/**
 * A NAS that had sessions within a day and has sent no accounting for three intervals: it is down, or cannot reach this server.
 * `n` is its row, `t` that of `radius.nas_tally`, `h` of `radius.nas_heard`; both may be missing.
 */
export const isSilent = (now: Sql): Sql =>
  sql`(coalesce(t.online + t.stale > 0, false) AND greatest(t.heard_at, h.acct_at)
    < ${now} - ${silenceOfNas(sql`n.id`)})`;
