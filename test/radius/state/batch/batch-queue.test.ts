import { beforeEach, describe, expect, it } from 'vitest';
import { BatchQueue, type BatchQueueOptions } from '../../../../src/radius/state/batch/batch-queue.ts';

/** Batches as they were begun, and how to end each. */
let begun: { items: number[]; end(): void; fail(error: Error): void }[];

beforeEach(() => {
  begun = [];
});

function gatherer(options: BatchQueueOptions<number> = {}) {
  return new BatchQueue<number>(
    (items) =>
      new Promise((resolve, reject) => {
        begun.push({ items, end: resolve, fail: reject });
      }),
    options,
  );
}

const add = (to: BatchQueue<number>, ...items: number[]) => {
  for (const item of items) to.add(item);
};
/** Two turns of the event loop: all that was due has begun. */
const turn = async () => {
  for (let at = 0; at < 2; at++) await new Promise((resolve) => setImmediate(resolve));
};
const batches = () => begun.map(({ items }) => items);

describe('what is gathered', () => {
  it('is one batch of what came together, and the next is all that waited, in the order of arrival', async () => {
    const to = gatherer();
    add(to, 1, 2);
    await turn();
    add(to, 3);
    add(to, 4, 5);
    await turn();
    expect(batches()).toEqual([[1, 2]]);
    begun[0]?.end();
    await turn();
    expect(batches()).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
  });

  it('is parted into batches of at most so many', async () => {
    const to = gatherer({ maxItems: 2 });
    add(to, 1, 2, 3, 4, 5);
    for (const at of [0, 1, 2]) {
      await turn();
      begun[at]?.end();
    }
    expect(batches()).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('loses its oldest when more than the bound waits', async () => {
    const dropped: number[] = [];
    const to = gatherer({ maxWaiting: 10, onDrop: (item) => dropped.push(item) });
    add(to, 0);
    await turn();
    add(to, ...Array.from({ length: 12 }, (_, at) => at + 1));
    expect(dropped).toEqual([1, 2]);
    expect(to.depth).toBe(10);
    begun[0]?.end();
    await turn();
    expect(batches()[1]).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it('goes on behind a batch that failed, which is reported', async () => {
    const errors: unknown[] = [];
    const to = gatherer({ onError: (error) => errors.push(error) });
    add(to, 1);
    await turn();
    add(to, 2);
    begun[0]?.fail(new Error('no'));
    await turn();
    expect(errors).toEqual([new Error('no')]);
    expect(batches()).toEqual([[1], [2]]);
  });
});

describe('with a batch ahead', () => {
  it('begins a second batch when it is as large as the one under way, and never a third', async () => {
    const to = gatherer({ overlap: true });
    add(to, 1, 2, 3);
    await turn();
    add(to, 4, 5);
    await turn();
    expect(batches()).toEqual([[1, 2, 3]]);
    add(to, 6);
    await turn();
    expect(batches()).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    add(to, 7, 8, 9, 10, 11, 12, 13);
    await turn();
    expect(begun).toHaveLength(2);
  });

  it('begins the next as soon as one ends, if that is as large as the other, or else when both did', async () => {
    const to = gatherer({ overlap: true });
    add(to, 1);
    await turn();
    add(to, 2, 3);
    await turn();
    add(to, 4);
    begun[0]?.end();
    await turn();
    expect(batches()).toEqual([[1], [2, 3]]);
    add(to, 5);
    await turn();
    expect(batches()).toEqual([[1], [2, 3], [4, 5]]);
    add(to, 6);
    begun[1]?.end();
    await turn();
    begun[2]?.end();
    await turn();
    expect(batches()).toEqual([[1], [2, 3], [4, 5], [6]]);
  });
});

it.each([false, true])('is idle when nothing waits and nothing is under way (overlap: %s)', async (overlap) => {
  const to = gatherer({ overlap });
  await to.idle();
  add(to, 1);
  let isIdle = false;
  const idle = to.idle().then(() => {
    isIdle = true;
  });
  await turn();
  add(to, 2);
  await turn();
  for (const at of [0, 1]) {
    expect(isIdle).toBe(false);
    begun[at]?.end();
    await turn();
  }
  await idle;
  expect(batches()).toEqual([[1], [2]]);
});
