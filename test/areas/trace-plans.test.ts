import { beforeAll, describe, expect, it } from 'vitest';
import { traceOf } from '../../src/areas/trace/list.ts';
import { soughtOf } from '../../src/areas/trace/question.ts';
import { listStatement } from '../../src/core/list/index.ts';
import type { Scope } from '../../src/core/scope.ts';
import { execute, query, raw, sql } from '../../src/db/sql.ts';
import { freshDatabase } from '../fixtures/database.ts';

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
            started_at, updated_at, ended_at, session_time, in_bytes, out_bytes)
          SELECT d * ${ADDRESSES} + n, 1, n, 1, '127.0.0.1', 'user' || n, 's' || d, '10.0.0.0'::inet + n,
            set_masklen('2001:db8:1::'::inet + n, 128), set_masklen('2001:db8:2::'::inet + n, 128),
            ${day} + time '01:00', ${day} + time '23:00', ${day} + time '23:00', 79200, 0, 0
          FROM generate_series(${first}::int, ${last}::int) d, generate_series(1, ${ADDRESSES}) n`,
    );
    await query(pool, sql`ANALYZE ${raw(table)}`);
  }
  await execute(
    pool,
    sql`INSERT INTO radius.session (isp_id, service_id, nas_id, nas_ip, username, acct_session_id, ip, ip6_prefix, started_at, updated_at, ended_at)
        SELECT 1, n, 1, '127.0.0.1', 'user' || n, 's', '10.0.0.0'::inet + n, set_masklen('2001:db8:1::'::inet + n, 128),
          timestamptz '2026-12-01', timestamptz '2026-12-01 10:00Z', CASE WHEN n % 2 = 0 THEN timestamptz '2026-12-01 10:00Z' END
        FROM generate_series(1, 20000) n`,
  );
  await query(pool, sql`ANALYZE radius.session`);
}, 120_000);

async function planOf(ip: string, at: string): Promise<Plan> {
  const sought = soughtOf({ ip, at: new Date(at), reason: 'Letter 12' });
  const trace = traceOf(sought, { scope, now: new Date('2026-12-02'), zone: 'Asia/Kolkata' });
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
  ])('%s at %s is found by indexes, in a few pages', async (ip, at, found) => {
    const plan = await planOf(ip, at);
    const pages = Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks']);
    expect(plan['Actual Rows']).toBe(found);
    expect(pages).toBeLessThan(200);
    // An empty partition is cheapest to read as it is.
    const scanned = nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan' && node['Rows Removed by Filter']);
    expect(scanned.map((node) => node['Relation Name'])).toEqual([]);
  });
});
