import { beforeAll, describe, expect, it } from 'vitest';
import { services } from '../../../src/areas/subscribers/services/list.ts';
import { listStatement } from '../../../src/core/list/index.ts';
import type { Scope } from '../../../src/core/tenancy/scope.ts';
import { UNSHARED } from '../../../src/db/named-locks.ts';
import { execute, query, type Sql, sql } from '../../../src/db/sql.ts';
import { SCHEDULE } from '../../../src/jobs/schedule.ts';
import { startApi } from '../../fixtures/api.ts';
import { makeTenant, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
const GB = 2 ** 30;
const SERVICES = 3000;
let tenant: Tenant;

const refresh = SCHEDULE.find(({ name }) => name.includes('usage'));
const refreshUsage = async () =>
  refresh?.run(api.kernel, { signal: new AbortController().signal, progress: () => undefined, locks: UNSHARED });

/** Copies of the tenant's service; number n has used n GB, a quarter of it upload. */
beforeAll(async () => {
  tenant = await makeTenant(api);
  const { pool } = api.db;
  await execute(
    pool,
    sql`INSERT INTO crm.service (isp_id, reseller_id, customer_id, plan_id, sub_plan_id, username, password_enc, status,
          prepaid_postpaid, protocol, connectivity, location_code, sub_location_code, valid_from, valid_upto)
        SELECT isp_id, reseller_id, customer_id, plan_id, sub_plan_id, 'copy' || n, password_enc, status,
          prepaid_postpaid, protocol, connectivity, location_code, sub_location_code, valid_from, valid_upto
        FROM crm.service, generate_series(1, ${SERVICES}) n WHERE id = ${tenant.serviceid}`,
  );
  await execute(
    pool,
    sql`UPDATE radius.usage u SET in_bytes = n.n * ${GB / 4}, out_bytes = n.n * ${(GB / 4) * 3}, bw_level = 1 + (n.n > ${SERVICES - 20})::int
        FROM (SELECT id, substr(username, 5)::bigint AS n FROM crm.service WHERE username LIKE 'copy%') n WHERE u.service_id = n.id`,
  );
  await refreshUsage();
  await execute(pool, sql`ANALYZE crm.service, radius.usage`);
});

const names = async (parameters: Record<string, string | number>) =>
  (await api.ok<{ username: string }[]>('service/list', { rows_limit: 100, ...parameters }, tenant.me)).map(
    ({ username }) => username,
  );

const copies = (...numbers: number[]) => numbers.map((number) => `copy${number}`);

async function planOf(input: object): Promise<string> {
  const scope = { ispId: tenant.ispid, resellerId: null, locations: null } as unknown as Scope;
  const page = { rows_limit: 10, rows_offset: 0, sort_order: 'asc', ...input };
  const statement = listStatement(services, { scope, zone: 'UTC', input: page });
  const rows = await query<{ 'QUERY PLAN': string }>(api.db.pool, sql`EXPLAIN ${statement}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

describe('usage in the list of services', () => {
  it('is the current usage', async () => {
    const { serviceid } = tenant;
    await execute(
      api.db.pool,
      sql`UPDATE radius.usage SET in_bytes = ${GB}, out_bytes = ${GB / 2} WHERE service_id = ${serviceid}`,
    );
    expect(await api.ok('service/list', { serviceid }, tenant.me)).toMatchObject([{ used_gb: '1.500', bw_level: '1' }]);
  });

  it('is filtered and sorted by as of the last run of the job', async () => {
    expect(await names({ used_gb: `>=${SERVICES - 2}`, sort_field: 'used_gb', sort_order: 'desc' })).toEqual(
      copies(SERVICES, SERVICES - 1, SERVICES - 2),
    );
    expect(await names({ used_gb: '7' })).toEqual(copies(7));
    expect(await names({ used_gb: '<=2', sort_field: 'used_gb' })).toEqual([tenant.username, ...copies(1, 2)]);
    expect(await names({ used_gb: '>999999999' })).toEqual([]);
    expect(await names({ bw_level: 2 })).toHaveLength(20);
    expect(await api.ok('service/list', { sort_field: 'used_gb', show_count: 1 }, tenant.me)).toBe(SERVICES + 1);
  });

  it('is found and sorted through its indexes', async () => {
    expect(await planOf({ sort_field: 'used_gb' })).toMatch(/Index.* Scan using usage_listed_bytes_idx/);
    expect(await planOf({ used_gb: { op: '>', value: String(SERVICES - 5) } })).toContain('usage_listed_bytes_idx');
    expect(await planOf({ bw_level: 2 })).toContain('usage_bw_level_idx');
  });
});

describe('the schedule', () => {
  const stale = async () =>
    query(api.db.pool, sql`SELECT FROM radius.usage WHERE listed_bytes <> in_bytes::numeric + out_bytes`);
  const grow = (by: Sql, at: Sql) =>
    execute(api.db.pool, sql`UPDATE radius.usage SET in_bytes = in_bytes + ${by}, updated_at = ${at}`);

  it('lists a usage again when it has grown by a hundredth', async () => {
    await refreshUsage();
    await grow(sql`(in_bytes + out_bytes) / 101`, sql`now()`);
    await refreshUsage();
    expect(await stale()).toHaveLength(SERVICES + 1);
    await grow(sql`(in_bytes + out_bytes) / 101`, sql`now()`);
    await refreshUsage();
    expect(await stale()).toEqual([]);
    expect(refresh?.everyMs).toBe(60_000);
  });

  it('lists a first use, however little it is', async () => {
    await execute(
      api.db.pool,
      sql`UPDATE radius.usage SET in_bytes = 1, out_bytes = 0, listed_bytes = 0
      WHERE service_id = ${tenant.serviceid}`,
    );
    await refreshUsage();
    expect(await stale()).toEqual([]);
  });

  it('lists it exactly when it has been quiet for ten minutes', async () => {
    await grow(sql`1`, sql`now() - interval '9 minutes'`);
    await refreshUsage();
    expect(await stale()).toHaveLength(SERVICES + 1);
    await grow(sql`0`, sql`now() - interval '10 minutes'`);
    await refreshUsage();
    expect(await stale()).toEqual([]);
  });
});
