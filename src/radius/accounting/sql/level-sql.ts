/**
 * `pour` and `levelOf` of `areas/usage/levels.ts` as assignments of an UPDATE of `radius.usage u` that adds `g.up` and
 * `g.down` bytes. `least` leaves NULL out, so that a level without end takes everything; sums are numeric and cannot
 * overflow. Nearly always there is room left at level 1: that is seen with integers, which cost a tenth.
 */
const more = '(g.up::numeric + g.down)';
const room1 = 'u.level1_bytes - u.level1_used';
const behind1 = `${more} - (${room1})`;
const room2 = 'u.level2_bytes - u.level2_used';
const behind2 = `u.in_bytes::numeric + u.out_bytes + ${more} - u.level1_bytes - u.level2_bytes`;
const most = '9223372036854775807';

/** The sum of two counters, of which the second is not below 0; no sum is beyond what a column holds. */
export function saturating(sum: string, more: string): string {
  return `least(${sum}, ${most} - ${more}) + ${more}`;
}

/** Three of these are less than the most. */
const large = '3000000000000000000';

const inLevel1 = `coalesce(${more} < ${room1}, true)`;
const inLevel2 = `coalesce(${behind1} < ${room2}, true)`;
const inLevel3 = `coalesce(${behind2} < u.level3_bytes, true)`;

const staysInLevel1 = `CASE WHEN u.level1_used < ${large} AND g.up < ${large} AND g.down < ${large}
      THEN coalesce(u.level1_used + g.up + g.down < u.level1_bytes, true) ELSE false END`;

export const COUNT_BY_LEVEL = `
    level1_used = CASE WHEN ${staysInLevel1} THEN u.level1_used + g.up + g.down
      ELSE least(u.level1_used + least(${more}, ${room1}), ${most}) END,
    level2_used = CASE WHEN ${staysInLevel1} THEN u.level2_used
      ELSE least(u.level2_used + least(greatest(${behind1}, 0), ${room2}), ${most}) END,
    bw_level = CASE WHEN ${staysInLevel1} THEN 1
      WHEN ${inLevel1} THEN 1 WHEN ${inLevel2} THEN 2 WHEN ${inLevel3} OR u.level3_bytes > 0 THEN 3
      WHEN u.level2_bytes > 0 THEN 2 ELSE 1 END,
    exhausted = CASE WHEN ${staysInLevel1} THEN false ELSE NOT (${inLevel1} OR ${inLevel2} OR ${inLevel3}) END`;
