import type { HopSecret } from '../../protocol/crypto/shared-secret.ts';
import type { Packet } from '../../protocol/packet/packet.ts';
import type { Nas } from './nas.ts';

/**
 * Who sends us packets: a NAS, or a RADIUS proxy in front of NASes. It is known by its source address, or by its TLS identity.
 * Its secret signs requests and answers and hides passwords and keys on this hop, whichever NAS the packet is from (RFC 2865
 * section 2.3).
 */
export interface Hop {
  /** The id of a NAS, or minus the id of a proxy: tells hops apart. */
  readonly hopId: number;
  readonly secret: HopSecret;
  /** Whose it is; null: the installation's. */
  readonly ispId: number | null;
  /** Whether an Access-Request must carry a Message-Authenticator. */
  readonly mustSign: boolean;
  /** The NAS that the hop is; null for a proxy. */
  readonly nas: Nas | null;
  /** The NAS that a packet of the hop is from; undefined when it names none that is known. */
  nasOf(packet: Packet): Nas | undefined;
}
