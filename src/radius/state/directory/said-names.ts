import { isIPv4 } from 'node:net';
import { ipv6Octets } from '../../../config/ipv6-octets.ts';
import { ipv4Number } from '../../../core/network/ipv4.ts';
import { ipv6Text } from '../../../core/network/ipv6.ts';
import { octetsOf, octetText } from '../../../core/network/octet-text.ts';
import { ipv4Text } from '../../protocol/packet/address.ts';
import { Attribute } from '../../protocol/packet/attribute.ts';
import type { Packet } from '../../protocol/packet/packet.ts';

/** What a NAS calls itself in its packets; null: it says nothing of the kind. */
export interface SaysNames {
  /** NAS-IP-Address, dotted. */
  readonly saysIp: string | null;
  /** NAS-IPv6-Address, in its shortest form. */
  readonly saysIp6: string | null;
  /** NAS-Identifier, all of its octets, as `octet-text.ts` encodes them. */
  readonly saysIdentifier: string | null;
}

const [ADDRESS_LENGTH, ADDRESS6_LENGTH] = [6, 18];

/** The names as octets: they are compared with every packet, so nothing is made to do it. */
export class SaidNames {
  readonly #ip: number;
  readonly #ip6: Buffer | null;
  readonly #identifier: Buffer | null;

  constructor({ saysIp, saysIp6, saysIdentifier }: SaysNames) {
    this.#ip = saysIp !== null && isIPv4(saysIp) ? ipv4Number(saysIp) : 0;
    this.#ip6 = saysIp6 === null ? null : ipv6Octets(saysIp6);
    this.#identifier = saysIdentifier === null ? null : octetsOf(saysIdentifier);
  }

  /** Whether a packet says another name. One that it leaves out stays as it was: many NASes send it in some packets only. */
  differFrom({ bytes }: Packet): boolean {
    for (let at = 20; at < bytes.length; at += bytes[at + 1] as number) {
      const type = bytes[at];
      if (type === Attribute.NasIpAddress) {
        if (isAddress(bytes, at) && bytes.readUInt32BE(at + 2) !== this.#ip) return true;
      } else if (type === Attribute.NasIdentifier) {
        if (!isSame(bytes, at, this.#identifier) && (bytes[at + 1] as number) > 2) return true;
      } else if (type === Attribute.NasIpv6Address) {
        if (isAddress6(bytes, at) && !isSame(bytes, at, this.#ip6)) return true;
      }
    }
    return false;
  }
}

/** The names in a packet. An address of zeros is none. */
export function saidNamesIn(packet: Packet): SaysNames {
  const { bytes } = packet;
  const [ip, ip6] = [packet.find(Attribute.NasIpAddress), packet.find(Attribute.NasIpv6Address)];
  const identifier = packet.find(Attribute.NasIdentifier);
  return {
    saysIp: ip !== 0 && isAddress(bytes, ip) ? ipv4Text(bytes, ip + 2) : null,
    saysIp6: ip6 !== 0 && isAddress6(bytes, ip6) ? ipv6Text(bytes.subarray(ip6 + 2, ip6 + ADDRESS6_LENGTH)) : null,
    saysIdentifier: identifier === 0 ? null : octetText(bytes, identifier + 2, packet.next(identifier)) || null,
  };
}

const isAddress = (bytes: Buffer, at: number) => bytes[at + 1] === ADDRESS_LENGTH && bytes.readUInt32BE(at + 2) !== 0;

function isAddress6(bytes: Buffer, at: number): boolean {
  if (bytes[at + 1] !== ADDRESS6_LENGTH) return false;
  for (let octet = at + 2; octet < at + ADDRESS6_LENGTH; octet++) if (bytes[octet] !== 0) return true;
  return false;
}

/** Whether the value of the attribute at `at` has these octets. */
function isSame(bytes: Buffer, at: number, octets: Buffer | null): boolean {
  if (octets === null || octets.length !== (bytes[at + 1] as number) - 2) return false;
  for (let each = 0; each < octets.length; each++) if (bytes[at + 2 + each] !== octets[each]) return false;
  return true;
}
