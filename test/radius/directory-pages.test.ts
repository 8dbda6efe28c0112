import { expect, it } from 'vitest';
import { PAGE_OF_SERVICES, readAllServices } from '../../src/radius/state/directory/read-services.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { bulkLoad } from '../fixtures/bulk-load.ts';
import { freshDatabase } from '../fixtures/database.ts';

const db = await freshDatabase();
const plan = await makePlan(db, await makeIsp(db));
const first = await makeService(db, plan);

/** Without a limit of time: 60,000 rows with all their checks. */
const filling = db.openPool({ name: 'filling', max: 1, statementTimeoutMs: 0 });

const SERVICES = 60_000;
const PAGE = 2_500;

interface Node {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Node[];
}

/** Rows that a page reads from a table, needed or not. */
function rowsOf(table: string, node: Node): number {
  const own =
    node['Relation Name'] === table
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      : 0;
  return (node.Plans ?? []).reduce((sum, below) => sum + rowsOf(table, below), own);
}

async function costOfPage(after: number): Promise<Record<string, number>> {
  const text = `EXPLAIN (ANALYZE, FORMAT JSON) ${PAGE_OF_SERVICES}`;
  const { rows } = await db.pool.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(text, [after, after + PAGE]);
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error('the database returns no plan');
  return { service: rowsOf('service', plan), usage: rowsOf('usage', plan) };
}

it('a page of services costs the same at any offset, before and after the tables are analyzed', async () => {
  const { rows } = await db.pool.query<{ columns: string }>(
    `SELECT string_agg(quote_ident(attname), ', ') AS columns FROM pg_attribute
     WHERE attrelid = 'crm.service'::regclass AND attnum > 0 AND NOT attisdropped AND attname NOT IN ('id', 'username')`,
  );
  const columns = rows[0]?.columns ?? '';
  await bulkLoad(filling, ['crm.service'], async (client) => {
    await client.query(
      `INSERT INTO crm.service (id, username, ${columns})
      SELECT $1::int + i, 'many' || i, ${columns} FROM crm.service, generate_series(1, ${SERVICES}) i WHERE id = $1`,
      [first.id],
    );
    await client.query(
      'INSERT INTO radius.usage (service_id, isp_id) SELECT id, isp_id FROM crm.service ON CONFLICT DO NOTHING',
    );
  });
  const everywhere = [0, first.id + SERVICES / 2, first.id + SERVICES - PAGE];
  for (const analyze of ['', 'ANALYZE crm.service, radius.usage, crm.service_problem']) {
    await db.pool.query(analyze);
    for (const after of everywhere) {
      const { service = 0, usage = 0 } = await costOfPage(after);
      expect(service, `services after ${after}`).toBeLessThanOrEqual(PAGE);
      expect(usage, `usage after ${after}`).toBeLessThanOrEqual(PAGE);
    }
  }
});

it('the pages together have every service that is not deleted, each once', async () => {
  const deleted = [first.id + 5_000, first.id + 20_000];
  await bulkLoad(filling, ['crm.service'], (client) =>
    client.query('UPDATE crm.service SET deleted_at = now() WHERE id BETWEEN $1 AND $2', deleted),
  );
  const ids: number[] = [];
  for await (const rows of readAllServices(db.pool)) ids.push(...rows.map(([id]) => id));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBe(SERVICES + 1 - 15_001);
});
