import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { askedSibling } from '../../src/supervisor/asked-sibling.ts';
import { Backoff, forwardLines } from '../../src/supervisor/child.ts';
import type { Order } from '../../src/supervisor/messages.ts';
import { Questions } from '../../src/supervisor/questions.ts';

describe('the supervisor', () => {
  it('passes on whole lines only, and at the end what is left', async () => {
    const from = new PassThrough();
    const written: string[] = [];
    forwardLines(from, (lines) => written.push(lines));
    for (const piece of ['{"a"', ':1}\n{"b":2}\n{"c', '":3}', '\nrest']) {
      from.write(piece);
      await sleep(0);
    }
    from.end();
    await expect.poll(() => written).toEqual(['{"a":1}\n{"b":2}\n', '{"c":3}\n', 'rest\n']);
  });

  it('waits twice as long before each restart in a row, up to half a minute, until a process has worked for a minute', () => {
    const backoff = new Backoff();
    const pauses = Array.from({ length: 10 }, () => backoff.next(500));
    expect(pauses).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000]);
    expect(backoff.next(60_000)).toBe(100);
  });

  it('answers at once for a process that is away, or ends with the question', () => {
    const told: Order[] = [];
    const asked = { isReady: false, send: () => true };
    const send = (order: Order) => told.push(order) > 0;
    const questions = new Questions({ asker: { send }, asked });
    questions.pass({ type: 'question', id: 'a', ask: 'caughtUp' });
    expect(told.splice(0)).toEqual([{ type: 'answer', id: 'a', value: undefined }]);
    asked.isReady = true;
    questions.pass({ type: 'question', id: 'b', ask: 'caughtUp' });
    questions.pass({ type: 'question', id: 'c', ask: 'metrics' });
    questions.answer({ type: 'answer', id: 'c', value: [] });
    expect(told.splice(0)).toEqual([{ type: 'answer', id: 'c', value: [] }]);
    questions.abandon();
    expect(told.splice(0)).toEqual([{ type: 'answer', id: 'b', value: undefined }]);
  });
});

describe('a process that asks its sibling', () => {
  const sibling = (answer: unknown) => askedSibling({ ask: async () => answer });

  it('waits for nobody that is away, and does not take silence for an answer', async () => {
    expect(await sibling(undefined).caughtUp()).toBe(true);
    expect(await sibling(true).caughtUp()).toBe(true);
    expect(await sibling(false).caughtUp()).toBe(false);
    expect(await sibling(null).caughtUp()).toBe(false);
  });

  it('takes one that is away or silent as not ready and without metrics', async () => {
    for (const nothing of [undefined, null]) {
      expect(await sibling(nothing).readiness()).toEqual({ radius: false, accounting: false });
      expect(await sibling(nothing).metrics()).toEqual([]);
    }
  });

  it('asks once for all that ask while a question is open', async () => {
    let asked = 0;
    const { caughtUp } = askedSibling({
      ask: async () => {
        asked += 1;
        await sleep(1);
        return true;
      },
    });
    await Promise.all(Array.from({ length: 20 }, () => caughtUp()));
    expect(asked).toBe(2);
  });
});
