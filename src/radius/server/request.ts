import type { Packet } from '../protocol/packet/packet.ts';
import type { Nas } from '../state/directory/nas.ts';

/** A well-formed, authentic and new request from a NAS. */
export interface Request {
  readonly packet: Packet;
  readonly nas: Nas;
  /** Source address and port. */
  readonly address: string;
  readonly port: number;
  /** Time of arrival in milliseconds. */
  readonly at: number;
  /** The same on the monotonic clock, `performance.now()`. */
  readonly receivedAt: number;
}
