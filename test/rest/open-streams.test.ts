import { describe, expect, it } from 'vitest';
import { OpenStreams } from '../../src/rest/open-streams.ts';

/** Streams by the name of their user and a number, in a node with few places. */
class Node {
  readonly open: OpenStreams<Owned>;
  readonly ended: string[] = [];

  constructor(limits: { ofUser: number; ofNode: number }) {
    this.open = new OpenStreams<Owned>(limits);
  }

  /** Answers how many of so many were admitted. */
  begin(ispId: number | null, userId: number, times = 1): number {
    let admitted = 0;
    for (let n = 0; n < times; n += 1) {
      const actor = { ispId, userId };
      if (!this.open.makeRoom(actor)) continue;
      admitted += 1;
      const name = `user ${userId}, stream ${this.ended.length + this.open.size + 1}`;
      this.open.add({ actor, end: () => void this.ended.push(name) });
    }
    return admitted;
  }
}

interface Owned {
  readonly actor: { readonly ispId: number | null; readonly userId: number };
  readonly end: () => void;
}

describe('the streams of a node', () => {
  it('are all for an ISP alone', () => {
    const node = new Node({ ofUser: 10, ofNode: 6 });
    expect([1, 2, 3, 4].map((user) => node.begin(7, user, 2))).toEqual([2, 2, 2, 0]);
  });

  it('end, the oldest first, where an ISP has the most, for those of an ISP that has fewer', () => {
    const node = new Node({ ofUser: 10, ofNode: 6 });
    node.begin(7, 1, 6);
    expect(node.begin(8, 2, 10)).toBe(3);
    expect(node.ended).toEqual(['user 1, stream 1', 'user 1, stream 2', 'user 1, stream 3']);
    expect([node.begin(9, 3), node.begin(null, 4)]).toEqual([1, 1]);
    expect(node.open.size).toBe(6);
  });

  it('do not end for an ISP that would then have as many: it is refused', () => {
    const node = new Node({ ofUser: 10, ofNode: 4 });
    node.begin(7, 1, 2);
    node.begin(8, 2, 2);
    expect([node.begin(7, 3), node.begin(8, 4)]).toEqual([0, 0]);
    expect(node.ended).toEqual([]);
  });

  it('are so many of one user, whatever is free', () => {
    const node = new Node({ ofUser: 2, ofNode: 100 });
    expect([node.begin(7, 1, 3), node.begin(7, 2, 3)]).toEqual([2, 2]);
  });
});
