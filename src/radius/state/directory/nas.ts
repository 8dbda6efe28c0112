import { type Sharing, serves } from '../../../areas/network/nas/serves.ts';
import type { VendorName } from '../../../areas/network/nas/vendors.ts';
import type { COA_NAMES, CoaNaming, Ipv6Mode } from '../../../areas/network/nas/vocabulary.ts';
import type { SharedSecret } from '../../protocol/crypto/shared-secret.ts';
import type { Packet } from '../../protocol/packet/packet.ts';
import type { Isp } from './isp.ts';
import { NasClock, type StoredClock } from './nas-clock.ts';
import { SaidNames, type SaysNames } from './said-names.ts';

export type MessageAuthenticatorPolicy = 'yes' | 'no' | 'auto';

/** Where the Disconnect- and CoA-Requests of a NAS go: to itself, the way its packets come or by UDP, or to its proxy. */
export type CoaRoute = 'nas' | 'udp' | 'proxy';

/** Null: it has not refused what it calls itself. */
export type CoaName = (typeof COA_NAMES)[number] | null;

export interface NasFacts extends Sharing, SaysNames {
  readonly id: number;
  readonly isp: Isp;
  readonly ip: string;
  readonly secret: SharedSecret;
  readonly vendor: VendorName;
  readonly coaPort: number;
  readonly policy: MessageAuthenticatorPolicy;
  /** It has sent a Message-Authenticator before. */
  readonly signs: boolean;
  readonly swapDirection: boolean;
  /** It has sent a Gigawords attribute before. */
  readonly sendsGigawords: boolean;
  readonly lineRateMbps: number;
  /** Seconds between two Interim-Updates of its sessions; null: as its ISP. */
  readonly ownInterimIntervalS: number | null;
  /** How its rates are written where the vendor's own format does not fit; see `expand`. */
  readonly rateTemplate: string | null;
  /** How a blocked subscriber is led to their page; see `redirectLines`. */
  readonly redirectTemplate: string | null;
  /** Null: it sends its packets itself. */
  readonly proxyId: number | null;
  /** Its NAS-Identifier, as `octet-text.ts` encodes it, and its NAS-IPv6-Address, in its shortest form. */
  readonly identifier: string | null;
  readonly ipv6: string | null;
  readonly coaBy: CoaRoute;
  readonly coaNaming: CoaNaming;
  readonly coaName: CoaName;
  readonly ipv6Mode: Ipv6Mode;
  /** The Operator-NAS-Identifier of its last packets (RFC 8559 section 3.4), encoded likewise. */
  readonly operatorNasIdentifier: string | null;
  /** What its certificate says if it sends its packets itself over TLS; null: over UDP. Without effect behind a proxy. */
  readonly tlsIdentity: string | null;
  /** It may present identities instead of a password. */
  readonly ipoe: boolean;
  /** Its log-ins say what volume is left, and it ends the session there. */
  readonly volumeLimit: boolean;
  /** What was known of its clock when its row was read. */
  readonly clock: StoredClock;
}

/** A NAS in memory, and the `Hop` that it is if it sends its packets itself. */
export class Nas {
  readonly facts: NasFacts;
  /** It has signed a request since its row was read. */
  seenSigning = false;
  /** It has sent Gigawords since its row was read. */
  seenGigawords = false;
  /** When its Operator-NAS-Identifier was saved last, in milliseconds. */
  operatorNasIdentifierSavedAt = 0;
  /** What it calls itself, as saved. */
  readonly said: SaidNames;
  /** When a change of that was saved last, in milliseconds. */
  saidSavedAt = 0;
  /** As in the facts, or newer. */
  coaName: CoaName;
  /** When it refused every name in Disconnect- and CoA-Requests, in milliseconds. */
  namesRefusedAt = 0;
  /** Time of its last Accounting-On or -Off, which ended all its sessions, in milliseconds. */
  bootedAt = 0;
  readonly clock: NasClock;
  /** Encoded attributes of an Access-Accept by the access granted; about as many as plan levels. */
  readonly prepared = new Map<string, Buffer>();
  /** Packets since its traffic was last read. */
  packets = 0;
  /** Those of them that did not prove its secret. */
  dropped = 0;

  constructor(facts: NasFacts, before?: Nas) {
    this.facts = facts;
    this.said = new SaidNames(facts);
    this.coaName = facts.coaName;
    this.clock = before?.clock ?? new NasClock(facts.clock);
    if (!before) return;
    this.bootedAt = before.bootedAt;
    this.packets = before.packets;
    this.dropped = before.dropped;
    this.operatorNasIdentifierSavedAt = before.operatorNasIdentifierSavedAt;
    this.saidSavedAt = before.saidSavedAt;
  }

  get hopId(): number {
    return this.facts.id;
  }

  /** Seconds between two Interim-Updates of its sessions. */
  get interimIntervalS(): number {
    return this.facts.ownInterimIntervalS ?? this.facts.isp.interimIntervalS;
  }

  get ispId(): number {
    return this.facts.isp.id;
  }

  get secret(): SharedSecret {
    return this.facts.secret;
  }

  get nas(): Nas {
    return this;
  }

  nasOf(_packet: Packet): Nas {
    return this;
  }

  get ipv6Mode(): Ipv6Mode {
    return this.facts.ipv6Mode;
  }

  /** Whether an Access-Request must carry a Message-Authenticator. */
  get mustSign(): boolean {
    const { policy, signs } = this.facts;
    return policy === 'yes' || (policy === 'auto' && (signs || this.seenSigning));
  }

  serves(resellerId: number | null): boolean {
    return serves(this.facts, resellerId);
  }
}
