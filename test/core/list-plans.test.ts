import { beforeAll, describe, expect, it } from 'vitest';
import { customers } from '../../src/areas/subscribers/customers/list.ts';
import { pendingLeads } from '../../src/areas/subscribers/leads/list.ts';
import { services } from '../../src/areas/subscribers/services/list.ts';
import { listStatement } from '../../src/core/list/index.ts';
import { planKindOf } from '../../src/core/list/prepared.ts';
import { type Scope, wholeInstallation } from '../../src/core/tenancy/scope.ts';
import { query, type Sql, sql } from '../../src/db/sql.ts';
import { fill, SMALL } from '../bench/dataset.ts';
import { freshDatabase } from '../fixtures/database.ts';

const small = await freshDatabase();
const large = await freshDatabase();
type Input = Readonly<Record<string, unknown>>;

const ofIsp = { ispId: 2, resellerId: null, locations: null } as unknown as Scope;
const LISTS = { services, customers, leads: pendingLeads };

beforeAll(async () => {
  const size = { ...SMALL, isps: 3, sessions: 0 };
  await fill(small.pool, { ...size, resellers: 3, customers: 12, services: 30, leads: 30 });
  await fill(large.pool, { ...size, resellers: 30, customers: 3_000, services: 30_000, leads: 30_000 });
});

function statement(list: keyof typeof LISTS, scope: Scope, input: Input): Sql {
  const page = { rows_limit: 10, rows_offset: 0, sort_field: 'id', sort_order: 'asc', ...input };
  return listStatement(LISTS[list], { scope, zone: 'UTC', input: page });
}

async function planOf(db: typeof small, text: Sql): Promise<string> {
  const rows = await query<{ 'QUERY PLAN': string }>(db.pool, sql`EXPLAIN (COSTS OFF) ${text}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

describe('a search for a beginning of a username', () => {
  it.each(['u%', 'user0%', 'user0000%', 'user00012%', 'nobody%'])('%s never reads trigrams', async (username) => {
    for (const db of [small, large])
      expect(await planOf(db, statement('services', ofIsp, { username }))).not.toContain('trgm');
  });

  it('reads the names in that range', async () => {
    const plan = await planOf(large, statement('services', ofIsp, { username: 'user000123%' }));
    expect(plan).toMatch(/service_username_key.*\n.*~>=~ 'user000123'::text.*~<~ 'user000124'/);
  });
});

describe('a search for a part of a username', () => {
  it('reads no trigrams of where a word begins', async () => {
    const plan = await planOf(large, statement('services', ofIsp, { username: '%_2E6f1%' }));
    expect(plan).toMatch(/Index Cond: .*isp_id = 2.* ~~ '%2e6f1%'/);
  });

  it('finds what it says, signs included', async () => {
    const [one] = await query<{ username: string }>(
      large.pool,
      sql`SELECT username FROM crm.service WHERE isp_id = 2 LIMIT 1`,
    );
    const [left = '', right = ''] = one?.username.split('_') ?? [];
    const found = async (username: string) =>
      (await query<{ username: string }>(large.pool, statement('services', ofIsp, { username }))).map(
        (row) => row.username,
      );
    expect(await found(`%${left.slice(-5)}_${right}%`)).toEqual([one?.username]);
    expect(await found(`${left.toUpperCase()}_%${right.slice(-3)}`)).toEqual([one?.username]);
    expect(await found(`%${left.slice(-5)}.${right}%`)).toEqual([]);
    expect(await found(`%_${left.slice(-5)}%`)).toEqual([]);
  });
});

describe('the keys of a deep page', () => {
  it.each([
    ['id', 'service_id_idx'],
    ['username', 'service_all_username_idx'],
    ['customerid', 'service_customer_id_idx'],
  ])('are read by %s from an index only', async (sort_field, index) => {
    const input = { sort_field, rows_offset: 20_000 };
    expect(await planOf(large, statement('services', wholeInstallation, input))).toMatch(
      new RegExp(`Index Only Scan (Backward )?using ${index}`),
    );
  });

  it('are read from an index only within an ISP', async () => {
    const plan = await planOf(large, statement('services', ofIsp, { sort_field: 'status', rows_offset: 9_000 }));
    expect(plan).toContain('Index Only Scan using service_status_idx');
  });

  it('are counted from an index only', async () => {
    const plan = await planOf(large, statement('services', ofIsp, { show_count: true }));
    expect(plan).toContain('Index Only Scan');
  });
});

describe('the first page of all ISPs', () => {
  it.each(['status', 'valid_upto', 'os_amt'])('by %s is merged from those of each', async (sort_field) => {
    for (const sort_order of ['asc', 'desc']) {
      const plan = await planOf(large, statement('services', wholeInstallation, { sort_field, sort_order }));
      expect(plan.match(new RegExp(`Index Only Scan.*service_${sort_field}_idx`, 'g'))).toHaveLength(2);
      expect(plan).not.toContain('Seq Scan on service');
    }
  });

  it('is found by its keys if it is filtered, and read at once if an index has its order', async () => {
    const text = (input: Input) => statement('services', wholeInstallation, input).text;
    expect(text({ sort_field: 'status', billed: true })).toMatch(
      /\(s\.id\) IN \(SELECT s\.id FROM crm\.service s WHERE/,
    );
    expect(text({ sort_field: 'username', billed: true })).not.toContain('IN (SELECT');
    expect(text({ sort_field: 'status', ispid: 2 })).not.toContain('IN (SELECT');
  });
});

describe('every order of all ISPs', () => {
  const sorts = Object.entries({ services, customers }).flatMap(([list, { sort }]) =>
    Object.keys(sort ?? {}).map((field) => [list as 'services' | 'customers', field] as const),
  );

  it.each(sorts)('%s by %s has the same rows on every page', async (list, sort_field) => {
    for (const db of [small, large])
      for (const sort_order of ['asc', 'desc']) {
        // Too many to be merged.
        const first = { sort_field, sort_order, rows_limit: 1510 };
        const all = await rowsOf(db, statement(list, wholeInstallation, first));
        for (const rows_offset of [0, 7, 25, 95, 995, 1500]) {
          const page = { sort_field, sort_order, rows_offset };
          expect(await rowsOf(db, statement(list, wholeInstallation, page))).toEqual(
            all.slice(rows_offset, rows_offset + 10),
          );
        }
      }
  });
});

describe('one plan for all values', () => {
  const plan = (list: keyof typeof LISTS, scope: Scope, input: Input) =>
    planKindOf(LISTS[list], {
      scope,
      input: { rows_limit: 10, rows_offset: 0, sort_field: 'id', sort_order: 'asc', ...input },
    });
  const genericPlan = async (db: typeof small, { text }: Sql) => {
    const { rows } = await db.lookups.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN, COSTS OFF) ${text}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };

  it.each<[keyof typeof LISTS, Input, string]>([
    ['services', { status: 'Active' }, 'service_status_idx'],
    ['services', { sort_field: 'username' }, 'service_username_idx'],
    ['services', { sort_field: 'os_amt', sort_order: 'desc' }, 'service_os_amt_idx'],
    ['services', { mac: '00:00:00:00:00:01' }, 'service_mac_idx'],
    ['customers', { mobile: '98000-07919' }, 'customer_number_idx'],
    ['leads', { mobile: '98000-07919' }, 'lead_number_idx'],
    [
      'leads',
      { status: 'Installation', created_from: '2025-01-02', created_upto: '2025-01-05' },
      'lead_isp_id_created_at',
    ],
  ])('reads what it returns: %s %j', async (list, input, index) => {
    expect(plan(list, ofIsp, input)).toBe('generic');
    expect(await genericPlan(large, statement(list, ofIsp, input))).toContain(index);
    expect(await genericPlan(small, statement(list, ofIsp, input))).not.toContain('Seq Scan on service');
  });

  it.each<[keyof typeof LISTS, Scope, Input]>([
    ['services', ofIsp, { username: '%abc%' }],
    ['services', ofIsp, { status: 'Active', billed: true }],
    ['services', ofIsp, { status: 'Active', sort_field: 'username' }],
    ['services', { ...ofIsp, resellerId: 1 }, { status: 'Active' }],
    ['services', wholeInstallation, { sort_field: 'status' }],
    ['leads', ofIsp, { created_from: '2025-01-02', created_upto: '2025-01-09' }],
    ['leads', ofIsp, { created_from: '2025-01-02' }],
  ])('is not made where values decide: %s %j %j', (list, scope, input) => {
    expect(plan(list, scope, input)).toBe('custom');
  });
});

const rowsOf = async (db: typeof small, text: Sql): Promise<unknown[]> =>
  (await query<Record<string, unknown>>(db.pool, text)).map((row) => Object.values(row)[0]);
