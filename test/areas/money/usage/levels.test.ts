import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, capsOf, volumeOf } from '../../../../src/areas/money/usage/caps.ts';
import {
  addToLevel1,
  addUsage,
  type Caps,
  clampCounter,
  levelOf,
  nothingUsed,
  subtractUsage,
  type Usage,
} from '../../../../src/areas/money/usage/levels.ts';
import {
  type EndedPeriod,
  type Rollover,
  rollOver,
  switchVolumes,
} from '../../../../src/areas/money/usage/rollover.ts';

const caps = (level1: bigint | null, level2: bigint | null = 0n, level3: bigint | null = 0n): Caps => ({
  level1,
  level2,
  level3,
});
const used = (given: Caps, ...volumes: bigint[]): Usage => volumes.reduce(addUsage, nothingUsed(given));

describe('the level of a service', () => {
  it('is the first with volume left', () => {
    const three = caps(10n, 5n, 3n);
    expect(levelOf(nothingUsed(three))).toEqual({ level: 1, exhausted: false });
    expect(levelOf(used(three, 9n))).toEqual({ level: 1, exhausted: false });
    expect(levelOf(used(three, 10n))).toEqual({ level: 2, exhausted: false });
    expect(levelOf(used(three, 14n, 1n))).toEqual({ level: 3, exhausted: false });
    expect(levelOf(used(three, 18n))).toEqual({ level: 3, exhausted: true });
  });

  it('stays at an unlimited level', () => {
    expect(levelOf(used(caps(null), 10n ** 15n))).toEqual({ level: 1, exhausted: false });
    expect(levelOf(used(caps(10n, null), 10n ** 15n))).toEqual({ level: 2, exhausted: false });
    expect(levelOf(used(caps(10n, 5n, null), 10n ** 15n))).toEqual({ level: 3, exhausted: false });
  });

  it('that the plan does not have is skipped, and the last level is shown when all are used up', () => {
    expect(levelOf(used(caps(10n), 10n))).toEqual({ level: 1, exhausted: true });
    expect(levelOf(used(caps(10n, 5n), 15n))).toEqual({ level: 2, exhausted: true });
    expect(levelOf(used(caps(10n, 0n, 5n), 12n))).toEqual({ level: 3, exhausted: false });
  });

  it('is 1 with a top-up, and the previous one when that is used up', () => {
    const atTwo = used(caps(10n, 5n, 3n), 12n);
    const topped = addToLevel1(atTwo, 4n);
    expect(levelOf(topped).level).toBe(1);
    const back = addUsage(topped, 4n);
    expect(levelOf(back)).toEqual({ level: 2, exhausted: false });
    expect(back.level2Used).toBe(atTwo.level2Used);
  });

  it('does not charge a later top-up with usage after the last level', () => {
    const over = used(caps(10n, 5n), 40n);
    const topped = addToLevel1(over, 4n);
    expect(levelOf(topped)).toEqual({ level: 1, exhausted: false });
    expect(topped.usedBytes).toBe(40n);
    expect(levelOf(addUsage(topped, 3n))).toEqual({ level: 1, exhausted: false });
    expect(levelOf(addUsage(topped, 4n))).toEqual({ level: 2, exhausted: true });
  });
});

const volume = fc.bigInt({ min: 0n, max: 40n });
const cap = fc.option(volume);
const anyCaps = fc.record({ level1: cap, level2: cap, level3: cap });

it('the levels add up to the usage, and none holds more than its volume', () => {
  fc.assert(
    fc.property(anyCaps, fc.array(fc.tuple(fc.boolean(), volume), { maxLength: 12 }), (given, steps) => {
      let usage = nothingUsed(given);
      let total = 0n;
      for (const [topsUp, bytes] of steps) {
        if (!topsUp) total += bytes;
        usage = topsUp ? addToLevel1(usage, bytes) : addUsage(usage, bytes);
        const { level1Used, level2Used, usedBytes } = usage;
        expect(usedBytes).toBe(total);
        expect(usedBytes - level1Used - level2Used).toBeGreaterThanOrEqual(0n);
        if (usage.caps.level1 !== null) expect(level1Used).toBeLessThanOrEqual(usage.caps.level1);
        if (usage.caps.level2 !== null) expect(level2Used).toBeLessThanOrEqual(usage.caps.level2);
      }
    }),
  );
});

it('one delta or many make no difference, and subtracting the last one undoes it', () => {
  fc.assert(
    fc.property(anyCaps, fc.array(volume, { maxLength: 8 }), volume, (given, volumes, last) => {
      const parts = used(given, ...volumes);
      const whole = used(
        given,
        volumes.reduce((sum, each) => sum + each, 0n),
      );
      expect(parts).toEqual(whole);
      expect(subtractUsage(addUsage(parts, last), last)).toEqual(parts);
    }),
  );
});

describe('the volumes of a plan', () => {
  const levels = { bw2Gb: '2.500', bw2Dl: 4000, bw2Pool: null, bw3Gb: null, bw3Dl: null, bw3Pool: 7 };

  it('are unlimited for 0 GB and for none, and 0 for a level without rates or pool', () => {
    expect(capsOf(levels, 100n)).toEqual({ level1: 100n, level2: 5n * 2n ** 29n, level3: null });
    expect(capsOf({ ...levels, bw2Gb: '0' }, null)).toMatchObject({ level1: null, level2: null });
    expect(capsOf({ ...levels, bw2Dl: null, bw3Pool: null }, 1n)).toEqual({ level1: 1n, level2: 0n, level3: 0n });
    expect(volumeOf('0.000')).toBeNull();
    expect(volumeOf('1')).toBe(2n ** 30n);
    expect(bytesOf('0.5')).toBe(2n ** 29n);
  });
});

it('a counter holds as much as the database does, and no more', () => {
  expect([2n ** 63n - 1n, 2n ** 63n].map(clampCounter)).toEqual([2n ** 63n - 1n, 2n ** 63n - 1n]);
});

describe('the volumes after a period', () => {
  /** 100 of the plan, of which 10 were carried over to it, and two top-ups. */
  const ended = (level1: bigint, fields: Partial<EndedPeriod> = {}): EndedPeriod => ({
    ...{ used: { level1, level2: 20n, level3: 3n }, planBytes: 100n, carryoverBytes: 10n },
    topups: [
      { id: 1, type: 'NonExpiring', bytesTotal: 30n, bytesUsed: 0n },
      { id: 2, type: 'Expiring', bytesTotal: 20n, bytesUsed: 5n },
    ],
    ...fields,
  });
  const shown = ({ caps: of, carryoverBytes, quotaBytes, topups }: Rollover) => ({
    ...{ levels: [of.level1, of.level2, of.level3], carried: carryoverBytes, quota: quotaBytes },
    topups: topups.map(({ id, bytesUsed, ended: isOver }) => [id, bytesUsed, isOver]).sort(),
  });
  const plan = caps(200n, 50n, 2n);

  it('have what is left of the plan, once, and of top-ups that do not expire', () => {
    // 10 that were carried over, 15 of the top-up that expires, 45 of the plan.
    expect(shown(rollOver(ended(70n), plan, true))).toEqual({
      ...{ levels: [285n, 50n, 2n], carried: 55n, quota: 255n },
      topups: [
        [1, 0n, false],
        [2, 20n, true],
      ],
    });
    expect(shown(rollOver(ended(70n), plan, false))).toMatchObject({
      levels: [230n, 50n, 2n],
      carried: 0n,
      quota: 200n,
    });
    expect(shown(rollOver(ended(5n), plan, true))).toMatchObject({
      ...{ carried: 100n, quota: 300n },
      topups: [
        [1, 0n, false],
        [2, 5n, true],
      ],
    });
  });

  it('have nothing of a top-up that is used up', () => {
    const over = (level1: bigint) => shown(rollOver(ended(level1), plan, true));
    expect(over(154n)).toMatchObject({ levels: [201n, 50n, 2n], topups: [[1, 29n, false], expect.anything()] });
    expect(over(155n)).toMatchObject({ levels: [200n, 50n, 2n], topups: [[1, 30n, true], expect.anything()] });
  });

  it('of an unlimited plan need no top-ups and carry nothing over', () => {
    expect(shown(rollOver(ended(500n, { planBytes: null }), plan, true))).toMatchObject({ carried: 0n, quota: 200n });
    expect(shown(rollOver(ended(70n), caps(null), true))).toMatchObject({
      levels: [null, 0n, 0n],
      carried: 0n,
      quota: null,
    });
  });

  it('are less what was used of the same levels, if the plan changes within the period', () => {
    expect(shown(switchVolumes(ended(70n), plan))).toEqual({
      ...{ levels: [185n, 30n, 0n], carried: 0n, quota: 155n },
      topups: [
        [1, 0n, false],
        [2, 20n, true],
      ],
    });
    expect(shown(switchVolumes(ended(5n), plan))).toMatchObject({ levels: [250n, 30n, 0n], carried: 5n, quota: 205n });
    expect(shown(switchVolumes(ended(70n), caps(30n)))).toMatchObject({ quota: 0n });
    expect(shown(switchVolumes(ended(5n), caps(null)))).toMatchObject({
      levels: [null, 0n, 0n],
      carried: 0n,
      quota: null,
    });
    expect(shown(switchVolumes(ended(70n, { planBytes: null }), plan))).toMatchObject({ quota: 130n });
  });
});
