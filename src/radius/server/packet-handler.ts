import type { Packet } from '../protocol/packet/packet.ts';
import type { Nas } from '../state/directory/nas.ts';
import type { Request } from './request.ts';

/** What a `UdpServer` does with the requests of its port. */
export interface PacketHandler {
  /** Packet codes that it accepts. */
  readonly codes: ReadonlySet<number>;
  /** Why the packet is dropped without an answer; null when it is authentic. */
  dropReason(packet: Packet, nas: Nas): 'unauthentic' | 'unsigned' | null;
  /** Answers the request through the server, now or later, or abandons it. */
  handle(request: Request): void;
}
