import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetCallers } from '../../../../src/areas/care/care-line/forget-callers.ts';
import { numberEvents } from '../../../../src/areas/insight/events/number-events.ts';
import { setPin } from '../../../../src/areas/subscribers/customers/care-pin.ts';
import { startApi } from '../../../fixtures/api.ts';
import {
  addCallerOf,
  type Identified,
  PhoneCall,
  type ProgramTenant,
  programTenant,
  type Subscriber,
} from './program.ts';

const api = await startApi();
const PIN = '2583';
const HOUR = 3_600_000;
const NOON = new Date('2026-11-20T12:00:00Z');

let tenant: ProgramTenant;
let own: Subscriber;
beforeAll(async () => {
  tenant = await programTenant(api);
  await api.ok('isp/settings_update', { ispid: tenant.ispid, event_feed: 'Y' }, tenant.me);
});
beforeEach(async () => {
  api.clock.at = NOON;
  await api.db.prisma.careCount.deleteMany();
  await api.db.prisma.careWatch.deleteMany();
  await api.db.prisma.careCaller.deleteMany();
  own = await addCallerOf(api, tenant);
  await choosePin(own);
});
const wait = (ms: number) => {
  api.clock.at = new Date(api.clock.now().getTime() + ms);
};
const choosePin = ({ customerid }: Subscriber) =>
  api.db.transaction((tx) =>
    setPin(tx, { ispId: tenant.ispid, customerId: customerid }, PIN, {
      secretsKeys: api.kernel.secretsKeys,
      now: NOON,
    }),
  );
const call = (program = tenant.program) => new PhoneCall(api, program);
const levelOf = async (fields: Record<string, string | number>, of = call()) => (await of.identify(fields)).level;

describe('a number', () => {
  it('calls 20 times an hour, also when forty calls come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => call().tries({ from: own.mobile })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    expect(await call().tries({ from: `+91${own.mobile}` })).toMatchObject({
      ...{ status: 429, error: 'this number has called 20 times within an hour; connect the caller to the staff' },
    });
    wait(HOUR);
    expect(await levelOf({ from: own.mobile })).toBe('1');
  });

  it('is one for all of a call: another is refused, and the call goes on', async () => {
    const mine = call();
    await mine.identify({ from: own.mobile });
    expect(await mine.tries({ from: '9700000001' })).toMatchObject({
      ...{ status: 409, error: 'call_id: is the call of another number; each call has an id of its own' },
    });
    expect(await levelOf({ account: own.username, pin: PIN }, mine)).toBe('2');
  });
});

describe('a PIN is guessed', () => {
  const guess = (of: PhoneCall, pin: string) => of.identify({ from: own.mobile, pin });

  it('three times a call, also twelve at once', async () => {
    const mine = call();
    await mine.identify({ from: own.mobile });
    await Promise.all(Array.from({ length: 12 }, (_, at) => mine.tries({ from: own.mobile, pin: String(7000 + at) })));
    const row = await api.db.prisma.careCaller.findFirstOrThrow({ where: { callId: mine.id } });
    expect(row.tries).toBe(3);
    expect(await api.db.prisma.careCount.findFirst({ where: { kind: 'pin' } })).toMatchObject({ count: 3 });
    // The right one does not help any more, and looks like a wrong one.
    expect(await guess(mine, PIN)).toMatchObject({ known: 'Y', level: '1' });
    expect(await levelOf({ from: own.mobile, pin: PIN })).toBe('2');
  });

  it('ten times a day, in twelve calls at once too', async () => {
    await Promise.all(Array.from({ length: 12 }, () => guess(call(), '7777')));
    const counted = () => api.db.prisma.careCount.findFirst({ where: { kind: 'pin' } });
    expect(await counted()).toMatchObject({ key: String(own.customerid), count: 10 });
    expect(await levelOf({ from: own.mobile, pin: PIN })).toBe('1');
    wait(24 * HOUR);
    expect(await levelOf({ from: own.mobile, pin: PIN })).toBe('2');
    expect(await counted()).toMatchObject({ count: 0 });
  });

  it('20 times an hour by all strangers of a program, whatever accounts and numbers they try', async () => {
    const others: Subscriber[] = [];
    for (let at = 0; at < 9; at++) others.push(await addCallerOf(api, tenant));
    for (const [at, { username }] of others.entries())
      for (const pin of ['1111', '7777', '9999'])
        await call().identify({ from: `97000001${10 + at}`, account: username, pin });
    expect(await api.db.prisma.careCount.findFirst({ where: { kind: 'stranger' } })).toMatchObject({ count: 20 });
    expect(await levelOf({ from: 'anonymous', account: own.username, pin: PIN })).toBe('0');
    expect(await levelOf({ from: own.mobile, pin: PIN })).toBe('2');
    wait(HOUR);
    expect(await levelOf({ from: 'anonymous', account: own.username, pin: PIN })).toBe('2');
  });
});

describe('somebody who tries numbers', () => {
  /** Calls of so many numbers that are nobody's, many at a time. Returns the answers. */
  async function unknownCalls(count: number, first: number): Promise<Identified[]> {
    const answers: Identified[] = [];
    for (let at = 0; at < count; at += 20) {
      const batch = Array.from({ length: Math.min(20, count - at) }, (_, each) => `9600${100_000 + first + at + each}`);
      answers.push(...(await Promise.all(batch.map((from) => call().identify({ from })))));
    }
    return answers;
  }
  async function events(): Promise<number> {
    while ((await numberEvents(api.db)) > 0);
    return (await api.ok<object[]>('event/list', { type: 'care.trawled', rows_limit: 100 }, tenant.me)).length;
  }

  it('learns nothing of the numbers after 200 unknown ones, for an hour', async () => {
    const before = await events();
    const known: Subscriber[] = [own];
    for (let at = 0; at < 4; at++) known.push(await addCallerOf(api, tenant));
    await unknownCalls(200, 0);
    expect(await levelOf({ from: own.mobile })).toBe('1');
    expect(await events()).toBe(before);
    await unknownCalls(12, 1_000);
    expect(await events()).toBe(before + 1);
    const nobody = (await unknownCalls(1, 2_000)).map(({ caller: _, ...rest }) => rest);
    for (const { mobile } of known) {
      const { caller: _, ...answer } = await call().identify({ from: mobile });
      expect([answer]).toEqual(nobody);
    }
    const byAccount = { from: own.mobile, account: own.username };
    expect(await levelOf(byAccount)).toBe('0');
    // Who proves it is known all the same.
    expect(await levelOf({ ...byAccount, pin: PIN })).toBe('2');
    wait(HOUR - 1);
    expect(await levelOf({ from: own.mobile })).toBe('0');
    wait(1);
    expect(await levelOf({ from: own.mobile })).toBe('1');
    expect(await events()).toBe(before + 1);
  });

  it('is not one whose callers are mostly known', async () => {
    const known: Subscriber[] = [];
    for (let at = 0; at < 80; at++) known.push(await addCallerOf(api, tenant));
    for (const { mobile } of known) await Promise.all([1, 2, 3].map(() => call().identify({ from: mobile })));
    await unknownCalls(220, 0);
    expect(await levelOf({ from: own.mobile })).toBe('1');
  });

  it('cannot make unknown numbers seem few by calling with a known one again and again', async () => {
    for (let at = 0; at < 20; at++) await call().identify({ from: own.mobile });
    const watch = await api.db.prisma.careWatch.findFirstOrThrow();
    expect([watch.calls, watch.unknown]).toEqual([3, 0]);
  });

  it('does not stop another program, of this ISP or of another', async () => {
    await unknownCalls(201, 0);
    const other = await programTenant(api);
    const theirs = await addCallerOf(api, other);
    expect(await levelOf({ from: theirs.mobile }, call(other.program))).toBe('1');
    expect(await levelOf({ from: own.mobile })).toBe('0');
  });
});

describe('what is a day old', () => {
  it('is forgotten by a job, and nothing else', async () => {
    await call().identify({ from: '9700000001' });
    const old = call();
    await old.identify({ from: own.mobile });
    wait(24 * HOUR);
    const young = call();
    await young.identify({ from: own.mobile });
    expect(await forgetCallers(api.db, api.clock.now(), new AbortController().signal)).toBe(true);
    const ids = (await api.db.prisma.careCaller.findMany({ where: { userId: tenant.program.userid } })).map(
      (row) => row.callId,
    );
    expect(ids).toEqual([young.id]);
    expect(await api.db.prisma.careCount.findMany({ select: { key: true } })).toEqual([{ key: `+91${own.mobile}` }]);
    expect(await forgetCallers(api.db, api.clock.now(), AbortSignal.abort())).toBe(false);
  });
});
