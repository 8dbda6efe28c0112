import type { Packet } from '../protocol/packet/packet.ts';
import type { Hop } from '../state/directory/hop.ts';
import type { HopRequest, Request } from './request.ts';

/** What a `RequestServer` does with its requests. */
export interface PacketHandler {
  /** Packet codes that it accepts. */
  readonly codes: ReadonlySet<number>;
  /** Why the packet is dropped without an answer; null when it is authentic. */
  dropReason(packet: Packet, hop: Hop): 'unauthentic' | 'unsigned' | null;
  /** Answers the request through its server, now or later, or abandons it. */
  handle(request: Request): void;
  /** A Status-Server of a proxy, which asks for itself and not for a NAS. */
  answerStatusServer(request: HopRequest): void;
}
