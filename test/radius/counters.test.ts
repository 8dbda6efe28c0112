import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nases } from '../../src/areas/network/nas/list.ts';
import { sessionLog } from '../../src/areas/network/sessions/session-log.ts';
import { usageReport } from '../../src/areas/subscribers/services/usage-report.ts';
import { runList } from '../../src/core/list/index.ts';
import { wholeInstallation } from '../../src/core/tenancy/scope.ts';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { nextNumber } from '../factories/sequence.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { accounting, storedSessions, storedUsage } from './fixtures/accounting.ts';
import type { Pair } from './fixtures/radius-package.ts';
import { openRecorder, recordOf } from './fixtures/recorder.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
const nasRow = await makeNas(db, isp);
const slowRow = await makeNas(db, isp, { lineRateMbps: 100 });
const server = await startTestServer(db);
const recorder = openRecorder(db);
let nas: TestNas;
let slow: TestNas;
let service: Awaited<ReturnType<typeof makeService>>;
let session: string;

beforeAll(async () => {
  nas = await TestNas.open(nasRow);
  slow = await TestNas.open(slowRow);
});
afterAll(() => {
  nas.close();
  slow.close();
});
beforeEach(async () => {
  service = await makeService(db, plan);
  session = `c${nextNumber()}`;
});

const T = Math.floor(Date.now() / 1000) * 1000 - 6 * 3_600_000;
const GIB = 2 ** 30;
const ROUND = 2 ** 32;
const call = { scope: wholeInstallation, zone: 'UTC' };

interface Said {
  readonly type?: 'Start' | 'Interim-Update' | 'Stop';
  readonly seconds?: number;
  readonly at?: number;
  readonly up?: number;
  readonly down?: number;
  /** Gigawords of both directions; absent if the NAS sends none. */
  readonly words?: readonly [number, number];
}

/** Counters as a NAS sends them; without `seconds` it sends no session time. */
async function say({ type = 'Interim-Update', seconds, at, up = 0, down = 0, words }: Said, from = nas): Promise<void> {
  const more: Pair[] = [
    ...(seconds === undefined ? [] : [['Acct-Session-Time', seconds] as Pair]),
    ['Acct-Input-Octets', up],
    ['Acct-Output-Octets', down],
    ...(words
      ? ([
          ['Acct-Input-Gigawords', words[0]],
          ['Acct-Output-Gigawords', words[1]],
        ] as Pair[])
      : []),
  ];
  const packet = accounting({
    type: 'Start',
    username: service.username,
    session,
    at: at ?? T + (seconds ?? 0) * 1000,
  });
  const attributes = packet.map((pair): Pair => (pair[0] === 'Acct-Status-Type' ? ['Acct-Status-Type', type] : pair));
  const answer = await from.ask(server.acctPort, from.accountingRequest([...attributes, ...more]));
  expect(answer?.code).toBe('Accounting-Response');
}

const stored = () => storedSessions(db, session);
const used = async () => {
  const { up, down } = await storedUsage(db, service.id);
  return [Number(up), Number(down)];
};
const logged = async () => {
  const rows = await runList(db, sessionLog, { ...call, input: sessionLog.input.parse({}) });
  return Array.isArray(rows) ? rows.filter(({ sessionid }) => sessionid === session) : [];
};
const report = (report_format: 'detailed' | 'day_wise_summary') => {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const dates = { date_from: day(T - 86_400_000), date_upto: day(Date.now()) };
  return usageReport(db, call, { serviceid: service.id, report_format, source: 'recent', ...dates });
};

describe('an implausible volume', () => {
  it('does not count and is stored separately; if it was one packet, the counters continue from before it', async () => {
    const before = await server.metric('lastmile_radius_accounting_implausible_total');
    await say({ type: 'Start', seconds: 0 });
    await say({ seconds: 300, up: 10, down: 100, words: [0, 0] });
    await say({ seconds: 600, up: 20, down: 200, words: [0x7fffffff, 0x7fffffff] });
    await say({ seconds: 900, up: 30, down: 300, words: [0, 0] });
    await say({ seconds: 1200, up: 45, down: 450, words: [0, 0] });
    expect(await used()).toEqual([45, 450]);
    expect(await stored()).toMatchObject([{ up: '45', down: '450', ended_at: null }]);
    expect(await logged()).toMatchObject([
      { implausible: true, uncounted_ul_mb: '8796093018112.00', uncounted_dl_mb: '8796093018112.00' },
    ]);
    expect(await server.metric('lastmile_radius_accounting_implausible_total')).toBe(before + 1);
    expect(await report('detailed')).toMatchObject([{ sessionid: session, implausible: true }]);
    const days = await report('day_wise_summary');
    expect(days.reduce((sum, { duration }) => sum + duration, 0)).toBe(1200);
  });

  it('is followed by increments that count, if the counters stay there', async () => {
    await say({ seconds: 300, up: 10, down: 100, words: [0, 0] });
    await say({ seconds: 600, up: 20, down: 200, words: [0x7fffff00, 0] });
    await say({ seconds: 900, up: 30, down: 300, words: [0x7fffff00, 0] });
    await say({ type: 'Stop', seconds: 1200, up: 50, down: 500, words: [0x7fffff00, 0] });
    expect(await used()).toEqual([10 + 10 + 20, 500]);
    expect(await stored()).toMatchObject([{ up: '40', down: '500', ended_at: new Date(T + 1_200_000) }]);
  });

  it('is found in the first record of a session by its session time', async () => {
    await say({ seconds: 40 * 86_400, at: T, up: 0, down: 0, words: [20_000, 0x7fffffff] });
    expect(await used()).toEqual([20_000 * ROUND, 0]);
    expect(await logged()).toMatchObject([{ implausible: true, dl_mb: '0.00' }]);
  });

  it('is found by the clock of this server, whatever time the NAS says has passed', async () => {
    const now = Math.floor(Date.now() / 1000) * 1000;
    await say({ type: 'Start', at: now });
    await say({ seconds: 0x7fffffff, at: now, up: 5, down: 0, words: [1_000, 0] });
    expect((await used())[0]).toBe(0);
    expect(await logged()).toMatchObject([{ implausible: true }]);
  });

  it('depends on the line rate of the NAS', async () => {
    const carried = 300 * 100 * 125_000;
    await say({ seconds: 0 }, slow);
    await say({ seconds: 300, up: carried, down: 0, words: [0, 0] }, slow);
    expect(await used()).toEqual([carried, 0]);
    const more = 300 * 100 * 125_000 + 1;
    await say(
      { seconds: 600, up: (carried + more) % ROUND, down: 9, words: [Math.floor((carried + more) / ROUND), 0] },
      slow,
    );
    expect(await used()).toEqual([carried, 9]);
  });

  it('does not break sums at their maximum', async () => {
    const most = 2n ** 63n - 1n;
    const [before = '', on = ''] = [T - 86_400_000, T].map((at) => new Date(at).toISOString().slice(0, 10));
    const large = { inBytes: most - 5n, outBytes: most - 5n, dayInBytes: most - 5n, day: new Date(before) };
    await db.prisma.usage.update({ where: { serviceId: service.id }, data: large });
    const identity = { service, session, nas: nasRow, startedAt: T };
    await recorder.record([recordOf(identity, { seconds: 60, upBytes: 10n, downBytes: 10n })]);
    await recorder.record([recordOf(identity, { seconds: 90, upBytes: 20n, downBytes: 20n, day: on })]);
    await recorder.record([recordOf(identity, { seconds: 99, upBytes: 30n, downBytes: 30n, day: before })]);
    expect(await storedUsage(db, service.id)).toMatchObject({ up: String(most), down: String(most) });
    expect(await report('day_wise_summary')).not.toEqual([]);
  });
});

describe('a NAS without Gigawords', () => {
  it('has its counters followed across 4 GiB, in each direction', async () => {
    await say({ type: 'Start' });
    await say({ seconds: 300, up: 100, down: 3 * GIB });
    await say({ seconds: 600, up: 200, down: 1 * GIB });
    await say({ seconds: 900, up: ROUND - 1, down: 2 * GIB });
    await say({ seconds: 1200, up: 7, down: 0 });
    await say({ type: 'Stop', seconds: 1500, up: 8, down: 1 });
    expect(await used()).toEqual([ROUND + 8, 2 * ROUND + 1]);
    expect(await stored()).toMatchObject([{ up: String(ROUND + 8), down: String(2 * ROUND + 1) }]);
  });

  it('does not seem to have wrapped at 4 GiB because of late or repeated records', async () => {
    await say({ seconds: 300, up: 1, down: 3 * GIB });
    await say({ seconds: 600, up: 2, down: 1 * GIB });
    await say({ seconds: 300, up: 1, down: 3 * GIB });
    await say({ seconds: 600, up: 2, down: 1 * GIB });
    await say({ seconds: 599, up: 2, down: 1 * GIB - 1 });
    expect(await used()).toEqual([2, ROUND + GIB]);
  });

  it('differs from one that has sent Gigawords in the session, whose counters only grow', async () => {
    await say({ seconds: 300, up: 1, down: 3 * GIB, words: [0, 0] });
    await say({ seconds: 600, up: 2, down: 1 * GIB });
    expect(await used()).toEqual([2, 3 * GIB]);
  });

  it('counts no more than its line rate allows, and continues from there', async () => {
    await say({ seconds: 0, up: 0, down: 0 }, slow);
    await say({ seconds: 300, up: 0, down: 3 * GIB }, slow);
    await say({ seconds: 302, up: 0, down: 1 * GIB }, slow);
    await say({ seconds: 304, up: 0, down: 1 * GIB + 5 }, slow);
    expect(await used()).toEqual([0, 3 * GIB + 5]);
    expect(await logged()).toMatchObject([{ implausible: true, uncounted_dl_mb: '2048.00' }]);
  });

  it('is shown to the operator', async () => {
    const sends = async (id: number) => {
      const rows = await runList(db, nases, { ...call, input: nases.input.parse({ id }) });
      return Array.isArray(rows) ? rows[0]?.sends_gigawords : null;
    };
    const without = await makeNas(db, isp);
    await say({ seconds: 300, words: [0, 0] });
    await until(async () => (await sends(nasRow.id)) === true);
    expect(await sends(without.id)).toBe(false);
  });
});

describe('a NAS without Acct-Session-Time', () => {
  it('ends the session that is open with its Stop', async () => {
    await say({ type: 'Start', at: T });
    await say({ at: T + 300_000, up: 5, down: 10, words: [0, 0] });
    await say({ type: 'Stop', at: T + 600_000, up: 7, down: 14, words: [0, 0] });
    await say({ type: 'Stop', at: T + 700_000, up: 7, down: 14, words: [0, 0] });
    expect(await stored()).toMatchObject([
      { started_at: new Date(T), ended_at: new Date(T + 600_000), up: '7', down: '14' },
    ]);
    expect(await used()).toEqual([7, 14]);
  });

  it('ends a session that had one before, with a Stop that has none', async () => {
    await say({ seconds: 300, up: 5, down: 10, words: [0, 0] });
    await say({ type: 'Stop', at: T + 600_000 });
    expect(await stored()).toMatchObject([{ ended_at: new Date(T + 600_000), session_time: 300, up: '5' }]);
  });

  it('starts another session with the same id after the end of the first', async () => {
    await say({ type: 'Start', at: T });
    await say({ type: 'Stop', at: T + 300_000, up: 5, words: [0, 0] });
    await say({ at: T + 900_000, up: 2, words: [0, 0] });
    expect(await stored()).toMatchObject([{ up: '5' }, { started_at: new Date(T + 900_000), up: '2' }]);
  });
});
