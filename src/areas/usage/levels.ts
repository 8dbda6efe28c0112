/** Volumes of the bandwidth levels in bytes; null is without end, 0 a level that is not there. */
export interface Caps {
  readonly level1: bigint | null;
  readonly level2: bigint | null;
  readonly level3: bigint | null;
}

/**
 * The most that is counted of a volume: half of what 64 bits hold, so that two of them can be added. What was sold without
 * a bound adds up to more, and nobody uses it up.
 */
const MAX_BYTES = 2n ** 62n;

export const bounded = (bytes: bigint): bigint => least(bytes, MAX_BYTES);

/** The usage of a period. What levels 1 and 2 do not hold was used at level 3, or behind the last level. */
export interface Usage {
  readonly caps: Caps;
  readonly usedBytes: bigint;
  readonly level1Used: bigint;
  readonly level2Used: bigint;
}

export interface Level {
  readonly level: 1 | 2 | 3;
  /** Behind the last level: no volume is left. */
  readonly exhausted: boolean;
}

/** The most that a counter in the database holds; what is more stays there. */
const MAX_BIGINT = 2n ** 63n - 1n;

export function saturated(bytes: bigint): bigint {
  return least(bytes, MAX_BIGINT);
}

/** A period that has just opened. */
export function nothingUsed(caps: Caps): Usage {
  return { caps, usedBytes: 0n, level1Used: 0n, level2Used: 0n };
}

/**
 * Adds a volume: it fills level 1, then level 2, and the rest is level 3's. The accounting statement does the same in SQL
 * (`countUsage`); a property holds the two together.
 */
export function pour(usage: Usage, bytes: bigint): Usage {
  const { caps, usedBytes, level1Used, level2Used } = usage;
  const first = least(bytes, roomOf(caps.level1, level1Used));
  const second = least(bytes - first, roomOf(caps.level2, level2Used));
  return {
    caps,
    usedBytes: usedBytes + bytes,
    level1Used: level1Used + first,
    level2Used: level2Used + second,
  };
}

/** Takes a volume back that was counted too much: what was used last first. */
export function drain(usage: Usage, bytes: bigint): Usage {
  const { caps, usedBytes, level1Used, level2Used } = usage;
  const third = usedBytes - level1Used - level2Used;
  const second = least(greatest(bytes - third, 0n), level2Used);
  const first = least(greatest(bytes - third - second, 0n), level1Used);
  return { caps, usedBytes: usedBytes - bytes, level1Used: level1Used - first, level2Used: level2Used - second };
}

/** More volume at level 1, from a top-up. Without end it stays without end. */
export function widenLevelOne(usage: Usage, bytes: bigint): Usage {
  const { level1 } = usage.caps;
  return { ...usage, caps: { ...usage.caps, level1: level1 === null ? null : bounded(level1 + bytes) } };
}

/** The first level with room; the last one there is when none has any. */
export function levelOf({ caps, usedBytes, level1Used, level2Used }: Usage): Level {
  if (roomOf(caps.level1, level1Used) !== 0n) return { level: 1, exhausted: false };
  if (roomOf(caps.level2, level2Used) !== 0n) return { level: 2, exhausted: false };
  if (roomOf(caps.level3, usedBytes - level1Used - level2Used) !== 0n) return { level: 3, exhausted: false };
  return { level: caps.level3 !== 0n ? 3 : caps.level2 !== 0n ? 2 : 1, exhausted: true };
}

/** Null is room without end. */
function roomOf(cap: bigint | null, used: bigint): bigint | null {
  return cap === null ? null : greatest(cap - used, 0n);
}

function least(one: bigint, other: bigint | null): bigint {
  return other === null || one < other ? one : other;
}

function greatest(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
