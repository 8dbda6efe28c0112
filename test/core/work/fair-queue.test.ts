import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FairQueue } from '../../../src/core/work/fair-queue/fair-queue.ts';

type Kind = 'urgent' | 'slow';

/** A queue whose work ends when the test says so, in the order in which it began. */
class Watched {
  readonly begun: string[] = [];
  readonly refused: string[] = [];
  readonly #ends: (() => void)[] = [];
  readonly #queue: FairQueue<Kind>;

  constructor({ atATime = 1, maxWaiting = 100, maxOfTenant = 50, maxOfCaller = 50 } = {}) {
    this.#queue = new FairQueue<Kind>({
      ...{ atATime, maxWaiting, maxOfTenant, maxOfCaller, refusal: 'no room', refuseAfterMs: 0 },
      kinds: { urgent: { weight: 3 }, slow: { weight: 1, atATime: 1 } },
    });
  }

  async add(name: string, { kind = 'urgent' as Kind, tenant = name, caller = name, fails = false } = {}) {
    const work = async () => {
      this.begun.push(name);
      await new Promise<void>((resolve) => this.#ends.push(resolve));
      if (fails) throw new Error('failed');
    };
    void this.#queue.run({ kind, tenant, caller }, work).catch(({ message }: Error) => {
      if (message === 'no room') this.refused.push(name);
    });
    await setImmediate();
  }

  /** Ends so many pieces of work, one after the other. */
  async end(count = 1): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      this.#ends.shift()?.();
      await setImmediate();
    }
  }
}

const times = async (count: number, each: (n: number) => Promise<void>) => {
  for (let n = 0; n < count; n += 1) await each(n);
};

describe('a place', () => {
  it('is one of so many, and passes on also after work that failed', async () => {
    const queue = new Watched({ atATime: 2 });
    for (const name of ['a', 'b', 'c', 'd']) await queue.add(name, { fails: name === 'a' });
    expect(queue.begun).toEqual(['a', 'b']);
    await queue.end();
    expect(queue.begun).toEqual(['a', 'b', 'c']);
    await queue.end(3);
    expect(queue.begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('goes to tenants in turn, however much of one waits', async () => {
    const queue = new Watched();
    await times(6, () => queue.add('crowd'));
    await queue.add('neighbour');
    await queue.end(6);
    expect(queue.begun).toEqual(['crowd', 'crowd', 'neighbour', 'crowd', 'crowd', 'crowd', 'crowd']);
  });

  it('goes to the callers of a tenant in turn', async () => {
    const queue = new Watched();
    await times(4, () => queue.add('crowd', { tenant: 'isp' }));
    await queue.add('colleague', { tenant: 'isp' });
    await queue.end(4);
    expect(queue.begun).toEqual(['crowd', 'crowd', 'colleague', 'crowd', 'crowd']);
  });

  it('goes to kinds by their weights, so the light one is late but not starved', async () => {
    const queue = new Watched();
    await queue.add('first');
    await times(4, () => queue.add('slow', { kind: 'slow' }));
    await times(6, () => queue.add('urgent'));
    await queue.end(10);
    const shown = queue.begun.slice(1).map((name) => name[0]);
    expect(shown.slice(0, 8).filter((name) => name === 'u')).toHaveLength(6);
    expect(shown.slice(0, 4)).toContain('s');
  });

  it('is not given to a kind that has as many as it may', async () => {
    const queue = new Watched({ atATime: 2 });
    await times(3, () => queue.add('slow', { kind: 'slow' }));
    expect(queue.begun).toEqual(['slow']);
    await queue.add('urgent');
    expect(queue.begun).toEqual(['slow', 'urgent']);
  });

  it('is not owed to a kind for the time in which it did not wait', async () => {
    const queue = new Watched();
    await times(6, () => queue.add('urgent'));
    await queue.end(5);
    await times(3, () => queue.add('slow', { kind: 'slow' }));
    await times(3, () => queue.add('urgent'));
    await queue.end(4);
    expect(queue.begun.slice(6).filter((name) => name === 'urgent').length).toBeGreaterThanOrEqual(2);
  });
});

describe('room to wait', () => {
  it('is bounded for a caller', async () => {
    const queue = new Watched({ maxOfCaller: 2 });
    await times(4, () => queue.add('crowd'));
    await queue.add('neighbour');
    expect(queue.refused).toEqual(['crowd']);
  });

  it('of a full tenant goes from its crowding caller to one for whom nothing waits', async () => {
    const queue = new Watched({ maxOfTenant: 3 });
    await times(4, () => queue.add('crowd', { tenant: 'isp' }));
    await queue.add('colleague', { tenant: 'isp' });
    expect(queue.refused).toEqual(['crowd']);
    await queue.end(3);
    expect(queue.begun).toEqual(['crowd', 'crowd', 'colleague', 'crowd']);
  });

  it('of a full queue goes from the tenant with the largest crowd to one for which nothing waits', async () => {
    const queue = new Watched({ maxWaiting: 5 });
    await times(6, () => queue.add('crowd'));
    await queue.add('neighbour');
    expect(queue.refused).toEqual(['crowd']);
    await times(3, () => queue.add('crowd'));
    expect(queue.refused).toEqual(['crowd', 'crowd', 'crowd', 'crowd']);
    await queue.end(2);
    expect(queue.begun).toContain('neighbour');
  });

  it('of a full queue goes from a light kind to a heavy one', async () => {
    const queue = new Watched({ maxWaiting: 3 });
    await queue.add('first');
    for (const name of ['slow1', 'slow2', 'slow3']) await queue.add(name, { kind: 'slow' });
    await queue.add('urgent');
    expect(queue.refused).toHaveLength(1);
    expect(queue.refused[0]).toMatch(/^slow/);
  });
});
