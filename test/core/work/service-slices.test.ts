import { beforeEach, describe, expect, it } from 'vitest';
import { inServiceSlices, type ServiceSlice } from '../../../src/core/work/service-slices.ts';
import { makePlan } from '../../factories/plans.ts';
import { makeService } from '../../factories/services.ts';
import { makeIsp } from '../../factories/tenants.ts';
import { freshDatabase } from '../../fixtures/database.ts';

const db = await freshDatabase();
const plan = await makePlan(db, await makeIsp(db));
const ids: number[] = [];
for (let made = 0; made < 7; made++) ids.push((await makeService(db, plan)).id);
let seen: number[];

beforeEach(async () => {
  seen = [];
  await db.prisma.setting.deleteMany();
});

const look = async ({ after, upto }: ServiceSlice) => {
  seen.push(...ids.filter((id) => id > after && id <= upto));
};
const run = (budgetMs: number, work = look) => inServiceSlices(db, 'round', work, { services: 3, budgetMs });

describe('all services are looked at', () => {
  it('in one run, if there is time', async () => {
    await run(60_000);
    expect(seen).toEqual(ids);
    await run(60_000);
    expect(seen).toEqual([...ids, ...ids]);
  });

  it('some at a time, if there is not, and then again from the first', async () => {
    const expected = [ids.slice(0, 3), ids.slice(3, 6), ids.slice(6), ids.slice(0, 3)];
    for (const slice of expected) {
      seen = [];
      await run(0);
      expect(seen).toEqual(slice);
    }
  });

  it('also those that have come since, and those whose slice failed', async () => {
    await run(0);
    const failing = run(0, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    ids.push((await makeService(db, plan)).id);
    await run(60_000);
    expect(seen).toEqual(ids);
  });

  it('but not those of a slice that fails again, which is left to the next round', async () => {
    const failing = (slice: ServiceSlice) => (slice.after === 0 ? Promise.reject(new Error('no')) : look(slice));
    await expect(run(60_000, failing)).rejects.toThrow('no');
    await expect(run(60_000, failing)).rejects.toThrow('no');
    expect(seen).toEqual([]);
    await run(60_000, failing);
    expect(seen).toEqual(ids.slice(3));
    await expect(run(60_000, failing)).rejects.toThrow('no');
    seen = [];
    await run(60_000);
    expect(seen).toEqual(ids);
  });
});
