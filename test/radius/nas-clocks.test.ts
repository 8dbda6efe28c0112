import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { reapSessions } from '../../src/areas/network/sessions/reap.ts';
import { formatTimestamp } from '../../src/core/zone.ts';
import { query, sql } from '../../src/db/sql.ts';
import { startApi } from '../fixtures/api.ts';
import { Shop, type Subscriber } from '../fixtures/subscriber.ts';
import { storedSessions, storedUsage } from './fixtures/accounting.ts';
import type { Pair } from './fixtures/radius-package.ts';
import { startTestServer } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const api = await startApi();
const shop = await Shop.open(api);
/** An hour ago, in whole seconds. */
const T = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
let now = T;
api.clock.at = new Date(T);
const SECOND = 1000;
const DAY = 86_400;
let subscriber: Subscriber;
let nas: TestNas;
let session = 's0';
const server = await startTestServer(api.db, { clock: { now: () => new Date(now) } });
api.network.caughtUp = () => server.network.caughtUp();
const opened: TestNas[] = [];

afterAll(() => {
  for (const each of opened) each.close();
});
beforeEach(async () => {
  const ip = `127.9.0.${opened.length + 1}`;
  nas = await TestNas.open({ ip });
  opened.push(nas);
  session = `s${opened.length}`;
  await api.ok('radius/nas/create', { resellerid: 0, name: ip, ip, secret: 'testing123' }, shop.me);
  subscriber = await shop.subscribe({ prepaid_postpaid: 'Postpaid' });
  now = T;
});

interface Sent {
  /** Arrival, in seconds. */
  readonly at: number;
  /** How far the clock of the NAS is ahead, in seconds; null: no Event-Timestamp. */
  readonly clock?: number | null;
  /** How long it waited at the NAS. */
  readonly waited?: number;
  readonly seconds?: number;
  readonly bytes?: number;
  readonly more?: readonly Pair[];
}

async function send(type: string, { at, clock = 0, waited = 0, seconds, bytes = 0, more = [] }: Sent): Promise<void> {
  now = T + at * SECOND;
  const attributes: Pair[] = [
    ['Acct-Status-Type', type],
    ...(/Accounting/.test(type)
      ? []
      : ([
          ['User-Name', subscriber.username],
          ['Acct-Session-Id', session],
          ['Framed-IP-Address', `10.7.0.${opened.length}`],
        ] as Pair[])),
    ...(clock === null ? [] : ([['Event-Timestamp', new Date(now + (clock - waited) * SECOND)]] as Pair[])),
    ...(seconds === undefined
      ? []
      : ([
          ['Acct-Session-Time', seconds],
          ['Acct-Input-Octets', bytes],
        ] as Pair[])),
    ...more,
  ];
  const answer = await nas.ask(server.acctPort, nas.accountingRequest(attributes));
  expect(answer?.code).toBe('Accounting-Response');
}

const rows = () => storedSessions(api.db, session);
const since = (date: Date | null | undefined) => (date ? (date.getTime() - T) / SECOND : null);
const times = async () =>
  (await rows()).map(({ started_at, updated_at, ended_at }) => [since(started_at), since(updated_at), since(ended_at)]);
const trace = async (at: number) => {
  const question = {
    reason: 'x',
    ip: `10.7.0.${opened.length}`,
    at: formatTimestamp(new Date(T + at * SECOND), 'Asia/Kolkata'),
  };
  return (await api.ok<Record<string, string>[]>('radius/trace', question, shop.me)).map(({ certainty }) => certainty);
};

describe('a NAS whose clock is off', () => {
  it.each([
    ['five days slow', -5 * DAY],
    ['five days fast', 5 * DAY],
    ['at 1970', -Math.floor(T / SECOND) + 600],
  ])(
    'and %s keeps its sessions online, at the times of our clock, also after an Accounting-On at the right time',
    async (_, clock) => {
      await send('Start', { at: 0, clock });
      for (let at = 60; at <= 3_600; at += 60) {
        now = T + at * SECOND;
        if (at % 300 === 0) await send('Interim-Update', { at, clock, seconds: at, bytes: at * 1000 });
        if (at === 1_800) await send('Accounting-On', { at });
        await reapSessions(api.db, new Date(now));
        if (at !== 1_800)
          expect((await times()).map(([, , ended]) => ended)).toEqual(
            at > 1_800 && at < 2_100 ? [expect.any(Number)] : [null],
          );
      }
      expect(await times()).toEqual([[0, 3_600, null]]);
      expect(await trace(1_000)).toEqual(['certain']);
      expect(await trace(3_000)).toEqual(['certain']);
      expect(await storedUsage(api.db, subscriber.id)).toMatchObject({ up: '3600000' });
    },
  );

  it('and says by Acct-Delay-Time how long a record waited is corrected from its first record on', async () => {
    const delay: Pair = ['Acct-Delay-Time', 0];
    await send('Start', { at: 0, clock: -1_800, more: [delay] });
    await send('Interim-Update', { at: 300, clock: -1_800, seconds: 300, more: [delay] });
    expect(await times()).toEqual([[0, 300, null]]);
  });

  it('and says nothing of delays has no session that began before its log-in', async () => {
    const request = nas.accessRequest([
      ['User-Name', subscriber.username],
      ['User-Password', 'hello'],
    ]);
    expect((await nas.ask(server.authPort, request))?.code).toBe('Access-Accept');
    await send('Start', { at: 2, clock: -1_800 });
    for (const at of [302, 602]) await send('Interim-Update', { at, clock: -1_800, seconds: at - 2 });
    expect(await times()).toEqual([[2, 602, null]]);
  });

  it('is corrected by what is known of it: a record that waited keeps its place', async () => {
    for (const at of [0, 120]) await send('Accounting-On', { at, clock: -3_000 });
    await send('Start', { at: 4_000, clock: -3_000, waited: 3_600 });
    expect(await times()).toEqual([[400, 400, null]]);
  });
});

describe('a NAS whose clock is right', () => {
  it('has the times of a backlog of two hours kept, although nothing says how long it waited', async () => {
    for (const at of [-7_500, -7_400, -7_300]) await send('Accounting-On', { at });
    await send('Start', { at: 0, waited: 7_200 });
    await send('Interim-Update', { at: 1, waited: 3_601, seconds: 3_600 });
    await send('Stop', { at: 2, waited: 602, seconds: 6_600 });
    expect(await times()).toEqual([[-7_200, -600, -600]]);
    expect(await trace(-5_000)).toEqual(['certain']);
    expect(await trace(-500)).toEqual([]);
  });

  it('is believed again after a restart of the node', async () => {
    await query(
      api.db.pool,
      sql`INSERT INTO radius.nas_heard (nas_id, clock_ahead_s, clock_right_at)
          SELECT id, -7000, ${new Date(T - 3_600_000)} FROM radius.nas WHERE ip = ${nas.ip}::inet`,
    );
    const restarted = await startTestServer(api.db, { clock: { now: () => new Date(now) } });
    const at = new Date(T - 7_200_000);
    const start = nas.accountingRequest([
      ['Acct-Status-Type', 'Start'],
      ['User-Name', subscriber.username],
      ['Acct-Session-Id', session],
      ['Event-Timestamp', at],
    ]);
    expect((await nas.ask(restarted.acctPort, start))?.code).toBe('Accounting-Response');
    expect(await times()).toEqual([[-7_200, -7_200, null]]);
  });

  it('and that is set back further than its session is old counts once, in one session', async () => {
    await send('Start', { at: 0 });
    await send('Interim-Update', { at: 300, seconds: 300, bytes: 100_000_000 });
    await send('Interim-Update', { at: 360, seconds: 360, bytes: 100_000_000 });
    await send('Interim-Update', { at: 600, clock: -7_200, seconds: 600, bytes: 300_000_000 });
    expect(await times()).toEqual([[0, 600, null]]);
    for (let at = 900; at <= 1_800; at += 300)
      await send('Interim-Update', { at, clock: -7_200, seconds: at, bytes: 300_000_000 });
    expect(await times()).toEqual([[0, 1_800, null]]);
    expect(await storedUsage(api.db, subscriber.id)).toMatchObject({ up: '300000000' });
  });

  it('whose late Stop of an earlier session with the same id comes keeps that session apart', async () => {
    await send('Start', { at: 1_000 });
    await send('Stop', { at: 1_001, waited: 500, seconds: 400, bytes: 5 });
    expect(await times()).toEqual([
      [101, 501, 501],
      [1_000, 1_000, null],
    ]);
  });
});

describe('a session time that cannot be', () => {
  it.each([0xffff_fff0, 0x7fff_ffff, 400 * DAY + 1])(
    '%i begins with its first record, and counts what is transferred',
    async (seconds) => {
      await send('Interim-Update', { at: 100, seconds, bytes: 1000 });
      await send('Interim-Update', { at: 400, seconds: seconds + 1, bytes: 3000 });
      expect(await times()).toEqual([[100, 400, null]]);
      expect((await rows()).map((row) => row.session_time)).toEqual([0]);
      await send('Interim-Update', { at: 700, seconds: 600, bytes: 4000 });
      expect(await times()).toEqual([[100, 700, null]]);
      expect(await storedUsage(api.db, subscriber.id)).toMatchObject({ up: '4000' });
    },
  );
});
