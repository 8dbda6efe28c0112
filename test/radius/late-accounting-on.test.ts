import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { nextNumber } from '../factories/sequence.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { storedSessions } from './fixtures/accounting.ts';
import type { Pair } from './fixtures/radius-package.ts';
import { startTestServer, type TestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
const rows = [await makeNas(db, isp), await makeNas(db, isp)] as const;
/** Whole seconds, as NASes count. Ten minutes later in each test, after all that the NAS has done in the one before. */
let T = Math.floor(Date.now() / 1000) * 1000 - 3 * 3_600_000;
let now = T;
const clock = { now: () => new Date(now) };
const [node, other] = [await startTestServer(db, { clock }), await startTestServer(db, { clock })];
/** What nodes tell each other. */
const payloads: string[] = [];
let nas: TestNas;
let elsewhere: TestNas;

beforeAll(async () => {
  [nas, elsewhere] = [await TestNas.open(rows[0]), await TestNas.open(rows[1])];
  await db.listen('online', (notice) => void payloads.push(notice.type === 'reset' ? '' : notice.payload));
});
afterAll(() => {
  nas.close();
  elsewhere.close();
});

let services = 0;
let service: { id: number; username: string };
let session: string;
beforeEach(async () => {
  service = await makeService(db, plan);
  services += 1;
  for (const each of [node, other])
    await until(async () => (await each.metric('lastmile_radius_services')) >= services);
  session = `s${nextNumber()}`;
  T += 600_000;
  now = T;
});

const stamped = (at: number): Pair => ['Event-Timestamp', new Date(at)];
const delayed = (seconds: number): Pair => ['Acct-Delay-Time', seconds];

async function account(at: TestServer, status: string, ...more: Pair[]): Promise<void> {
  const answer = await nas.ask(at.acctPort, nas.accountingRequest([['Acct-Status-Type', status], ...more]));
  expect(answer?.code).toBe('Accounting-Response');
}

const start = (at: TestServer, time: Pair) =>
  account(at, 'Start', time, ['User-Name', service.username], ['Acct-Session-Id', session], MAC);

const MAC: Pair = ['Calling-Station-Id', '02-00-00-00-00-01'];

async function logIn(at: TestServer, from: TestNas, mac: Pair): Promise<string | undefined> {
  const request = from.accessRequest([['User-Name', service.username], ['User-Password', 'secret'], mac]);
  return (await from.ask(at.authPort, request))?.code;
}

/** The answer to a log-in of another device at another NAS: no service has two sessions. */
const otherDevice = (at: TestServer) => logIn(at, elsewhere, ['Calling-Station-Id', '02-00-00-00-00-02']);

const endOf = async () => (await storedSessions(db, session)).map((row) => row.terminate_cause);

describe('an Accounting-On that arrives late', () => {
  it('leaves a session that began after the event, in the database and in memory', async () => {
    await start(node, stamped(T - 60_000));
    await account(node, 'Accounting-On', stamped(T - 90_000));
    expect(await endOf()).toEqual([null]);
    expect(await otherDevice(node)).toBe('Access-Reject');
  });

  it('ends a session that began before it, in both', async () => {
    await start(node, stamped(T - 60_000));
    await account(node, 'Accounting-On', stamped(T - 30_000));
    expect(await endOf()).toEqual(['Accounting-On']);
    expect(await otherDevice(node)).toBe('Access-Accept');
  });

  it.each(['Accounting-On', 'Accounting-Off'])('tells the time of the event by its delay alone: %s', async (status) => {
    await start(node, delayed(0));
    now = T + 3_000;
    await account(node, status, delayed(5));
    expect(await endOf()).toEqual([null]);
    expect(await otherDevice(node)).toBe('Access-Reject');
    await account(node, status, delayed(1));
    expect(await endOf()).toEqual([status]);
    expect(await otherDevice(node)).toBe('Access-Accept');
  });

  it('and whose delay is cut to seconds leaves a session of the second that was cut off', async () => {
    now = T + 100; // the event was at T
    await start(node, delayed(0));
    now = T + 1_900;
    await account(node, 'Accounting-On', delayed(1));
    expect(await endOf()).toEqual([null]);
    expect(await otherDevice(node)).toBe('Access-Reject');
  });

  it('of a NAS whose clock is ahead is dated by its delay', async () => {
    await start(node, stamped(T + 30_000));
    now = T + 10_000;
    await account(node, 'Accounting-On', stamped(T - 5_000 + 30_000), delayed(15));
    expect(await endOf()).toEqual([null]);
    expect(await otherDevice(node)).toBe('Access-Reject');
  });

  it('leaves a log-in after the event, whose session has not begun yet', async () => {
    expect(await logIn(node, nas, MAC)).toBe('Access-Accept');
    await account(node, 'Accounting-On', stamped(T - 5_000));
    expect(await otherDevice(node)).toBe('Access-Reject');
    now = T + 1_000;
    await account(node, 'Accounting-On', stamped(T + 1_000));
    expect(await otherDevice(node)).toBe('Access-Accept');
  });

  it('leaves a session that a node has read from the database when it started', async () => {
    await start(node, stamped(T - 60_000));
    const late = await startTestServer(db, { clock });
    onTestFinished(() => late.stop());
    await account(late, 'Accounting-On', stamped(T - 90_000));
    expect(await otherDevice(late)).toBe('Access-Reject');
  });
});

describe('of two nodes, one of which gets a late Accounting-On,', () => {
  it.each(['one', 'the other'])(
    '%s lets no second device in next to a session that began at the other',
    async (which) => {
      await start(other, stamped(T - 60_000));
      await until(() => payloads.some((each) => each.endsWith(`:${service.id}`)));
      await account(node, 'Accounting-On', stamped(T - 90_000));
      expect(await endOf()).toEqual([null]);
      expect(await otherDevice(which === 'one' ? node : other)).toBe('Access-Reject');
    },
  );

  it('the other learns at the next log-in which sessions are over', async () => {
    await start(other, stamped(T - 60_000));
    expect(await otherDevice(other)).toBe('Access-Reject');
    await account(node, 'Accounting-On', stamped(T - 30_000));
    expect(await endOf()).toEqual(['Accounting-On']);
    expect(await otherDevice(other)).toBe('Access-Accept');
  });
});
