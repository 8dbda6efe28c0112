import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionRecord } from '../../../src/radius/accounting/record/record.ts';
import { Pulse } from '../../../src/radius/state/pulse/pulse.ts';
import { makeNas } from '../../factories/network.ts';
import { makePlan } from '../../factories/plans.ts';
import { nextNumber } from '../../factories/sequence.ts';
import { makeService } from '../../factories/services.ts';
import { makeIsp, makeReseller } from '../../factories/tenants.ts';
import { freshDatabase } from '../../fixtures/database.ts';
import { lockWaits } from '../../fixtures/lock-waits.ts';
import { storedSessions, storedUsage } from '../fixtures/accounting.ts';
import { openRecorder, recordOf } from '../fixtures/recorder.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
const nas = await makeNas(db, isp);
const pulses = [new Pulse(), new Pulse()] as const;
const [one, other] = [openRecorder(db, pulses[0]), openRecorder(db, pulses[1])];

/** The statement that accounts. */
const ACCOUNTING = '%WITH input%';
const T = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
const service = () => makeService(db, plan);
type Service = Awaited<ReturnType<typeof service>>;
const sessionOf = (of: Service | null, session = `n${nextNumber()}`) => ({ service: of, session, nas, startedAt: T });
const grown = (up: number, seconds = up) => ({ seconds, upBytes: BigInt(up), downBytes: BigInt(3 * up) });

/** What both nodes have counted since the last call. */
function transferred() {
  const owners = pulses.flatMap((pulse) => pulse.take().owners);
  const sumOf = (direction: 'up' | 'down') => owners.reduce((all, owner) => all + owner[direction], 0);
  return { up: sumOf('up'), down: sumOf('down') };
}

const SESSIONS = 4;
const more = fc.array(fc.nat(9), { minLength: SESSIONS, maxLength: SESSIONS });
/** One day: how much each session grows from record to record, and which node receives which record, when. */
const day = fc.record({
  day: fc.constantFrom('2026-11-19', '2026-11-20', '2026-11-21'),
  steps: fc.array(more, { minLength: 1, maxLength: 6 }),
  deliveries: fc.array(fc.record({ by: fc.constantFrom('one', 'other', 'both'), position: fc.nat(1_000) }), {
    minLength: 6 * SESSIONS,
    maxLength: 6 * SESSIONS,
  }),
  batch: fc.integer({ min: 1, max: 8 }),
});

describe('two nodes that receive records of the same sessions at the same time', () => {
  it('count everything once, for the session, the period, the day and the minute', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(day, { minLength: 1, maxLength: 4 }), async (days) => {
        const services = [await service(), await service()];
        const sessions = Array.from({ length: SESSIONS }, (_, at) => sessionOf(services[at % 2] as Service));
        const total = sessions.map(() => 0);
        const expected = services.map(() => new Map<string, number>());
        for (const { day, steps, deliveries, batch } of days) {
          const arrivals = steps.flatMap((step, round) =>
            step.map((by, at) => {
              const sum = (total[at] ?? 0) + by;
              total[at] = sum;
              const ofDay = expected[at % 2] as Map<string, number>;
              ofDay.set(day, (ofDay.get(day) ?? 0) + by);
              const record = recordOf(sessions[at] as (typeof sessions)[0], { ...grown(sum), day });
              return { record, ...(deliveries[round * SESSIONS + at] as (typeof deliveries)[0]) };
            }),
          );
          arrivals.sort((a, b) => a.position - b.position);
          await Promise.all(
            (['one', 'other'] as const).flatMap((node) => {
              const records = arrivals.filter(({ by }) => by === node || by === 'both').map(({ record }) => record);
              return batchesOf(records, batch).map((part) => (node === 'one' ? one : other).record(part));
            }),
          );
        }
        const sum = total.reduce((all, each) => all + each, 0);
        expect(transferred()).toEqual({ up: sum, down: 3 * sum });
        for (const [at, { session }] of sessions.entries()) {
          expect(await storedSessions(db, session)).toMatchObject([
            { up: String(total[at]), down: String(3 * (total[at] ?? 0)), session_time: total[at] },
          ]);
        }
        for (const [at, { id }] of services.entries()) {
          const byDay = [...(expected[at] as Map<string, number>)].filter(([, sum]) => sum > 0);
          const sum = byDay.reduce((all, [, each]) => all + each, 0);
          const stored = await storedUsage(db, id);
          expect(stored).toEqual({
            ...{ up: String(sum), down: String(3 * sum) },
            days: Object.fromEntries(byDay.map(([of, each]) => [of, [each, 3 * each, each].map(String)])),
          });
        }
      }),
      { numRuns: 25 },
    );
  });

  it('count the first record once when the second waits for its row', async () => {
    const of = await service();
    const identity = sessionOf(of);
    await one.record([recordOf(identity, grown(1))]);
    const client = await db.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM radius.usage WHERE service_id = $1 FOR UPDATE', [of.id]);
    const first = one.record([recordOf(identity, grown(5))]);
    await lockWaits(db, 1, ACCOUNTING);
    const second = other.record([recordOf(identity, grown(8))]);
    await lockWaits(db, 2, ACCOUNTING);
    await client.query('COMMIT');
    client.release();
    await Promise.all([first, second]);
    expect(await storedUsage(db, of.id)).toEqual({ up: '8', down: '24', days: { '2026-11-20': ['8', '24', '8'] } });
  });
});

function batchesOf(records: readonly SessionRecord[], size: number): SessionRecord[][] {
  return Array.from({ length: Math.ceil(records.length / size) }, (_, at) => records.slice(at * size, (at + 1) * size));
}

describe('one batch', () => {
  it('counts each of many sessions of one service', async () => {
    const of = await service();
    const { ended, refused } = await one.record([1, 2, 3, 4].map((up) => recordOf(sessionOf(of), grown(up))));
    expect({ ended: ended.length, refused: refused.size }).toEqual({ ended: 0, refused: 0 });
    expect(await storedUsage(db, of.id)).toEqual({ up: '10', down: '30', days: { '2026-11-20': ['10', '30', '10'] } });
  });

  it('counts a session for the service it started with, next to others of both services', async () => {
    const [before, now] = [await service(), await service()];
    const moved = sessionOf(before);
    await one.record([recordOf(moved, grown(100))]);
    await one.record([
      recordOf(sessionOf(before), grown(1)),
      recordOf({ ...moved, service: { id: now.id, username: before.username } }, grown(150)),
      recordOf(sessionOf(now), grown(7)),
    ]);
    expect(await storedUsage(db, before.id)).toMatchObject({ up: '151', down: '453' });
    expect(await storedUsage(db, now.id)).toMatchObject({ up: '7', down: '21' });
    expect(await storedSessions(db, moved.session)).toMatchObject([{ service_id: before.id, up: '150' }]);
  });

  it('counts a session whose service name no longer exists for the service it started with', async () => {
    const before = await service();
    const known = sessionOf(before);
    await one.record([recordOf(known, grown(10))]);
    await db.prisma.service.update({ where: { id: before.id }, data: { username: `gone${nextNumber()}` } });
    await one.record([recordOf(sessionOf(before), grown(1)), recordOf(known, { ...grown(30), serviceId: null })]);
    expect(await storedUsage(db, before.id)).toMatchObject({ up: '31', down: '93' });
  });

  it('finds a service that is not in memory by its name, and counts two sessions of it', async () => {
    const unknown = await service();
    const name = { serviceId: null, username: unknown.username.toUpperCase() };
    await one.record([3, 4].map((up) => recordOf(sessionOf(unknown), { ...grown(up), ...name })));
    expect(await storedUsage(db, unknown.id)).toMatchObject({ up: '7', down: '21' });
  });

  it('loses no record because of one that contradicts an open session', async () => {
    const of = await service();
    const twice = sessionOf(of);
    const later = { ...twice, startedAt: T + 600_000 };
    await one.record([recordOf(twice, { kind: 'stop', seconds: 60, sessionClass: 'first' })]);
    await one.record([recordOf(later, { kind: 'start' })]);
    // The Class of the ended session, while another one is open under its id.
    const wrong = recordOf({ ...twice, startedAt: T + 900_000 }, { ...grown(5), sessionClass: 'first' });
    const valid = await Promise.all([1, 2, 3].map(async (up) => recordOf(sessionOf(await service()), grown(up))));
    const { refused } = await one.record([...valid, wrong]);
    expect([...refused]).toEqual([wrong]);
    for (const [at, { serviceId }] of valid.entries())
      expect(await storedUsage(db, serviceId as number)).toMatchObject({ up: String(at + 1) });
    expect(await storedUsage(db, of.id)).toMatchObject({ up: '0' });
  });
});

describe('a batch that is sent before the previous one is acknowledged', () => {
  it('comes after all of the previous one, even if that is several statements', async () => {
    const of = await service();
    const [first, second] = [sessionOf(of), sessionOf(of)];
    const starts = [first, second].map((each) => recordOf(each, { kind: 'start' }));
    await one.record(starts);
    const done: string[] = [];
    await Promise.all([
      // Two sessions of one service are two statements.
      one.record([recordOf(first, grown(60)), recordOf(second, grown(60))]).then(() => done.push('interim')),
      one.record([{ kind: 'nas-on', nasId: nas.id, at: T + 120_000 }]).then(() => done.push('nas-on')),
    ]);
    expect(done).toEqual(['interim', 'nas-on']);
    for (const { session } of [first, second])
      expect(await storedSessions(db, session)).toMatchObject([{ up: '60', terminate_cause: 'Accounting-On' }]);
    // What the NAS repeats is one restart.
    await one.record([{ kind: 'nas-on', nasId: nas.id, at: T + 130_000 }]);
    await one.record([{ kind: 'nas-off', nasId: nas.id, at: T + 400_000 }]);
    const heard = await db.prisma.nasHeard.findUnique({ where: { nasId: nas.id } });
    expect(heard?.restartedAt).toEqual(new Date(T + 120_000));
  });

  it('is written when the previous one is rejected', async () => {
    const of = await service();
    const good = sessionOf(of);
    const bad = recordOf(sessionOf(of), { ...grown(9), username: 'no\u0000name' });
    const [refused, written] = await Promise.all([one.record([bad]), one.record([recordOf(good, grown(4))])]);
    expect([...refused.refused]).toEqual([bad]);
    expect(written.refused.size).toBe(0);
    expect(await storedUsage(db, of.id)).toMatchObject({ up: '4' });
  });

  it('is written once when the connection breaks under both', async () => {
    const of = await service();
    const [first, second] = [sessionOf(of), sessionOf(of)];
    await one.record([recordOf(first, grown(1))]);
    const client = await db.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM radius.usage WHERE service_id = $1 FOR UPDATE', [of.id]);
    const both = Promise.all([one.record([recordOf(first, grown(5))]), one.record([recordOf(second, grown(7))])]);
    await lockWaits(db, 1, ACCOUNTING);
    const waiting = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`;
    await db.pool.query(waiting, [ACCOUNTING]);
    await client.query('COMMIT');
    client.release();
    await both;
    expect(await storedUsage(db, of.id)).toMatchObject({ up: '12', down: '36' });
  });
});

it('what is transferred is counted by owner, and not for a user who is unknown', async () => {
  transferred();
  const reseller = await makeReseller(db, isp);
  const resold = await makeService(db, plan, { resellerId: reseller.id });
  const records = [await service(), resold, null].map((of, at) => {
    const resellerId = of === resold ? reseller.id : null;
    return recordOf(sessionOf(of), { ...grown(10 + at), resellerId });
  });
  for (let time = 0; time < 2; time++) await one.record(records);
  const of = (resellerId: number, up: number) => ({ ispId: isp.id, resellerId, up, down: 3 * up });
  const owners = [...pulses[0].take().owners].sort((left, right) => left.resellerId - right.resellerId);
  expect(owners).toMatchObject([of(0, 10), of(reseller.id, 11)]);
});
