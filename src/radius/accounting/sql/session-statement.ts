import { CHECKED_INCREMENTS, type CounterIncrements, SIMPLE_INCREMENTS } from './counter-increments.ts';
import { decided } from './decide-change.ts';
import { found, matched } from './match-session.ts';
import { KIND } from './packed-fields.ts';
import { PACKED_TRANSFER } from './packed-transfers.ts';
import { INPUT } from './session-parameters.ts';
import { COUNTED, inserted, newSession, RELEASED, RELEASED_PREFIXES, TRAFFIC, updated } from './write-session.ts';

/** A record that needs more than this statement has done; a record without an outcome is written. */
export interface OutcomeRow {
  /** Index of the record. */
  readonly ord: number;
  readonly outcome: Outcome;
  /** Of the stored session. */
  readonly service_id: number | null;
}

/** What the batch has added to the usage of one owner's services, in octets from and to them. */
export interface TrafficRow {
  readonly outcome: 'traffic';
  readonly isp_id: number;
  readonly reseller_id: number | null;
  readonly up: number;
  readonly down: number;
  /** What each record added: see `PACKED_TRANSFER`. */
  readonly transfers: Buffer;
}

export type Outcome =
  /** Not written: its row has changed since it was found, or its id had to be freed from an earlier session first. */
  | 'retry'
  /** Not written: its session belongs to another service, so the record must be written alone. */
  | 'other_service'
  /** Not written: only `CHECKED_STATEMENT` can tell what of its counters counts. */
  | 'suspect'
  /** Not written: its session may be in the session log. */
  | 'search_log'
  /** Written, but its session has ended although the record says that it continues. */
  | 'ended'
  /** Written, but not all of its bytes count. */
  | 'implausible';

/**
 * Applies one record to each of many sessions, in one statement and so in one commit.
 *
 * Rows are not locked beforehand. What is added to the usage is the difference to the stored row, and a row that has
 * changed since is not written; so concurrent writers never count anything twice.
 *
 * The statement is planned once, often while the tables are empty and every path to a row looks equally cheap; the plan
 * must be right for millions of rows. So each table can be reached through one index only: `LATERAL … OFFSET 0`,
 * differences of times and `= ANY (ARRAY[…])` keep the planner from taking another index or reading one whole.
 */
function sessionStatement(increments: CounterIncrements): string {
  return `
WITH input AS (${INPUT}
), found AS (${found(increments)}
), matched AS (${matched(increments)}
), decided AS MATERIALIZED (${decided(increments)}
), updated AS (${updated(increments)}
), new_session AS (${newSession(increments)}
), inserted AS (${inserted(increments)}
), counted AS (${COUNTED}
), released AS (${RELEASED}
), released_prefixes AS (${RELEASED_PREFIXES}
)
SELECT ord, outcome, old_service AS service_id, NULL::int AS isp_id, NULL::int AS reseller_id, NULL::float8 AS up,
  NULL::float8 AS down, NULL::bytea AS transfers FROM (
  SELECT ord, old_service, CASE
    WHEN is_update THEN CASE
      WHEN is_other_service THEN 'other_service'
      WHEN is_suspect THEN 'suspect'
      WHEN NOT is_same OR ord NOT IN (SELECT ord FROM updated) THEN 'retry'
      WHEN kind < ${KIND.stop} AND new_ended IS NOT NULL THEN 'ended' END
    WHEN is_insert THEN CASE
      WHEN NOT is_not_in_log THEN 'search_log'
      WHEN is_suspect THEN 'suspect'
      WHEN kind < ${KIND.stop} AND end_cause IS NOT NULL THEN 'ended' END
  END AS outcome FROM decided OFFSET 0
) o WHERE outcome IS NOT NULL${increments.outcomes}
UNION ALL SELECT NULL, 'traffic', NULL, isp_id, reseller_id, sum(up)::float8, sum(down)::float8,
  string_agg(${PACKED_TRANSFER}, '') FROM (${TRAFFIC}) t
GROUP BY isp_id, reseller_id`;
}

/** For nearly all records. */
export const SESSION_STATEMENT = sessionStatement(SIMPLE_INCREMENTS);
/** For suspect records: checking every counter would cost each record about 5 %. */
export const CHECKED_STATEMENT = sessionStatement(CHECKED_INCREMENTS);
