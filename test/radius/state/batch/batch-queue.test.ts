import { beforeEach, describe, expect, it } from 'vitest';
import { BatchQueue, type BatchQueueOptions } from '../../../../src/radius/state/batch/batch-queue.ts';

/** Batches in the order of their start, and how to end each. */
let begun: { items: number[]; end(): void; fail(error: Error): void }[];

beforeEach(() => {
  begun = [];
});

function queueWith(options: BatchQueueOptions<number> = {}) {
  return new BatchQueue<number>(
    (items) =>
      new Promise((resolve, reject) => {
        begun.push({ items, end: resolve, fail: reject });
      }),
    options,
  );
}

const add = (queue: BatchQueue<number>, ...items: number[]) => {
  for (const item of items) queue.add(item);
};
/** Two ticks of the event loop: all batches that were due have started. */
const ticks = async () => {
  for (let at = 0; at < 2; at++) await new Promise((resolve) => setImmediate(resolve));
};
const batches = () => begun.map(({ items }) => items);

describe('a batch queue', () => {
  it('starts one batch with all items at hand; the next batch is everything that waited, in order of arrival', async () => {
    const queue = queueWith();
    add(queue, 1, 2);
    await ticks();
    add(queue, 3);
    add(queue, 4, 5);
    await ticks();
    expect(batches()).toEqual([[1, 2]]);
    begun[0]?.end();
    await ticks();
    expect(batches()).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
  });

  it('limits the size of a batch', async () => {
    const queue = queueWith({ maxItems: 2 });
    add(queue, 1, 2, 3, 4, 5);
    for (const at of [0, 1, 2]) {
      await ticks();
      begun[at]?.end();
    }
    expect(batches()).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('drops the oldest items when too many wait', async () => {
    const dropped: number[] = [];
    const queue = queueWith({ maxWaiting: 10, onDrop: (item) => dropped.push(item) });
    add(queue, 0);
    await ticks();
    add(queue, ...Array.from({ length: 12 }, (_, at) => at + 1));
    expect(dropped).toEqual([1, 2]);
    expect(queue.depth).toBe(10);
    begun[0]?.end();
    await ticks();
    expect(batches()[1]).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it('reports a batch that failed, and continues', async () => {
    const errors: unknown[] = [];
    const queue = queueWith({ onError: (error) => errors.push(error) });
    add(queue, 1);
    await ticks();
    add(queue, 2);
    begun[0]?.fail(new Error('no'));
    await ticks();
    expect(errors).toEqual([new Error('no')]);
    expect(batches()).toEqual([[1], [2]]);
  });
});

describe('with overlapping batches', () => {
  it('starts a second batch once it is as large as the one in progress, and never a third', async () => {
    const queue = queueWith({ overlap: true });
    add(queue, 1, 2, 3);
    await ticks();
    add(queue, 4, 5);
    await ticks();
    expect(batches()).toEqual([[1, 2, 3]]);
    add(queue, 6);
    await ticks();
    expect(batches()).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    add(queue, 7, 8, 9, 10, 11, 12, 13);
    await ticks();
    expect(begun).toHaveLength(2);
  });

  it('starts the next when one ends if it is as large as the other, and otherwise when both have ended', async () => {
    const queue = queueWith({ overlap: true });
    add(queue, 1);
    await ticks();
    add(queue, 2, 3);
    await ticks();
    add(queue, 4);
    begun[0]?.end();
    await ticks();
    expect(batches()).toEqual([[1], [2, 3]]);
    add(queue, 5);
    await ticks();
    expect(batches()).toEqual([[1], [2, 3], [4, 5]]);
    add(queue, 6);
    begun[1]?.end();
    await ticks();
    begun[2]?.end();
    await ticks();
    expect(batches()).toEqual([[1], [2, 3], [4, 5], [6]]);
  });
});

it.each([false, true])('is idle when nothing waits and no batch is in progress (overlap: %s)', async (overlap) => {
  const queue = queueWith({ overlap });
  await queue.idle();
  add(queue, 1);
  let isIdle = false;
  const idle = queue.idle().then(() => {
    isIdle = true;
  });
  await ticks();
  add(queue, 2);
  await ticks();
  for (const at of [0, 1]) {
    expect(isIdle).toBe(false);
    begun[at]?.end();
    await ticks();
  }
  await idle;
  expect(batches()).toEqual([[1], [2]]);
});
