import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HashIndex } from '../../../../src/radius/state/memory/hash-index.ts';
import { Slab } from '../../../../src/radius/state/memory/slab.ts';
import '../../../fixtures/properties.ts';

const NEXT = 1;
const HASH = 2;

function emptyIndex() {
  const slab = new Slab({ blockOctets: 16 });
  const index = new HashIndex(slab, { next: NEXT, hashOf: (block) => slab.get(block, HASH) });
  const add = (hash: number) => {
    const block = slab.allocate();
    slab.set(block, HASH, hash);
    index.add(block, hash);
    return block;
  };
  return { slab, index, add };
}

it('finds every block that was added and not removed, also of equal hashes', () => {
  const step = fc.record({ hash: fc.integer({ min: -20, max: 20 }), removes: fc.boolean(), which: fc.nat() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const { slab, index, add } = emptyIndex();
      const held = new Set<number>();
      for (const { hash, removes, which } of steps) {
        const chosen = [...held][which % Math.max(1, held.size)];
        if (removes && chosen !== undefined) {
          index.remove(chosen);
          held.delete(chosen);
        } else {
          held.add(add(hash));
        }
        for (const block of held) expect(index.find(slab.get(block, HASH), (found) => found === block)).toBe(block);
        expect(index.size).toBe(held.size);
      }
    }),
  );
});

it('grows with its blocks: 200,000 stay in short buckets, and every one is in one of them', () => {
  const { slab, index, add } = emptyIndex();
  const hashes = Array.from({ length: 200_000 }, (_, at) => Math.imul(at, 2_654_435_761) | 0);
  const blocks = hashes.map(add);
  const buckets = Array.from({ length: index.buckets }, (_, bucket) => index.blocksIn(bucket));
  expect(index.buckets).toBeGreaterThanOrEqual(200_000);
  expect(buckets.every(({ length }) => length < 20)).toBe(true);
  expect(buckets.flat().sort((a, b) => a - b)).toEqual([...blocks].sort((a, b) => a - b));
  for (const [at, hash] of hashes.entries())
    expect(index.find(hash, (block) => slab.get(block, HASH) === hash)).toBe(blocks[at]);
});

it('finds the newest of several, also after it has grown', () => {
  const { index, add } = emptyIndex();
  add(7);
  const newest = add(7);
  for (let other = 0; other < 50_000; other++) add(other * 8);
  expect(index.find(7, () => true)).toBe(newest);
});
