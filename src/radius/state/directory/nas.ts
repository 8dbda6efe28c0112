import { type Sharing, serves } from '../../../areas/nas/serves.ts';
import type { VendorName } from '../../../areas/nas/vendors.ts';
import type { SharedSecret } from '../../protocol/crypto/shared-secret.ts';
import type { Isp } from './isp.ts';

export type MessageAuthenticatorPolicy = 'yes' | 'no' | 'auto';

export interface NasFacts extends Sharing {
  readonly id: number;
  readonly isp: Isp;
  readonly ip: string;
  readonly secret: SharedSecret;
  readonly vendor: VendorName;
  readonly coaPort: number;
  readonly policy: MessageAuthenticatorPolicy;
  /** It has signed a request before. */
  readonly signs: boolean;
  readonly swapDirection: boolean;
  /** A Gigawords attribute has come from it before. */
  readonly sendsGigawords: boolean;
  readonly lineRateMbps: number;
  /** How its rates are written where the vendor's own form does not fit; see `expand`. */
  readonly rateTemplate: string | null;
}

/** A NAS in memory. */
export class Nas {
  readonly facts: NasFacts;
  /** Learned from a signed request since it was read. */
  seenSigning = false;
  /** Gigawords were seen since it was read. */
  seenGigawords = false;
  /** When it said last that all of its sessions are gone (Accounting-On or -Off), in milliseconds. */
  bootedAt = 0;
  /** Attributes of an Access-Accept by what is granted; there are as many as plan levels. */
  readonly prepared = new Map<string, Buffer>();

  constructor(facts: NasFacts, before?: Nas) {
    this.facts = facts;
    if (before) this.bootedAt = before.bootedAt;
  }

  /** Must an Access-Request carry a Message-Authenticator? */
  get mustSign(): boolean {
    const { policy, signs } = this.facts;
    return policy === 'yes' || (policy === 'auto' && (signs || this.seenSigning));
  }

  serves(resellerId: number | null): boolean {
    return serves(this.facts, resellerId);
  }
}
