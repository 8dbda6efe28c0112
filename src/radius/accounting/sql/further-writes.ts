import { RowParameters } from '../../../db/sql/row-parameters.ts';
import type { Bundle } from '../record/bundle.ts';
import { CLOCK_TOLERANCE_MS } from '../record/event-time.ts';
import type { SessionRecord } from '../record/record.ts';
import { bySessionKey } from './session-parameters.ts';

/** What few records have, so that the statement of all does without it. */
export interface FurtherWrite {
  readonly statement: string;
  readonly values: string[];
  readonly name: string;
}

/** The statements that follow that of the sessions of these records. */
export function furtherWrites(records: readonly SessionRecord[]): FurtherWrite[] {
  const writes: FurtherWrite[] = [];
  const ports = records.filter((record) => record.ports !== null);
  if (ports.length > 0)
    writes.push({ statement: PORTS_STATEMENT, values: portsValues(ports.sort(bySessionKey)), name: 'ports' });
  const links = records.filter(isOfBundle);
  if (links.length > 0)
    writes.push({ statement: BUNDLES_STATEMENT, values: bundlesValues(links.sort(bySessionKey)), name: 'bundles' });
  const releases = records.filter(({ ipReleased }) => ipReleased);
  if (releases.length > 0) {
    const values = releasesValues(releases.sort(bySessionKey));
    writes.push({ statement: RELEASES_STATEMENT, values, name: 'releases' });
  }
  return writes;
}

const RELEASES = new RowParameters<SessionRecord>([
  ['nas_id', 'int', ({ nasId }) => nasId],
  ['acct_session_id', 'text', ({ acctSessionId }) => acctSessionId],
  ['username', 'text', ({ username }) => username],
  ['class', 'text', ({ sessionClass }) => sessionClass],
  ['at', 'bigint', ({ at }) => at],
]);

/** Releases that are kept of a session, in which there is room for as many changes (`radius.with_address`). */
const MAX_RELEASES = 256;

/**
 * Ends what is known of the IPv4 address of open sessions, which had it until now. A statement of its own, since few NASes release
 * addresses within sessions. A record that comes late, or again, changes nothing.
 */
const RELEASES_STATEMENT = `
UPDATE radius.session s SET ip = NULL, addresses = coalesce(s.addresses, '{}') || jsonb_build_object('ip',
  coalesce(s.addresses -> 'ip', '[]') || jsonb_build_object('address', host(s.ip), 'seen', k.at, 'upto', k.at))
FROM ${RELEASES.unnest('k')}
WHERE s.nas_id = k.nas_id AND s.acct_session_id = k.acct_session_id AND s.ended_at IS NULL
  AND (s.username = k.username OR s.class = k.class) AND s.ip IS NOT NULL
  AND s.updated_at <= to_timestamp(k.at / 1000::float8)
  AND jsonb_array_length(coalesce(s.addresses -> 'ip', '[]')) < ${MAX_RELEASES}`;

const releasesValues = (records: readonly SessionRecord[]): string[] => RELEASES.values(records);

type LinkRecord = SessionRecord & { readonly bundle: Bundle };

/** The first record of a session, and all others where there have been several links: else nothing was or is added to a bundle. */
const isOfBundle = (record: SessionRecord): record is LinkRecord =>
  record.bundle !== null && (record.kind === 'start' || (record.kind === 'interim' && record.bundle.links > 1));

const LINKS = new RowParameters<LinkRecord>([
  ['nas_id', 'int', ({ nasId }) => nasId],
  ['acct_session_id', 'text', ({ acctSessionId }) => acctSessionId],
  ['username', 'text', ({ username }) => username],
  ['class', 'text', ({ sessionClass }) => sessionClass],
  ['bundle', 'text', ({ bundle }) => bundle.id],
]);

/** Keeps the bundles of open sessions, which their records have just written. A statement of its own, since few records have one. */
const BUNDLES_STATEMENT = `
UPDATE radius.session s SET bundle = k.bundle
FROM ${LINKS.unnest('k')}
WHERE s.nas_id = k.nas_id AND s.acct_session_id = k.acct_session_id AND s.ended_at IS NULL
  AND (s.username = k.username OR s.class = k.class) AND s.bundle IS DISTINCT FROM k.bundle`;

const bundlesValues = (records: readonly LinkRecord[]): string[] => LINKS.values(records);

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
const PORTS_STATEMENT = `
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

function portsValues(records: readonly SessionRecord[]): string[] {
  return REPORTS.values(records);
}
