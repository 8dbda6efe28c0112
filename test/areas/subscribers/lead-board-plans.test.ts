import { beforeAll, expect, it } from 'vitest';
import { countsStatement, MAX_COUNT } from '../../../src/areas/subscribers/leads/board.ts';
import { pendingLeads } from '../../../src/areas/subscribers/leads/list.ts';
import { listStatement } from '../../../src/core/list/run.ts';
import type { Scope } from '../../../src/core/tenancy/scope.ts';
import { execute, query, type Sql, sql } from '../../../src/db/sql.ts';
import { fill, SMALL } from '../../bench/dataset.ts';
import { freshDatabase } from '../../fixtures/database.ts';

const db = await freshDatabase();
const ofIsp = { ispId: 1, resellerId: null, locations: null } as unknown as Scope;
const ofReseller = { ispId: 1, resellerId: 1, locations: null } as unknown as Scope;
const LEADS = 120_000;

beforeAll(async () => {
  // On a busy machine the inserts outlast the time limit of statements.
  const unlimited = db.openPool({ name: 'fill', max: 1, statementTimeoutMs: 0 });
  await fill(unlimited, { ...SMALL, isps: 1, resellers: 4, customers: 100, services: 100, leads: LEADS, sessions: 0 });
  // The leads of one user are few, and come last.
  await execute(
    db.pool,
    sql`INSERT INTO auth.login_user (id, username, password_hash, groupname, roles, isp_id)
    OVERRIDING SYSTEM VALUE VALUES (900, 'installer', 'x', 'ISP', '{Sales}', 1)`,
  );
  await execute(unlimited, sql`UPDATE crm.lead SET assigned_to = 900 WHERE isp_id = 1 AND id > ${LEADS - 300}`);
  await execute(unlimited, sql`VACUUM ANALYZE crm.lead`);
}, 300_000);

const WHOLE_TABLE = /"Seq Scan"[^{}]*"Relation Name":"lead"/;

/** The pages that a statement reads, and its plan. */
async function cost(statement: Sql): Promise<{ pages: number; plan: string }> {
  const [row] = await query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    db.pool,
    sql`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${statement}`,
  );
  const plan = row?.['QUERY PLAN'][0].Plan ?? {};
  return { pages: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0), plan: JSON.stringify(plan) };
}

it.each<[string, Scope, object]>([
  ['an ISP', ofIsp, {}],
  ['a reseller', ofReseller, {}],
  ['an ISP, of one login user', ofIsp, { assigned_to: 900 }],
])(
  'the board of %s counts no further than its limit and reads the first leads from an index',
  async (_, scope, filters) => {
    const counts = await cost(countsStatement(scope, filters));
    expect(counts.plan).not.toMatch(WHOLE_TABLE);
    // All pending leads have 84,000 entries; six counts of at most 10,000 take at most some hundred pages of an index.
    expect(MAX_COUNT).toBe(10_000);
    expect(counts.pages).toBeLessThan(1000);
    for (const status of ['Welcome-Call', 'Final-Test', 'Not-Feasible'] as const) {
      const input = { ...filters, status, rows_limit: 20, sort_field: 'id', sort_order: 'asc' };
      const first = await cost(listStatement(pendingLeads, { scope, zone: 'UTC', input } as never));
      expect(first.plan).not.toMatch(WHOLE_TABLE);
      expect(first.pages).toBeLessThan(120);
    }
  },
);
