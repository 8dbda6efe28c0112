import { silenceOfNas } from '../../../../core/vocabulary/interim.ts';
import { type Sql, sql } from '../../../../db/sql.ts';
import { CLOCK_TOLERANCE_S } from '../../nas/vocabulary.ts';
import { type Round, signOf } from './sign.ts';

/** Records that waited at the NAS look slow; among them are some of now. */
const RIGHT_MINUTES = 10;

/** A NAS that is heard, and whose clock is off: by so many seconds ahead, negative if it is slow. */
export const clock = ({ now }: Round): Sql => sql`
  SELECT ${signOf('clock', 'n', { measured: sql`h.clock_ahead_s` })}
  FROM radius.nas_heard h JOIN radius.nas n ON n.id = h.nas_id AND n.deleted_at IS NULL
  WHERE abs(h.clock_ahead_s) > ${CLOCK_TOLERANCE_S}::int
    AND coalesce(h.clock_right_at < ${now}::timestamptz - make_interval(mins => ${RIGHT_MINUTES}), true)
    AND h.acct_at > ${now}::timestamptz - ${silenceOfNas(sql`n.id`)}`;
