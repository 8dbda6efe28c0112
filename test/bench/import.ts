import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyLedger } from '../../src/areas/money/billing/verify/verify.ts';
import { createIsp, newIsp } from '../../src/areas/tenancy/isps/create.ts';
import { createLocation } from '../../src/areas/tenancy/locations/create.ts';
import { createSubLocation } from '../../src/areas/tenancy/locations/sub-locations/create.ts';
import { createLog } from '../../src/config/log.ts';
import { systemClock } from '../../src/core/clock.ts';
import { wholeInstallation } from '../../src/core/tenancy/scope.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { startEmbedded } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { radiusDump } from './import-dump.ts';

/**
 * A FreeRADIUS dump of many subscribers, imported by the command line: `npm run bench:import -- [subscribers] [--kill]`. With
 * `--kill` the process is killed halfway and the import repeated. PostgreSQL has its default settings.
 */
const subscribers = Number(process.argv[2] ?? 100_000);
const kills = process.argv.includes('--kill');
const print = (line: string) => process.stdout.write(`${line}\n`);
const log = createLog('warn');

const MAPPING = {
  pools: [{ pool_name: 'static', range_from: '10.9.0.0', range_upto: '10.9.255.255' }],
  defaults: {
    ...{ location_code: 'BLR', sub_location_code: 'N', protocol: 'PPPoE', connectivity: 'Fibre' },
    ...{ prepaid_postpaid: 'Postpaid', amt: '39.90' },
  },
};

const folder = await mkdtemp(join(tmpdir(), 'lastmile-import-'));
const server = await startEmbedded({ dataDir: join(folder, 'data'), log });
try {
  await migrate({ url: server.url, log });
  const db = await openDatabase({ url: server.url, log });
  await makeIsp(db);
  const dump = join(folder, 'dump.sql');
  await pipeline(Readable.from(radiusDump(subscribers)), createWriteStream(dump));
  const mapping = join(folder, 'mapping.json');
  await pipeline(Readable.from([JSON.stringify(MAPPING)]), createWriteStream(mapping));
  print(`${subscribers} subscribers, a dump of ${Math.round((await stat(dump)).size / 1e6)} MB`);
  const words = ['--isp', 'BENCH', '--format', 'freeradius-mysql', '--file', dump, '--mapping', mapping];
  await timed('dry run', () => exited(start([...words, '--report', join(folder, 'dry.csv'), '--dry-run'])));
  if (kills) await killHalfway(db, [...words, '--report', join(folder, 'killed.csv')]);
  await timed('import', () => exited(start([...words, '--report', join(folder, 'report.csv')])));
  await timed('repeated', () => exited(start([...words, '--report', join(folder, 'again.csv')])));
  print(`${await db.prisma.service.count()} services`);
  for (const { name, checked, wrong } of await verifyLedger(db))
    print(`${wrong > 0 ? 'WRONG' : 'ok'} ${name} (${checked} checked)`);
  await db.close();
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function timed(what: string, work: () => Promise<void>): Promise<void> {
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1_000;
  print(`${what}: ${seconds.toFixed(0)} s, ${(subscribers / seconds).toFixed(0)} subscribers a second`);
}

function start(words: readonly string[]): ChildProcess {
  const cli = new URL('../../src/cli.ts', import.meta.url).pathname;
  const env = { PATH: process.env.PATH, DATABASE_URL: server.url, DATA_DIR: folder, SECRETS_KEY: 'ab'.repeat(32) };
  return spawn(process.execPath, [...process.execArgv, cli, 'import', ...words], { env, stdio: 'inherit' });
}

function exited(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) =>
      code === 0 || signal === 'SIGKILL' ? resolve() : reject(new Error(`exit ${code}`)),
    );
  });
}

async function killHalfway(db: Database, words: readonly string[]): Promise<void> {
  const child = start(words);
  const ended = exited(child);
  while ((await db.prisma.service.count()) < subscribers / 2 && child.exitCode === null) await sleep(250);
  child.kill('SIGKILL');
  await ended;
  print(`killed after ${await db.prisma.service.count()} services`);
}

async function makeIsp(db: Database): Promise<void> {
  const contact = { country: 'India', mobile: '9800000001', email: 'noc@example.net' };
  await db.transaction(async (tx) => {
    const isp = newIsp.parse({ name: 'Bench', code: 'BENCH', ...contact });
    const ispid = await createIsp(tx, { scope: wholeInstallation, kernel: { clock: systemClock } }, isp);
    await createLocation(tx, wholeInstallation, { ispid, location_code: 'BLR', location: 'Bengaluru' });
    const sub = { ispid, location_code: 'BLR', sub_location_code: 'N', sub_location: 'North' };
    await createSubLocation(tx, wholeInstallation, sub);
  });
}
