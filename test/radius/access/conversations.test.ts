import { describe, expect, it } from 'vitest';
import { Conversations } from '../../../src/radius/access/eap/conversations.ts';
import { StartLimits } from '../../../src/radius/access/eap/start-limits.ts';
import type { Isp } from '../../../src/radius/state/directory/isp.ts';

const nas = (id: number, ispId: number) => ({ id, isp: { id: ispId } as Isp });
const [north, northToo, south] = [nas(1, 1), nas(2, 1), nas(3, 2)];

class Talk {
  readonly key: Buffer;
  ended = false;

  constructor(name: string) {
    this.key = Buffer.from(name);
  }

  destroy(): void {
    this.ended = true;
  }
}

const talks = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => new Talk(`${prefix}${at}`));
const ended = (list: readonly Talk[]) => list.filter((talk) => talk.ended).map(({ key }) => key.toString());

describe('conversations that are open', () => {
  it('are found by their NAS alone, until they have been quiet for a minute', () => {
    const open = new Conversations<Talk>();
    const talk = new Talk('a');
    open.add(talk, north, 0);
    expect(open.find(talk.key, northToo, 1)).toBeUndefined();
    expect(open.find(talk.key, north, 60_000)).toBe(talk);
    expect(open.find(talk.key, north, 120_000)).toBe(talk);
    expect(open.find(talk.key, north, 180_001)).toBeUndefined();
    expect(talk.ended).toBe(true);
    expect(open.size).toBe(0);
  });

  it('are ended by the sweep when their devices have gone', () => {
    const open = new Conversations<Talk>();
    const [first, second] = [new Talk('a'), new Talk('b')];
    open.add(first, north, 0);
    open.add(second, south, 30_000);
    open.sweep(60_001);
    expect([first.ended, second.ended, open.size]).toEqual([true, false, 1]);
    open.sweep(Number.POSITIVE_INFINITY);
    expect([second.ended, open.size]).toEqual([true, 0]);
  });

  it('make room for others of their NAS first, the quietest first', () => {
    const open = new Conversations<Talk>({ mostOfNas: 3 });
    const mine = talks('n', 4);
    const others = talks('m', 3);
    for (const talk of others) open.add(talk, northToo, 0);
    for (const talk of mine.slice(0, 3)) open.add(talk, north, 1);
    open.find(Buffer.from('n0'), north, 2);
    open.add(mine[3] as Talk, north, 3);
    expect(ended([...mine, ...others])).toEqual(['n1']);
  });

  it('make room for others of their ISP, and no ISP takes another one’s share', () => {
    const open = new Conversations<Talk>({ most: 10, mostOfIsp: 8 });
    const theirs = talks('s', 2);
    for (const talk of theirs) open.add(talk, south, 0);
    const flood = talks('n', 100);
    for (const [at, talk] of flood.entries()) open.add(talk, at % 2 ? north : northToo, at);
    expect(open.size).toBe(10);
    expect(ended(theirs)).toEqual([]);
    expect(ended(flood)).toHaveLength(92);
    const more = talks('t', 3);
    for (const talk of more) open.add(talk, south, 200);
    expect(open.size).toBe(10);
    expect(ended([...theirs, ...more])).toEqual([]);
    expect(ended(flood)).toHaveLength(95);
  });
});

describe('handshakes that are begun', () => {
  it('are limited for each ISP, so that the others’ still begin', () => {
    const limits = new StartLimits();
    const begun = (ispId: number, now: number) =>
      Array.from({ length: 500 }, () => limits.begin(ispId, now)).filter(Boolean).length;
    expect(begun(1, 0)).toBe(100);
    expect(begun(2, 0)).toBe(100);
    expect(begun(1, 1_000)).toBe(40);
    expect(begun(3, 1_000)).toBe(100);
  });

  it('are limited in all', () => {
    const limits = new StartLimits();
    let begun = 0;
    for (let ispId = 0; ispId < 10; ispId++)
      for (let each = 0; each < 100; each++) if (limits.begin(ispId, 0)) begun += 1;
    expect(begun).toBe(300);
  });
});
