import { describe, expect, it } from 'vitest';
import { Places } from '../../../src/core/work/places.ts';

/** Takes places until a tenant gets no more; answers how many it got. */
function takeAll(places: Places, tenant: string): number {
  let count = 0;
  while (places.take(tenant)) count += 1;
  return count;
}

describe('places that tenants share', () => {
  it('are most of them for a tenant alone, and never all', () => {
    for (const [count, most] of [
      [16, 11],
      [1_000, 667],
      [4, 3],
      [3, 2],
      [2, 1],
      [1, 1],
    ] as const)
      expect(takeAll(new Places(count), 'a'), `${count} places`).toBe(most);
  });

  it('are shared by tenants that come one after the other, and the last is for one that has none', () => {
    const places = new Places(16);
    expect(['a', 'b', 'c', 'd'].map((tenant) => takeAll(places, tenant))).toEqual([11, 3, 1, 1]);
  });

  it('are not taken again by a tenant with more than its share, so that what ends is left to the others', () => {
    const places = new Places(9);
    const first = Array.from({ length: 6 }, () => places.take('a'));
    expect([takeAll(places, 'b'), takeAll(places, 'c')]).toEqual([2, 1]);
    first.shift()?.();
    expect([takeAll(places, 'a'), takeAll(places, 'd')]).toEqual([0, 1]);
    for (const giveBack of first) giveBack?.();
    expect(takeAll(places, 'a')).toBe(3);
  });

  it('are given back once, whatever their holder does', () => {
    const places = new Places(2);
    const giveBack = places.take('a');
    giveBack?.();
    giveBack?.();
    expect([takeAll(places, 'a'), takeAll(places, 'b')]).toEqual([1, 1]);
  });
});
