import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Networks } from './networks.ts';

/** Networks that are not the Internet's (RFC 6890): this machine, the operator's own hosts, or IPv4 in disguise. */
const NOT_PUBLIC = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
  ...[
    '::/96',
    '::ffff:0:0/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/32',
    '2001:db8::/32',
    '2002::/16',
  ],
  ...['fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
];

const listOf = (version: 4 | 6): BlockList => {
  const list = new BlockList();
  for (const network of NOT_PUBLIC) {
    const [address = '', bits] = network.split('/');
    if (isIP(address) === version) list.addSubnet(address, Number(bits), version === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
};

/** A block list takes an IPv4 address for a mapped one, so that each family has its own. */
const PRIVATE = { ipv4: listOf(4), ipv6: listOf(6) };

/** Which addresses a node may call for a tenant, who says where it calls. */
export class OutgoingAddresses {
  readonly #allowed: Networks;

  /** @param allowed the operator's exceptions (`OUTGOING_ALLOWED_NETWORKS`) */
  constructor(allowed: Networks) {
    this.#allowed = allowed;
  }

  /** Is it an exception of the operator? Such a host may be called without TLS. */
  isAllowed(address: string): boolean {
    return this.#allowed.check(address, familyOf(address));
  }

  isReachable(address: string): boolean {
    const family = familyOf(address);
    return this.isAllowed(address) || !PRIVATE[family].check(address, family);
  }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');
