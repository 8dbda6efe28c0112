import { prefixesIn } from '../../policy/session-class.ts';
import type { SessionRecord } from '../record/record.ts';
import { KIND } from './packed-fields.ts';

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
const reportedIpv6 = (row: string, column: (typeof COLUMNS)[number]): string => word(row, WORDS[column][0]);

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

// A session keeps which addresses it had before (`radius.with_addresses`). Nearly all records report what is known already, which
// is found by comparing; only for another address, or a late record, is the history written.

const known = (row: string) => `ARRAY[${['ip', ...COLUMNS].map((column) => `${row}${column}`).join(', ')}]`;
const reported = (row: string) => `ARRAY[${row}ip, ${COLUMNS.map((column) => reportedIpv6(row, column)).join(', ')}]`;

/** What is nobody's address, and so is none that a NAS reports. */
const NO_ADDRESS = `'0.0.0.0'::inet`;

const differs = [
  `d.ip <> coalesce(s.ip, ${NO_ADDRESS})`,
  `d.ip6 IS NOT NULL AND (${COLUMNS.map((column) => `${reportedIpv6('d.', column)} <> coalesce(s.${column}, ${NO_ADDRESS})`).join(' OR ')})`,
  's.addresses IS NOT NULL AND d.at < d.old_updated',
].join(' OR ');

/** Assignment of `updated`. */
export const ADDRESSES_ASSIGNMENT = `addresses = CASE WHEN d.is_same AND d.kind < ${KIND.close} AND (${differs})
      THEN radius.with_addresses(s.addresses, ${known('s.')}, ${reported('d.')}, d.old_started, d.old_updated, d.at) ELSE s.addresses END`;

/** Value of `inserted`: what a record other than a Start reports may have been another address before. */
export const ADDRESSES_VALUE = `CASE WHEN kind <> ${KIND.start} AND (ip IS NOT NULL OR ip6 IS NOT NULL)
      THEN radius.with_addresses(NULL, ARRAY[NULL, NULL, NULL, NULL]::inet[], ${reported('')}, started, at, at) END`;
