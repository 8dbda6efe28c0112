import { ipv6PrefixValue } from '../../protocol/packet/address.ts';
import { Attribute } from '../../protocol/packet/attribute.ts';
import type { AttributeWriter } from '../../protocol/packet/attribute-writer.ts';

/** The IPv6 of one session: prefixes, or names of pools on the NAS. */
export interface Ipv6Profile {
  /** `2001:db8::/64`. */
  readonly framedPrefix: string | null;
  readonly delegatedPrefix: string | null;
  readonly framedPool: string | null;
  readonly delegatedPool: string | null;
  /** The NAS must route the delegated prefix itself, since the subscriber's router does not ask for it. */
  readonly routesDelegated: boolean;
}

/** Attributes of a vendor that name the pools next to the standard ones, which its older systems do not read. */
export interface Ipv6PoolAttributes {
  readonly vendor: number;
  readonly framed: number | null;
  readonly delegated: number | null;
}

/** RFC 3162 section 2.3, RFC 4818 section 3; Framed-IPv6-Route (RFC 3162 section 2.5) through the subscriber's own address. */
export function writePrefixes(writer: AttributeWriter, ipv6: Ipv6Profile): void {
  const { framedPrefix, delegatedPrefix } = ipv6;
  if (framedPrefix !== null) writer.octets(Attribute.FramedIpv6Prefix, ipv6PrefixValue(framedPrefix));
  if (delegatedPrefix === null) return;
  writer.octets(Attribute.DelegatedIpv6Prefix, ipv6PrefixValue(delegatedPrefix));
  if (ipv6.routesDelegated) writer.text(Attribute.FramedIpv6Route, `${delegatedPrefix} :: 1`);
}

/** RFC 3162 section 2.6, RFC 6911 section 3.5. */
export function writePools(writer: AttributeWriter, ipv6: Ipv6Profile, own: Ipv6PoolAttributes | undefined): void {
  const { framedPool, delegatedPool } = ipv6;
  if (framedPool !== null) {
    writer.text(Attribute.FramedIpv6Pool, framedPool);
    if (own?.framed != null) writer.vendorText(own.vendor, own.framed, framedPool);
  }
  if (delegatedPool !== null) {
    writer.text(Attribute.DelegatedIpv6PrefixPool, delegatedPool);
    if (own?.delegated != null) writer.vendorText(own.vendor, own.delegated, delegatedPool);
  }
}
