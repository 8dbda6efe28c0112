import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spread, type Transferred } from '../../../../src/radius/state/traffic/spread.ts';
import { Traffic } from '../../../../src/radius/state/traffic/traffic.ts';

const HOUR = 3_600_000;
const FIVE = 300_000;
const T = 500_000 * HOUR;

function shares(transferred: Transferred) {
  const all: [hour: number, bucket: number, up: number, down: number][] = [];
  spread(transferred, (...share) => all.push(share));
  return all;
}

describe('the octets between two reports', () => {
  it('are spread over the five minutes between them by time', () => {
    expect(shares({ from: T + 4 * 60_000, upto: T + 9 * 60_000, up: 500, down: 1_000 })).toEqual([
      [500_000, 0, 100, 200],
      [500_000, 1, 400, 800],
    ]);
  });

  it('go on into the next hour', () => {
    expect(shares({ from: T + 11 * FIVE, upto: T + HOUR + FIVE, up: 10, down: 0 })).toEqual([
      [500_000, 11, 5, 0],
      [500_001, 0, 5, 0],
    ]);
  });

  it('belong to the bucket of the report without a time between them, or with one that is negative', () => {
    for (const from of [T, T + 1, T + HOUR])
      expect(shares({ from, upto: T, up: 7, down: 8 })).toEqual([[500_000, 0, 7, 8]]);
  });

  it('are drawn at their rate, for a day at most, after a longer silence', () => {
    const all = shares({ from: T - 9 * 24 * HOUR, upto: T + HOUR, up: 217 * 12, down: 0 });
    expect(all).toHaveLength(24 * 12);
    expect(all[0]?.slice(0, 3)).toEqual([499_977, 0, 1]);
    expect(all.at(-1)?.slice(0, 3)).toEqual([500_000, 11, 1]);
  });

  it('are all there, each in its time, wherever the reports are', () => {
    fc.assert(
      fc.property(fc.nat(3 * HOUR), fc.nat(23 * HOUR), fc.nat(1e12), (offset, span, up) => {
        const all = shares({ from: T + offset, upto: T + offset + span, up, down: 2 * up });
        expect(all.reduce((sum, [, , each]) => sum + each, 0)).toBeCloseTo(up, 0);
        for (const [hour, bucket] of all) {
          const at = hour * HOUR + bucket * FIVE;
          expect(at).toBeGreaterThan(T + offset - FIVE);
          expect(at).toBeLessThanOrEqual(T + offset + span);
        }
      }),
    );
  });
});

describe('traffic in memory', () => {
  const owner = (serviceId: number, ispId = 1) => ({ ispId, serviceId, resellerId: null, planId: 3 });
  const some = { from: T, upto: T + FIVE, up: 5, down: 6 };
  const takeAll = (traffic: Traffic) =>
    traffic.hoursBefore(Number.POSITIVE_INFINITY).flatMap((of) => traffic.take(of, 99));

  it('has room for so many rows of an ISP, and still for its neighbour', () => {
    const traffic = new Traffic({ maxRowsOfIsp: 2 });
    for (const id of [1, 2, 3, 3]) traffic.add(owner(id), some);
    traffic.add(owner(9, 2), some);
    expect(traffic).toMatchObject({ size: 3, dropped: 2 });
    expect(
      takeAll(traffic)
        .map(({ serviceId }) => serviceId)
        .sort(),
    ).toEqual([1, 2, 9]);
    // There is room again.
    traffic.add(owner(3), some);
    expect(takeAll(traffic)).toMatchObject([{ serviceId: 3, ispId: 1, hour: 500_000 }]);
  });

  it('is bounded in all', () => {
    const traffic = new Traffic({ maxOctets: 10 * 112 });
    for (let id = 1; id <= 20; id++) traffic.add(owner(id, id), some);
    expect(traffic).toMatchObject({ size: 10, dropped: 10 });
  });

  it('is taken row by row, those of a service at once, and taken back', () => {
    const traffic = new Traffic();
    for (let id = 1; id <= 5_000; id++) traffic.add(owner(id), { ...some, upto: T + HOUR + FIVE });
    const [ofService, others] = [traffic.takeService(77), takeAll(traffic)];
    expect(ofService.map(({ hour }) => hour)).toEqual([500_000, 500_001]);
    expect(others).toHaveLength(2 * 99);
    traffic.restore([...ofService, ...ofService]);
    const [first] = traffic.takeService(77);
    expect(first?.buckets.reduce((sum, each) => sum + each, 0)).toBeCloseTo((2 * 11 * 12) / 13, 3);
    expect(traffic.size).toBe(10_000 - 2 - 2 * 99);
  });

  it('is summed by plan and reseller', () => {
    const traffic = new Traffic();
    for (const resellerId of [null, 8, null]) traffic.add({ ...owner(1), resellerId }, some);
    const rows = traffic.plans.take();
    expect(rows.map(({ planId, resellerId, buckets }) => [planId, resellerId, buckets[0], buckets[12]])).toEqual([
      [3, 0, 10, 12],
      [3, 8, 5, 6],
    ]);
    expect(traffic.plans.take()).toEqual([]);
    traffic.plans.restore(rows);
    expect(traffic.plans.take()).toEqual(rows);
  });
});
