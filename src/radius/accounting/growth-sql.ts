import { KIND } from './kinds.ts';
import { saturating } from './level-sql.ts';

/**
 * How far a counter of a NAS has grown, and what of it counts, for `SESSION_STATEMENT`: `up` and `down` are what the record
 * says, `x_up` and `x_down` what was counted by its NAS before, with all rounds of a counter of 32 bits.
 *
 * - A counter that falls while the session time grows, in a session that never had a Gigawords attribute, has begun anew at
 *   4 GiB. What comes late or twice does not tell of a longer session.
 * - More than a line carries in the time since the last record, or in 60 s, is not counted: elapsed is what the NAS says,
 *   but not more than this server has seen pass since then. A session of which nothing is known has its own time.
 * - What was not counted puts the counter of the NAS ahead of what counts (`x_ahead_…`). It goes on from there; or, where a
 *   later record is below, that was a mistake of one packet, and the counter is what it was.
 */

/** A round of a counter of 32 bits. */
const ROUND = '4294967296::bigint';
/** Bytes in a second of one Mbit/s, and in the shortest time that is looked at. */
const BYTES = '125000::bigint';
const BYTES_IN_SHORTEST = '7500000::bigint';
/** A session may have been up for so long before anything was heard of it: 31 days. */
const LONGEST_S = 2_678_400;

type Direction = 'up' | 'down';

/** What the NAS showed last, without earlier rounds. */
export function shown(counter: string): string {
  return `CASE WHEN f.is_wide THEN ${counter} ELSE ${counter} & (${ROUND} - 1) END`;
}

/** Bytes since the last record, of the row `f` of `found`. */
export function grown(direction: Direction): string {
  const [now, before] = [`f.${direction}`, `f.x_${direction}`];
  const inRound = `(${before} & (${ROUND} - 1))`;
  return `CASE
      WHEN f.kind = ${KIND.close} THEN 0
      WHEN f.is_wide OR f.seconds < f.x_seconds THEN CASE
        WHEN ${now} >= ${before} THEN ${now} - ${before}
        WHEN ${isBack('f', direction)} THEN greatest(${now} - (${before} - f.x_ahead_${direction}), 0)
        ELSE 0 END
      WHEN ${now} >= ${inRound} THEN ${now} - ${inRound}
      WHEN f.seconds > f.x_seconds THEN ${now} - ${inRound} + ${ROUND}
      ELSE 0 END`;
}

function isBack(row: string, direction: Direction): string {
  return `${row}.kind > ${KIND.start} AND ${row}.is_wide AND ${row}.x_ahead_${direction} > 0 AND ${row}.${direction} < ${row}.x_${direction} AND ${row}.at > ${row}.x_updated`;
}

/** Seconds since the last record of the session, of the row `j` of `judged`. */
export const SINCE = `least(greatest(date_part('epoch', j.at - j.x_updated), j.seconds - j.x_seconds),
      date_part('epoch', now() - j.x_updated))`;

/** Whether a line of the NAS carries so many bytes in so many seconds. */
export function carries(bytes: string, seconds: string): string {
  return `(${bytes} <= j.line_rate * ${BYTES_IN_SHORTEST}
      OR ${bytes} <= j.line_rate * ${BYTES} * least(${seconds}, ${LONGEST_S})::bigint)`;
}

/** What the NAS counts by now, where that is not what counts; of the row `d` of `decided`. */
export function newCounter(direction: Direction, counted: string, counter: string): string {
  const [grew, more] = [`d.grown_${direction}`, `d.more_${direction}`];
  return `CASE WHEN NOT d.same OR ${grew} = ${more} AND ${counter} IS NULL THEN ${counter}
      ELSE nullif(CASE WHEN ${isBack('d', direction)} THEN greatest(d.${direction}, ${counted})
        ELSE ${saturating(`d.x_${direction}`, grew)} END, ${counted} + ${more}) END`;
}

/** What was not counted by now. */
export function uncounted(direction: Direction, column: string): string {
  const [grew, more] = [`d.grown_${direction}`, `d.more_${direction}`];
  return `CASE WHEN NOT d.same OR ${grew} = ${more} OR ${isBack('d', direction)} THEN ${column}
      ELSE ${saturating(`coalesce(${column}, 0)`, `(${grew} - ${more})`)} END`;
}
