import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Networks } from '../config/networks.ts';

/**
 * The caller's address: the peer's, or where a trusted proxy is the peer the last address of `X-Forwarded-For` that is not
 * a trusted proxy's. What stands before that one was written by whoever wanted to.
 */
export function addressOf({ socket, headers }: IncomingMessage, trusted: Networks): string {
  // A peer that has gone has no address any more, and nobody may pass for a proxy by going.
  if (socket.remoteAddress === undefined) return '127.0.0.1';
  let address = plain(socket.remoteAddress);
  const header = headers['x-forwarded-for'];
  if (header === undefined) return address;
  const named = String(header).split(',');
  while (isTrusted(address, trusted)) {
    const before = plain(named.pop() ?? '');
    if (isIP(before) === 0) break;
    address = before;
  }
  return address;
}

const isTrusted = (address: string, trusted: Networks): boolean =>
  trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** An IPv4 peer of a dual-stack socket in its plain form; no port, as some proxies add it, and no interface. */
function plain(address: string): string {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(address.trim()) ?? [];
  return (bracketed ?? dotted ?? address.trim()).replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
}
