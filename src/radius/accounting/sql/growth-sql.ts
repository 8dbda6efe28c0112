import { saturating } from './level-sql.ts';
import { KIND } from './traits.ts';

/**
 * How far the counters of a NAS have grown, and what of it counts: the parts of `SESSION_STATEMENT` that are about it. `up`
 * and `down` are what the record says, `x_up` and `x_down` what its NAS counted before, with all rounds of 32 bits.
 *
 * - A counter that falls while the session time grows, in a session that never had a Gigawords attribute, has begun anew at
 *   4 GiB. What comes late or twice does not tell of a longer session.
 * - More than a line carries in the time since the last record, or in 60 s, is not counted: elapsed is what the NAS says,
 *   but not more than this server has seen pass since then. A session of which nothing is known has its own time.
 * - What was not counted puts the counter of the NAS ahead of what counts (`x_ahead_…`). It goes on from there; or, where a
 *   later record is below, that was a mistake of one packet, and the counter is what it was.
 */
export interface Growth {
  /** Columns of `found`. */
  readonly found: string;
  /** Columns of `judged`, after a comma. */
  readonly judged: string;
  /** A record of `judged` that has to be looked at closely. */
  readonly isOdd: string;
  /** Whether the NAS of the row does not serve the service of its session any more. */
  isStray(row: 'j' | 'd'): string;
  /** What counts of a record of the session that was found. */
  more(direction: Direction): string;
  /** What counts of the first record of a session. */
  first(direction: Direction): string;
  /** Assignments of `changed`, after a comma. */
  readonly changed: string;
  /** What `changed` returns, before a comma. */
  readonly returned: string;
  readonly openedColumns: string;
  readonly opened: string;
  /** More rows of the answer. */
  readonly outcomes: string;
}

type Direction = 'up' | 'down';

/** A round of a counter of 32 bits. */
const ROUND = '4294967296::bigint';
/** Bytes in a second of one Mbit/s, and in the shortest time that is looked at. */
const BYTES = '125000::bigint';
const BYTES_IN_SHORTEST = '7500000::bigint';
/** A session may have been up for so long before anything was heard of it: 31 days. */
const LONGEST_S = 2_678_400;

const ALWAYS_CARRIED = `j.line_rate * ${BYTES_IN_SHORTEST}`;

/** What the NAS showed last, without earlier rounds; of the row `f` of `found`. */
export function shown(counter: string): string {
  return `CASE WHEN f.is_wide THEN ${counter} ELSE ${counter} & (${ROUND} - 1) END`;
}

/** Nothing is odd: what the counters are more is what counts. */
export const PLAINLY: Growth = {
  found: `x.in_bytes AS x_up, x.out_bytes AS x_down,
    x.in_counter IS NOT NULL OR x.out_counter IS NOT NULL AS is_ahead`,
  judged: '',
  isOdd: `CASE
      WHEN j.kind = ${KIND.close} THEN false
      WHEN j.is_ahead THEN true
      WHEN j.same THEN j.unserved AND j.x_service IS NOT NULL
        OR j.up - j.x_up > ${ALWAYS_CARRIED} OR j.down - j.x_down > ${ALWAYS_CARRIED}
        OR NOT j.is_wide AND j.kind > ${KIND.start} AND (j.up < j.x_up OR j.down < j.x_down)
      ELSE j.up > ${ALWAYS_CARRIED} OR j.down > ${ALWAYS_CARRIED} END`,
  isStray: () => 'false',
  more: (direction) => `greatest(j.${direction} - j.x_${direction}, 0)`,
  first: (direction) => `j.${direction}`,
  changed: '',
  returned: '',
  openedColumns: '',
  opened: '',
  outcomes: '',
};

/** For what is odd. */
export const CLOSELY: Growth = {
  found: `coalesce(x.in_counter, x.in_bytes) AS x_up, coalesce(x.out_counter, x.out_bytes) AS x_down,
    x.in_counter - x.in_bytes AS x_ahead_up, x.out_counter - x.out_bytes AS x_ahead_down`,
  judged: `,
    f.unserved AND f.x_service IS NOT NULL AS is_stray,
    ${grown('up')} AS grown_up,
    ${grown('down')} AS grown_down`,
  isOdd: 'false',
  isStray: (row) => `${row}.is_stray`,
  more: (direction) =>
    `CASE WHEN NOT j.is_stray AND ${carries(`j.grown_${direction}`, since())} THEN j.grown_${direction} ELSE 0 END`,
  first: (direction) =>
    `CASE WHEN ${carries(`j.${direction}`, 'coalesce(j.seconds, 0)')} THEN j.${direction} ELSE 0 END`,
  changed: `,
    in_counter = ${newCounter('up', 's.in_bytes', 's.in_counter')},
    out_counter = ${newCounter('down', 's.out_bytes', 's.out_counter')},
    uncounted_in_bytes = ${uncounted('up', 's.uncounted_in_bytes')},
    uncounted_out_bytes = ${uncounted('down', 's.uncounted_out_bytes')},
    implausible = CASE WHEN ${implausible()} THEN true ELSE s.implausible END`,
  returned: `${implausible()} AS is_implausible,
    `,
  openedColumns: ', in_counter, out_counter, uncounted_in_bytes, uncounted_out_bytes, implausible',
  opened: `,
    CASE WHEN up > first_up THEN up END, CASE WHEN down > first_down THEN down END,
    nullif(up - first_up, 0), nullif(down - first_down, 0), nullif(up > first_up OR down > first_down, false)`,
  outcomes: `
UNION ALL SELECT ord, 'implausible', NULL FROM changed WHERE is_implausible
UNION ALL SELECT ord, 'implausible', NULL FROM begun WHERE up > first_up OR down > first_down`,
};

/** Bytes since the last record, of the row `f` of `found`. */
function grown(direction: Direction): string {
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
  return `${row}.kind > ${KIND.start} AND ${row}.is_wide AND ${row}.x_ahead_${direction} > 0
      AND ${row}.${direction} < ${row}.x_${direction} AND ${row}.at > ${row}.x_updated`;
}

/** Seconds since the last record of the session, of the row `j` of `judged`. */
function since(): string {
  return `least(greatest(date_part('epoch', j.at - j.x_updated), j.seconds - j.x_seconds),
      date_part('epoch', now() - j.x_updated))`;
}

/** Whether a line of the NAS carries so many bytes in so many seconds. */
function carries(bytes: string, seconds: string): string {
  return `(${bytes} <= ${ALWAYS_CARRIED}
      OR ${bytes} <= j.line_rate * ${BYTES} * least(${seconds}, ${LONGEST_S})::bigint)`;
}

function implausible(): string {
  return 'd.same AND NOT d.is_stray AND (d.grown_up > d.more_up OR d.grown_down > d.more_down)';
}

/** What the NAS counts by now, where that is not what counts; of the row `d` of `decided`. */
function newCounter(direction: Direction, counted: string, counter: string): string {
  const [grew, more] = [`d.grown_${direction}`, `d.more_${direction}`];
  return `CASE WHEN NOT d.same OR ${grew} = ${more} AND ${counter} IS NULL THEN ${counter}
      ELSE nullif(CASE WHEN ${isBack('d', direction)} THEN greatest(d.${direction}, ${counted})
        ELSE ${saturating(`d.x_${direction}`, grew)} END, ${counted} + ${more}) END`;
}

/** What was not counted by now. */
function uncounted(direction: Direction, column: string): string {
  const [grew, more] = [`d.grown_${direction}`, `d.more_${direction}`];
  return `CASE WHEN NOT d.same OR ${grew} = ${more} OR ${isBack('d', direction)} THEN ${column}
      ELSE ${saturating(`coalesce(${column}, 0)`, `(${grew} - ${more})`)} END`;
}
