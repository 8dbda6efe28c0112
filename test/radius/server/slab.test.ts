import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Slab } from '../../../src/radius/server/slab.ts';
import '../../fixtures/properties.ts';

/** An octet behind the word that the cells keep for themselves. */
const FROM = 4;

it('what is written is read, whatever else is written and given back', () => {
  const step = fc.record({ length: fc.integer({ min: 0, max: 500 }), gives: fc.boolean(), which: fc.nat() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const cells = new Slab(8_000);
      const written = new Map<number, Buffer>();
      for (const [at, { length, gives, which }] of steps.entries()) {
        if (gives && written.size > 0) {
          const cell = [...written.keys()][which % written.size] as number;
          cells.free(cell);
          written.delete(cell);
        } else {
          const cell = cells.allocate();
          const octets = Buffer.alloc(length, at);
          if (cell !== 0 && cells.write(cell, FROM, octets)) written.set(cell, octets);
          else if (cell !== 0) cells.free(cell);
        }
        for (const [cell, octets] of written) expect(cells.read(cell, FROM, octets.length)).toEqual(octets);
      }
      for (const cell of written.keys()) cells.free(cell);
      const all = Array.from({ length: 101 }, () => cells.allocate());
      expect(all.filter((cell) => cell !== 0)).toHaveLength(100);
      expect(new Set(all).size).toBe(101);
    }),
  );
});

it('chunks that nobody uses are given back, and cells that are used stay', () => {
  const cells = new Slab(64 * 1024 * 1024);
  const taken = Array.from({ length: 50_000 }, () => cells.allocate());
  expect(new Set(taken).size).toBe(50_000);
  const most = cells.octets;
  const [kept = 0, ...rest] = taken;
  cells.write(kept, FROM, Buffer.from('kept'));
  for (const cell of rest) cells.free(cell);
  cells.shrink();
  expect(cells.octets).toBeLessThan(most / 10);
  expect(String(cells.read(kept, FROM, 4))).toBe('kept');
  for (let count = 0; count < 50_000; count++) expect(cells.allocate()).not.toBe(kept);
  expect(cells.octets).toBeLessThanOrEqual(most);
});
