/**
 * `addUsage` and `levelOf` of `areas/money/usage/levels.ts` as assignments of an UPDATE of `radius.usage u` that adds `added.up` and
 * `added.down` bytes. `least` ignores NULL, so a level without a cap takes everything. Sums are numeric and cannot
 * overflow.
 */
const added = '(added.up::numeric + added.down)';
const room1 = 'u.level1_bytes - u.level1_used';
const beyond1 = `${added} - (${room1})`;
const room2 = 'u.level2_bytes - u.level2_used';
const beyond2 = `u.in_bytes::numeric + u.out_bytes + ${added} - u.level1_bytes - u.level2_bytes`;

const MAX_BIGINT = '9223372036854775807';
/** The sum of three of these is below `MAX_BIGINT`. */
const THIRD = '3000000000000000000';

/** The sum of two counters, at most what a column holds. The second must not be negative. */
export function saturatedSum(sum: string, increment: string): string {
  return `least(${sum}, ${MAX_BIGINT} - ${increment}) + ${increment}`;
}

const inLevel1 = `coalesce(${added} < ${room1}, true)`;
const inLevel2 = `coalesce(${beyond1} < ${room2}, true)`;
const inLevel3 = `coalesce(${beyond2} < u.level3_bytes, true)`;

/** True for nearly every record, and found with integers at a tenth of the cost of numerics. */
const staysInLevel1 = `CASE WHEN u.level1_used < ${THIRD} AND added.up < ${THIRD} AND added.down < ${THIRD}
      THEN coalesce(u.level1_used + added.up + added.down < u.level1_bytes, true) ELSE false END`;

export const COUNT_BY_LEVEL = `
    level1_used = CASE WHEN ${staysInLevel1} THEN u.level1_used + added.up + added.down
      ELSE least(u.level1_used + least(${added}, ${room1}), ${MAX_BIGINT}) END,
    level2_used = CASE WHEN ${staysInLevel1} THEN u.level2_used
      ELSE least(u.level2_used + least(greatest(${beyond1}, 0), ${room2}), ${MAX_BIGINT}) END,
    bw_level = CASE
      WHEN ${staysInLevel1} THEN 1
      WHEN ${inLevel1} THEN 1
      WHEN ${inLevel2} THEN 2
      WHEN ${inLevel3} OR u.level3_bytes > 0 THEN 3
      WHEN u.level2_bytes > 0 THEN 2
      ELSE 1 END,
    exhausted = CASE WHEN ${staysInLevel1} THEN false ELSE NOT (${inLevel1} OR ${inLevel2} OR ${inLevel3}) END`;
