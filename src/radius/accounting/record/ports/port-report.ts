import { isIPv4 } from 'node:net';
import type { Packet } from '../../../protocol/packet/packet.ts';

/** Ports of a public IPv4 address, both included. */
export interface PortBlock {
  readonly ip: string;
  readonly first: number;
  readonly last: number;
}

/**
 * What a packet says about blocks: in use; allocated or released at that time; or all that are left. The column
 * `port_blocks` of a session keeps it (`radius.with_ports`).
 */
export interface PortReport {
  readonly how: 'use' | 'add' | 'free' | 'set';
  /** In milliseconds. */
  readonly at: number;
  readonly blocks: readonly PortBlock[];
}

export interface Arrived {
  readonly packet: Packet;
  /** Time of the event, in milliseconds. */
  readonly at: number;
}

const MAX_PORT = 65_535;

/** The block, or none if it is malformed. */
export function blockOf(ip: string | null, first: number | null, last: number | null): PortBlock[] {
  if (ip === null || first === null || last === null || !isIPv4(ip)) return [];
  return first <= last && last <= MAX_PORT ? [{ ip, first, last }] : [];
}
