import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { verifyLedger } from '../../src/areas/money/billing/verify/verify.ts';
import { createLog } from '../../src/config/log.ts';
import { openDatabase } from '../../src/db/database.ts';
import { startEmbedded } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { fill, LARGE } from './dataset.ts';
import { LAST_DAY, withRunningPeriods } from './night-dataset.ts';

/**
 * A billing run in which every service ends its month: `npm run bench:night -- [services] [--kill]`. Half of the services are
 * prepaid with an advance, half postpaid. With `--kill` the process is killed halfway and started again. PostgreSQL has its
 * default settings.
 */
const services = Number(process.argv[2] ?? LARGE.services);
const kills = process.argv.includes('--kill');
const print = (line: string) => process.stdout.write(`${line}\n`);
const log = createLog('warn');

/** Depends on the ledger lines only, not on their order or ids. */
const FINGERPRINT = `SELECT md5(string_agg(account || ' ' || kind || ' ' || amt || ' ' || count, ',' ORDER BY account, kind, amt)) AS value
  FROM (SELECT a.key AS account, e.kind, l.amt, count(*) AS count
    FROM crm.ledger_line l JOIN crm.ledger_entry e ON e.id = l.entry_id JOIN crm.ledger_account a ON a.id = l.account_id
    GROUP BY 1, 2, 3) line`;

const dataDir = await mkdtemp(join(tmpdir(), 'lastmile-night-'));
const server = await startEmbedded({ dataDir, log });
try {
  await migrate({ url: server.url, log });
  const db = await openDatabase({ url: server.url, log });
  const pool = db.openPool({ name: 'fill', max: 1, statementTimeoutMs: 0 });
  const scale = services / LARGE.services;
  const customers = Math.max(1000, Math.round(LARGE.customers * scale));
  await fill(pool, { ...LARGE, resellers: 500, customers, services, leads: 0 });
  await withRunningPeriods(pool);
  const before = await updatesOf(pool);
  print(`${services} services end their month on ${LAST_DAY}`);
  const started = performance.now();
  if (kills) await killHalfway(server.url);
  await exited(startRun(server.url));
  const seconds = (performance.now() - started) / 1000;
  print(`the run took ${seconds.toFixed(0)} s: ${(services / seconds).toFixed(0)} services a second`);
  await tally(pool);
  printUpdates(before, await updatesOf(pool));
  for (const { name, checked, wrong } of await verifyLedger(db))
    print(`${wrong > 0 ? 'WRONG' : 'ok'} ${name} (${checked} checked)`);
  await db.close();
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

function startRun(url: string): ChildProcess {
  return fork(new URL('./night-child.ts', import.meta.url), [url], { execArgv: process.execArgv, stdio: 'inherit' });
}

function exited(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) =>
      code === 0 || signal === 'SIGKILL' ? resolve() : reject(new Error(`exit ${code}`)),
    );
  });
}

async function killHalfway(url: string): Promise<void> {
  const child = startRun(url);
  child.on('message', (done: number) => {
    if (done < services / 2 || child.killed) return;
    print(`killed after ${done} of ${services}`);
    child.kill('SIGKILL');
  });
  await exited(child);
}

/** Updates of a table: all, and those in place (HOT), on the same page and without a touch of any index. */
type Updates = Readonly<Record<string, { readonly all: number; readonly inPlace: number }>>;

async function updatesOf(pool: pg.Pool): Promise<Updates> {
  const { rows } = await pool.query(
    'SELECT relname, n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE n_tup_upd > 0 ORDER BY n_tup_upd DESC',
  );
  return Object.fromEntries(
    rows.map((row) => [row.relname, { all: Number(row.n_tup_upd), inPlace: Number(row.n_tup_hot_upd) }]),
  );
}

function printUpdates(before: Updates, after: Updates): void {
  for (const [table, { all, inPlace }] of Object.entries(after)) {
    const [more, moreInPlace] = [all - (before[table]?.all ?? 0), inPlace - (before[table]?.inPlace ?? 0)];
    if (more > 100) print(`${more} updates of ${table}, ${((100 * moreInPlace) / more).toFixed(1)} % of them in place`);
  }
}

async function tally(pool: pg.Pool): Promise<void> {
  for (const table of ['period', 'ledger_entry', 'ledger_line', 'charge', 'invoice', 'invoice_line', 'credit_usage']) {
    const { rows } = await pool.query(`SELECT count(*) AS count FROM crm.${table}`);
    print(`${rows[0].count} rows of ${table}`);
  }
  const fingerprint = await pool.query(FINGERPRINT);
  print(`fingerprint of the ledger: ${fingerprint.rows[0].value}`);
  const { rows } = await pool.query(
    'SELECT status, prepaid_postpaid, valid_upto, os_amt, count(*) FROM crm.service GROUP BY 1, 2, 3, 4 ORDER BY 5 DESC LIMIT 5',
  );
  for (const row of rows) print(JSON.stringify(row));
}
