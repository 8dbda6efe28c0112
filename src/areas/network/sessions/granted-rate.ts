import { type Sql, sql } from '../../../db/sql.ts';

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** A rate of the grant in the Class of a session's log-in (`radius/policy/session-class.ts`): the first or second, in base 36. */
function ofClass(position: 1 | 2): Sql {
  const text = sql`split_part(split_part(x.class, ':', 4), '.', ${position}::int)`;
  return sql`(SELECT sum((strpos(${DIGITS}::text, d.digit) - 1) * 36::bigint ^ (length(${text}) - d.at))::int
    FROM regexp_split_to_table(nullif(${text}, ''), '') WITH ORDINALITY AS d (digit, at) WHERE x.class LIKE 'lm:%')`;
}

/** What the NAS acknowledged last, else what the log-in was granted. */
const granted = (name: 'downKbps' | 'upKbps', position: 1 | 2): Sql =>
  sql`CASE WHEN x.acknowledged IS NOT NULL THEN (x.acknowledged ->> ${name}::text)::int ELSE ${ofClass(position)} END`;

/** Kbps that a session `x` has; null: RADIUS sets no limit, or it is not known. */
export const downKbps = granted('downKbps', 1);
export const upKbps = granted('upKbps', 2);
