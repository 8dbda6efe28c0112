import { afterAll, expect, it } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import { openDatabase } from '../../src/db/database.ts';
import { makeIpPool, makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { openLine } from '../fixtures/line.ts';
import { accounting, storedSessions, storedUsage } from './fixtures/accounting.ts';
import { expectOnceAMinute } from './fixtures/said-once.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const direct = await freshDatabase();
const isp = await makeIsp(direct);
const plan = await makePlan(direct, isp);
const nasRow = await makeNas(direct, isp);
const service = await makeService(direct, plan);
const offline = await makeService(direct, plan);
const pool = await makeIpPool(direct, isp, { size: 20 });
const leasing = await makeService(direct, plan, { ipAssignment: 'IPpool', ipPoolId: pool.id });
const line = await openLine(direct.url);
const lines: Record<string, unknown>[] = [];
const log = createLog('info', { write: (text) => void lines.push(JSON.parse(text)) });
const db = await openDatabase({ url: line.url, log, connections: 3 });
afterAll(() => db.close());

const nas = await TestNas.open(nasRow);
const server = await startTestServer(db, { log });
afterAll(() => nas.close());

const T = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;

/** How long a log-in waits that may get no answer. */
const RETRY_MS = 1_000;
const logIn = async ({ username }: { username: string }, waitMs?: number) =>
  (
    await nas.ask(
      server.authPort,
      nas.accessRequest([
        ['User-Name', username],
        ['User-Password', 'secret'],
        ['Calling-Station-Id', '02-00-00-00-00-01'],
      ]),
      waitMs,
    )
  )?.code;

async function report(step: number): Promise<string | undefined> {
  const counters = step === 0 ? {} : { seconds: step * 60, up: step * 7, down: step * 8 };
  const packet = accounting({
    type: step === 0 ? 'Start' : 'Interim-Update',
    ...{ username: service.username, session: 'silence', at: T + step * 60_000, ...counters },
  });
  return (await nas.ask(server.acctPort, nas.accountingRequest(packet)))?.code;
}

const answers = (work: () => Promise<unknown>) =>
  work().then(
    () => true,
    () => false,
  );

it('a database that falls silent with its connections open is used again after its return', async () => {
  expect(await report(0)).toBe('Accounting-Response');
  expect(await logIn(leasing)).toBe('Access-Accept');
  // As many connections as allowed, all idle when the silence begins.
  await Promise.all([1, 2, 3].flatMap(() => [db.pool.query('SELECT pg_sleep(0.1)'), db.prisma.$queryRaw`SELECT 1`]));

  line.silence();
  for (const step of [1, 2, 3]) expect(await report(step)).toBe('Accounting-Response');
  expect(server.durability()).toBe('journal');
  expect(await logIn(offline)).toBe('Access-Accept');
  expect(await logIn(leasing, RETRY_MS)).toBeUndefined();
  expect(await answers(() => db.ping())).toBe(false);
  await direct.prisma.service.update({
    where: { id: offline.id },
    data: { status: 'NewRequest', validFrom: null, validUpto: null },
  });

  line.restore();
  await until(() => server.durability() === 'database');
  await until(async () => (await logIn(leasing, RETRY_MS)) === 'Access-Accept');
  await until(async () => (await logIn(offline, RETRY_MS)) === 'Access-Reject');
  await until(() => answers(() => db.ping()));
  // No caller gets one of the silent connections.
  const queries = () => [1, 2, 3].flatMap(() => [db.pool.query('SELECT pg_sleep(0.1)'), db.prisma.$queryRaw`SELECT 1`]);
  await Promise.all(queries());
  await Promise.all([1, 2, 3].map(() => db.transaction((tx) => tx.isp.count())));

  expect(await report(4)).toBe('Accounting-Response');
  expect(await storedSessions(direct, 'silence')).toMatchObject([{ up: '28', down: '32', session_time: 240 }]);
  expect(await storedUsage(direct, service.id)).toMatchObject({ up: '28', down: '32' });
});

it('an outage logs each kind of failure once a minute, without stacks', async () => {
  expectOnceAMinute(lines);
  for (const { level, err } of lines) if (level !== 'info') expect(err).toBeUndefined();
});
