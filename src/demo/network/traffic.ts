import type { Database } from '../../db/database.ts';
import { execute, join, raw, type Sql, sql } from '../../db/sql.ts';
import { UTC_OFFSET_MINUTES, ZONE } from '../business/places.ts';
import type { Calendar } from '../history/calendar.ts';
import { busyness, DAY_MINUTES } from './hours.ts';

interface Demo {
  readonly db: Pick<Database, 'pool'>;
  readonly calendar: Calendar;
  readonly ispId: number;
}

/** As an ISP keeps it. */
const DAYS = 8;
const HOUR_MS = 3_600_000;
const STEP_MS = 300_000;
const BUCKETS = 12;
/** How the traffic of an hour goes up and down in it; twelve that sum up to twelve. */
const WAVE = [0.7, 1.1, 1.4, 0.9, 0.6, 1.2, 1.5, 1.0, 0.8, 0.5, 1.3, 1.0];
const MINUTES_KEPT_HOURS = 48;

/**
 * Writes what graphs of traffic show of the last days: of services and plans what their usage of each day was, with the shape of
 * a household's day, and of NASes the sum of their services.
 */
export async function writeTraffic(demo: Demo): Promise<void> {
  const { pool } = demo.db;
  await execute(pool, ofServices(demo));
  await execute(pool, ofPlans(demo));
  await execute(pool, minutesOfNases(demo));
  await execute(pool, hoursOfNases(demo));
}

interface Hour {
  /** Hours since 1970, UTC, as `radius.traffic_hour` counts them. */
  readonly hour: number;
  readonly weight: number;
  /** Steps of five minutes that are over. */
  readonly filled: number;
}

function hoursUpto(now: number): Hour[] {
  const last = Math.floor(now / HOUR_MS);
  return Array.from({ length: DAYS * 24 }, (_, back): Hour => {
    const hour = last - back;
    const minute = (hour * 60 + UTC_OFFSET_MINUTES) % DAY_MINUTES;
    const filled = Math.min(BUCKETS, Math.floor((now - hour * HOUR_MS) / STEP_MS));
    return { hour, weight: (busyness(minute) + busyness(minute + 59)) / 2, filled };
  }).filter(({ filled }) => filled > 0);
}

/** The octets in the twelve steps of an hour: those that are over share `octets`. */
const steps = (octets: string): Sql[] =>
  Array.from({ length: BUCKETS }, (_, at) => {
    const wave = sql`(${WAVE}::real[])[1 + (${at}::int + t.service_id + t.hour) % ${BUCKETS}::int]`;
    return sql`CASE WHEN ${at}::int < t.filled THEN round(${raw(octets)} * ${wave} / t.filled) ELSE 0 END`;
  });

/** The usage of a day is shared between its hours, of each service a little differently. */
function ofServices({ calendar: { now }, ispId }: Demo): Sql {
  const hours = hoursUpto(now.getTime());
  return sql`
    INSERT INTO radius.traffic_hour (isp_id, hour, service_id, buckets)
    SELECT ${ispId}, t.hour, t.service_id, ARRAY[${join([...steps('t.up'), ...steps('t.down')], ', ')}]::real[]
    FROM (
      SELECT d.service_id, h.hour, h.filled,
        d.in_bytes * l.weight / sum(l.weight) OVER of_day AS up, d.out_bytes * l.weight / sum(l.weight) OVER of_day AS down
      FROM unnest(${hours.map(({ hour }) => hour)}::int[], ${hours.map(({ weight }) => weight)}::float8[],
          ${hours.map(({ filled }) => filled)}::int[]) AS h (hour, weight, filled)
        JOIN radius.daily_usage d ON d.day = (to_timestamp(h.hour * 3600::float8) AT TIME ZONE ${ZONE})::date
        JOIN crm.service s ON s.id = d.service_id AND s.isp_id = ${ispId}
        CROSS JOIN LATERAL (
          SELECT h.weight * h.filled * (0.4 + (hashint4(d.service_id * 977 + h.hour) & 1023) / 850.0) AS weight) l
      WINDOW of_day AS (PARTITION BY d.service_id, d.day)
    ) t WHERE t.up + t.down > 0`;
}

const sums = join(
  Array.from({ length: 2 * BUCKETS }, (_, at) => sql`sum(t.buckets[${at + 1}::int])`),
  ', ',
);

const ofPlans = ({ ispId }: Demo): Sql => sql`
  INSERT INTO radius.plan_traffic_hour (isp_id, plan_id, reseller_id, hour, buckets)
  SELECT ${ispId}, s.plan_id, coalesce(s.reseller_id, 0), t.hour, ARRAY[${sums}]::real[]
  FROM radius.traffic_hour t JOIN crm.service s ON s.id = t.service_id
  WHERE t.isp_id = ${ispId} GROUP BY s.plan_id, 3, t.hour`;

/** Of each NAS and hour: the steps of the services that were last seen there, and when the NAS was heard last. */
const ofNases = ({ ispId }: Demo): Sql => sql`
  SELECT x.nas_id, t.hour, h.acct_at, ARRAY[${sums}]::float8[] AS buckets
  FROM radius.traffic_hour t
    JOIN (SELECT DISTINCT ON (a.service_id) a.service_id, a.nas_id FROM radius.session_all a
      WHERE a.isp_id = ${ispId} ORDER BY a.service_id, a.started_at DESC) x ON x.service_id = t.service_id
    JOIN radius.nas_heard h ON h.nas_id = x.nas_id
  WHERE t.isp_id = ${ispId} GROUP BY 1, 2, 3`;

/** How many sessions were open at a NAS, in SQL. */
const onlineAt = (nas: string, at: string): Sql => sql`(
  SELECT count(*)::int FROM recent r WHERE r.nas_id = ${raw(nas)} AND r.started_at <= ${raw(at)}
    AND (r.ended_at IS NULL OR r.ended_at > ${raw(at)}))`;

const recent = ({ ispId, calendar: { now } }: Demo, hours: number): Sql => sql`
  recent AS MATERIALIZED (
    SELECT a.nas_id, a.started_at, a.ended_at FROM radius.session_all a WHERE a.isp_id = ${ispId}
      AND (a.ended_at IS NULL OR a.ended_at > ${now}::timestamptz - make_interval(hours => ${hours}::int)))`;

/** Those since the NAS was heard last are left out. */
const minutesOfNases = (demo: Demo): Sql => sql`
  WITH ${recent(demo, MINUTES_KEPT_HOURS)}, step AS MATERIALIZED (
    SELECT n.nas_id, n.acct_at, to_timestamp(n.hour * 3600::float8 + (b.at - 1) * 300) AS begins,
      n.buckets[b.at] / 5 AS up, n.buckets[b.at + ${BUCKETS}::int] / 5 AS down
    FROM (${ofNases(demo)}) n CROSS JOIN generate_series(1, ${BUCKETS}::int) b (at)
    WHERE n.hour > extract(epoch FROM ${demo.calendar.now}::timestamptz) / 3600 - ${MINUTES_KEPT_HOURS}::int
  ), counted AS MATERIALIZED (SELECT s.*, ${onlineAt('s.nas_id', 's.begins')} AS online FROM step s)
  INSERT INTO radius.nas_pulse AS p (nas_id, minute, up_octets, down_octets, online)
  SELECT c.nas_id, c.begins + make_interval(mins => m.at), round(c.up), round(c.down), c.online
  FROM counted c CROSS JOIN generate_series(0, 4) m (at)
  WHERE c.begins + make_interval(mins => m.at) < c.acct_at
  ON CONFLICT (nas_id, minute) DO UPDATE
    SET up_octets = excluded.up_octets, down_octets = excluded.down_octets, online = excluded.online`;

/** Hours begin with those of the ISP’s day. */
const hoursOfNases = (demo: Demo): Sql => sql`
  WITH ${recent(demo, DAYS * 24)}, summed AS MATERIALIZED (
    SELECT n.nas_id, date_trunc('hour', to_timestamp(n.hour * 3600::float8), ${ZONE}) AS begins,
      (SELECT sum(b.octets) FROM unnest(n.buckets[1:${BUCKETS}]) b (octets)) AS up,
      (SELECT sum(b.octets) FROM unnest(n.buckets[${BUCKETS + 1}:${2 * BUCKETS}]) b (octets)) AS down
    FROM (${ofNases(demo)}) n WHERE to_timestamp(n.hour * 3600::float8) < n.acct_at
  )
  INSERT INTO radius.nas_pulse_hour (nas_id, hour, up_octets, down_octets, online)
  SELECT s.nas_id, s.begins, round(s.up), round(s.down), ${onlineAt('s.nas_id', 's.begins')} FROM summed s
  ON CONFLICT (nas_id, hour) DO NOTHING`;
