import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addUsage, type Caps, levelOf, nothingUsed } from '../../src/areas/money/usage/levels.ts';
import { openPeriodUsage } from '../../src/areas/money/usage/period.ts';
import { recountUsage } from '../../src/areas/money/usage/recount.ts';
import { services } from '../../src/areas/subscribers/services/list.ts';
import { runList } from '../../src/core/list/index.ts';
import { wholeInstallation } from '../../src/core/tenancy/scope.ts';
import { INTERIM_INTERVAL_S } from '../../src/core/vocabulary/interim.ts';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { nextNumber } from '../factories/sequence.ts';
import { dayFromToday, makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { accounting, type Packet, storedSessions, storedUsage } from './fixtures/accounting.ts';
import { applyPacket, type ModelSession } from './fixtures/counter-model.ts';
import type { Pair } from './fixtures/radius-package.ts';
import { startTestServer } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';
import { usageOf } from './fixtures/usage.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
const rows = [await makeNas(db, isp), await makeNas(db, isp)];

const server = await startTestServer(db);
let nases: TestNas[];

beforeAll(async () => {
  nases = await Promise.all(rows.map((row) => TestNas.open(row)));
});
afterAll(() => {
  for (const nas of nases) nas.close();
});

const T = Math.floor(Date.now() / 1000) * 1000 - 2 * 86_400_000;

/** An implausible volume: in one packet, or from then on. */
const jump = fc.record({
  by: fc.bigInt({ min: 10n ** 17n, max: 10n ** 18n }),
  of: fc.constantFrom('up' as const, 'down' as const),
  stays: fc.boolean(),
});
/** Millionths of the line rate. */
const share = fc.oneof(fc.nat(50), fc.nat(1_000_000));
const CARRIED_BY_MILLIONTH = 12_500;
const interval = fc
  .record({ seconds: fc.integer({ min: 1, max: 7_200 }), up: share, down: share, jump: fc.option(jump, { freq: 3 }) })
  .map(({ seconds, up, down, jump }) => {
    const carried = seconds * CARRIED_BY_MILLIONTH;
    return { seconds, up: up * carried, down: down * carried, jump };
  });

/** One session at its NAS: the growth in each interval, and how often the network delivers each packet. */
const story = fc.record({
  nas: fc.nat(1),
  service: fc.nat(1),
  /** Seconds since the start of the storm. */
  begins: fc.nat(90_000),
  intervals: fc.array(interval, { minLength: 1, maxLength: 5 }),
  stops: fc.boolean(),
  /** Whether its packets carry the Class of its log-in. */
  hasClass: fc.boolean(),
  /** Its NAS sends no Gigawords. */
  octetsOnly: fc.boolean(),
  /** Its Start repeated without an event time, so that it seems so many seconds later. */
  repeats: fc.array(fc.oneof(fc.integer({ min: 6, max: 300 }), fc.integer({ min: 6, max: 20_000 })), { maxLength: 3 }),
});
type Story = typeof story extends fc.Arbitrary<infer S> ? S : never;

/** A packet that arrives, and where in the storm. */
interface Delivery {
  readonly packet: Packet;
  readonly position: number;
}

const lastOf = (deliveries: readonly Delivery[]): number => Math.max(0, ...deliveries.map(({ position }) => position));

type Names = Pick<Packet, 'username' | 'session' | 'more'>;

/** A Start without Class can be recognised as a repeat until the first Interim-Update is due. */
function repeatsOf({ begins, intervals: [first], hasClass, repeats }: Story, names: Names): Packet[] {
  const within = hasClass ? Number.POSITIVE_INFINITY : Math.min(first?.seconds ?? 0, INTERIM_INTERVAL_S);
  return repeats
    .filter((seconds) => seconds <= within)
    .sort((one, other) => one - other)
    .map((seconds) => ({ type: 'Start', at: T + (begins + seconds) * 1000, unstamped: true, ...names }));
}

/** The packets of a session in the order of its events. */
function packetsOf({ begins, intervals, stops, octetsOnly }: Story, of: Names): Packet[] {
  let at = T + begins * 1000;
  let total = { seconds: 0, up: 0n, down: 0n };
  const names = { ...of, octetsOnly };
  const packets: Packet[] = [{ type: 'Start', at, ...names }];
  for (const [number, { seconds, up, down, jump }] of intervals.entries()) {
    at += seconds * 1000;
    total = { seconds: total.seconds + seconds, up: total.up + BigInt(up), down: total.down + BigInt(down) };
    const jumped = jump && !octetsOnly ? { ...total, [jump.of]: total[jump.of] + jump.by } : total;
    if (jump?.stays) total = jumped;
    const last = stops && number === intervals.length - 1;
    packets.push({ type: last ? 'Stop' : 'Interim-Update', at, ...jumped, ...names });
  }
  return packets;
}

/** Volumes that only some storms use up. */
const CAPS: Caps = { level1: 2n ** 53n, level2: 2n ** 54n, level3: 2n ** 54n };
const HALF_UP = Decimal.ROUND_HALF_UP;

async function inPeriod() {
  const service = await makeService(db, plan);
  const { id } = await db.prisma.period.create({
    data: {
      ...{ serviceId: service.id, ispId: isp.id, planId: plan.id, subPlanId: plan.subPlan.id },
      ...{ startsOn: dayFromToday(0), endsOn: dayFromToday(30) },
    },
  });
  await db.transaction((tx) => openPeriodUsage(tx, { serviceId: service.id, periodId: id, caps: CAPS }));
  return service;
}

async function usedGb(serviceid: number): Promise<string> {
  const call = { scope: wholeInstallation, zone: 'UTC', input: services.input.parse({ serviceid }) };
  const rows = await runList(db, services, call);
  return Array.isArray(rows) ? String(rows[0]?.used_gb) : '';
}

/** Whether the event time is an arrival minus a delay in whole seconds. */
const isRepeat = (packets: readonly Packet[], at: number): boolean =>
  packets.some((packet) => packet.at === at && packet.unstamped);

const longest = (packets: readonly Packet[]): bigint =>
  BigInt(Math.max(0, ...packets.map(({ seconds }) => seconds ?? 0)));

/** The packets of a session in the order of arrival. */
function counters(packets: readonly Packet[]): Pick<ModelSession, 'up' | 'down'> {
  const none = { shown: 0n, counted: 0n, uncounted: 0n };
  return packets.reduce<ModelSession | null>(applyPacket, null) ?? { up: none, down: none };
}

it('whatever the network loses, duplicates and reorders, sessions and usage match what arrived', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(story, { minLength: 1, maxLength: 4 }),
      fc.infiniteStream(fc.nat(3)),
      fc.infiniteStream(fc.nat(1_000_000)),
      async (stories, copies, positions) => {
        const both = [await inPeriod(), await inPeriod()];
        const lives = stories.map((each) => {
          const service = both[each.service] as (typeof both)[0];
          const session = `storm${nextNumber()}`;
          const login: Pair[] = each.hasClass ? [['Class', Buffer.from(`lm:${service.id}:${session}`)]] : [];
          // Each from its own line, so that none takes over another.
          const line: Pair = ['NAS-Port-Id', session];
          const names: Names = { username: service.username, session, more: [line, ...login] };
          const deliver = (packet: Packet, earliest = 0): Delivery[] =>
            Array.from({ length: copies.next().value }, () => ({
              packet,
              position: earliest + positions.next().value,
            }));
          const deliveries = packetsOf(each, names).flatMap((packet) => deliver(packet));
          // A repeat has the time of its arrival, so without Class it comes after what it repeats.
          let earliest = each.hasClass ? 0 : lastOf(deliveries.filter(({ packet }) => packet.type === 'Start'));
          for (const packet of repeatsOf(each, names)) {
            const again = deliver(packet, earliest);
            deliveries.push(...again);
            if (!each.hasClass) earliest = Math.max(earliest, lastOf(again));
          }
          const arrived = deliveries
            .toSorted((one, other) => one.position - other.position)
            .map(({ packet }) => packet);
          return { each, service, session, deliveries, arrived };
        });
        const all = lives
          .flatMap(({ each, deliveries }) =>
            deliveries.map((delivery) => ({ nas: nases[each.nas] as TestNas, ...delivery })),
          )
          .sort((one, other) => one.position - other.position);
        const answers = await Promise.all(
          all.map(({ nas, packet }) => nas.ask(server.acctPort, nas.accountingRequest(accounting(packet)))),
        );
        for (const answer of answers) expect(answer?.code).toBe('Accounting-Response');

        for (const { session, arrived } of lives) {
          const stored = await storedSessions(db, session);
          expect(stored).toHaveLength(arrived.length === 0 ? 0 : 1);
          if (!stored[0]) continue;
          const { up, down } = counters(arrived);
          expect([stored[0].up, stored[0].uncounted_up]).toEqual([up.counted, up.uncounted].map(String));
          expect([stored[0].down, stored[0].uncounted_down]).toEqual([down.counted, down.uncounted].map(String));
          expect(stored[0].session_time).toBe(Number(longest(arrived)));
          expect(stored[0].ended_at !== null).toBe(arrived.some(({ type }) => type === 'Stop'));
          const latest = Math.max(...arrived.map(({ at }) => at));
          expect(Math.abs(stored[0].updated_at.getTime() - latest)).toBeLessThan(isRepeat(arrived, latest) ? 5_000 : 1);
        }
        for (const service of both) {
          const own = lives.filter((life) => life.service === service);
          const sum = (of: 'up' | 'down' | 'seconds') =>
            own.reduce(
              (all, { arrived }) => all + (of === 'seconds' ? longest(arrived) : counters(arrived)[of].counted),
              0n,
            );
          const usage = await storedUsage(db, service.id);
          expect([usage.up, usage.down]).toEqual([String(sum('up')), String(sum('down'))]);
          const byDay = Object.values(usage.days).reduce(
            (total, day) => total.map((part, at) => part + BigInt(day[at] ?? 0)),
            [0n, 0n, 0n],
          );
          expect(byDay).toEqual([sum('up'), sum('down'), sum('seconds')]);
          const period = addUsage(nothingUsed(CAPS), sum('up') + sum('down'));
          expect(await usageOf(db, service.id)).toEqual({ usage: period, level: levelOf(period) });
          await db.transaction((tx) => recountUsage(tx, service.id));
          expect((await usageOf(db, service.id)).usage).toEqual(period);
          expect(await usedGb(service.id)).toBe(new Decimal(String(period.usedBytes)).div(2 ** 30).toFixed(3, HALF_UP));
        }
      },
    ),
    { numRuns: 40 },
  );
});
