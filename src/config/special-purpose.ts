/**
 * A block of the IANA IPv4 or IPv6 Special-Purpose Address Registry (RFC 6890 and 8190), as updated on 9 October 2025, or one that other
 * registries of IANA set apart (multicast, what is no unicast address). The narrowest block of an address counts.
 */
export interface SpecialBlock {
  readonly block: string;
  readonly name: string;
  readonly rfc: string;
  /** The registry's column; null where it says N/A. */
  readonly globallyReachable: boolean | null;
  /** The nearest router that serves this address answers, perhaps one of the operator. */
  readonly anycast?: true;
  /** The octet where the IPv4 address begins to which such an address leads. */
  readonly embedsIpv4At?: number;
  /** Why no NAS can have such an address: it leads to this machine, to many hosts or nowhere, or to IPv4 in disguise. */
  readonly notNas?: string;
}

type Row = readonly [block: string, name: string, rfc: string, reachable: boolean | null, more?: Partial<SpecialBlock>];

const NO_HOST = { notNas: 'an address of no host' };
export const LOOPBACK = 'a loopback address';
const THIS_MACHINE = { notNas: LOOPBACK };
const LINK_LOCAL = { notNas: 'a link-local address' };
const MULTICAST = { notNas: 'a multicast address' };
const RESERVED = { notNas: 'a reserved or broadcast address' };
const IN_DISGUISE = { notNas: 'an IPv4 address, to be given as such' };
const TUNNEL = { notNas: 'a tunnel address' };
const ANYCAST = { anycast: true, notNas: 'an anycast address' } as const;

export const IPV4_MAPPED = '::ffff:0:0/96';

const ROWS: readonly Row[] = [
  ['0.0.0.0/8', 'This network', 'RFC 791 section 3.2', false, NO_HOST],
  ['0.0.0.0/32', 'This host on this network', 'RFC 1122 section 3.2.1.3', false, NO_HOST],
  ['10.0.0.0/8', 'Private-Use', 'RFC 1918', false],
  ['100.64.0.0/10', 'Shared Address Space', 'RFC 6598', false],
  ['127.0.0.0/8', 'Loopback', 'RFC 1122 section 3.2.1.3', false, THIS_MACHINE],
  ['169.254.0.0/16', 'Link Local', 'RFC 3927', false, LINK_LOCAL],
  ['172.16.0.0/12', 'Private-Use', 'RFC 1918', false],
  ['192.0.0.0/24', 'IETF Protocol Assignments', 'RFC 6890 section 2.1', false],
  ['192.0.0.0/29', 'IPv4 Service Continuity Prefix', 'RFC 7335', false],
  ['192.0.0.8/32', 'IPv4 dummy address', 'RFC 7600', false, NO_HOST],
  ['192.0.0.9/32', 'Port Control Protocol Anycast', 'RFC 7723', true, ANYCAST],
  ['192.0.0.10/32', 'Traversal Using Relays around NAT Anycast', 'RFC 8155', true, ANYCAST],
  ['192.0.0.170/32', 'NAT64/DNS64 Discovery', 'RFC 8880', false, NO_HOST],
  ['192.0.0.171/32', 'NAT64/DNS64 Discovery', 'RFC 8880', false, NO_HOST],
  ['192.0.2.0/24', 'Documentation (TEST-NET-1)', 'RFC 5737', false],
  ['192.31.196.0/24', 'AS112-v4', 'RFC 7535', true, ANYCAST],
  ['192.52.193.0/24', 'AMT', 'RFC 7450', true, ANYCAST],
  ['192.88.99.0/24', 'Deprecated (6to4 Relay Anycast)', 'RFC 7526', null, ANYCAST],
  ['192.88.99.2/32', '6a44-relay anycast address', 'RFC 6751', false, ANYCAST],
  ['192.168.0.0/16', 'Private-Use', 'RFC 1918', false],
  ['192.175.48.0/24', 'Direct Delegation AS112 Service', 'RFC 7534', true, ANYCAST],
  ['198.18.0.0/15', 'Benchmarking', 'RFC 2544', false],
  ['198.51.100.0/24', 'Documentation (TEST-NET-2)', 'RFC 5737', false],
  ['203.0.113.0/24', 'Documentation (TEST-NET-3)', 'RFC 5737', false],
  ['224.0.0.0/4', 'Multicast', 'RFC 5771', false, MULTICAST],
  ['240.0.0.0/4', 'Reserved', 'RFC 1112 section 4', false, RESERVED],
  ['255.255.255.255/32', 'Limited Broadcast', 'RFC 8190', false, RESERVED],

  ['::/0', 'Reserved by IETF, no unicast addresses', 'RFC 4291 section 2.4', false, NO_HOST],
  ['2000::/3', 'Global Unicast', 'RFC 4291', true],
  ['::/96', 'Deprecated (IPv4-compatible Address)', 'RFC 4291 section 2.5.5.1', false, IN_DISGUISE],
  ['::1/128', 'Loopback Address', 'RFC 4291', false, THIS_MACHINE],
  ['::/128', 'Unspecified Address', 'RFC 4291', false, NO_HOST],
  [IPV4_MAPPED, 'IPv4-mapped Address', 'RFC 4291', false, { ...IN_DISGUISE, embedsIpv4At: 12 }],
  ['::ffff:0:0:0/96', 'IPv4-translated Address', 'RFC 2765 section 2.1', false, IN_DISGUISE],
  ['64:ff9b::/96', 'IPv4-IPv6 Translat.', 'RFC 6052', true, { ...IN_DISGUISE, embedsIpv4At: 12 }],
  ['64:ff9b:1::/48', 'IPv4-IPv6 Translat.', 'RFC 8215', false, IN_DISGUISE],
  ['100::/64', 'Discard-Only Address Block', 'RFC 6666', false, NO_HOST],
  ['100:0:0:1::/64', 'Dummy IPv6 Prefix', 'RFC 9780', false, NO_HOST],
  ['2001::/23', 'IETF Protocol Assignments', 'RFC 2928', false],
  ['2001::/32', 'TEREDO', 'RFC 4380', null, TUNNEL],
  ['2001:1::1/128', 'Port Control Protocol Anycast', 'RFC 7723', true, ANYCAST],
  ['2001:1::2/128', 'Traversal Using Relays around NAT Anycast', 'RFC 8155', true, ANYCAST],
  ['2001:1::3/128', 'DNS-SD Service Registration Protocol Anycast', 'RFC 9665', true, ANYCAST],
  ['2001:2::/48', 'Benchmarking', 'RFC 5180', false],
  ['2001:3::/32', 'AMT', 'RFC 7450', true, ANYCAST],
  ['2001:4:112::/48', 'AS112-v6', 'RFC 7535', true, ANYCAST],
  ['2001:10::/28', 'Deprecated (previously ORCHID)', 'RFC 4843', null, NO_HOST],
  ['2001:20::/28', 'ORCHIDv2', 'RFC 7343', true],
  ['2001:30::/28', 'Drone Remote ID Protocol Entity Tags (DETs) Prefix', 'RFC 9374', true],
  ['2001:db8::/32', 'Documentation', 'RFC 3849', false],
  ['2002::/16', '6to4', 'RFC 3056', null, { ...TUNNEL, embedsIpv4At: 2 }],
  ['2620:4f:8000::/48', 'Direct Delegation AS112 Service', 'RFC 7534', true, ANYCAST],
  ['3fff::/20', 'Documentation', 'RFC 9637', false],
  ['5f00::/16', 'Segment Routing (SRv6) SIDs', 'RFC 9602', false, NO_HOST],
  ['fc00::/7', 'Unique-Local', 'RFC 4193', false],
  ['fe80::/10', 'Link-Local Unicast', 'RFC 4291', false, LINK_LOCAL],
  ['fec0::/10', 'Deprecated (Site-Local Unicast)', 'RFC 3879', false],
  ['ff00::/8', 'Multicast', 'RFC 4291 section 2.7', false, MULTICAST],
];

export const SPECIAL_BLOCKS: readonly SpecialBlock[] = ROWS.map(([block, name, rfc, globallyReachable, more]) => ({
  ...{ block, name, rfc, globallyReachable },
  ...more,
}));
