import { expect, it } from 'vitest';
import { seededHash } from '../../../../src/radius/state/memory/seeded-hash.ts';

it('ports and identifiers of one NAS spread evenly over the buckets', () => {
  for (const nas of [1, 2, 1_000_000]) {
    const buckets = new Uint32Array(65_536);
    for (let slot = 0; slot < 65_536; slot++) {
      const bucket = seededHash(nas, 1024 * 256 + slot) & 65_535;
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    }
    expect(Math.max(...buckets)).toBeLessThan(30);
  }
});

it('the hash depends on both numbers and their order', () => {
  expect(seededHash(1, 2)).toBe(seededHash(1, 2));
  expect(seededHash(1, 2)).not.toBe(seededHash(2, 1));
  expect(seededHash(-1, 0)).not.toBe(seededHash(0, -1));
});
