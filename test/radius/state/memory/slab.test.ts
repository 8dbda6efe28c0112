import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Slab } from '../../../../src/radius/state/memory/slab.ts';
import '../../../fixtures/properties.ts';

/** After the word that the slab keeps in each block. */
const FROM = 4;

it('what is written is read back, whatever else is written and freed', () => {
  const step = fc.record({ length: fc.integer({ min: 0, max: 500 }), frees: fc.boolean(), which: fc.nat() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const slab = new Slab({ blockOctets: 80, maxOctets: 8_000 });
      const written = new Map<number, Buffer>();
      for (const [at, { length, frees, which }] of steps.entries()) {
        if (frees && written.size > 0) {
          const block = [...written.keys()][which % written.size] as number;
          slab.free(block);
          written.delete(block);
        } else {
          const block = slab.allocate();
          const octets = Buffer.alloc(length, at);
          if (block !== 0 && slab.write(block, FROM, octets)) written.set(block, octets);
          else if (block !== 0) slab.free(block);
        }
        for (const [block, octets] of written) expect(slab.read(block, FROM, octets.length)).toEqual(octets);
      }
      for (const block of written.keys()) slab.free(block);
      const all = Array.from({ length: 101 }, () => slab.allocate());
      expect(all.filter((block) => block !== 0)).toHaveLength(100);
      expect(new Set(all).size).toBe(101);
    }),
  );
});

it('empty chunks are released, and used blocks stay', () => {
  const slab = new Slab({ blockOctets: 160, maxOctets: 64 * 1024 * 1024 });
  const taken = Array.from({ length: 50_000 }, () => slab.allocate());
  expect(new Set(taken).size).toBe(50_000);
  const peak = slab.octets;
  const [kept = 0, ...rest] = taken;
  slab.write(kept, FROM, Buffer.from('kept'));
  for (const block of rest) slab.free(block);
  slab.shrink();
  expect(slab.octets).toBeLessThan(peak / 10);
  expect(String(slab.read(kept, FROM, 4))).toBe('kept');
  for (let count = 0; count < 50_000; count++) expect(slab.allocate()).not.toBe(kept);
  expect(slab.octets).toBeLessThanOrEqual(peak);
});
