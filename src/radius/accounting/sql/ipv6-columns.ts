import { prefixesIn } from '../../policy/session-class.ts';
import type { SessionRecord } from '../record/record.ts';

// The IPv6 of a record reaches the statement in one text, NULL for a session without any: every column more costs a record
// about 1 %. Its words are what the NAS reports (prefix, delegated prefix, address), then what the log-in was given, which
// counts where the NAS has never reported anything. `-` is none.

const NONE = '-';

const COLUMNS = ['ip6_prefix', 'pd_prefix', 'ip6_address'] as const;
/** The words of each column: reported, given. */
const WORDS = { ip6_prefix: [1, 4], pd_prefix: [2, 5], ip6_address: [3, null] } as const;

export function packedIpv6({ ip6, sessionClass }: SessionRecord): string | null {
  const given = prefixesIn(sessionClass);
  if (ip6 === null && given === null) return null;
  const words = [ip6?.prefix, ip6?.delegated, ip6?.address, given?.framed, given?.delegated];
  return words.map((word) => word ?? NONE).join(' ');
}

const word = (row: string, at: number | null): string =>
  at === null ? 'NULL' : `nullif(split_part(${row}ip6, ' ', ${at}), '${NONE}')::inet`;

/** What the record of a row reports of a column; NULL: nothing. */
export const reportedIpv6 = (row: string, column: (typeof COLUMNS)[number]): string => word(row, WORDS[column][0]);

/** Assignments of `updated`: the latest report counts, as for the IPv4 address. */
export const IPV6_ASSIGNMENTS = COLUMNS.map((column) => {
  const [reported, given] = WORDS[column].map((at) => word('d.', at)) as [string, string];
  return `${column} = CASE
      WHEN d.ip6 IS NULL OR NOT d.is_same THEN s.${column}
      WHEN d.at >= d.old_updated THEN coalesce(${reported}, s.${column}, ${given})
      ELSE coalesce(s.${column}, ${reported}, ${given}) END`;
}).join(',\n    ');

/** Columns of `inserted`, and their values. */
export const IPV6_COLUMNS = COLUMNS.join(', ');
export const IPV6_VALUES = COLUMNS.map((column) => {
  const [reported, given] = WORDS[column].map((at) => word('', at)) as [string, string];
  return `CASE WHEN ip6 IS NOT NULL THEN coalesce(${reported}, ${given}) END`;
}).join(',\n    ');
