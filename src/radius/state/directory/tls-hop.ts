import { type HopSecret, SharedSecret } from '../../protocol/crypto/shared-secret.ts';
import type { Packet } from '../../protocol/packet/packet.ts';
import type { Hop } from './hop.ts';
import type { Nas } from './nas.ts';
import type { RadiusProxy } from './proxy.ts';

/** The secret of every RadSec connection with RADIUS/1.0; TLS protects what it would (RFC 6614 section 2.3). */
export const RADSEC_SECRET = new SharedSecret('radsec');

/** A NAS or a proxy at the other end of RadSec connections. */
export class TlsHop implements Hop {
  readonly of: Nas | RadiusProxy;
  readonly secret: HopSecret;
  /** TLS has authenticated the packet. */
  readonly mustSign = false;
  #withoutSecret: TlsHop | undefined;

  constructor(of: Nas | RadiusProxy, secret: HopSecret = RADSEC_SECRET) {
    this.of = of;
    this.secret = secret;
  }

  /** The same peer, as the sender of packets of RADIUS/1.1 (RFC 9765). */
  get withoutSecret(): Hop {
    this.#withoutSecret ??= new TlsHop(this.of, null);
    return this.#withoutSecret;
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
