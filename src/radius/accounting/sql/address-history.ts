import { reportedIpv6 } from './ipv6-columns.ts';
import { KIND } from './packed-fields.ts';

// A session keeps which addresses it had before (`radius.with_addresses`). Nearly all records report what is known already, which
// is found by comparing; only for another address, or a late record, is the history written.

const COLUMNS = ['ip6_prefix', 'pd_prefix', 'ip6_address'] as const;
const known = (row: string) => `ARRAY[${['ip', ...COLUMNS].map((column) => `${row}${column}`).join(', ')}]`;
const reported = (row: string) => `ARRAY[${row}ip, ${COLUMNS.map((column) => reportedIpv6(row, column)).join(', ')}]`;

/** What is nobody's address, and so is none that a NAS reports. */
const NONE = `'0.0.0.0'::inet`;

const differs = [
  `d.ip <> coalesce(s.ip, ${NONE})`,
  `d.ip6 IS NOT NULL AND (${COLUMNS.map((column) => `${reportedIpv6('d.', column)} <> coalesce(s.${column}, ${NONE})`).join(' OR ')})`,
  's.addresses IS NOT NULL AND d.at < d.old_updated',
].join(' OR ');

/** Assignment of `updated`. */
export const ADDRESSES_ASSIGNMENT = `addresses = CASE WHEN d.is_same AND d.kind < ${KIND.close} AND (${differs})
      THEN radius.with_addresses(s.addresses, ${known('s.')}, ${reported('d.')}, d.old_started, d.old_updated, d.at) ELSE s.addresses END`;

/** Value of `inserted`: what a record other than a Start reports may have been another address before. */
export const ADDRESSES_VALUE = `CASE WHEN kind <> ${KIND.start} AND (ip IS NOT NULL OR ip6 IS NOT NULL)
      THEN radius.with_addresses(NULL, ARRAY[NULL, NULL, NULL, NULL]::inet[], ${reported('')}, started, at, at) END`;
