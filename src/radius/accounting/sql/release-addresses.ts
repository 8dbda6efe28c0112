import { RowParameters } from '../../../db/sql/row-parameters.ts';
import type { SessionRecord } from '../record/record.ts';

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
export const RELEASES_STATEMENT = `
UPDATE radius.session s SET ip = NULL, addresses = coalesce(s.addresses, '{}') || jsonb_build_object('ip',
  coalesce(s.addresses -> 'ip', '[]') || jsonb_build_object('address', host(s.ip), 'seen', k.at, 'upto', k.at))
FROM ${RELEASES.unnest('k')}
WHERE s.nas_id = k.nas_id AND s.acct_session_id = k.acct_session_id AND s.ended_at IS NULL
  AND (s.username = k.username OR s.class = k.class) AND s.ip IS NOT NULL
  AND s.updated_at <= to_timestamp(k.at / 1000::float8)
  AND jsonb_array_length(coalesce(s.addresses -> 'ip', '[]')) < ${MAX_RELEASES}`;

export const releasesValues = (records: readonly SessionRecord[]): string[] => RELEASES.values(records);
