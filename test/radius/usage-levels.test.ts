import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addToLevel1, addUsage, type Caps, levelOf, nothingUsed } from '../../src/areas/money/usage/levels.ts';
import { addLevel1Volume, closePeriodUsage, openPeriodUsage } from '../../src/areas/money/usage/period.ts';
import { recountUsage } from '../../src/areas/money/usage/recount.ts';
import { execute, query, sql } from '../../src/db/sql.ts';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { nextNumber } from '../factories/sequence.ts';
import { dayFromToday, makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { accounting } from './fixtures/accounting.ts';
import { startTestServer } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';
import { usageOf } from './fixtures/usage.ts';

const db = await freshDatabase();
const isp = await makeIsp(db, { settings: { timezone: 'Asia/Kolkata' } });
const plan = await makePlan(db, isp);
const nasRow = await makeNas(db, isp);
const server = await startTestServer(db);
let nas: TestNas;

beforeAll(async () => {
  nas = await TestNas.open(nasRow);
});
afterAll(() => nas.close());

const GB = 2n ** 30n;
const T = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;

/** An online service in a period with these volumes. */
async function online(caps: Caps) {
  const service = await makeService(db, plan);
  const session = `u${nextNumber()}`;
  let at = T;
  let total = { up: 0n, down: 0n };
  const send = async (type: 'Start' | 'Interim-Update') => {
    at += 1000;
    const packet = { type, username: service.username, session, at, seconds: (at - T) / 1000, ...total };
    const answer = await nas.ask(server.acctPort, nas.accountingRequest(accounting(packet)));
    expect(answer?.code).toBe('Accounting-Response');
  };
  const opens = async (given: Caps) => {
    const period = await db.prisma.period.create({
      data: {
        serviceId: service.id,
        ispId: isp.id,
        planId: plan.id,
        subPlanId: plan.subPlan.id,
        startsOn: dayFromToday(nextNumber() * 40),
        endsOn: dayFromToday(nextNumber() * 40),
      },
    });
    await db.transaction((tx) => openPeriodUsage(tx, { serviceId: service.id, periodId: period.id, caps: given }));
    return period.id;
  };
  await opens(caps);
  await send('Start');
  return {
    service,
    opens,
    uses: async (up: bigint, down: bigint) => {
      total = { up: total.up + up, down: total.down + down };
      await send('Interim-Update');
    },
    usage: () => usageOf(db, service.id),
    recount: () => db.transaction((tx) => recountUsage(tx, service.id)),
    refreshes: async () =>
      (
        await query(
          db.pool,
          sql`SELECT 1 FROM crm.outbox WHERE kind = 'session_refresh' AND payload = ${JSON.stringify({ serviceId: service.id })}::jsonb`,
        )
      ).length,
  };
}

const volume = fc.oneof(fc.bigInt({ min: 0n, max: 12n }), fc.bigInt({ min: 0n, max: 30n * GB }));
const cap = fc.option(volume);

it('accounting counts level by level exactly as the rule does, with top-ups in between', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ level1: cap, level2: cap, level3: cap }),
      fc.array(fc.tuple(fc.nat(3), volume, volume), { maxLength: 10 }),
      async (caps, steps) => {
        const one = await online(caps);
        let model = nothingUsed(caps);
        for (const [what, up, down] of steps) {
          if (what === 0) {
            model = addToLevel1(model, up);
            await execute(db.pool, addLevel1Volume(one.service.id, up));
          } else {
            model = addUsage(model, up + down);
            await one.uses(up, down);
          }
          expect(await one.usage()).toEqual({ usage: model, level: levelOf(model) });
        }
        await one.recount();
        expect(await one.usage()).toEqual({ usage: model, level: levelOf(model) });
      },
    ),
    { numRuns: 25 },
  );
});

describe('the usage of a period', () => {
  const caps: Caps = { level1: 10n * GB, level2: 5n * GB, level3: 0n };

  it('that opens within a day and a session starts from zero and is recounted from there', async () => {
    const one = await online(caps);
    await one.uses(GB, 6n * GB);
    const closed = await db.transaction((tx) => closePeriodUsage(tx, one.service.id));
    expect(closed).toMatchObject({ usedBytes: 7n * GB, level1Used: 7n * GB, level2Used: 0n, caps });
    const periodId = await one.opens({ ...caps, level1: 3n * GB });
    await one.uses(GB, 3n * GB);
    const before = await one.usage();
    expect(before.usage).toMatchObject({ usedBytes: 4n * GB, level1Used: 3n * GB, level2Used: GB });
    expect(before.level).toEqual({ level: 2, exhausted: false });
    await one.recount();
    expect(await one.usage()).toEqual(before);
    expect(await db.transaction((tx) => closePeriodUsage(tx, one.service.id))).toMatchObject({ periodId });
  });

  it('that drifted is corrected to what accounting recorded, either way', async () => {
    const one = await online(caps);
    await one.uses(2n * GB, 10n * GB);
    const right = await one.usage();
    for (const drift of [-9n * GB, 2n * GB]) {
      await execute(
        db.pool,
        sql`UPDATE radius.usage SET out_bytes = out_bytes + ${drift}, level1_used = least(in_bytes + out_bytes + ${drift}, level1_bytes),
              level2_used = greatest(0, in_bytes + out_bytes + ${drift} - level1_bytes), bw_level = 1
            WHERE service_id = ${one.service.id}`,
      );
      await one.recount();
      expect(await one.usage()).toEqual(right);
    }
  });

  it('at an unlimited level counts beyond the range of a double', async () => {
    const one = await online({ level1: null, level2: 0n, level3: 0n });
    const serviceId = one.service.id;
    const most = 2n ** 63n - 1n;
    const large = { inBytes: most - 1n, outBytes: 2n ** 62n, level1Used: most - 1n };
    await db.prisma.usage.update({ where: { serviceId }, data: large });
    await one.uses(GB, GB);
    const row = await db.prisma.usage.findUniqueOrThrow({ where: { serviceId } });
    expect([row.inBytes, row.outBytes, row.bwLevel, row.exhausted]).toEqual([most, 2n ** 62n + GB, 1, false]);
    expect(row.level1Used).toBe(most);
    await execute(db.pool, sql`CALL radius.refresh_listed_usage(10)`);
  });

  it('requests an update of the live session once for each change of level', async () => {
    const one = await online(caps);
    await one.uses(GB, GB);
    expect(await one.refreshes()).toBe(0);
    await one.uses(0n, 8n * GB);
    expect(await one.refreshes()).toBe(1);
    await one.uses(0n, 5n * GB);
    expect((await one.usage()).level).toEqual({ level: 2, exhausted: true });
    expect(await one.refreshes()).toBe(2);
    await one.uses(0n, 5n * GB);
    expect(await one.refreshes()).toBe(2);
    await execute(db.pool, addLevel1Volume(one.service.id, GB));
    expect(await one.refreshes()).toBe(3);
    expect((await one.usage()).level).toEqual({ level: 1, exhausted: false });
  });
});
