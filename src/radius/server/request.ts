import type { Answer } from '../protocol/packet/answer.ts';
import { Code } from '../protocol/packet/code.ts';
import type { Packet } from '../protocol/packet/packet.ts';
import type { Hop } from '../state/directory/hop.ts';
import type { Nas } from '../state/directory/nas.ts';

/** The server that a request came through. */
export interface Answering {
  /** Sends the answer and keeps it for retransmissions. */
  answer(request: HopRequest, answer: Answer): void;
  /** Gives up without an answer: the NAS retransmits. */
  abandon(request: HopRequest): void;
}

/** A well-formed request of a hop, whose secret signs the answer. */
export interface HopRequest {
  readonly packet: Packet;
  readonly hop: Hop;
  /** Null: the hop is a proxy, and the NAS is not looked for yet, or there is none. */
  readonly nas: Nas | null;
  /** Source address and port; of a RadSec connection the address of the peer and the number of the connection. */
  readonly address: string;
  readonly port: number;
  /** Answers it. */
  readonly server: Answering;
  /** Time of arrival in milliseconds. */
  readonly at: number;
  /** The same on the monotonic clock, `performance.now()`. */
  readonly receivedAt: number;
}

/** A well-formed, authentic and new request from a NAS. */
export interface Request extends HopRequest {
  readonly nas: Nas;
}

export function isFromNas(request: HopRequest): request is Request {
  return request.nas !== null;
}

/**
 * The request with the NAS that it is from, which a proxy names in its packets; null when no such NAS is known. A proxy's
 * Status-Server asks for the proxy itself (RFC 5997 section 2.2).
 */
export function withNas(request: HopRequest): HopRequest | null {
  if (isFromNas(request) || request.packet.code === Code.StatusServer) return request;
  const nas = request.hop.nasOf(request.packet);
  return nas === undefined ? null : { ...request, nas };
}
