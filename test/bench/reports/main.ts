import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { askFor } from '../../../src/areas/insight/reports/prepared/ask.ts';
import { prepareReports } from '../../../src/areas/insight/reports/prepared/prepare-reports.ts';
import type { Report } from '../../../src/areas/insight/reports/report.ts';
import { REPORTS } from '../../../src/areas/insight/reports/reports.ts';
import { createLog } from '../../../src/config/log.ts';
import { partOf, wholeInstallation } from '../../../src/core/tenancy/scope.ts';
import { addDays, startOfDay } from '../../../src/core/zone.ts';
import { type Database, openDatabase } from '../../../src/db/database.ts';
import { startEmbedded } from '../../../src/db/embedded.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { median } from '../api/load.ts';
import { table } from '../api/table.ts';
import { fill, LARGE } from '../dataset.ts';
import { TODAY, withHistory } from './history.ts';

/**
 * How long each report of one ISP takes: `npm run bench:reports -- --services 200000 --isps 1 --months 6`. The services are spread
 * over the ISPs, and the first of them is asked for. The last columns are of the same month, prepared. With `--hold` the server stays, and
 * another run measures it again with `--url`.
 */
const { values } = parseArgs({
  options: {
    services: { type: 'string', default: '200000' },
    isps: { type: 'string', default: '1' },
    months: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    /** Of a server that another run holds. */
    url: { type: 'string', default: '' },
    /** Prepares them too. */
    prepare: { type: 'boolean', default: false },
    /** Keeps the server running until Enter, to look at plans. */
    hold: { type: 'boolean', default: false },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const [services, isps, months, rounds] = [values.services, values.isps, values.months, values.rounds].map(Number) as [
  number,
  number,
  number,
  number,
];
const log = createLog('warn');
const ZONE = 'Asia/Kolkata';
const now = new Date(startOfDay(TODAY, ZONE).getTime() + 12 * 3_600_000);

/** The parameters of each report: a month, and a hundred days. */
const ASKED = [
  { title: 'a month', input: { from: addDays(TODAY, -30), to: TODAY, days: 7, top: 50, until: addDays(TODAY, 1) } },
  { title: '100 days', input: { from: addDays(TODAY, -99), to: TODAY, days: 31, top: 1000, until: addDays(TODAY, 7) } },
];

/** A report that takes longer is not asked for again. */
const SLOW_MS = 5_000;

const dataDir = await mkdtemp(join(tmpdir(), 'lastmile-reports-'));
const settings = { fsync: 'off', max_wal_size: '8GB', shared_buffers: '512MB' };
const server = values.url
  ? { url: values.url, stop: async () => undefined }
  : await startEmbedded({ dataDir, log, settings });
try {
  await migrate({ url: server.url, log });
  const db = await openDatabase({ url: server.url, log });
  if (!values.url) await fillDatabase(db);
  const scope = partOf(wholeInstallation, { ispId: 1, resellerId: null });
  const kernel = { db, log, clock: { now: () => now } };
  const call = { kernel, scope, ispId: 1, zone: ZONE, today: TODAY, maxRows: 1_000 };
  const titles = ASKED.map(({ title }) => `${title}, ms`);
  const print = table(['report', 'rows', ...titles, ...(values.prepare ? ['prepared, rows', 'ms', 'kB'] : [])], say);
  for (const report of Object.values(REPORTS) as unknown as Report[]) {
    if (!report.name.includes(values.only)) continue;
    const cells: (string | number)[] = [];
    for (const { input } of ASKED) cells.push(...(await timed(report, input)));
    const prepared = values.prepare ? await prepare(report) : [];
    print([report.name, cells[0] ?? '', cells[1] ?? '', cells[3] ?? '', ...prepared]);
  }
  say(`at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
  if (values.hold) {
    say(server.url);
    await new Promise((resolve) => process.stdin.once('data', resolve));
  }
  await db.close();

  async function timed(report: Report, input: object): Promise<[number | string, number | string]> {
    const times: number[] = [];
    let count: number | string = '';
    for (let round = 0; round <= rounds; round++) {
      const began = performance.now();
      try {
        ({ count } = await report.read(call, input as never));
      } catch (error) {
        return ['', (error as Error).message.slice(0, 60)];
      }
      const took = performance.now() - began;
      if (round > 0 || took > SLOW_MS) times.push(took);
      if (took > SLOW_MS) break;
    }
    return [count, median(times)];
  }

  async function prepare(report: Report): Promise<(number | string)[]> {
    const { input: month } = ASKED[0] as (typeof ASKED)[number];
    const input = Object.fromEntries(Object.entries(month).filter(([name]) => name in report.parameters));
    const wanted = { report, input, scope, ispId: 1, today: TODAY };
    const { id } = await db.transaction((tx) => askFor(tx, wanted, 'bench'));
    await prepareReports(kernel, new AbortController().signal);
    const { rows } = await db.pool.query(
      'SELECT state, problem, row_count, took, bytes FROM crm.prepared_report WHERE id = $1',
      [id],
    );
    const [{ state, problem, row_count, took, bytes }] = rows;
    return state === 'Ready' ? [row_count, took, Math.round(bytes / 1024)] : ['', problem.slice(0, 60), ''];
  }
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function fillDatabase(db: Database): Promise<void> {
  const pool = db.openPool({ name: 'fill', max: 1, statementTimeoutMs: 0 });
  const started = performance.now();
  const scale = services / LARGE.services;
  const size = { ...LARGE, isps, services, customers: Math.round(LARGE.customers * scale), leads: 0 };
  await fill(pool, { ...size, resellers: Math.max(isps, Math.round(LARGE.resellers * scale)), sessions: services });
  await withHistory(pool, months);
  say(
    `${services} services of ${isps} ISPs with ${months} months in ${Math.round((performance.now() - started) / 1000)} s`,
  );
}
