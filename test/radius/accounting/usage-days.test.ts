import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openPeriodUsage } from '../../../src/areas/money/usage/period.ts';
import { recountUsage } from '../../../src/areas/money/usage/recount.ts';
import { usageReport } from '../../../src/areas/subscribers/services/usage-report.ts';
import { wholeInstallation } from '../../../src/core/tenancy/scope.ts';
import { query, sql } from '../../../src/db/sql.ts';
import { runArchive } from '../../areas/installation/archive/months.ts';
import { makeNas } from '../../factories/network.ts';
import { makePlan } from '../../factories/plans.ts';
import { nextNumber } from '../../factories/sequence.ts';
import { dayFromToday, makeService } from '../../factories/services.ts';
import { makeIsp } from '../../factories/tenants.ts';
import { freshDatabase } from '../../fixtures/database.ts';
import { storedUsage } from '../fixtures/accounting.ts';
import { openRecorder, recordOf } from '../fixtures/recorder.ts';
import { usageOf } from '../fixtures/usage.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
const nas = await makeNas(db, isp);
const recorder = openRecorder(db);

const T = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
const MB = 2n ** 20n;

/** A service with a session that adds usage to a day. */
async function online() {
  const service = await makeService(db, plan);
  const identity = { service, session: `d${nextNumber()}`, nas, startedAt: T };
  let sum = 0;
  return {
    id: service.id,
    async uses(day: string, mb: number): Promise<void> {
      sum += mb;
      const more = { seconds: sum, upBytes: BigInt(sum) * MB, downBytes: BigInt(2 * sum) * MB, day };
      await recorder.record([recordOf(identity, more)]);
    },
  };
}

/** The current day in `radius.usage`, and its megabytes up. */
async function current(serviceId: number) {
  return query(
    db.pool,
    sql`SELECT day::text, (day_in_bytes / 1048576)::int AS mb FROM radius.usage WHERE service_id = ${serviceId}`,
  );
}

/** The days in `radius.usage_day`, with their megabytes up. */
async function putAway(serviceId: number) {
  return query(
    db.pool,
    sql`SELECT day::text, (in_bytes / 1048576)::int AS mb FROM radius.usage_day WHERE service_id = ${serviceId} ORDER BY day`,
  );
}

async function report(serviceid: number, source: 'recent' | 'archive' = 'recent') {
  const dates = { date_from: '2026-01-01', date_upto: '2026-12-31' };
  const input = { serviceid, report_format: 'day_wise_summary', source, ...dates } as const;
  const rows = await usageReport(db, { scope: wholeInstallation, zone: 'UTC' }, input);
  return rows.map(({ period, duration, ul_mb, dl_mb }) => [period, ...[duration, ul_mb, dl_mb].map(Number)]);
}

async function recounted(serviceId: number) {
  const before = await usageOf(db, serviceId);
  await db.transaction((tx) => recountUsage(tx, serviceId));
  expect(await usageOf(db, serviceId)).toEqual(before);
  return before.usage.usedBytes;
}

describe('the usage of a day', () => {
  it('is stored with that of the period until another day is counted', async () => {
    const service = await online();
    await service.uses('2026-11-20', 1);
    await service.uses('2026-11-20', 2);
    expect(await current(service.id)).toEqual([{ day: '2026-11-20', mb: 3 }]);
    expect(await putAway(service.id)).toEqual([]);
    await service.uses('2026-11-21', 4);
    expect(await current(service.id)).toEqual([{ day: '2026-11-21', mb: 4 }]);
    expect(await putAway(service.id)).toEqual([{ day: '2026-11-20', mb: 3 }]);
  });

  it('is the sum of what was moved away and what came late', async () => {
    const service = await online();
    for (const [day, mb] of [
      ['2026-11-20', 1],
      ['2026-11-21', 2],
      ['2026-11-20', 4],
      ['2026-11-21', 8],
    ] as const)
      await service.uses(day, mb);
    expect(await putAway(service.id)).toEqual([
      { day: '2026-11-20', mb: 5 },
      { day: '2026-11-21', mb: 2 },
    ]);
    expect(await report(service.id)).toEqual([
      ['2026-11-20', 5, 5, 10],
      ['2026-11-21', 10, 10, 20],
    ]);
  });

  it('is always the same in the report, the period and its recount, with days back and forth', async () => {
    const use = fc.tuple(fc.constantFrom('2026-10-31', '2026-11-01', '2026-11-20', '2026-11-21'), fc.nat(5));
    await fc.assert(
      fc.asyncProperty(fc.array(use, { minLength: 1, maxLength: 10 }), async (uses) => {
        const service = await online();
        const expected = new Map<string, number>();
        for (const [day, mb] of uses) {
          await service.uses(day, mb);
          if (mb > 0) expected.set(day, (expected.get(day) ?? 0) + mb);
          const days = [...expected].sort().map(([of, sum]) => [of, sum, sum, 2 * sum]);
          expect(await report(service.id)).toEqual(days);
          const sum = [...expected.values()].reduce((all, each) => all + each, 0);
          expect(await recounted(service.id)).toBe(BigInt(3 * sum) * MB);
        }
      }),
      { numRuns: 12 },
    );
  });

  it('stays when a period opens, which starts from zero', async () => {
    const service = await online();
    const today = new Date().toISOString().slice(0, 10);
    await service.uses(today, 3);
    const dates = { startsOn: dayFromToday(0), endsOn: dayFromToday(30) };
    const owner = { serviceId: service.id, ispId: isp.id, planId: plan.id, subPlanId: plan.subPlan.id };
    const period = await db.prisma.period.create({ data: { ...owner, ...dates } });
    const caps = { level1: null, level2: 0n, level3: 0n };
    await db.transaction((tx) => openPeriodUsage(tx, { serviceId: service.id, periodId: period.id, caps }));
    expect(await recounted(service.id)).toBe(0n);
    await service.uses(today, 2);
    expect(await recounted(service.id)).toBe(6n * MB);
    expect((await storedUsage(db, service.id)).days).toEqual({ [today]: [5n * MB, 10n * MB, 5].map(String) });
  });

  it('is moved to its month before that is archived', async () => {
    await db.pool.query(`SELECT radius.ensure_partitions('2026-07-01', 2)`);
    const [old, busy] = [await online(), await online()];
    await old.uses('2026-07-30', 1);
    await old.uses('2026-07-31', 2);
    await busy.uses('2026-07-31', 3);
    await busy.uses('2026-08-01', 4);
    await runArchive(db);
    expect(await current(old.id)).toEqual([{ day: null, mb: 0 }]);
    expect(await current(busy.id)).toEqual([{ day: '2026-08-01', mb: 4 }]);
    expect(await report(old.id, 'archive')).toEqual([
      ['2026-07-30', 1, 1, 2],
      ['2026-07-31', 2, 2, 4],
    ]);
    expect(await report(old.id)).toEqual([]);
    expect(await report(busy.id, 'archive')).toEqual([['2026-07-31', 3, 3, 6]]);
    expect(await report(busy.id)).toEqual([['2026-08-01', 4, 4, 8]]);
    for (const { id } of [old, busy]) await recounted(id);
    await old.uses('2026-08-02', 5);
    expect(await recounted(old.id)).toBe(24n * MB);
  });
});

describe('the time of the last change of level', () => {
  const since = async (serviceId: number) =>
    (await db.prisma.usage.findUniqueOrThrow({ where: { serviceId } })).levelSince.getTime();

  it('is set when the level changes or the volume is exhausted, and only then', async () => {
    const service = await online();
    await db.prisma.usage.update({
      where: { serviceId: service.id },
      data: { level1Bytes: 30n * MB, level2Bytes: 30n * MB, levelSince: new Date(0) },
    });
    const levels: unknown[] = [];
    let before = 0;
    // Counted three times over: each unit up comes with two down.
    for (const [day, mb] of [
      ['2026-11-20', 1],
      ['2026-11-21', 8],
      ['2026-11-21', 2],
      ['2026-11-21', 1],
      ['2026-11-22', 10],
      ['2026-11-22', 1],
    ] as const) {
      await service.uses(day, mb);
      const { bwLevel, exhausted } = await db.prisma.usage.findUniqueOrThrow({ where: { serviceId: service.id } });
      const now = await since(service.id);
      levels.push([bwLevel, exhausted, now > before]);
      before = now;
    }
    expect(levels).toEqual([
      [1, false, false],
      [1, false, false],
      [2, false, true],
      [2, false, false],
      [2, true, true],
      [2, true, false],
    ]);
  });

  it('is set once for a change, without moving a day away twice', async () => {
    const service = await online();
    await db.prisma.usage.update({
      where: { serviceId: service.id },
      data: { level1Bytes: 5n * MB, level2Bytes: null },
    });
    await service.uses('2026-11-20', 1);
    await service.uses('2026-11-21', 1);
    expect(await putAway(service.id)).toEqual([{ day: '2026-11-20', mb: 1 }]);
    expect((await usageOf(db, service.id)).level).toEqual({ level: 2, exhausted: false });
    expect(await recounted(service.id)).toBe(6n * MB);
  });
});
