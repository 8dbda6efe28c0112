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

/** What one of the two ports does with a request. */
export interface PacketHandler {
  /** The codes it knows. */
  readonly codes: ReadonlySet<number>;
  /** Why the packet is dropped without an answer; null when it is authentic. */
  dropReason(packet: Packet, nas: Nas): 'unauthentic' | 'unsigned' | null;
  /** Answers through the door, now or later, or abandons the request. */
  handle(request: Request): void;
}
