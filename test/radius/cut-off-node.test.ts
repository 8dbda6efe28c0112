import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import { openDatabase } from '../../src/db/database.ts';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { openLine } from '../fixtures/line.ts';
import { accounting } from './fixtures/accounting.ts';
import { startTestServer, type TestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const direct = await freshDatabase();
const isp = await makeIsp(direct);
const plan = await makePlan(direct, isp);
const nasRow = await makeNas(direct, isp);
const services = await Promise.all(Array.from({ length: 8 }, () => makeService(direct, plan)));
/** Is online only while the node is cut off, so that it tells when the node has read the sessions anew. */
const witness = await makeService(direct, plan);
const line = await openLine(direct.url);
const lines: string[] = [];
const log = createLog('info', { write: (text) => void lines.push(text) });
const lineDb = await openDatabase({ url: line.url, log, connections: 3 });
afterAll(() => lineDb.close());

const nas = await TestNas.open(nasRow);
/** The node that loses its line to the database, and one that keeps its own. */
const cutOff = await startTestServer(lineDb);
const other = await startTestServer(direct);
afterAll(() => nas.close());

beforeEach(() => {
  lines.length = 0;
});

const [FIRST, SECOND] = ['02-00-00-00-00-01', '02-00-00-00-00-02'];

async function logIn(username: string, mac: string | undefined, on: TestServer): Promise<string | undefined> {
  const request = nas.accessRequest([
    ['User-Name', username],
    ['User-Password', 'secret'],
    ['Calling-Station-Id', String(mac)],
  ]);
  return (await nas.ask(on.authPort, request))?.code;
}

async function report(
  type: 'Start' | 'Stop',
  username: string,
  mac: string | undefined,
  on: TestServer,
): Promise<void> {
  const packet = accounting({
    ...{ type, username, at: Date.now(), session: `${username}-${mac}` },
    more: [['Calling-Station-Id', String(mac)]],
  });
  expect((await nas.ask(on.acctPort, nas.accountingRequest(packet)))?.code).toBe('Accounting-Response');
}

const hasLogged = (text: string) => until(() => lines.some((each) => each.includes(text)));
/** Longer than an attempt to connect. */
const OUTAGE_MS = 9_000;

async function silence(): Promise<void> {
  line.silence();
  await hasLogged('lost the notification connection');
}

async function back(): Promise<void> {
  line.restore();
  await hasLogged('the notification connection is back');
  await until(() => cutOff.durability() === 'database');
}

async function expectAllRejected(mac: string | undefined, on: TestServer): Promise<void> {
  const codes = await Promise.all(services.map(({ username }) => logIn(username, mac, on)));
  expect(codes).toEqual(services.map(() => 'Access-Reject'));
}

it('sessions that begin while their node is cut off are known to the others when it is back', async () => {
  await silence();
  await Promise.all(
    services.map(async ({ username }) => {
      expect(await logIn(username, FIRST, cutOff)).toBe('Access-Accept');
      await report('Start', username, FIRST, cutOff);
    }),
  );
  await sleep(OUTAGE_MS);
  const told = new Set<string>();
  const unlisten = await direct.listen('online', (notice) => {
    if (notice.type === 'notice' && notice.payload.includes(':'))
      for (const id of notice.payload.split(':')[1]?.split(',') ?? []) told.add(id);
  });
  await back();
  await until(() => services.every(({ id }) => told.has(String(id))));
  await unlisten();
  await expectAllRejected(SECOND, other);
});

it('a node that was cut off learns which of its sessions others have replaced meanwhile', async () => {
  for (const { username } of services) await report('Start', username, FIRST, cutOff);
  await silence();
  for (const { username } of services) {
    await report('Stop', username, FIRST, other);
    expect(await logIn(username, SECOND, other)).toBe('Access-Accept');
    await report('Start', username, SECOND, other);
  }
  await report('Start', witness.username, SECOND, other);
  await back();
  await until(async () => (await cutOff.metric('lastmile_radius_open_sessions')) === services.length + 1);
  await expectAllRejected(FIRST, cutOff);
});
