import { saturatedSum } from './bandwidth-levels.ts';
import { KIND } from './packed-fields.ts';

/**
 * By how much the counters of a session grow with a record, and how much of that counts: the parts of a session statement
 * that depend on how closely it looks. `up` and `down` are the counters in the record; `old_up` and `old_down` are the
 * last ones known, including every wrap at 4 GiB.
 */
export interface CounterIncrements {
  /** Columns of `found`. */
  readonly found: string;
  /** Columns of `matched`, after a comma. */
  readonly matched: string;
  /** Whether a record of `matched` needs the other statement. */
  readonly isSuspect: string;
  /** Whether the NAS of the record no longer serves the service of its session. */
  isNoLongerServed(row: 'm' | 'd'): string;
  /** The bytes that count, for a record of a stored session. */
  counted(direction: Direction): string;
  /** The bytes that count, for the first record of a session. */
  first(direction: Direction): string;
  /** Assignments of `updated`, after a comma. */
  readonly assignments: string;
  /** What `updated` returns, before a comma. */
  readonly returned: string;
  /** Columns of `inserted`, after a comma, and their values. */
  readonly insertedColumns: string;
  readonly insertedValues: string;
  /** Further rows of the result. */
  readonly outcomes: string;
}

export type Direction = 'up' | 'down';

/** At which a 32-bit counter wraps. */
const WRAP = '4294967296::bigint';
/** What 1 Mbit/s carries in a second. */
const BYTES_PER_SECOND = '125000::bigint';
/** What 1 Mbit/s carries in 60 s: any increment up to that is plausible. */
const BYTES_PER_MINUTE = '7500000::bigint';
/** How long a session may have been up before its first record: 31 days. */
const MAX_UNSEEN_S = 2_678_400;

const ALWAYS_PLAUSIBLE = `m.line_rate * ${BYTES_PER_MINUTE}`;

/** The counter of the row `f` of `found` as the NAS last sent it, without earlier wraps. */
export function asSent(counter: string): string {
  return `CASE WHEN f.is_64_bit THEN ${counter} ELSE ${counter} & (${WRAP} - 1) END`;
}

/** For nearly all records: every increment counts. A record for which that may be wrong is suspect. */
export const SIMPLE_INCREMENTS: CounterIncrements = {
  found: `old.in_bytes AS old_up, old.out_bytes AS old_down,
    old.in_counter IS NOT NULL OR old.out_counter IS NOT NULL AS is_ahead`,
  matched: '',
  isSuspect: `CASE
      WHEN m.kind = ${KIND.close} THEN false
      WHEN m.is_ahead THEN true
      WHEN m.is_same THEN m.unserved AND m.old_service IS NOT NULL
        OR m.up - m.old_up > ${ALWAYS_PLAUSIBLE} OR m.down - m.old_down > ${ALWAYS_PLAUSIBLE}
        OR NOT m.is_64_bit AND m.kind > ${KIND.start} AND (m.up < m.old_up OR m.down < m.old_down)
      ELSE m.up > ${ALWAYS_PLAUSIBLE} OR m.down > ${ALWAYS_PLAUSIBLE} END`,
  isNoLongerServed: () => 'false',
  counted: (direction) => `greatest(m.${direction} - m.old_${direction}, 0)`,
  first: (direction) => `m.${direction}`,
  assignments: '',
  returned: '',
  insertedColumns: '',
  insertedValues: '',
  outcomes: '',
};

/**
 * For suspect records.
 *
 * - A counter that falls while the session time grows has wrapped at 4 GiB, unless the session ever had a Gigawords
 *   attribute. A late or repeated record has no longer session time.
 * - More than the line carries in the time since the last record, or in 60 s, does not count. That time is what the NAS
 *   says, but at most what has passed by this server's clock; for a first record it is the session time.
 * - Uncounted bytes put the counter of the NAS ahead of the bytes that count (`ahead_up`, `ahead_down`). Its next
 *   increment starts from there. But if a later record is below, the high value was a mistake of one packet, and the
 *   counter is as it was before.
 */
export const CHECKED_INCREMENTS: CounterIncrements = {
  found: `coalesce(old.in_counter, old.in_bytes) AS old_up, coalesce(old.out_counter, old.out_bytes) AS old_down,
    old.in_counter - old.in_bytes AS ahead_up, old.out_counter - old.out_bytes AS ahead_down`,
  matched: `,
    f.unserved AND f.old_service IS NOT NULL AS is_no_longer_served,
    ${delta('up')} AS delta_up,
    ${delta('down')} AS delta_down`,
  isSuspect: 'false',
  isNoLongerServed: (row) => `${row}.is_no_longer_served`,
  counted: (direction) =>
    `CASE WHEN NOT m.is_no_longer_served AND ${isPlausible(`m.delta_${direction}`, secondsSinceLast())} THEN m.delta_${direction} ELSE 0 END`,
  first: (direction) =>
    `CASE WHEN ${isPlausible(`m.${direction}`, 'coalesce(m.seconds, 0)')} THEN m.${direction} ELSE 0 END`,
  assignments: `,
    in_counter = ${newCounter('up', 's.in_bytes', 's.in_counter')},
    out_counter = ${newCounter('down', 's.out_bytes', 's.out_counter')},
    uncounted_in_bytes = ${newUncounted('up', 's.uncounted_in_bytes')},
    uncounted_out_bytes = ${newUncounted('down', 's.uncounted_out_bytes')},
    implausible = CASE WHEN ${hasUncounted()} THEN true ELSE s.implausible END`,
  returned: `${hasUncounted()} AS is_implausible,
    `,
  insertedColumns: ', in_counter, out_counter, uncounted_in_bytes, uncounted_out_bytes, implausible',
  insertedValues: `,
    CASE WHEN up > first_up THEN up END, CASE WHEN down > first_down THEN down END,
    nullif(up - first_up, 0), nullif(down - first_down, 0), nullif(up > first_up OR down > first_down, false)`,
  outcomes: `
UNION ALL SELECT ord, 'implausible', NULL, NULL, NULL, NULL, NULL, NULL FROM updated WHERE is_implausible
UNION ALL SELECT ord, 'implausible', NULL, NULL, NULL, NULL, NULL, NULL FROM new_session WHERE up > first_up OR down > first_down`,
};

/** Bytes since the last record, of the row `f` of `found`. */
function delta(direction: Direction): string {
  const [now, before] = [`f.${direction}`, `f.old_${direction}`];
  const since = `(${before} & (${WRAP} - 1))`;
  return `CASE
      WHEN f.kind = ${KIND.close} THEN 0
      WHEN f.is_64_bit OR f.seconds < f.old_seconds THEN CASE
        WHEN ${now} >= ${before} THEN ${now} - ${before}
        WHEN ${fellBack('f', direction)} THEN greatest(${now} - (${before} - f.ahead_${direction}), 0)
        ELSE 0 END
      WHEN ${now} >= ${since} THEN ${now} - ${since}
      WHEN f.seconds > f.old_seconds THEN ${now} - ${since} + ${WRAP}
      ELSE 0 END`;
}

/** The counter was ahead, and a newer record is below it. */
function fellBack(row: 'f' | 'd', direction: Direction): string {
  return `${row}.kind > ${KIND.start} AND ${row}.is_64_bit AND ${row}.ahead_${direction} > 0
      AND ${row}.${direction} < ${row}.old_${direction} AND ${row}.at > ${row}.old_updated`;
}

function secondsSinceLast(): string {
  return `least(greatest(date_part('epoch', m.at - m.old_updated), m.seconds - m.old_seconds),
      date_part('epoch', now() - m.old_updated))`;
}

/** Whether a line of the NAS can carry so many bytes in so many seconds. */
function isPlausible(bytes: string, seconds: string): string {
  return `(${bytes} <= ${ALWAYS_PLAUSIBLE}
      OR ${bytes} <= m.line_rate * ${BYTES_PER_SECOND} * least(${seconds}, ${MAX_UNSEEN_S})::bigint)`;
}

function hasUncounted(): string {
  return 'd.is_same AND NOT d.is_no_longer_served AND (d.delta_up > d.counted_up OR d.delta_down > d.counted_down)';
}

/** The counter of the NAS; NULL where it equals the bytes that count. */
function newCounter(direction: Direction, bytes: string, counter: string): string {
  const [grown, counted] = [`d.delta_${direction}`, `d.counted_${direction}`];
  return `CASE WHEN NOT d.is_same OR ${grown} = ${counted} AND ${counter} IS NULL THEN ${counter}
      ELSE nullif(CASE WHEN ${fellBack('d', direction)} THEN greatest(d.${direction}, ${bytes})
        ELSE ${saturatedSum(`d.old_${direction}`, grown)} END, ${bytes} + ${counted}) END`;
}

/** The sum of all bytes that did not count. */
function newUncounted(direction: Direction, column: string): string {
  const [grown, counted] = [`d.delta_${direction}`, `d.counted_${direction}`];
  return `CASE WHEN NOT d.is_same OR ${grown} = ${counted} OR ${fellBack('d', direction)} THEN ${column}
      ELSE ${saturatedSum(`coalesce(${column}, 0)`, `(${grown} - ${counted})`)} END`;
}
