import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { nextNumber } from '../factories/sequence.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { accounting, type Packet, storedSessions, storedUsage, type Usage } from './fixtures/accounting.ts';
import type { Pair } from './fixtures/radius-package.ts';
import { startTestServer } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db, { settings: { timezone: 'Asia/Kolkata' } });
const plan = await makePlan(db, isp);
const nasRow = await makeNas(db, isp);
const swappedRow = await makeNas(db, isp, { swapDirection: true });

const server = await startTestServer(db);
let nas: TestNas;
let swapped: TestNas;

beforeAll(async () => {
  nas = await TestNas.open(nasRow);
  swapped = await TestNas.open(swappedRow);
});
afterAll(() => {
  nas.close();
  swapped.close();
});

/** Whole seconds, as NASes count; tests start an hour ago. */
const T = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
const minute = (count: number) => T + count * 60_000;

let service: { id: number; username: string };
let session: string;

beforeEach(async () => {
  service = await makeService(db, plan);
  session = `s${nextNumber()}`;
});

async function send(
  type: Packet['type'],
  at: number,
  more: Usage & Pick<Packet, 'more' | 'unstamped'> = {},
  from = nas,
): Promise<void> {
  const packet = accounting({ type, username: service.username, session, at, ...more });
  const answer = await from.ask(server.acctPort, from.accountingRequest(packet));
  expect(answer?.code).toBe('Accounting-Response');
}

async function reboot(status: 'Accounting-On' | 'Accounting-Off', at: number, from = nas): Promise<void> {
  const attributes: Pair[] = [
    ['Acct-Status-Type', status],
    ['Event-Timestamp', new Date(at)],
  ];
  const answer = await from.ask(server.acctPort, from.accountingRequest(attributes));
  expect(answer?.code).toBe('Accounting-Response');
}

const rows = () => storedSessions(db, session);
async function row() {
  const all = await rows();
  expect(all).toHaveLength(1);
  return all[0] as NonNullable<(typeof all)[0]>;
}

describe('the life of a session', () => {
  it('is opened by its Start, with all of its attributes', async () => {
    const more: Pair[] = [
      ['Framed-IP-Address', '100.64.0.9'],
      ['Calling-Station-Id', 'AA-BB-CC-00-11-22'],
      ['NAS-Port-Id', 'ether5'],
      ['NAS-Port-Type', 'Ethernet'],
    ];
    await send('Start', minute(0), { more });
    expect(await row()).toMatchObject({
      service_id: service.id,
      started_at: new Date(minute(0)),
      updated_at: new Date(minute(0)),
      ended_at: null,
      ip: '100.64.0.9',
      mac: 'aa:bb:cc:00:11:22',
      nas_port: 'ether5',
      nas_port_type: 'Ethernet',
    });
  });

  it('gets the counters of an Interim-Update', async () => {
    await send('Start', minute(0));
    await send('Interim-Update', minute(5), { seconds: 300, up: 1000, down: 9000 });
    expect(await row()).toMatchObject({
      session_time: 300,
      up: '1000',
      down: '9000',
      ended_at: null,
      updated_at: new Date(minute(5)),
    });
  });

  it('ends at its Stop, with the reason', async () => {
    await send('Start', minute(0));
    await send('Stop', minute(7), { seconds: 420, up: 5, down: 6, more: [['Acct-Terminate-Cause', 'User-Request']] });
    expect(await row()).toMatchObject({
      session_time: 420,
      ended_at: new Date(minute(7)),
      terminate_cause: 'User-Request',
    });
  });

  it('counts gigawords exactly', async () => {
    const up = 3_750_000_000_000n;
    await send('Start', minute(0));
    await send('Interim-Update', minute(5), { seconds: 300, up, down: 2n ** 41n + 1n });
    expect(await row()).toMatchObject({ up: String(up), down: String(2n ** 41n + 1n) });
  });

  it('is counted with directions swapped on a NAS that swaps them', async () => {
    await send('Start', minute(0), {}, swapped);
    await send('Interim-Update', minute(5), { seconds: 300, up: 7, down: 9 }, swapped);
    expect(await row()).toMatchObject({ up: '9', down: '7' });
  });

  it('adds its growth to the usage of the service and of the day in the time zone of the ISP', async () => {
    const at = Date.parse(new Date(T - 2 * 86_400_000).toISOString().slice(0, 10)) + 19 * 3_600_000; // 00:30 in Kolkata
    const day = new Date(at + 86_400_000).toISOString().slice(0, 10);
    const dayBefore = new Date(at).toISOString().slice(0, 10);
    await send('Start', at - 3_600_000);
    await send('Interim-Update', at - 1_800_001, { seconds: 1800, up: 100, down: 1000 });
    await send('Stop', at, { seconds: 3600, up: 150, down: 1600 });
    expect(await storedUsage(db, service.id)).toEqual({
      up: '150',
      down: '1600',
      days: { [dayBefore]: ['100', '1000', '1800'], [day]: ['50', '600', '1800'] },
    });
  });

  it('of an unknown user is recorded too', async () => {
    const packet = accounting({ type: 'Start', username: 'stranger', session, at: minute(0) });
    expect((await nas.ask(server.acctPort, nas.accountingRequest(packet)))?.code).toBe('Accounting-Response');
    expect(await row()).toMatchObject({ username: 'stranger', service_id: null });
  });
});

describe('late, repeated, reordered and missing packets', () => {
  it('an Interim-Update opens a session whose Start is missing, at its start time', async () => {
    await send('Interim-Update', minute(10), { seconds: 600, up: 10, down: 20 });
    expect(await row()).toMatchObject({ started_at: new Date(minute(0)), session_time: 600, ended_at: null });
    expect(await storedUsage(db, service.id)).toMatchObject({ up: '10', down: '20' });
  });

  it('a Stop alone makes a whole session', async () => {
    await send('Stop', minute(10), { seconds: 600, up: 10, down: 20 });
    expect(await row()).toMatchObject({ started_at: new Date(minute(0)), ended_at: new Date(minute(10)) });
  });

  it('a Start after an Interim-Update changes nothing', async () => {
    await send('Interim-Update', minute(5), { seconds: 300, up: 10, down: 20 });
    await send('Start', minute(0));
    expect(await row()).toMatchObject({ session_time: 300, up: '10', updated_at: new Date(minute(5)), ended_at: null });
  });

  it('an older Interim-Update after a newer one changes nothing', async () => {
    await send('Start', minute(0));
    await send('Interim-Update', minute(10), {
      seconds: 600,
      up: 100,
      down: 200,
      more: [['Framed-IP-Address', '100.64.0.2']],
    });
    await send('Interim-Update', minute(5), {
      seconds: 300,
      up: 50,
      down: 100,
      more: [['Framed-IP-Address', '100.64.0.1']],
    });
    expect(await row()).toMatchObject({
      session_time: 600,
      up: '100',
      down: '200',
      ip: '100.64.0.2',
      updated_at: new Date(minute(10)),
    });
    expect(await storedUsage(db, service.id)).toMatchObject({ up: '100', down: '200' });
  });

  it('the same Interim-Update under another identifier counts once', async () => {
    for (let i = 0; i < 3; i++) await send('Interim-Update', minute(5), { seconds: 300, up: 50, down: 100 });
    expect(await storedUsage(db, service.id)).toMatchObject({ up: '50', down: '100' });
  });

  it('the same Stop twice keeps the first end', async () => {
    await send('Stop', minute(5), { seconds: 300, up: 50, down: 100 });
    await send('Stop', minute(6), { seconds: 300, up: 50, down: 100 });
    expect(await row()).toMatchObject({ ended_at: new Date(minute(5)) });
    expect(await storedUsage(db, service.id)).toMatchObject({ up: '50', down: '100' });
  });

  it('a Start or Interim-Update after the Stop does not reopen the session', async () => {
    await send('Start', minute(0));
    await send('Stop', minute(10), { seconds: 600, up: 100, down: 100 });
    await send('Interim-Update', minute(5), { seconds: 300, up: 50, down: 50 });
    await send('Start', minute(0));
    expect(await row()).toMatchObject({ ended_at: new Date(minute(10)), up: '100' });
  });

  it('a session id that is reused after a Stop opens a new row', async () => {
    await send('Start', minute(0));
    await send('Stop', minute(10), { seconds: 600, up: 100, down: 100 });
    await send('Start', minute(20));
    await send('Interim-Update', minute(25), { seconds: 300, up: 30, down: 40 });
    expect(await rows()).toMatchObject([
      { ended_at: new Date(minute(10)), up: '100' },
      { started_at: new Date(minute(20)), ended_at: null, up: '30' },
    ]);
    expect(await storedUsage(db, service.id)).toMatchObject({ up: '130', down: '140' });
  });

  it('a session id that is reused without a Stop ends the earlier session at its last update', async () => {
    await send('Interim-Update', minute(10), { seconds: 600, up: 100, down: 100 });
    await send('Start', minute(20));
    expect(await rows()).toMatchObject([
      { ended_at: new Date(minute(10)), terminate_cause: 'Superseded' },
      { started_at: new Date(minute(20)), ended_at: null },
    ]);
  });

  it('a late packet of the earlier session does not touch the later one with the same id', async () => {
    await send('Start', minute(0));
    await send('Start', minute(20));
    await send('Stop', minute(10), { seconds: 600, up: 100, down: 100 });
    expect(await rows()).toMatchObject([
      { started_at: new Date(minute(0)), ended_at: new Date(minute(10)), up: '100' },
      { started_at: new Date(minute(20)), ended_at: null, up: '0' },
    ]);
  });

  it('a NAS that sets its clock forward within a session continues the same session', async () => {
    await send('Interim-Update', minute(0), { seconds: 300, up: 100, down: 100 });
    await send('Interim-Update', minute(50), { seconds: 600, up: 150, down: 150 });
    expect(await row()).toMatchObject({ up: '150', session_time: 600 });
    expect(await storedUsage(db, service.id)).toMatchObject({ up: '150' });
  });

  it('an implausible Event-Timestamp is ignored in favour of Acct-Delay-Time', async () => {
    const [before, delay] = [Date.now(), 120_000];
    await send('Start', Date.UTC(1970, 0, 2), { more: [['Acct-Delay-Time', delay / 1000]] });
    const startedAt = (await row()).started_at.getTime();
    expect(startedAt).toBeGreaterThanOrEqual(before - delay);
    expect(startedAt).toBeLessThanOrEqual(Date.now() - delay);
  });
});

describe('a Start that is repeated without an event time', () => {
  const login = (name: string): Pair[] => [['Class', Buffer.from(`lm:${service.id}:${name}`)]];
  const repeat = (at: number, more: readonly Pair[] = []) => send('Start', at, { more, unstamped: true });

  it('is the same session while nothing but a Start is known of it', async () => {
    const more: Pair[] = [
      ['Calling-Station-Id', 'AA-BB-CC-00-11-33'],
      ['NAS-Port-Id', 'ether6'],
    ];
    await send('Start', minute(0), { more });
    await repeat(minute(0.5), [...more, ['Framed-IP-Address', '100.64.0.10']]);
    await repeat(minute(4), more);
    expect(await row()).toMatchObject({ started_at: new Date(minute(0)), ended_at: null, ip: '100.64.0.10' });
  });

  it('counts nothing twice afterwards', async () => {
    await send('Start', minute(0));
    await repeat(minute(1));
    await send('Interim-Update', minute(5), { seconds: 300, up: 10, down: 20 });
    await send('Stop', minute(7), { seconds: 420, up: 11, down: 22 });
    expect(await row()).toMatchObject({ started_at: new Date(minute(0)), ended_at: new Date(minute(7)), up: '11' });
    expect(await storedUsage(db, service.id)).toMatchObject({ up: '11', down: '22' });
  });

  it.each<[string, Pair]>([
    ['address', ['Framed-IP-Address', '100.64.0.12']],
    ['device', ['Calling-Station-Id', 'AA-BB-CC-00-11-44']],
    ['port', ['NAS-Port-Id', 'ether8']],
  ])('is another session if it has another %s', async (_, attribute) => {
    const first: Pair[] = [
      ['Framed-IP-Address', '100.64.0.11'],
      ['Calling-Station-Id', 'AA-BB-CC-00-11-33'],
      ['NAS-Port-Id', 'ether7'],
    ];
    await send('Start', minute(0), { more: first });
    await repeat(minute(1), [...first.filter(([name]) => name !== attribute[0]), attribute]);
    expect(await rows()).toMatchObject([{ terminate_cause: 'Superseded' }, { ended_at: null }]);
  });

  it('is another session if it is of another log-in', async () => {
    await send('Start', minute(0), { more: login('a') });
    await repeat(minute(1), login('b'));
    expect(await rows()).toMatchObject([{ terminate_cause: 'Superseded' }, { ended_at: null }]);
  });

  it('is another session if the first should have sent an update since', async () => {
    await send('Start', minute(0));
    await repeat(minute(6));
    expect(await rows()).toMatchObject([
      { started_at: new Date(minute(0)), terminate_cause: 'Superseded' },
      { ended_at: null },
    ]);
  });

  it('is the same session as long as it has the Class of the same log-in', async () => {
    await send('Start', minute(0), { more: login('a') });
    await send('Interim-Update', minute(5), { seconds: 300, up: 10, down: 20, more: login('a') });
    await repeat(minute(8), login('a'));
    await send('Interim-Update', minute(10), { seconds: 600, up: 15, down: 25, more: login('a') });
    expect(await row()).toMatchObject({ started_at: new Date(minute(0)), ended_at: null, up: '15' });
    expect(await storedUsage(db, service.id)).toMatchObject({ up: '15', down: '25' });
  });

  it('does not reopen the session of its log-in after the Stop', async () => {
    await send('Start', minute(0), { more: login('a') });
    await send('Stop', minute(5), { seconds: 300, up: 10, down: 20, more: login('a') });
    await repeat(minute(8), login('a'));
    expect(await row()).toMatchObject({ ended_at: new Date(minute(5)), up: '10' });
  });

  it('is a repeat, for a NAS that returns no Class, until there is another log-in', async () => {
    const mac: Pair = ['Calling-Station-Id', 'AA-BB-CC-00-11-55'];
    const logIn = async () => {
      const request = nas.accessRequest([['User-Name', service.username], ['User-Password', 'secret'], mac]);
      expect((await nas.ask(server.authPort, request))?.code).toBe('Access-Accept');
    };
    await logIn();
    await send('Start', minute(0), { more: [mac] });
    await send('Interim-Update', minute(5), { seconds: 300, up: 10, down: 20, more: [mac] });
    await repeat(minute(8), [mac]);
    expect(await row()).toMatchObject({ ended_at: null, up: '10' });
    await logIn();
    await repeat(minute(9), [mac]);
    expect(await rows()).toMatchObject([
      { up: '10', terminate_cause: 'Superseded' },
      { ended_at: null, up: '0' },
    ]);
  });

  it('finds the session of its log-in next to a later one with the same id', async () => {
    await send('Start', minute(0), { more: login('a') });
    await send('Start', minute(2), { more: login('b') });
    await repeat(minute(3), login('a'));
    expect(await rows()).toMatchObject([
      { started_at: new Date(minute(0)), terminate_cause: 'Superseded' },
      { started_at: new Date(minute(2)), ended_at: null },
    ]);
  });
});

describe('a session that was moved to the log', () => {
  const hour = (count: number) => T - 40 * 3_600_000 + count * 3_600_000;
  const move = (cause: string) =>
    db.pool
      .query(
        'UPDATE radius.session SET ended_at = updated_at, terminate_cause = coalesce(terminate_cause, $2) WHERE acct_session_id = $1',
        [session, cause],
      )
      .then(() => db.pool.query("SELECT radius.move_ended_sessions(now() - interval '1 day', 1000)"));
  const logged = () => db.prisma.sessionLog.count({ where: { acctSessionId: session } });

  it('counts no Stop a second time', async () => {
    await send('Stop', hour(1), { seconds: 3600, up: 10, down: 20 });
    await move('-');
    await send('Stop', hour(1), { seconds: 3600, up: 10, down: 20 });
    expect(await logged()).toBe(0);
    expect(await row()).toMatchObject({ ended_at: new Date(hour(1)), up: '10' });
    expect(await storedUsage(db, service.id)).toMatchObject({ up: '10', down: '20' });
  });

  it('is restored if it was only silent and its NAS continues it', async () => {
    await send('Interim-Update', hour(1), { seconds: 3600, up: 10, down: 20 });
    await move('Stale');
    expect(await logged()).toBe(1);
    await send('Interim-Update', hour(39), { seconds: 39 * 3600, up: 100, down: 200 });
    expect(await logged()).toBe(0);
    expect(await row()).toMatchObject({
      started_at: new Date(hour(0)),
      ended_at: null,
      up: '100',
      session_time: 39 * 3600,
    });
    expect(await storedUsage(db, service.id)).toMatchObject({ up: '100', down: '200' });
  });
});

describe('Accounting-On and -Off', () => {
  it('end the sessions of the NAS at their last update', async () => {
    await send('Start', minute(0));
    await send('Interim-Update', minute(5), { seconds: 300, up: 1, down: 1 });
    await reboot('Accounting-On', minute(30));
    expect(await row()).toMatchObject({ ended_at: new Date(minute(5)), terminate_cause: 'Accounting-On' });
  });

  it('leave the sessions of other NASes alone', async () => {
    await send('Start', minute(31), {}, swapped);
    await reboot('Accounting-Off', minute(32));
    expect(await row()).toMatchObject({ ended_at: null });
  });

  it('a session that the NAS continues afterwards is open again', async () => {
    await send('Start', minute(33));
    await reboot('Accounting-On', minute(35));
    await send('Interim-Update', minute(40), { seconds: 420, up: 1, down: 1 });
    expect(await row()).toMatchObject({ ended_at: null, terminate_cause: null, session_time: 420 });
  });

  it('a late Interim-Update from before it extends the session without reopening it', async () => {
    await send('Start', minute(41));
    await reboot('Accounting-On', minute(45));
    await send('Interim-Update', minute(43), { seconds: 120, up: 1, down: 1 });
    expect(await row()).toMatchObject({
      ended_at: new Date(minute(43)),
      terminate_cause: 'Accounting-On',
      session_time: 120,
    });
  });
});

it('a status that is not about a session is acknowledged without effect', async () => {
  const attributes: Pair[] = [
    ['Acct-Status-Type', 9],
    ['User-Name', 'tunnel'],
    ['Acct-Session-Id', session],
  ];
  const answer = await nas.ask(server.acctPort, nas.accountingRequest(attributes));
  expect(answer?.code).toBe('Accounting-Response');
  expect(await rows()).toEqual([]);
});

it('a request with a wrong authenticator gets no answer and leaves no trace', async () => {
  const packet = nas.accountingRequest(
    accounting({ type: 'Start', username: service.username, session, at: minute(0) }),
  );
  packet.writeUInt8(packet.readUInt8(8) ^ 1, 8);
  expect(await nas.silence(server.acctPort, packet)).toBeNull();
  expect(await rows()).toEqual([]);
});
