import { beforeAll, describe, expect, it } from 'vitest';
import { SUBSCRIBER_NEEDS, subscribers } from '../../../../src/areas/subscribers/overview/list.ts';
import { PERMISSIONS } from '../../../../src/core/access/permission.ts';
import { listStatement, readableBy } from '../../../../src/core/list/index.ts';
import { type Scope, wholeInstallation } from '../../../../src/core/tenancy/scope.ts';
import { execute, query, type Sql, sql } from '../../../../src/db/sql.ts';
import { fill, SMALL } from '../../../bench/dataset.ts';
import { freshDatabase } from '../../../fixtures/database.ts';

const small = await freshDatabase();
const large = await freshDatabase();
type Input = Readonly<Record<string, unknown>>;

const ofIsp = { ispId: 2, resellerId: null, locations: null } as unknown as Scope;
/** Services of which every second is online. */
beforeAll(async () => {
  const size = { ...SMALL, isps: 3, sessions: 0, leads: 10 };
  await fill(small.pool, { ...size, resellers: 3, customers: 12, services: 30 });
  await fill(large.pool, { ...size, resellers: 30, customers: 12_000, services: 30_000 });
  for (const { pool } of [small, large]) {
    await execute(
      pool,
      sql`INSERT INTO radius.session (isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, ip, mac, started_at, updated_at)
          SELECT isp_id, reseller_id, id, isp_id, '127.1.0.0'::inet + isp_id, username, 's' || id, '10.0.0.0'::inet + id, mac, now(), now()
          FROM crm.service WHERE id % 2 = 0`,
    );
    await execute(pool, sql`VACUUM ANALYZE radius.session`);
  }
});

function statement(scope: Scope, input: Input): Sql {
  const page = { rows_limit: 50, rows_offset: 0, sort_field: 'id', sort_order: 'asc', ...input };
  const permissions = new Set(PERMISSIONS);
  return listStatement(readableBy(subscribers, SUBSCRIBER_NEEDS, { permissions, input }), {
    scope,
    zone: 'UTC',
    input: page,
  });
}

/** Pages of the database that the statement reads: fifty rows, each with a handful of keys in six tables. */
async function pagesRead(db: typeof small, text: Sql): Promise<number> {
  const explained = sql`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`;
  const [row] = await query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(db.pool, explained);
  const plan = row?.['QUERY PLAN'][0].Plan ?? {};
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

async function planOf(on: { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }, text: string) {
  const { rows } = await on.query(text);
  return (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n');
}

const READ_WHOLE = /Seq Scan on (service|customer|usage|session)\b/;

describe('a page of subscribers', () => {
  it.each<[string, Scope, Input]>([
    ['by id', ofIsp, {}],
    ['by username from the end', ofIsp, { sort_field: 'username', sort_order: 'desc' }],
    ['of a status by validity', ofIsp, { sort_field: 'valid_upto', status: 'NP' }],
    ['by the name of the customer', ofIsp, { sort_field: 'customername' }],
    ['by the name of the customer from the end', ofIsp, { sort_field: 'customername', sort_order: 'desc' }],
    ['with a mobile number', ofIsp, { mobile: '9800031676' }],
    ['with a rare name', ofIsp, { customername: 'Latha c81e728d%' }],
    ...['9800031676', '10.0.6.20', '02:00:00:00:00:01', 'Latha c81e728d', 'user0001234', 'c81e728d'].map(
      (search): [string, Scope, Input] => [`searched for ${search}`, ofIsp, { search }],
    ),
    ['of all ISPs searched for a number', wholeInstallation, { search: '9800031676' }],
    ['that are online', ofIsp, { online: true }],
    ['that are offline', ofIsp, { online: false }],
    ['of all ISPs', wholeInstallation, {}],
    ['of all ISPs by the name of the customer', wholeInstallation, { sort_field: 'customername' }],
    ['of all ISPs with a mobile number', wholeInstallation, { mobile: '9800031676' }],
  ])('reads no more than its rows: %s', async (_, scope, input) => {
    const text = statement(scope, input);
    expect(await pagesRead(large, text)).toBeLessThan(2_000);
    const plan = (await query<{ 'QUERY PLAN': string }>(large.pool, sql`EXPLAIN (COSTS OFF) ${text}`))
      .map((row) => row['QUERY PLAN'])
      .join('\n');
    expect(plan).not.toMatch(READ_WHOLE);
  });

  it.each<[string, Input]>([
    ['service_list_idx', {}],
    ['service_os_amt_idx', { sort_field: 'os_amt', sort_order: 'desc' }],
    ['service_status_idx', { status: 'Active' }],
    ['customer_number_idx', { mobile: '9800031676' }],
  ])('is found by %s with one plan for all values, made over few rows', async (index, input) => {
    const { text } = statement(ofIsp, input);
    for (const db of [small, large]) {
      const plan = await planOf(db.lookups, `EXPLAIN (GENERIC_PLAN, COSTS OFF) ${text}`);
      expect(plan).not.toMatch(READ_WHOLE);
      if (db === large) expect(plan).toContain(index);
    }
  });

  it('far from the beginning reads keys from an index only', async () => {
    const deep = statement(ofIsp, { rows_offset: 9_000 });
    const plan = await query<{ 'QUERY PLAN': string }>(large.pool, sql`EXPLAIN (COSTS OFF) ${deep}`);
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index Only Scan using service_list_idx');
  });
});
