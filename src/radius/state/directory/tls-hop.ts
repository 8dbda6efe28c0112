import { SharedSecret } from '../../protocol/crypto/shared-secret.ts';
import type { Packet } from '../../protocol/packet/packet.ts';
import type { Hop } from './hop.ts';
import type { Nas } from './nas.ts';
import type { RadiusProxy } from './proxy.ts';

/** The secret of every RadSec connection; TLS protects what it would (RFC 6614 section 2.3). */
export const RADSEC_SECRET = new SharedSecret('radsec');

/** A NAS or a proxy at the other end of RadSec connections. */
export class TlsHop implements Hop {
  readonly of: Nas | RadiusProxy;
  readonly secret = RADSEC_SECRET;
  /** TLS has authenticated the packet. */
  readonly mustSign = false;

  constructor(of: Nas | RadiusProxy) {
    this.of = of;
  }

  get hopId(): number {
    return this.of.hopId;
  }

  get ispId(): number | null {
    return this.of.ispId;
  }

  get nas(): Nas | null {
    return this.of.nas;
  }

  nasOf(packet: Packet): Nas | undefined {
    return this.of.nasOf(packet);
  }
}
