import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Limiter } from '../../../src/core/work/limiter.ts';

it('runs no more at a time than it may, in the order in which they came, also after one that failed', async () => {
  const limiter = new Limiter(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (number: number) =>
    limiter.run(async () => {
      begun.push(number);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (number === 0) throw new Error('no');
      return number;
    });
  const results = Promise.allSettled([0, 1, 2, 3].map(work));
  for (const expected of [
    [0, 1],
    [0, 1, 2],
    [0, 1, 2, 3],
  ]) {
    await setImmediate();
    expect(begun).toEqual(expected);
    ends.shift()?.();
  }
  for (const end of ends) end();
  expect((await results).map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
    'failed',
    1,
    2,
    3,
  ]);
});
