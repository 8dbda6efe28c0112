import { RowParameters } from '../../../db/sql/row-parameters.ts';
import { CLOCK_TOLERANCE_MS } from '../record/event-time.ts';
import type { SessionPart, SessionRecord } from '../record/record.ts';

/** A record of what is, or may be, a part of another session. */
export type PartRecord = SessionRecord & { readonly part: SessionPart };

const PARTS = new RowParameters<PartRecord>([
  ['nas_id', 'int', ({ nasId }) => nasId],
  ['service_id', 'int', ({ serviceId }) => serviceId],
  ['id', 'text', ({ acctSessionId }) => acctSessionId],
  ['username', 'text', ({ username }) => username],
  ['class', 'text', ({ sessionClass }) => sessionClass],
  ['at', 'bigint', ({ at }) => at],
  ['part_of', 'text', ({ part }) => part.of],
  // By the log-in where the packet does not name the other session, or perhaps another one.
  ['by_login', 'int', ({ part }) => (part.of === null || part.mayBeWhole ? 1 : 0)],
  ['part', 'text', (record) => JSON.stringify(reportOf(record))],
]);

/** As `radius.with_parts` takes it. */
function reportOf({ kind, acctSessionId, part, startedAt, at, seconds, upBytes, downBytes }: PartRecord): unknown {
  return {
    id: acctSessionId,
    name: part.name,
    started: startedAt,
    at,
    ...(kind === 'stop' ? { ended: at } : {}),
    seconds: seconds ?? 0,
    up: String(upBytes),
    down: String(downBytes),
  };
}

export interface PartOutcome {
  /** Index of the record. */
  readonly ord: number;
  /** `whole`: its session is stored as one of its own. `alone`: the session of which it is a part is not known. */
  readonly outcome: 'whole' | 'alone';
}

const hasBegun = `s.started_at <= to_timestamp((i.at + ${CLOCK_TOLERANCE_MS}) / 1000::float8)`;
const isOfLogin = '(s.username = i.username OR s.class = i.class)';

/**
 * Keeps parts with the session that they are a part of. A statement of its own, since few NASes report any. A record without an
 * outcome is written, or repeats what was.
 */
export const PARTS_STATEMENT = `
WITH input AS (SELECT * FROM ${PARTS.unnest('r', 'ordinal')}
), found AS (
  SELECT i.ordinal::int - 1 AS ord, i.part::jsonb AS part, whole.id IS NOT NULL AS is_whole,
    coalesce(named.id, running.id, ended.id) AS session_id
  FROM input i
  LEFT JOIN LATERAL (
    SELECT s.id FROM radius.session s
    WHERE s.nas_id = i.nas_id AND s.acct_session_id = i.id AND ${isOfLogin} AND ${hasBegun} LIMIT 1
  ) whole ON true
  LEFT JOIN LATERAL (
    SELECT s.id FROM radius.session s
    WHERE s.nas_id = i.nas_id AND s.acct_session_id = i.part_of AND ${isOfLogin} AND ${hasBegun}
    ORDER BY s.started_at DESC LIMIT 1
  ) named ON true
  LEFT JOIN LATERAL (
    SELECT s.id FROM radius.session s
    WHERE i.by_login = 1 AND s.service_id = i.service_id AND s.ended_at IS NULL AND s.nas_id = i.nas_id AND s.class = i.class
    ORDER BY s.started_at, s.id LIMIT 1
  ) running ON true
  LEFT JOIN LATERAL (
    SELECT s.id FROM radius.session s
    WHERE i.by_login = 1 AND running.id IS NULL AND s.service_id = i.service_id AND s.ended_at IS NOT NULL
      AND s.nas_id = i.nas_id AND s.class = i.class
    ORDER BY s.started_at LIMIT 1
  ) ended ON true
), reported AS (
  SELECT session_id, jsonb_agg(part ORDER BY ord) AS parts FROM found
  WHERE NOT is_whole AND session_id IS NOT NULL GROUP BY session_id
), written AS (
  UPDATE radius.session s SET parts = radius.with_parts(s.parts, r.parts) FROM reported r
  WHERE s.id = ANY (ARRAY[r.session_id]) AND radius.with_parts(s.parts, r.parts) IS DISTINCT FROM s.parts
)
SELECT ord, CASE WHEN is_whole THEN 'whole' ELSE 'alone' END AS outcome FROM found WHERE is_whole OR session_id IS NULL`;

export function partsValues(records: readonly PartRecord[]): string[] {
  return PARTS.values(records);
}
