import { isIPv4 } from 'node:net';
import { join, raw, type Sql, sql } from '../../db/sql.ts';
import { MAX_SILENCE_MS } from '../sessions/interim.ts';
import type { Sought } from './question.ts';

const IDENTITY = raw('x.id, x.isp_id, x.reseller_id, x.service_id, x.nas_id, x.nas_ip, x.username, x.acct_session_id');
const LINE = raw('x.nas_port, x.mac, x.ip, x.ip6_prefix, x.pd_prefix');
const COLUMNS = sql`${IDENTITY}, ${LINE}, x.started_at, x.updated_at, x.ended_at, x.terminate_cause`;

/** Under NAT a session has an address only as long as it had those ports: `b.since`, `b.until`, null for its whole time. */
export const LIMITED_COLUMNS = sql`${IDENTITY}, ${LINE}, greatest(x.started_at, b.since) AS started_at, x.updated_at,
  least(x.ended_at, b.until) AS ended_at,
  CASE WHEN b.until IS NULL OR b.until >= x.ended_at THEN x.terminate_cause END AS terminate_cause,
  b.first_port, b.last_port`;

/** Longer sessions have indexes of their own (`session_log_long_ip_idx`). */
const isLong = sql`x.ended_at - x.started_at > interval '31 days'`;
/** Those 31 days, and more than `MAX_SILENCE_MS`. */
const LOOK_BACK_MS = 31 * 86_400_000 + 2 * MAX_SILENCE_MS;

export const before = (at: Date, ms: number) => new Date(at.getTime() - ms);

/** Conditions of every arm, besides the address. */
export function ofQuestion({ nasip, upto }: Sought, ispId: number): Sql[] {
  const all = [sql`x.isp_id = ${ispId}`, sql`x.started_at < ${upto}`];
  return nasip === undefined ? all : [...all, sql`x.nas_ip = ${nasip}::inet`];
}

/**
 * The sessions that meet the conditions, in use, ended or archived, and touch the time, or ended at most `MAX_SILENCE_MS` before
 * it. Each arm has an index: of an ended session that is no longer than 31 days, its months are known.
 */
export function armsOf(from: Date, armWith: (table: Sql, conditions: readonly Sql[]) => Sql): Sql[] {
  const isOfTime = sql`x.ended_at >= ${before(from, MAX_SILENCE_MS)}`;
  const horizon = before(from, LOOK_BACK_MS);
  const ofLog = (table: Sql) => [
    armWith(table, [isOfTime, sql`x.started_at >= ${horizon}`]),
    armWith(table, [isOfTime, sql`x.started_at < ${horizon}`, isLong]),
  ];
  return [
    armWith(sql`radius.session`, [sql`x.ended_at IS NULL`]),
    armWith(sql`radius.session`, [isOfTime]),
    ...ofLog(sql`radius.session_log`),
    ...ofLog(sql`crm_archive.session_log`),
  ];
}

/** The sessions of an ISP that had the address themselves, or in a prefix. */
export function sessionsWith(sought: Sought, ispId: number): Sql[] {
  const { ip, from } = sought;
  const has = isIPv4(ip) ? sql`x.ip = ${ip}::inet` : sql`(x.ip6_prefix >>= ${ip}::inet OR x.pd_prefix >>= ${ip}::inet)`;
  const all = [has, ...ofQuestion(sought, ispId)];
  return armsOf(
    from,
    (table, more) => sql`SELECT ${COLUMNS}, NULL::integer AS first_port, NULL::integer AS last_port, 0 AS part
      FROM ${table} x WHERE ${join([...all, ...more], ' AND ')}`,
  );
}
