import type { Packet } from '../protocol/packet/packet.ts';
import type { Nas } from '../state/directory/nas.ts';

/** A request that is well-formed, from a NAS, authentic and new. */
export interface Request {
  readonly packet: Packet;
  readonly nas: Nas;
  readonly address: string;
  readonly port: number;
  /** When it came, in milliseconds. */
  readonly at: number;
}
