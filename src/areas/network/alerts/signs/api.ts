import { type Sql, sql } from '../../../../db/sql.ts';
import { IS_SET_UP } from '../../routeros/target.ts';
import { signOf } from './sign.ts';

/** One question may be lost. */
const MIN_FAILURES = 2;

/** A router that has not answered its API for two questions in a row: since when. One that nobody has set up is not missed. */
export const api = (): Sql => sql`
  SELECT ${signOf('api', 'n', { since: sql`a.failing_since` })}
  FROM radius.nas_api a JOIN radius.nas n ON n.id = a.nas_id
  WHERE a.failures >= ${MIN_FAILURES}::int AND ${IS_SET_UP}`;
