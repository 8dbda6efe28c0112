import { describe, expect, it } from 'vitest';
import { Refusals } from '../../../../src/areas/online/logins/refusals.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);

/** A clock that moves by hand; pauses end by hand, too. */
function byHand() {
  let elapsed = 0;
  const pauses: (() => void)[] = [];
  const lengths: number[] = [];
  const pause = (ms: number) => {
    lengths.push(ms);
    return new Promise<void>((resolve) => pauses.push(resolve));
  };
  const time = { elapsed: () => elapsed, pause };
  return { refusals: new Refusals(time), pauses, lengths, pass: (ms: number) => (elapsed += ms) };
}

describe('a refused attempt to sign in', () => {
  it('is answered again without the database, and only after a pause', async () => {
    const { refusals, pauses } = byHand();
    expect(await refusals.of('ravi', NOW)).toBeUndefined();
    refusals.note('ravi', later(60_000));
    let answered = false;
    const answer = refusals.of('ravi', NOW).finally(() => {
      answered = true;
    });
    await Promise.resolve();
    expect([answered, pauses.length]).toEqual([false, 1]);
    pauses[0]?.();
    expect(await answer).toEqual(later(60_000));
    expect(await refusals.of('asha', NOW)).toBeUndefined();
  });

  it('waits twice as long with each repetition, up to ten seconds, and apart from those of others', async () => {
    const { refusals, pauses, lengths, pass } = byHand();
    for (const key of ['ravi', 'asha']) refusals.note(key, later(60_000));
    const held = [...Array.from({ length: 6 }, () => 'ravi'), 'asha'].map((key) => refusals.of(key, NOW));
    expect(lengths).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 1_000]);
    for (const end of pauses) end();
    await Promise.all(held);
    pass(6_000);
    expect(await refusals.of('ravi', NOW)).toBeUndefined();
    refusals.note('ravi', later(60_000));
    void refusals.of('ravi', NOW);
    expect(lengths.at(-1)).toBe(1_000);
  });

  it('is asked of the database again a few seconds later, also when it was repeated all the time', async () => {
    const { refusals, pauses, pass } = byHand();
    refusals.note('ravi', later(60_000));
    pass(4_000);
    const answer = refusals.of('ravi', NOW);
    refusals.note('ravi', later(60_000));
    pauses[0]?.();
    expect(await answer).toEqual(later(60_000));
    pass(2_000);
    expect(await refusals.of('ravi', NOW)).toBeUndefined();
  });

  it('is over when its time is', async () => {
    const { refusals } = byHand();
    refusals.note('ravi', later(1_000));
    expect(await refusals.of('ravi', later(1_000))).toBeUndefined();
  });

  it('waits for its answer with a thousand others at most', async () => {
    const { refusals, pauses } = byHand();
    refusals.note('ravi', later(60_000));
    const held = Array.from({ length: 1_000 }, () => refusals.of('ravi', NOW));
    expect(await refusals.of('ravi', NOW)).toEqual(later(60_000));
    expect(pauses).toHaveLength(1_000);
    for (const end of pauses) end();
    await Promise.all(held);
    const next = refusals.of('ravi', NOW);
    expect(pauses).toHaveLength(1_001);
    pauses[1_000]?.();
    await next;
  });
});
