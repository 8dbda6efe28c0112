import { RowParameters } from '../../../db/sql/row-parameters.ts';
import type { Bundle } from '../record/bundle.ts';
import type { SessionRecord } from '../record/record.ts';

type LinkRecord = SessionRecord & { readonly bundle: Bundle };

/** The first record of a session, and all others where there have been several links: else nothing was or is added to a bundle. */
export const isOfBundle = (record: SessionRecord): record is LinkRecord =>
  record.bundle !== null && (record.kind === 'start' || (record.kind === 'interim' && record.bundle.links > 1));

const LINKS = new RowParameters<LinkRecord>([
  ['nas_id', 'int', ({ nasId }) => nasId],
  ['acct_session_id', 'text', ({ acctSessionId }) => acctSessionId],
  ['username', 'text', ({ username }) => username],
  ['class', 'text', ({ sessionClass }) => sessionClass],
  ['bundle', 'text', ({ bundle }) => bundle.id],
]);

/** Keeps the bundles of open sessions, which their records have just written. A statement of its own, since few records have one. */
export const BUNDLES_STATEMENT = `
UPDATE radius.session s SET bundle = k.bundle
FROM ${LINKS.unnest('k')}
WHERE s.nas_id = k.nas_id AND s.acct_session_id = k.acct_session_id AND s.ended_at IS NULL
  AND (s.username = k.username OR s.class = k.class) AND s.bundle IS DISTINCT FROM k.bundle`;

export const bundlesValues = (records: readonly LinkRecord[]): string[] => LINKS.values(records);
