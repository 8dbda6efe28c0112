import { ipv6Text } from '../../../core/network/ipv6.ts';
import type { SharedSecret } from '../../protocol/crypto/shared-secret.ts';
import { Attribute } from '../../protocol/packet/attribute.ts';
import type { Packet } from '../../protocol/packet/packet.ts';
import type { Hop } from './hop.ts';
import type { Nas } from './nas.ts';

export interface ProxyFacts {
  readonly id: number;
  /** Null: it belongs to the installation. */
  readonly ispId: number | null;
  readonly ip: string;
  readonly secret: SharedSecret;
  readonly coaPort: number;
  /** What its certificate says if its packets come over TLS; null: over UDP. */
  readonly tlsIdentity: string | null;
}

/** What a packet says about the NAS it is from (RFC 2865 sections 5.4 and 5.32, RFC 3162 section 2.1); null: nothing. */
export interface NasName {
  /** As `octet-text.ts` encodes it. */
  readonly identifier: string | null;
  readonly ip: string | null;
  readonly ipv6: string | null;
}

export function nasNameIn(packet: Packet): NasName {
  const ipv6 = packet.octets(Attribute.NasIpv6Address);
  return {
    identifier: packet.text(Attribute.NasIdentifier) || null,
    ip: packet.ipv4(Attribute.NasIpAddress),
    ipv6: ipv6?.length === 16 ? ipv6Text(ipv6) : null,
  };
}

/** The NASes of one proxy, by what their packets say. */
export class ProxiedNases {
  readonly #byIdentifier = new Map<string, Nas>();
  readonly #byAddress = new Map<string, Nas>();

  add(nas: Nas): void {
    const { identifier, ip, ipv6 } = nas.facts;
    if (identifier !== null) {
      this.#byIdentifier.set(identifier, nas);
      return;
    }
    this.#byAddress.set(ip, nas);
    if (ipv6 !== null) this.#byAddress.set(ipv6, nas);
  }

  remove(nas: Nas): void {
    const { identifier, ip, ipv6 } = nas.facts;
    if (identifier !== null) removeEntry(this.#byIdentifier, identifier, nas);
    else for (const address of [ip, ipv6]) if (address !== null) removeEntry(this.#byAddress, address, nas);
  }

  /**
   * By NAS-Identifier, else by the address of a NAS that has none: two ISPs may use one private address, and then their
   * identifiers tell them apart, whatever else they send.
   */
  find({ identifier, ip, ipv6 }: NasName): Nas | undefined {
    const identified = identifier === null ? undefined : this.#byIdentifier.get(identifier);
    if (identified !== undefined) return identified;
    const addressed = ip === null ? undefined : this.#byAddress.get(ip);
    return addressed ?? (ipv6 === null ? undefined : this.#byAddress.get(ipv6));
  }
}

function removeEntry(nases: Map<string, Nas>, key: string, nas: Nas): void {
  if (nases.get(key) === nas) nases.delete(key);
}

/** A RADIUS proxy in memory. Only NASes that are attached to it can be named in its packets. */
export class RadiusProxy implements Hop {
  readonly facts: ProxyFacts;
  readonly mustSign = true;
  readonly nas = null;
  readonly #nases: ProxiedNases;

  constructor(facts: ProxyFacts, nases: ProxiedNases) {
    this.facts = facts;
    this.#nases = nases;
  }

  get hopId(): number {
    return -this.facts.id;
  }

  get ispId(): number | null {
    return this.facts.ispId;
  }

  get secret(): SharedSecret {
    return this.facts.secret;
  }

  nasOf(packet: Packet): Nas | undefined {
    return this.#nases.find(nasNameIn(packet));
  }
}
