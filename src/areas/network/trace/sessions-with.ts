import { isIPv4 } from 'node:net';
import { MAX_SILENCE_MS } from '../../../core/vocabulary/interim.ts';
import { join, raw, type Sql, sql } from '../../../db/sql.ts';
import { ADDRESS_FACTS } from '../sessions/address-facts.ts';
import type { Sought } from './question.ts';

const IDENTITY = raw('x.id, x.isp_id, x.reseller_id, x.service_id, x.nas_id, x.nas_ip, x.username, x.acct_session_id');
const LINE = raw('x.nas_port, x.mac');

/** Under NAT a session has an address only as long as it had those ports: `b.since`, `b.until`, null for its whole time. */
const limited = (fact: Sql) => sql`${IDENTITY}, ${LINE}, x.ip, x.ip6_prefix, x.pd_prefix,
  greatest(x.started_at, b.since) AS started_at, x.updated_at, least(x.ended_at, b.until) AS ended_at,
  CASE WHEN b.until IS NULL OR b.until >= x.ended_at THEN x.terminate_cause END AS terminate_cause, ${fact}, b.first_port, b.last_port`;
export const LIMITED_COLUMNS = limited(
  sql`NULL::timestamptz AS first_seen_at, NULL::timestamptz AS replaced_at, false AS flapping`,
);

/**
 * A session for as long as it had the address of the fact `a`. Of one that was replaced (`replaced_at`) it is known to have had it
 * until it was last reported, which is its end here.
 */
const FACT_COLUMNS = sql`${IDENTITY}, ${LINE}, CASE WHEN a.kind = 'ip' THEN a.address ELSE x.ip END AS ip,
  CASE WHEN a.kind IN ('ip6_prefix', 'ip6_address') THEN a.address ELSE x.ip6_prefix END AS ip6_prefix,
  CASE WHEN a.kind = 'pd_prefix' THEN a.address ELSE x.pd_prefix END AS pd_prefix,
  greatest(x.started_at, a.begun_at) AS started_at, coalesce(a.seen_at, x.updated_at) AS updated_at,
  coalesce(a.seen_at, x.ended_at) AS ended_at, CASE WHEN a.upto_at IS NULL THEN x.terminate_cause END AS terminate_cause,
  a.from_at AS first_seen_at, a.upto_at AS replaced_at, a.flapping`;

/** The facts of the session `x` that are about an address; one where a prefix and the network of the link have the same time. */
const factsAbout = (ip: Sql): Sql => sql`(SELECT DISTINCT ON (begun_at, upto_at, flapping) * FROM ${ADDRESS_FACTS} f
  WHERE f.address >>= ${ip} ORDER BY begun_at, upto_at, flapping, f.kind = 'pd_prefix' DESC)`;

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
function armsOf(from: Date, armWith: (table: Sql, conditions: readonly Sql[]) => Sql): Sql[] {
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

/** Conditions, each with an index: the session `x` has the address now or had it last, or had it before and not last. */
const hadAddress = (has: Sql, ip: Sql): Sql[] => [
  has,
  sql`radius.past_addresses(x.addresses) && radius.address_keys(${ip}) AND radius.past_addresses(x.addresses) IS NOT NULL
    AND (${has}) IS NOT TRUE`,
];

/** What arms read of a session: the columns above, and those of its facts. */
const SESSION = sql`${IDENTITY}, ${LINE}, x.ip, x.ip6_prefix, x.pd_prefix, x.ip6_address, x.addresses, x.started_at, x.updated_at,
  x.ended_at, x.terminate_cause`;

/** The sessions of an ISP that had the address themselves, or in a prefix, as often as they had it. */
export function sessionsWith({ ip, ...sought }: Sought, ispId: number): Sql {
  const { from, upto } = sought;
  const address = sql`${ip}::inet`;
  const has = isIPv4(ip)
    ? sql`x.ip = ${address}`
    : sql`(x.ip6_prefix >>= ${address} OR x.pd_prefix >>= ${address}
        OR x.ip6_address = ${address} AND (x.ip6_address <<= x.ip6_prefix) IS NOT TRUE)`;
  const arms = hadAddress(has, address).flatMap((had) => {
    const all = [had, ...ofQuestion({ ip, ...sought }, ispId)];
    return armsOf(
      from,
      (table, more) => sql`SELECT ${SESSION} FROM ${table} x WHERE ${join([...all, ...more], ' AND ')}`,
    );
  });
  return sql`SELECT ${FACT_COLUMNS}, NULL::integer AS first_port, NULL::integer AS last_port, a.ordinal AS part
    FROM (${join(arms, ' UNION ALL ')}) x CROSS JOIN LATERAL ${factsAbout(address)} a WHERE ${isWithin(from, upto)}`;
}

/** An address that was replaced before the time sought, or begins after it, is none of the answer. */
const isWithin = (from: Date, upto: Date) =>
  sql`(a.upto_at IS NULL OR a.upto_at >= ${from}) AND (a.begun_at IS NULL OR a.begun_at < ${upto})`;

/** Sessions that had one of many addresses `b` (`nas_id`, `ip`, ports, and the time for which they are sought). */
export function sessionsWithEach(each: Sql, sought: Sought, ispId: number): Sql {
  const { from, upto } = sought;
  // OFFSET 0: each address is looked up in the index, however many there are.
  const arms = hadAddress(sql`x.ip = b.ip`, sql`b.ip`).flatMap((had) => {
    const all = [had, sql`x.nas_id = b.nas_id`, ...ofQuestion(sought, ispId)];
    return armsOf(
      from,
      (table, more) => sql`SELECT ${SESSION}, b.ip AS sought, b.first_port, b.last_port, b.since, b.until
        FROM ${each} CROSS JOIN LATERAL (SELECT * FROM ${table} x WHERE ${join([...all, ...more], ' AND ')} OFFSET 0) x`,
    );
  });
  return sql`SELECT ${limited(sql`x.first_seen_at, x.replaced_at, x.flapping`)}, -1 - b.ordinal AS part
    FROM (
      SELECT ${FACT_COLUMNS}, a.ordinal, x.first_port, x.last_port, x.since, x.until
      FROM (${join(arms, ' UNION ALL ')}) x CROSS JOIN LATERAL ${factsAbout(sql`x.sought`)} a WHERE ${isWithin(from, upto)}
    ) x CROSS JOIN LATERAL (SELECT x.since, x.until, x.first_port, x.last_port, x.ordinal) b
    WHERE b.until IS NULL OR x.started_at < b.until`;
}
