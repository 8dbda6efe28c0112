import { describe, expect, it } from 'vitest';
import { Fault } from '../../../../src/core/fault.ts';
import type { TurnsOptions } from '../../../../src/core/work/turns/options.ts';
import { OWN, type TurnKey } from '../../../../src/core/work/turns/tenant.ts';
import { type Turn, Turns } from '../../../../src/core/work/turns/turns.ts';

/** Calls by name, that end when they are told to. */
class Calls {
  readonly begun: string[] = [];
  readonly turns: Turns;
  now = 0;
  readonly #held = new Map<string, Turn>();

  constructor(slots: number, options: Partial<TurnsOptions> = {}) {
    this.turns = new Turns({
      slots,
      of: 'the ISP',
      refuseAfterMs: 0,
      waitMs: 3_600_000,
      now: () => this.now,
      ...options,
    });
  }

  call(name: string, tenant: TurnKey, lane: TurnKey = OWN): void {
    const turn = this.turns.take({ tenant, lane });
    const begin = (held: Turn): void => {
      this.#held.set(name, held);
      this.begun.push(name);
    };
    if (turn instanceof Promise) void turn.then(begin);
    else begin(turn);
  }

  /** Ends a call; answers those that have begun since. */
  async end(name: string): Promise<string[]> {
    const known = this.begun.length;
    this.turns.end(this.#held.get(name) as Turn);
    this.#held.delete(name);
    await Promise.resolve();
    return this.begun.slice(known);
  }
}

describe('a slot', () => {
  it('is taken at once, without a promise, while one is free', () => {
    const turns = new Turns({ slots: 2, of: 'the ISP' });
    expect(turns.take({ tenant: 1, lane: OWN })).not.toBeInstanceOf(Promise);
  });

  it('is kept free of a tenant that is alone, for the next one that comes', () => {
    const calls = new Calls(4);
    for (const name of ['a1', 'a2', 'a3', 'a4']) calls.call(name, 'a');
    expect(calls.begun).toEqual(['a1', 'a2', 'a3']);
    calls.call('b1', 'b');
    expect(calls.begun).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  it('is given back by work that fails', async () => {
    const turns = new Turns({ slots: 2, of: 'the ISP' });
    const work = () => Promise.reject(new Error('no'));
    await expect(turns.run({ tenant: 1, lane: OWN }, work)).rejects.toThrow('no');
    expect(turns.free).toBe(2);
  });

  it('is no more than a third for a tenant beside others, for as long as they have called of late', async () => {
    const calls = new Calls(9);
    calls.call('b1', 'b');
    await calls.end('b1');
    for (let at = 1; at <= 9; at++) calls.call(`a${at}`, 'a');
    expect(calls.begun).toEqual(['b1', 'a1', 'a2', 'a3']);
    calls.now = 2_000;
    expect(await calls.end('a1')).toEqual(['a4', 'a5', 'a6', 'a7', 'a8', 'a9']);
  });
});

describe('the next turn', () => {
  it('is that of the tenant that has waited for one the longest, whatever the number of its calls', async () => {
    const calls = new Calls(1);
    for (const name of ['a1', 'a2', 'a3']) calls.call(name, 'a');
    calls.call('b1', 'b');
    calls.call('c1', 'c');
    calls.call('b2', 'b');
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) await calls.end(name);
    expect(calls.begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('is that of the own people of a tenant every other time, and of its other lanes in turn', async () => {
    const calls = new Calls(1);
    calls.call('first', 'isp', -1);
    for (const name of ['x1', 'x2', 'x3']) calls.call(name, 'isp', -1);
    calls.call('y1', 'isp', -2);
    for (const name of ['s1', 's2', 's3']) calls.call(name, 'isp');
    for (const name of ['first', 's1', 'x1', 's2', 'y1', 's3', 'x2']) await calls.end(name);
    expect(calls.begun).toEqual(['first', 's1', 'x1', 's2', 'y1', 's3', 'x2', 'x3']);
  });

  it('leaves a slot to the own people of a tenant, and half to its other lanes', () => {
    const calls = new Calls(9);
    for (let at = 1; at <= 9; at++) calls.call(`x${at}`, 'isp', -1);
    for (let at = 1; at <= 9; at++) calls.call(`y${at}`, 'isp', 7);
    expect(calls.begun).toEqual(['x1', 'x2', 'x3', 'x4', 'y1', 'y2', 'y3']);
    calls.call('s1', 'isp');
    expect(calls.begun.at(-1)).toBe('s1');
  });
});

describe('a call that waits', () => {
  it('leaves the queue when its caller is gone', async () => {
    const turns = new Turns({ slots: 1, of: 'the ISP' });
    const held = turns.take({ tenant: 1, lane: OWN }) as Turn;
    let leave = (): void => undefined;
    const gone = turns.take({
      ...{ tenant: 1, lane: OWN },
      whenGone: (given) => {
        leave = given;
        return () => undefined;
      },
    });
    const next = turns.take({ tenant: 1, lane: OWN });
    leave();
    await expect(gone).rejects.toThrow('the caller is gone');
    turns.end(held);
    turns.end(await next);
    expect([turns.free, turns.waiting]).toEqual([1, 0]);
  });

  it('does not begin to wait for a caller who is gone already', async () => {
    const turns = new Turns({ slots: 1, of: 'the ISP' });
    const held = turns.take({ tenant: 1, lane: OWN }) as Turn;
    const gone = turns.take({
      ...{ tenant: 2, lane: OWN },
      whenGone: (leave) => {
        leave();
        return () => undefined;
      },
    });
    await expect(gone).rejects.toThrow('the caller is gone');
    turns.end(held);
    expect([turns.free, turns.waiting]).toEqual([1, 0]);
  });

  it('does not wait for ever', async () => {
    const turns = new Turns({ slots: 1, of: 'the ISP', waitMs: 1 });
    const held = turns.take({ tenant: 1, lane: OWN }) as Turn;
    await expect(turns.take({ tenant: 2, lane: OWN })).rejects.toThrow('no database connection became free');
    turns.end(held);
    expect([turns.free, turns.waiting]).toEqual([1, 0]);
  });

  it('is refused if too many of its tenant do, and no other tenant is', async () => {
    const calls = new Calls(1, { mostWaiting: 2 });
    for (const name of ['a1', 'a2', 'a3']) calls.call(name, 'a');
    const refusal = await calls.turns.run({ tenant: 'a', lane: OWN }, async () => undefined).catch((fault) => fault);
    expect(refusal).toBeInstanceOf(Fault);
    expect([refusal.kind, refusal.retryAfterS]).toEqual(['tooMany', 2]);
    expect(refusal.message).toBe('too many calls from the ISP are waiting; try again in 2 seconds');
    calls.call('b1', 'b');
    expect([calls.turns.waiting, calls.turns.refused]).toEqual([3, 1]);
  });

  it('is refused if too many of its lane do, which may not fill the queue of its tenant', async () => {
    const calls = new Calls(1, { mostOfLane: 1 });
    for (const name of ['a1', 'a2']) calls.call(name, 'a', -5);
    await expect(calls.turns.run({ tenant: 'a', lane: -5 }, async () => undefined)).rejects.toThrow('too many calls');
    calls.call('s1', 'a');
    expect(calls.turns.waiting).toBe(2);
  });
});
