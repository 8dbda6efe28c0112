import { z } from 'zod';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { query, type Sql, sql } from '../../../db/sql.ts';
import { findService } from './find.ts';

const gigabytes = () => wire.asStored(wire.decimal({ places: 3 }));
const megabytes = () => wire.asStored(wire.decimal({ places: 2 }));

const level = z.object({
  level: wire.amount(),
  /** With carry-over and top-ups, which are level 1’s; null: unlimited. */
  volume_gb: gigabytes().nullable(),
  used_gb: gigabytes(),
  /** Kbps of the plan. */
  dl: wire.amount().nullable(),
  ul: wire.amount().nullable(),
});

const day = z.object({ date: wire.ymd(), dl_mb: megabytes(), ul_mb: megabytes(), seconds: wire.amount() });

/** The open period of a service. Without one there are no levels and no days. */
export const serviceUsage = z.object({
  serviceid: wire.id(),
  period_from: wire.ymd().nullable(),
  period_upto: wire.ymd().nullable(),
  used_gb: gigabytes(),
  /** The level in use, and since when. */
  bw_level: wire.amount(),
  level_since: wire.timestamp(),
  exhausted: wire.flagYN(),
  /** What the volume of level 1 has from the period before, and from top-ups; null: unlimited. */
  carried_gb: gigabytes().nullable(),
  topped_up_gb: gigabytes().nullable(),
  levels: z.array(level),
  /** Calendar days of the ISP, oldest first, at most the last 400. */
  days: z.array(day),
});

type Usage = z.output<typeof serviceUsage>;
type Row = Omit<Usage, 'levels' | 'days'> & { readonly levels: Usage['levels'] | null };

const MAX_DAYS = 400;

/** 1 GB = 2^30 bytes. */
export const gigabytesOf = (bytes: Sql): Sql => sql`round((${bytes})::numeric / 1073741824, 3)`;

/** What a service has used of the volumes of its period. @throws Fault of kind `notFound` */
export async function readUsage(db: Pick<Database, 'pool'>, scope: Scope, serviceId: number): Promise<Usage> {
  const { id } = await findService(db.pool, scope, serviceId);
  const [period, day] = statements(id);
  const [rows, days] = await Promise.all([query<Row>(db.pool, period), query<Usage['days'][number]>(db.pool, day)]);
  const [row] = rows;
  if (!row) throw new Error(`service ${id} has no row of usage`);
  return { ...row, levels: row.levels ?? [], days: days.reverse() };
}

/** Of the period and of its days, newest first. */
export const statements = (serviceId: number): [period: Sql, days: Sql] => [periodOf(serviceId), daysOf(serviceId)];

/** A level as JSON, with numbers as text where they are exact decimals. */
const levelJson = (number: 1 | 2 | 3, { volume, used, dl, ul }: Record<'volume' | 'used' | 'dl' | 'ul', Sql>): Sql =>
  sql`jsonb_build_object('level', ${number}::int, 'volume_gb', ${gigabytesOf(volume)}::text,
    'used_gb', ${gigabytesOf(used)}::text, 'dl', ${dl}, 'ul', ${ul})`;

const LEVELS = sql`CASE WHEN p.id IS NOT NULL THEN jsonb_build_array(${levelJson(1, {
  ...{ volume: sql`u.level1_bytes`, used: sql`u.level1_used`, dl: sql`q.bw1_dl`, ul: sql`q.bw1_ul` },
})}) || CASE WHEN u.level2_bytes = 0 THEN '[]'::jsonb ELSE ${levelJson(2, {
  ...{ volume: sql`u.level2_bytes`, used: sql`u.level2_used`, dl: sql`q.bw2_dl`, ul: sql`q.bw2_ul` },
})} END || CASE WHEN u.level3_bytes = 0 THEN '[]'::jsonb ELSE ${levelJson(3, {
  volume: sql`u.level3_bytes`,
  used: sql`(u.in_bytes::numeric + u.out_bytes - u.level1_used - u.level2_used)`,
  ...{ dl: sql`q.bw3_dl`, ul: sql`q.bw3_ul` },
})} END END`;

const periodOf = (serviceId: number): Sql => sql`
  SELECT s.id AS serviceid, p.starts_on AS period_from, p.ends_on AS period_upto, u.bw_level, u.level_since, u.exhausted,
    ${gigabytesOf(sql`(u.in_bytes::numeric + u.out_bytes)`)} AS used_gb,
    CASE WHEN p.quota_bytes IS NOT NULL THEN ${gigabytesOf(sql`p.carryover_bytes`)} END AS carried_gb,
    CASE WHEN p.quota_bytes IS NOT NULL THEN ${gigabytesOf(sql`greatest(u.level1_bytes - p.quota_bytes, 0)`)} END AS topped_up_gb,
    ${LEVELS} AS levels
  FROM crm.service s JOIN radius.usage u ON u.service_id = s.id JOIN crm.plan q ON q.id = s.plan_id
  LEFT JOIN crm.period p ON p.id = u.period_id
  WHERE s.id = ${serviceId}`;

/** A long period began in months that are archived; a day is in exactly one of the two. */
const daysOf = (serviceId: number): Sql => sql`
  SELECT d.day AS date, round(sum(d.out_bytes) / 1048576, 2) AS dl_mb, round(sum(d.in_bytes) / 1048576, 2) AS ul_mb,
    sum(d.seconds)::bigint AS seconds
  FROM radius.usage u JOIN crm.period p ON p.id = u.period_id
  CROSS JOIN LATERAL (
    SELECT day, in_bytes, out_bytes, seconds FROM radius.daily_usage x
      WHERE x.service_id = u.service_id AND x.day BETWEEN p.starts_on AND p.ends_on
    UNION ALL
    SELECT day, in_bytes, out_bytes, seconds FROM crm_archive.usage_day x
      WHERE x.service_id = u.service_id AND x.day BETWEEN p.starts_on AND p.ends_on
  ) d
  WHERE u.service_id = ${serviceId} GROUP BY d.day ORDER BY d.day DESC LIMIT ${MAX_DAYS}`;
