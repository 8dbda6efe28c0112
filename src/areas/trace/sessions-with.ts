import { isIPv4 } from 'node:net';
import { join, raw, type Sql, sql } from '../../db/sql.ts';
import { INTERIM_INTERVAL_S, MISSED_INTERIMS } from '../sessions/interim.ts';
import type { Sought } from './question.ts';

const COLUMNS = raw(
  `x.id, x.isp_id, x.reseller_id, x.service_id, x.nas_id, x.nas_ip, x.username, x.acct_session_id, x.nas_port, x.mac,
   x.started_at, x.updated_at, x.ended_at, x.terminate_cause, x.ip, x.ip6_prefix, x.pd_prefix`,
);

/** A session without a Stop ended at some time within this after its last update. */
const UNREPORTED_MS = MISSED_INTERIMS * INTERIM_INTERVAL_S * 1000;
/** Longer sessions have indexes of their own (`session_log_long_ip_idx`). */
const isLong = sql`x.ended_at - x.started_at > interval '31 days'`;
/** Those 31 days, and more than `UNREPORTED_MS`. */
const LOOK_BACK_MS = 31 * 86_400_000 + 2 * UNREPORTED_MS;

const before = (at: Date, ms: number) => new Date(at.getTime() - ms);

/**
 * The sessions of an ISP that had the address, in use, ended or archived, and touch the time, or ended at most
 * `UNREPORTED_MS` before it. Each arm has an index: of an ended session that is no longer than 31 days, its months are known.
 */
export function sessionsWith({ ip, nasip, from, upto }: Sought, ispId: number): Sql {
  const has = isIPv4(ip) ? sql`x.ip = ${ip}::inet` : sql`(x.ip6_prefix >>= ${ip}::inet OR x.pd_prefix >>= ${ip}::inet)`;
  const all = [has, sql`x.isp_id = ${ispId}`, sql`x.started_at < ${upto}`];
  if (nasip !== undefined) all.push(sql`x.nas_ip = ${nasip}::inet`);
  const isOfTime = sql`x.ended_at >= ${before(from, UNREPORTED_MS)}`;
  const horizon = before(from, LOOK_BACK_MS);
  const arm = (table: string, ...more: Sql[]) =>
    sql`SELECT ${COLUMNS} FROM ${raw(table)} x WHERE ${join([...all, ...more], ' AND ')}`;
  const ofLog = (table: string) => [
    arm(table, isOfTime, sql`x.started_at >= ${horizon}`),
    arm(table, isOfTime, sql`x.started_at < ${horizon}`, isLong),
  ];
  const arms = [
    arm('radius.session', sql`x.ended_at IS NULL`),
    arm('radius.session', isOfTime),
    ...ofLog('radius.session_log'),
    ...ofLog('crm_archive.session_log'),
  ];
  return join(arms, ' UNION ALL ');
}
