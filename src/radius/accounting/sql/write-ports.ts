import { RowParameters } from '../../../db/sql/row-parameters.ts';
import { CLOCK_TOLERANCE_MS } from '../record/event-time.ts';
import type { SessionRecord } from '../record/record.ts';

const REPORTS = new RowParameters<SessionRecord>([
  ['nas_id', 'int', ({ nasId }) => nasId],
  ['acct_session_id', 'text', ({ acctSessionId }) => acctSessionId],
  ['username', 'text', ({ username }) => username],
  ['class', 'text', ({ sessionClass }) => sessionClass],
  ['at', 'bigint', ({ at }) => at],
  ['ports', 'text', ({ ports }) => JSON.stringify(ports)],
]);

/**
 * Keeps reported ports with the newest session of each key, which its record has just written. A statement of its own, since
 * few records report any; it changes no row for a report that was repeated.
 */
export const PORTS_STATEMENT = `
UPDATE radius.session s SET port_blocks = radius.with_ports(s.port_blocks, f.ports)
FROM (
  SELECT found.id, k.ports::jsonb AS ports
  FROM ${REPORTS.unnest('k')}
  CROSS JOIN LATERAL (
    SELECT x.id FROM radius.session x
    WHERE x.nas_id = k.nas_id AND x.acct_session_id = k.acct_session_id AND (x.username = k.username OR x.class = k.class)
      AND x.started_at <= to_timestamp((k.at + ${CLOCK_TOLERANCE_MS}) / 1000::float8)
    ORDER BY x.started_at DESC LIMIT 1
  ) found
) f
WHERE s.id = ANY (ARRAY[f.id]) AND radius.with_ports(s.port_blocks, f.ports) IS DISTINCT FROM s.port_blocks`;

export function portsValues(records: readonly SessionRecord[]): string[] {
  return REPORTS.values(records);
}
