import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Networks } from '../config/networks.ts';

/**
 * The caller's address: that of the peer or, if the peer is a trusted proxy, the last address in `X-Forwarded-For` that is
 * not a trusted proxy. Anyone can forge the addresses before that one.
 */
export function addressOf({ socket, headers }: IncomingMessage, trusted: Networks): string {
  // A peer that has disconnected has no address. Not that of a trusted proxy, which a disconnect must not gain.
  if (socket.remoteAddress === undefined) return '127.0.0.1';
  let address = plain(socket.remoteAddress);
  const header = headers['x-forwarded-for'];
  if (header === undefined) return address;
  const forwarded = String(header).split(',');
  while (isTrusted(address, trusted)) {
    const before = plain(forwarded.pop() ?? '');
    if (isIP(before) === 0) break;
    address = before;
  }
  return address;
}

const isTrusted = (address: string, trusted: Networks): boolean =>
  trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Normalizes an address: no IPv4-mapped IPv6, no port (some proxies add one), no zone index. */
function plain(address: string): string {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(address.trim()) ?? [];
  return (bracketed ?? dotted ?? address.trim()).replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
}
