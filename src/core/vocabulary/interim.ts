import { type Sql, sql } from '../../db/sql.ts';
import { wholeNumber } from '../wire/index.ts';

/** Seconds between two Interim-Updates of a session, unless its ISP or NAS has another interval. */
export const INTERIM_INTERVAL_S = 300;
const MAX_INTERIM_INTERVAL_S = 3_600;

/** RFC 2869 section 5.16: at least 60, and no less than 600 where there are many sessions. */
export const interimInterval = () => wholeNumber(60, MAX_INTERIM_INTERVAL_S);

/** A session without an update for so many intervals is considered gone. */
export const MISSED_INTERIMS = 3;

/** How long a session may be silent, at most. */
export const MAX_SILENCE_MS = MISSED_INTERIMS * MAX_INTERIM_INTERVAL_S * 1_000;

/** How long a session with this interval (seconds) may be silent. */
export const silenceOf = (interval: Sql): Sql => sql`make_interval(secs => ${MISSED_INTERIMS}::int * ${interval})`;

/** How long a NAS with sessions may be silent, by its id. */
export const silenceOfNas = (nasId: Sql): Sql => silenceOf(sql`radius.interim_interval(${nasId})`);

/** How long any session of an ISP may be silent (`silence`), by `isp_id`: whichever NAS it is on. */
export const ISP_SILENCES = sql`(SELECT i.isp_id, ${silenceOf(sql`greatest(i.interim_interval, (
    SELECT max(n.interim_interval) FROM radius.nas n WHERE n.isp_id = i.isp_id AND n.deleted_at IS NULL))`)} AS silence
  FROM crm.isp_setting i)`;
