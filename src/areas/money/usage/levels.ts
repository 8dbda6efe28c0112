/** Volumes of the bandwidth levels in bytes. Null: unlimited; 0: the plan has no such level. */
export interface Caps {
  readonly level1: bigint | null;
  readonly level2: bigint | null;
  readonly level3: bigint | null;
}

/** Maximum volume: half the range of 64 bits, so that two can be added. No line uses up so much. */
export const MAX_VOLUME_BYTES = 2n ** 62n;

export const clampVolume = (bytes: bigint): bigint => min(bytes, MAX_VOLUME_BYTES);

/** The usage of a period. What levels 1 and 2 do not hold was used at level 3, or after all levels were used up. */
export interface Usage {
  readonly caps: Caps;
  readonly usedBytes: bigint;
  readonly level1Used: bigint;
  readonly level2Used: bigint;
}

export interface Level {
  readonly level: 1 | 2 | 3;
  /** All levels are used up. */
  readonly exhausted: boolean;
}

/** Maximum of a counter in the database (bigint). */
const MAX_COUNTER_BYTES = 2n ** 63n - 1n;

export function clampCounter(bytes: bigint): bigint {
  return min(bytes, MAX_COUNTER_BYTES);
}

/** A period that has just opened. */
export function nothingUsed(caps: Caps): Usage {
  return { caps, usedBytes: 0n, level1Used: 0n, level2Used: 0n };
}

/**
 * Adds a volume: it fills level 1, then level 2, and the rest is level 3's. The accounting statement does the same in SQL
 * (`radius/accounting/sql/bandwidth-levels.ts`); a property test compares the two.
 */
export function addUsage(usage: Usage, bytes: bigint): Usage {
  const { caps, usedBytes, level1Used, level2Used } = usage;
  const first = min(bytes, roomOf(caps.level1, level1Used));
  const second = min(bytes - first, roomOf(caps.level2, level2Used));
  return {
    caps,
    usedBytes: usedBytes + bytes,
    level1Used: level1Used + first,
    level2Used: level2Used + second,
  };
}

/** Subtracts a volume that was counted in excess, from the level used last first. */
export function subtractUsage(usage: Usage, bytes: bigint): Usage {
  const { caps, usedBytes, level1Used, level2Used } = usage;
  const third = usedBytes - level1Used - level2Used;
  const second = min(max(bytes - third, 0n), level2Used);
  const first = min(max(bytes - third - second, 0n), level1Used);
  return { caps, usedBytes: usedBytes - bytes, level1Used: level1Used - first, level2Used: level2Used - second };
}

/** Adds a top-up's volume to level 1. An unlimited level stays unlimited. */
export function addToLevel1(usage: Usage, bytes: bigint): Usage {
  const { level1 } = usage.caps;
  return { ...usage, caps: { ...usage.caps, level1: level1 === null ? null : clampVolume(level1 + bytes) } };
}

/** The first level with volume left; if none has any, the last level of the plan. */
export function levelOf({ caps, usedBytes, level1Used, level2Used }: Usage): Level {
  if (roomOf(caps.level1, level1Used) !== 0n) return { level: 1, exhausted: false };
  if (roomOf(caps.level2, level2Used) !== 0n) return { level: 2, exhausted: false };
  if (roomOf(caps.level3, usedBytes - level1Used - level2Used) !== 0n) return { level: 3, exhausted: false };
  return { level: caps.level3 !== 0n ? 3 : caps.level2 !== 0n ? 2 : 1, exhausted: true };
}

/** Volume left; null: unlimited. */
function roomOf(cap: bigint | null, used: bigint): bigint | null {
  return cap === null ? null : max(cap - used, 0n);
}

/** `other` null: unlimited. */
export function min(one: bigint, other: bigint | null): bigint {
  return other === null || one < other ? one : other;
}

export function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
