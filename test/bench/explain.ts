import { sessionLog } from '../../src/areas/network/sessions/session-log.ts';
import { customers } from '../../src/areas/subscribers/customers/list.ts';
import { services } from '../../src/areas/subscribers/services/list.ts';
import { createLog } from '../../src/config/log.ts';
import { listStatement } from '../../src/core/list/index.ts';
import type { Scope } from '../../src/core/tenancy/scope.ts';
import { createPool } from '../../src/db/connection.ts';
import { openWarehouse } from './cached-database.ts';
import { LARGE } from './dataset.ts';

/** How PostgreSQL answers the hot lists over 1,000,000 services: `npx tsx test/bench/explain.ts [sessions]`. */
const scope = { ispId: 7, resellerId: null, locations: null, by: 'bench', franchisee: false } as unknown as Scope;
const page = { rows_limit: 50, rows_offset: 0, show_count: false, sort_order: 'asc' };

const QUERIES = [
  ['service/list status=Active', services, { status: 'Active' }],
  ['service/list username=user01234%', services, { username: 'user01234%' }],
  ['service/list username=%12345_%', services, { username: '%12345_%' }],
  ['service/list username=user0000107_2e6f1b (one)', services, { username: 'user0000107_2e6f1b' }],
  ['service/list sorted by username', services, { sort_field: 'username' }],
  ['service/list sorted by username, offset 15000', services, { sort_field: 'username', rows_offset: 15_000 }],
  ['service/list os_amt > 390', services, { os_amt: { op: '>', value: '390' } }],
  ['customer/list mobile', customers, { mobile: '9800055433' }],
  ['customer/list name=%beef%', customers, { name: '%beef%' }],
  [
    'session_log by NAS and time',
    sessionLog,
    { nasip: '127.1.0.7', session_starttime: { op: '>=', value: new Date('2026-11-01') } },
  ],
] as const;

const warehouse = await openWarehouse((line) => process.stdout.write(`${line}\n`));
try {
  const url = await warehouse.database({ ...LARGE, sessions: Number(process.argv[2] ?? 1_000_000) });
  const pool = createPool(url, { name: 'explain', max: 1 }, createLog('warn'));
  for (const [name, list, input] of QUERIES) {
    const { text, values } = listStatement(list, { scope, zone: 'UTC', input: { ...page, ...input } }).render();
    await pool.query(text, values);
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${text}`,
      values,
    );
    process.stdout.write(`\n== ${name}\n${rows.map((row) => row['QUERY PLAN']).join('\n')}\n`);
  }
  await pool.end();
} finally {
  await warehouse.stop();
}
