import { isIPv4 } from 'node:net';
import { ipv4Number } from '../../../core/network/ipv4.ts';
import { MAX_SILENCE_MS } from '../../../core/vocabulary/interim.ts';
import type { Database } from '../../../db/database.ts';
import { join, type Sql, sql } from '../../../db/sql.ts';
import { translationsOf } from '../nas/nat-rules/arithmetic.ts';
import { natRulesWhere } from '../nas/nat-rules/in-force.ts';
import type { Sought } from './question.ts';
import { before, LIMITED_COLUMNS, ofQuestion, sessionsWithEach } from './sessions-with.ts';

const PORTS = 65_536;

/** Sessions whose NAS reported that they have ports of the public address (`port_blocks`); each arm has an index. */
export function sessionsReported(sought: Sought, ispId: number): Sql[] {
  const { ip, port, from, upto } = sought;
  if (!isIPv4(ip)) return [];
  const key = ipv4Number(ip) * PORTS;
  const [first, last] = [key + (port ?? 0), key + (port ?? PORTS - 1)];
  const all = [
    sql`x.port_blocks IS NOT NULL`,
    sql`radius.port_ranges(x.port_blocks) && int8range(${first}::bigint, ${last}::bigint, '[]')`,
    ...ofQuestion(sought, ispId),
  ];
  const since = before(from, MAX_SILENCE_MS);
  const isOfLog = sql`tstzrange(x.started_at, greatest(x.started_at, x.ended_at), '[]') && tstzrange(${since}, ${upto})`;
  const portIs = port === undefined ? sql`TRUE` : sql`${port} BETWEEN r.first AND r.last`;
  const arm = (table: Sql, isOfTime: Sql) => sql`SELECT ${LIMITED_COLUMNS}, b.first_port AS part
    FROM ${table} x CROSS JOIN LATERAL (
      SELECT to_timestamp(r."from" / 1000.0) AS since, to_timestamp(r.upto / 1000.0) AS until, r.first AS first_port, r.last AS last_port
      FROM jsonb_to_recordset(x.port_blocks) AS r (ip inet, first integer, last integer, "from" bigint, upto bigint)
      WHERE r.ip = ${ip}::inet AND ${portIs}
    ) b
    WHERE ${join([...all, isOfTime], ' AND ')} AND (b.since IS NULL OR b.since < ${upto})
      AND (b.until IS NULL OR b.until >= ${from})`;
  return [
    arm(sql`radius.session`, sql`(x.ended_at IS NULL OR x.ended_at >= ${since})`),
    arm(sql`radius.session_log`, isOfLog),
    arm(sql`crm_archive.session_log`, isOfLog),
  ];
}

/** An inside address that a rule turns into the public one. */
interface Inside {
  readonly nasId: number;
  readonly ip: string;
  readonly first: number;
  readonly last: number;
  readonly since: Date;
  readonly until: Date | null;
}

/** By the rules of the ISP that were in force at that time. */
export async function insidesOf(
  db: Pick<Database, 'pool'>,
  { ip, port, from, upto }: Sought,
  ispId: number,
): Promise<Inside[]> {
  if (!isIPv4(ip)) return [];
  const rules = await natRulesWhere(db, [
    sql`r.isp_id = ${ispId}`,
    sql`${ip}::inet BETWEEN r.public_from AND r.public_upto`,
    sql`r.valid_from < ${upto} AND (r.valid_upto IS NULL OR r.valid_upto > ${from})`,
  ]);
  return rules.flatMap((rule) =>
    translationsOf(rule, ip, port).map(({ inside, first, last }) => {
      return { nasId: rule.nasId, ip: inside, first, last, since: rule.validFrom, until: rule.validUpto };
    }),
  );
}

/** The sessions that had one of these inside addresses at its NAS. */
export function sessionsInside(insides: readonly Inside[], sought: Sought, ispId: number): Sql[] {
  if (insides.length === 0) return [];
  const list = <T>(of: (inside: Inside) => T) => insides.map(of);
  const each = sql`unnest(${list((b) => b.nasId)}::integer[], ${list((b) => b.ip)}::inet[], ${list((b) => b.first)}::integer[],
    ${list((b) => b.last)}::integer[], ${list((b) => b.since)}::timestamptz[], ${list((b) => b.until)}::timestamptz[])
    AS b (nas_id, ip, first_port, last_port, since, until)`;
  return [sessionsWithEach(each, sought, ispId)];
}
