import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { customers } from '../../src/areas/customers/list.ts';
import { services } from '../../src/areas/services/list.ts';
import { sessionLog } from '../../src/areas/sessions/logs.ts';
import { createLog } from '../../src/config/log.ts';
import { listStatement } from '../../src/core/list/index.ts';
import type { Scope } from '../../src/core/scope.ts';
import { openDatabase } from '../../src/db/database.ts';
import { startEmbedded } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { fill, LARGE } from './dataset.ts';

/** How PostgreSQL answers the hot lists over 1,000,000 services: `npx tsx test/bench/explain.ts [sessions]`. */
const scope = { ispId: 7, resellerId: null, lc: [], slc: [], by: 'bench', franchisee: false } as unknown as Scope;
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

const dataDir = await mkdtemp(join(tmpdir(), 'lastmile-explain-'));
const log = createLog('warn');
const server = await startEmbedded({ dataDir, log });
try {
  await migrate({ url: server.url, log });
  const db = await openDatabase({ url: server.url, log });
  const started = Date.now();
  const unlimited = db.openPool({ name: 'fill', max: 1, statementTimeoutMs: 0 });
  await fill(unlimited, { ...LARGE, sessions: Number(process.argv[2] ?? 0) });
  process.stdout.write(`filled in ${Math.round((Date.now() - started) / 1000)} s\n`);
  for (const [name, list, input] of QUERIES) {
    const { text, values } = listStatement(list, { scope, zone: 'UTC', input: { ...page, ...input } }).render();
    await db.pool.query(text, values);
    const { rows } = await db.pool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${text}`,
      values,
    );
    process.stdout.write(`\n== ${name}\n${rows.map((row) => row['QUERY PLAN']).join('\n')}\n`);
  }
  await db.close();
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
