import { beforeAll, describe, expect, it } from 'vitest';
import { traceOf } from '../../../src/areas/network/trace/list.ts';
import { soughtOf } from '../../../src/areas/network/trace/question.ts';
import { insidesOf } from '../../../src/areas/network/trace/sessions-under-nat.ts';
import { listStatement } from '../../../src/core/list/index.ts';
import type { Scope } from '../../../src/core/tenancy/scope.ts';
import { execute, query, raw, type Sql, sql } from '../../../src/db/sql.ts';
import { makeNas } from '../../factories/network.ts';
import { makeIsp } from '../../factories/tenants.ts';
import { freshDatabase } from '../../fixtures/database.ts';

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
  readonly [name: string]: unknown;
}

const large = await freshDatabase();
/** Addresses; each has a session a day, the delegated prefix of its subscriber as well. */
const ADDRESSES = 150;
const scope = { ispId: 1, resellerId: null, locations: null } as unknown as Scope & { ispId: number };

/** Users 50 to 99 share a public address. */
const BLOCK = sql`CASE WHEN n BETWEEN 50 AND 99 THEN jsonb_build_array(jsonb_build_object('ip', host('198.51.100.0'::inet + n / 50), 'first', 1000 + n % 50 * 1000,
  'last', 1999 + n % 50 * 1000)) END`;

/** Users 118 to 122 had other addresses until an hour of the day. */
const historyUntil = (hour: Sql) => {
  const past = (address: Sql) =>
    sql`jsonb_build_array(jsonb_build_object('address', ${address}, 'seen', (extract(epoch FROM ${hour}) * 1000 - 60000)::bigint,
      'upto', (extract(epoch FROM ${hour}) * 1000)::bigint))`;
  return sql`CASE WHEN n BETWEEN 118 AND 122 THEN jsonb_build_object('ip', ${past(sql`host('10.9.0.0'::inet + n)`)},
    'pd_prefix', ${past(sql`text(set_masklen('2001:db8:9::'::inet + n * 65536, 112))`)}) END`;
};

/** Two years, of which the last four months are not archived. */
beforeAll(async () => {
  const { pool } = large;
  const day = sql`(date '2024-12-01' + d)`;
  for (const [table, first, last] of [
    ['crm_archive.session_log', 0, 607],
    ['radius.session_log', 608, 729],
  ] as const) {
    await query(
      pool,
      sql`SELECT radius.ensure_partition(${table}::regclass, month::date)
          FROM generate_series(date '2024-12-01' + ${first}::int, date '2024-12-01' + ${last}::int, interval '1 month') month`,
    );
    await execute(
      pool,
      sql`INSERT INTO ${raw(table)} (id, isp_id, service_id, nas_id, nas_ip, username, acct_session_id, ip, ip6_prefix, pd_prefix,
            started_at, updated_at, ended_at, session_time, in_bytes, out_bytes, port_blocks, addresses)
          SELECT d * ${ADDRESSES} + n, 1, n, 1, '127.0.0.1', 'user' || n, 's' || d, '10.0.0.0'::inet + n,
            set_masklen('2001:db8:1::'::inet + n, 128), set_masklen('2001:db8:2::'::inet + n, 128),
            ${day} + time '01:00', ${day} + time '23:00', ${day} + time '23:00', 79200, 0, 0, ${BLOCK},
            ${historyUntil(sql`(${day} + time '13:00')::timestamptz`)}
          FROM generate_series(${first}::int, ${last}::int) d, generate_series(1, ${ADDRESSES}) n`,
    );
    await query(pool, sql`ANALYZE ${raw(table)}`);
  }
  await execute(
    pool,
    sql`INSERT INTO radius.session (isp_id, service_id, nas_id, nas_ip, username, acct_session_id, ip, ip6_prefix, started_at, updated_at, ended_at, port_blocks, addresses)
        SELECT 1, n, 1, '127.0.0.1', 'user' || n, 's', '10.0.0.0'::inet + n, set_masklen('2001:db8:1::'::inet + n, 128),
          timestamptz '2026-12-01', timestamptz '2026-12-01 10:00Z', CASE WHEN n % 2 = 0 THEN timestamptz '2026-12-01 10:00Z' END, ${BLOCK},
          ${historyUntil(sql`timestamptz '2026-12-01 09:00Z'`)}
        FROM generate_series(1, 20000) n`,
  );
  await query(pool, sql`ANALYZE radius.session`);
  const isp = await makeIsp(large);
  const nas = await makeNas(large, isp);
  expect([isp.id, nas.id]).toEqual([1, 1]);
  await execute(
    pool,
    sql`INSERT INTO radius.nat_rule (isp_id, nas_id, inside_from, inside_upto, public_from, public_upto, ports, first_port, last_port,
          valid_from)
        VALUES (1, 1, '10.0.0.0', '10.0.78.31', '203.0.113.0', '203.0.120.255', 6000, 2000, 61999, '2024-01-01')`,
  );
});

async function planOf(ip: string, at: string, port?: number): Promise<Plan> {
  const sought = soughtOf({ ip, at: new Date(at), reason: 'Letter 12', ...(port === undefined ? {} : { port }) });
  const insides = await insidesOf(large, sought, scope.ispId);
  const trace = traceOf(sought, { scope, now: new Date('2026-12-02'), zone: 'Asia/Kolkata' }, insides);
  const statement = listStatement(trace, { scope, zone: 'Asia/Kolkata', input: { rows_limit: 100, rows_offset: 0 } });
  const explained = sql`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${statement}`;
  const [row] = await query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(large.pool, explained);
  if (!row) throw new Error('no plan');
  return row['QUERY PLAN'][0].Plan;
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

describe('who had an address in two years', () => {
  it.each([
    ['10.0.0.77', '2024-12-20T12:00:00Z', 1],
    ['10.0.0.77', '2025-08-20T12:00:00Z', 1],
    ['10.0.0.77', '2026-11-20T12:00:00Z', 1],
    ['10.0.0.77', '2026-12-01T08:00:00Z', 1],
    ['10.0.0.78', '2026-12-01T08:00:00Z', 1],
    ['10.0.9.9', '2026-11-20T12:00:00Z', 0],
    ['2001:db8:1::4d', '2025-08-20T12:00:00Z', 1],
    ['2001:db8:2::4d', '2026-11-20T12:00:00Z', 1],
    ['2001:db8:1::4d', '2026-12-01T08:00:00Z', 1],
    // Addresses that sessions had before.
    ['10.9.0.120', '2025-08-20T05:00:00Z', 1],
    ['10.9.0.120', '2026-11-20T05:00:00Z', 1],
    ['10.9.0.120', '2026-12-01T08:00:00Z', 1],
    ['10.9.0.120', '2026-12-01T09:30:00Z', 0],
    ['2001:db8:9::78:1', '2025-08-20T05:00:00Z', 1],
    ['2001:db8:9::78:1', '2026-11-20T05:00:00Z', 1],
    ['2001:db8:9::78:1', '2026-12-01T08:00:00Z', 1],
  ])('%s at %s is found by indexes, in a few pages', async (ip, at, found) => {
    expectFewPages(await planOf(ip, at), found, ip.includes(':'));
  });

  // User 77 has the 28th block of the second address; by the rule, the public addresses from 203.0.113.0 on have ten users each.
  it.each([
    ['198.51.100.1', 28_500, '2024-12-20T12:00:00Z', 1],
    ['198.51.100.1', 28_500, '2025-08-20T12:00:00Z', 1],
    ['198.51.100.1', 28_500, '2026-11-20T12:00:00Z', 1],
    ['198.51.100.1', 28_500, '2026-12-01T08:00:00Z', 1],
    ['198.51.100.1', 900, '2026-12-01T08:00:00Z', 0],
    ['203.0.113.7', 44_000, '2025-08-20T12:00:00Z', 1],
    ['203.0.113.7', 44_000, '2026-12-01T08:00:00Z', 1],
  ])('%s port %i at %s as well', async (ip, port, at, found) => {
    expectFewPages(await planOf(ip, at, port), found);
  });
});

/** And no table read through. */
function expectFewPages(plan: Plan, found: number, isIPv6 = false): void {
  const pages = Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks']);
  expect(plan['Actual Rows']).toBe(found);
  // Of IPv6 the root of an index is read for each length of a prefix that the address may be in.
  expect(pages).toBeLessThan(isIPv6 ? 320 : 250);
  // An empty partition is cheapest to read as it is.
  const scanned = nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan' && node['Rows Removed by Filter']);
  expect(scanned.map((node) => node['Relation Name'])).toEqual([]);
}
