import { expect, it } from 'vitest';
import { idHash } from '../../../../src/radius/state/memory/id-hash.ts';

const COUNT = 1 << 14;

it.each([
  ['one', 1, 1],
  ['sixteen, as those of an installation with a number', 16, 5],
])(
  'ids that follow each other by %s have as many different low bits as there are ids, wherever they begin',
  (_, step, rest) => {
    for (const first of [0, 1_000_000, 2 ** 31 - COUNT * 17]) {
      const base = Math.ceil(first / (COUNT * step)) * COUNT * step;
      const low = new Set(Array.from({ length: COUNT }, (_, at) => idHash(base + rest + at * step) & (COUNT - 1)));
      expect(low.size).toBeGreaterThan(COUNT * 0.99);
    }
  },
);
