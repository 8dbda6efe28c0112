/**
 * `pour` and `levelOf` of `areas/usage/levels.ts` as assignments of an UPDATE of `radius.usage u` that adds `g.more` bytes.
 * `least` leaves NULL out, so that a level without end takes everything; sums are numeric and cannot overflow.
 */
const room1 = 'u.level1_bytes - u.level1_used';
const behind1 = `g.more - (${room1})`;
const room2 = 'u.level2_bytes - u.level2_used';
const behind2 = `u.in_bytes::numeric + u.out_bytes + g.more - u.level1_bytes - u.level2_bytes`;
const most = '9223372036854775807';

const inLevel1 = `coalesce(g.more < ${room1}, true)`;
const inLevel2 = `coalesce(${behind1} < ${room2}, true)`;
const inLevel3 = `coalesce(${behind2} < u.level3_bytes, true)`;

export const COUNT_BY_LEVEL = `
    level1_used = least(u.level1_used + least(g.more, ${room1}), ${most}),
    level2_used = least(u.level2_used + least(greatest(${behind1}, 0), ${room2}), ${most}),
    bw_level = CASE WHEN ${inLevel1} THEN 1 WHEN ${inLevel2} THEN 2 WHEN ${inLevel3} OR u.level3_bytes > 0 THEN 3
      WHEN u.level2_bytes > 0 THEN 2 ELSE 1 END,
    exhausted = NOT (${inLevel1} OR ${inLevel2} OR ${inLevel3})`;
