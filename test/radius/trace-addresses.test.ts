import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { moveEndedSessions } from '../../src/areas/network/sessions/move-ended.ts';
import { formatTimestamp } from '../../src/core/zone.ts';
import { execute, query, sql } from '../../src/db/sql.ts';
import type { SessionRecord } from '../../src/radius/accounting/record/record.ts';
import { nextNumber } from '../factories/sequence.ts';
import { startApi } from '../fixtures/api.ts';
import { Shop, type Subscriber } from '../fixtures/subscriber.ts';
import { openRecorder, recordOf } from './fixtures/recorder.ts';

type Row = Record<string, string | null>;

const api = await startApi();
const shop = await Shop.open(api);
const recorder = openRecorder(api.db);
/** An hour of minutes; after each test the next hour begins. */
let T = Date.parse('2026-11-20T10:00:00+05:30');
const MINUTE = 60_000;
let one: Subscriber;
let two: Subscriber;
let nas: { id: number; ispId: number; ip: string };
let session: string;

beforeAll(async () => {
  const fields = { resellerid: 0, name: 'Core', ip: '127.0.0.1', secret: 'testing123' };
  nas = { id: await api.ok<number>('radius/nas/create', fields, shop.me), ispId: shop.ispid, ip: '127.0.0.1' };
  one = await shop.subscribe({ prepaid_postpaid: 'Postpaid' });
  two = await shop.subscribe({ prepaid_postpaid: 'Postpaid' });
  api.clock.at = new Date('2026-11-23T12:00:00+05:30');
});
beforeEach(() => {
  session = `a${nextNumber()}`;
  T += 60 * MINUTE;
});

interface Said extends Partial<SessionRecord> {
  readonly of?: Subscriber;
  readonly session?: string;
  /** Start of the session, in minutes. */
  readonly since?: number;
}

/** What the NAS reports at a minute of the test. */
function said(kind: SessionRecord['kind'], minute: number, { of = one, since = 0, ...more }: Said = {}): SessionRecord {
  const identity = { service: of, session: more.session ?? session, nas, startedAt: T + since * MINUTE };
  return recordOf(identity, {
    seconds: Math.round((minute - since) * 60),
    ...more,
    kind,
    at: T + Math.round(minute * 60) * 1000,
  });
}

/** One after the other, as packets come. */
async function report(...records: readonly SessionRecord[]): Promise<void> {
  for (const record of records) expect((await recorder.record([record])).refused.size).toBe(0);
}

const at = (minute: number) => formatTimestamp(new Date(T + Math.round(minute * 60) * 1000), 'Asia/Kolkata');
const ask = (ip: string, minute: number, more = {}) =>
  api.ok<Row[]>('radius/trace', { reason: 'Letter 12', ip, at: at(minute), ...more }, shop.me);
const who = async (ip: string, minute: number, more = {}) =>
  (await ask(ip, minute, more)).map(({ username, certainty }) => `${username} ${certainty}`);

const ip6 = (more: Partial<NonNullable<SessionRecord['ip6']>>) => ({
  prefix: null,
  delegated: null,
  address: null,
  ...more,
});

/** Where a session is found, for each of which the answer must be the same. */
const PLACES: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['in use', async () => undefined],
  [
    'in the log',
    async () => {
      await report(said('stop', 50));
      await moveEndedSessions(api.db, new Date(T + 3 * 86_400_000), new AbortController().signal);
    },
  ],
  [
    'in the archive',
    async () => {
      await execute(
        api.db.pool,
        sql`SELECT radius.ensure_partition('crm_archive.session_log', date_trunc('month', ${new Date(T)}::timestamptz)::date)`,
      );
      await execute(
        api.db.pool,
        sql`WITH gone AS (DELETE FROM radius.session_log WHERE acct_session_id = ${session} RETURNING *)
            INSERT INTO crm_archive.session_log SELECT (jsonb_populate_record(NULL::crm_archive.session_log, to_jsonb(gone))).* FROM gone`,
      );
      expect(await count('crm_archive.session_log')).toBe(1);
    },
  ],
];

const count = async (table: string) =>
  (await api.db.pool.query(`SELECT FROM ${table} WHERE acct_session_id = $1`, [session])).rowCount;

describe('an address that changes within a session', () => {
  it('is somebody’s until its last report, perhaps until the report of the next, then nobody’s: in use, logged, archived', async () => {
    await report(
      said('start', 0, { ip: '10.1.0.1' }),
      said('interim', 1, { ip: '10.1.0.1' }),
      said('interim', 4, { ip: '10.1.0.2' }),
    );
    await report(said('interim', 6, { ip: '10.1.0.2' }));
    for (const [place, move] of PLACES) {
      await move();
      const found = await Promise.all([0, 1, 2, 3.99, 5].map((minute) => who('10.1.0.1', minute)));
      expect([place, ...found.flat()]).toEqual([
        place,
        ...['certain', 'certain', 'probable', 'probable'].map((c) => `${one.username} ${c}`),
      ]);
      expect(await who('10.1.0.2', 1)).toEqual([]);
      expect(await who('10.1.0.2', 3)).toEqual([]);
      expect(await who('10.1.0.2', 4)).toEqual([`${one.username} certain`]);
      expect(await who('10.1.0.2', 5)).toEqual([`${one.username} certain`]);
    }
  });

  it('says in words until when it was reported, and has its own start and end', async () => {
    await report(said('start', 0, { ip: '10.1.1.1' }), said('interim', 4, { ip: '10.1.1.2' }));
    expect(await ask('10.1.1.1', 2)).toMatchObject([
      {
        ...{ starttime: at(0), updatetime: at(0), endtime: at(4), certainty: 'probable', ip: '10.1.1.1' },
        why: `The NAS last reported the address at ${at(0)}, and another one at ${at(4)}.`,
      },
    ]);
    expect(await ask('10.1.1.1', 0)).toMatchObject([
      {
        certainty: 'certain',
        why: 'The NAS reported the address at that time, and no session of another service had it.',
      },
    ]);
  });

  it('is the next subscriber’s from his start on, not shared with who had it before', async () => {
    await report(
      said('start', 0, { ip: '10.1.2.1' }),
      said('start', 2, { of: two, session: `${session}b`, since: 2, ip: '10.1.2.1' }),
    );
    await report(
      said('interim', 4, { ip: '10.1.2.2' }),
      said('interim', 7, { of: two, session: `${session}b`, since: 2, ip: '10.1.2.1' }),
    );
    expect(await who('10.1.2.1', 0)).toEqual([`${one.username} certain`]);
    expect(await who('10.1.2.1', 1)).toEqual([`${one.username} probable`]);
    for (const minute of [2, 3, 4, 6]) expect(await who('10.1.2.1', minute)).toEqual([`${two.username} certain`]);
    const range = { from: at(0), upto: at(6), at: undefined };
    expect(
      await api.ok<Row[]>('radius/trace', { reason: 'x', ip: '10.1.2.1', from: range.from, upto: range.upto }, shop.me),
    ).toMatchObject([{ username: one.username, certainty: 'probable' }, { username: two.username }]);
  });

  it('that comes back is found each time, once', async () => {
    const ips = ['10.1.3.1', '10.1.3.2', '10.1.3.1'];
    await report(
      ...ips.map((ip, n) => said(n === 0 ? 'start' : 'interim', 5 * n, { ip })),
      said('interim', 12, { ip: '10.1.3.1' }),
    );
    expect(await who('10.1.3.1', 0)).toEqual([`${one.username} certain`]);
    expect(await who('10.1.3.1', 6)).toEqual([]);
    expect(await who('10.1.3.1', 11)).toEqual([`${one.username} certain`]);
    expect(await who('10.1.3.2', 7)).toEqual([`${one.username} probable`]);
    const range = { reason: 'x', ip: '10.1.3.1', from: at(0), upto: at(20) };
    expect(await api.ok<Row[]>('radius/trace', range, shop.me)).toMatchObject([
      { starttime: at(0), endtime: at(5) },
      { starttime: at(10), endtime: null },
    ]);
    expect(await api.ok<Row[]>('radius/trace', { ...range, show_count: 1 }, shop.me)).toBe(2);
  });

  it('is told by prefixes and addresses of IPv6 as well', async () => {
    await report(said('start', 0, { ip6: ip6({ prefix: '2001:db8:1:1::/64', delegated: '2001:db8:8100::/56' }) }));
    await report(
      said('interim', 5, {
        ip6: ip6({ prefix: '2001:db8:1:2::/64', delegated: '2001:db8:8200::/56', address: '2001:db8:ffff::7' }),
      }),
    );
    await report(said('interim', 10, { ip6: ip6({ delegated: '2001:db8:8200::/56', address: '2001:db8:ffff::9' }) }));
    for (const [place, move] of PLACES) {
      await move();
      for (const [ip, minute, right] of [
        ['2001:db8:1:1::9', 0, 'certain'],
        ['2001:db8:1:1::9', 3, 'probable'],
        ['2001:db8:1:1::9', 6, null],
        ['2001:db8:1:2::9', 3, null],
        ['2001:db8:1:2::9', 9, 'certain'],
        ['2001:db8:8100:ff::1', 3, 'probable'],
        ['2001:db8:8200:ff::1', 3, null],
        ['2001:db8:8200:ff::1', 6, 'certain'],
        ['2001:db8:ffff::7', 5, 'certain'],
        ['2001:db8:ffff::7', 8, 'probable'],
        ['2001:db8:ffff::7', 11, null],
        ['2001:db8:ffff::9', 10, 'certain'],
      ] as const)
        expect([place, ip, minute, ...(await who(ip, minute))]).toEqual([
          place,
          ip,
          minute,
          ...(right ? [`${one.username} ${right}`] : []),
        ]);
    }
  });

  it('under a NAT rule is the inside address of that time', async () => {
    const rule = {
      nasid: nas.id,
      inside_from: '100.70.0.0',
      inside_upto: '100.70.0.9',
      public_from: '203.0.113.5',
      public_upto: '203.0.113.5',
    };
    await api.ok('radius/nas/nat_create', { ...rule, ports: 1000, valid_from: '2026-11-01 00:00:00' }, shop.me);
    await report(
      said('start', 0, { ip: '100.70.0.3' }),
      said('interim', 5, { ip: '100.70.0.4' }),
      said('interim', 9, { ip: '100.70.0.4' }),
    );
    expect(await ask('203.0.113.5', 2, { port: 4500 })).toMatchObject([
      { certainty: 'probable', insideip: '100.70.0.3' },
    ]);
    expect(await who('203.0.113.5', 7, { port: 4500 })).toEqual([]);
    expect(await who('203.0.113.5', 2, { port: 5500 })).toEqual([]);
    expect(await who('203.0.113.5', 7, { port: 5500 })).toEqual([`${one.username} certain`]);
  });
});

it('a session of which nothing but the Start came is probable for as long as it may be silent', async () => {
  await report(said('start', 0, { ip: '10.6.0.1' }));
  await execute(
    api.db.pool,
    sql`UPDATE radius.session SET ended_at = updated_at, terminate_cause = 'Stale' WHERE acct_session_id = ${session}`,
  );
  expect(await who('10.6.0.1', 5)).toEqual([`${one.username} probable`]);
  expect(await who('10.6.0.1', 20)).toEqual([]);
});

describe('an address that is first reported after the start of its session', () => {
  it('was its own since then, and before that perhaps, unless another session had it', async () => {
    await report(said('start', 0, { of: two, session: `${session}b`, ip: '10.2.0.1' }), said('start', 1, { since: 1 }));
    await report(said('stop', 5, { of: two, session: `${session}b`, ip: '10.2.0.1' }));
    await report(said('interim', 11, { since: 1, ip: '10.2.0.1' }), said('interim', 16, { since: 1, ip: '10.2.0.1' }));
    expect(await who('10.2.0.1', 3)).toEqual([`${two.username} certain`]);
    expect(await ask('10.2.0.1', 8)).toMatchObject([
      {
        ...{ username: one.username, certainty: 'probable', starttime: at(1) },
        why: `The session began at ${at(1)}; its NAS first reported the address at ${at(11)}.`,
      },
    ]);
    expect(await who('10.2.0.1', 11)).toEqual([`${one.username} certain`]);
  });

  it('is treated so too where the Start never came', async () => {
    await report(said('interim', 10, { ip: '10.2.1.1' }), said('interim', 15, { ip: '10.2.1.1' }));
    expect(await who('10.2.1.1', 5)).toEqual([`${one.username} probable`]);
    expect(await who('10.2.1.1', 12)).toEqual([`${one.username} certain`]);
    // The Start was only late, and had another one.
    await report(said('start', 0, { ip: '10.2.1.2' }));
    expect(await who('10.2.1.1', 5)).toEqual([]);
    expect(await who('10.2.1.2', 5)).toEqual([`${one.username} probable`]);
  });
});

describe('whatever the order in which reports come', () => {
  let run = 0;

  it('every report is a certain answer, and no answer is of an address that was reported neither before nor after', async () => {
    const reports = fc.uniqueArray(
      fc.record({ minute: fc.integer({ min: 0, max: 40 }), last: fc.integer({ min: 1, max: 3 }) }),
      { selector: ({ minute }) => minute, minLength: 1, maxLength: 7 },
    );
    await fc.assert(
      fc.asyncProperty(reports, fc.boolean(), async (sent, isRepeated) => {
        [session, run, T] = [`a${nextNumber()}`, run + 1, T + 60 * MINUTE];
        const address = (last: number) => `10.3.${run}.${last}`;
        const all = sent.map(({ minute, last }) =>
          said(minute === 0 ? 'start' : 'interim', minute, { ip: address(last) }),
        );
        await report(...all, ...(isRepeated ? all : []));
        const inOrder = [...sent].sort((a, b) => a.minute - b.minute);
        const isInOrder = inOrder.every((each, at) => each === sent[at]);
        const minutes = inOrder.flatMap(({ minute }, at) => [
          minute,
          ((inOrder[at + 1]?.minute ?? minute) + minute) / 2,
        ]);
        for (const minute of new Set(minutes)) {
          const before = inOrder.findLast((each) => each.minute <= minute);
          const after = inOrder.find((each) => each.minute > minute);
          for (const last of [1, 2, 3]) {
            const found = await who(address(last), minute);
            if (before?.minute === minute && before.last === last) expect(found).toEqual([`${one.username} certain`]);
            if (isInOrder && before?.last === last) expect(found).toHaveLength(1);
            if (before?.last !== last && (after?.last !== last || (isInOrder && before && before.minute < minute)))
              expect(found.filter((each) => !each.endsWith('probable'))).toEqual([]);
            expect(found.length).toBeLessThan(3);
          }
        }
      }),
      { numRuns: 8 },
    );
  }, 120_000);
});

describe('a device that changes its address all the time', () => {
  it('is ambiguous after 256 changes of a day, and gets no more rows', async () => {
    const ip = (n: number) => `10.4.${n >> 8}.${n & 255}`;
    const minutes = (n: number) => n / 60;
    for (let n = 0; n < 300; n++) await report(said(n === 0 ? 'start' : 'interim', minutes(n), { ip: ip(n) }));
    const [row] = await query<{ kept: number }>(
      api.db.pool,
      sql`SELECT jsonb_array_length(addresses -> 'ip') AS kept FROM radius.session WHERE acct_session_id = ${session}`,
    );
    expect(row?.kept).toBe(258);
    expect(await who(ip(100), minutes(100))).toEqual([`${one.username} certain`]);
    expect(await who(ip(100), minutes(280))).toEqual([`${one.username} ambiguous`]);
    await report(said('interim', minutes(301), { ip: ip(299) }));
    expect(await who(ip(299), minutes(300))).toEqual([`${one.username} certain`]);
  }, 120_000);
});

describe('session/addresses', () => {
  it('lists the addresses of a user with the time of each, in use and ended, for 92 days', async () => {
    const of = await shop.subscribe({});
    const known = { ip6: ip6({ prefix: '2001:db8:9:1::/64', delegated: '2001:db8:9100::/56' }) };
    await report(
      said('start', 0, { of, ip: '10.5.0.1', ...known }),
      said('interim', 5, { of, ip: '10.5.0.2', ...known }),
    );
    const list = (more = {}) => api.ok<Row[]>('session/addresses', { username: of.username, ...more }, shop.me);
    const right = [
      { kind: 'ipv4', address: '10.5.0.2', starttime: at(5), updatetime: at(5), endtime: null },
      { kind: 'ipv4', address: '10.5.0.1', starttime: at(0), updatetime: at(0), endtime: at(5) },
      { kind: 'ipv6_prefix', address: '2001:db8:9:1::/64', starttime: at(0), endtime: null, flapping: 'N' },
      { kind: 'delegated_prefix', address: '2001:db8:9100::/56', sessionid: session, username: of.username },
    ];
    expect(await list()).toEqual(expect.arrayContaining(right.map((row) => expect.objectContaining(row))));
    expect(await list({ show_count: 1 })).toBe(4);
    await report(said('stop', 50, { of }));
    await moveEndedSessions(api.db, new Date(T + 3 * 86_400_000), new AbortController().signal);
    expect(await list({ from: at(4), upto: at(60) })).toHaveLength(4);
    expect(await list({ from: at(6), upto: at(60) })).toHaveLength(3);
    expect(await list({ from: at(51), upto: at(60) })).toEqual([]);
  });

  it('refuses a time that is too long or in the wrong order, and needs a name', async () => {
    const call = (more: object) => api.call('session/addresses', { username: 'x', ...more }, shop.me);
    expect(await call({ from: '2026-01-01 00:00:00', upto: '2026-05-01 00:00:00' })).toMatchObject({
      error: 'upto: must be at most 92 days after from',
    });
    expect(await call({ from: at(1), upto: at(0) })).toMatchObject({ error: 'upto: must not be before from' });
    expect(await api.call('session/addresses', {}, shop.me)).toMatchObject({
      status: 400,
      error: 'username: is required',
    });
  });
});
