import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6, SocketAddress } from 'node:net';
import { isOfTheInternet, withoutMapping } from '../config/ip-address.ts';
import type { Networks } from '../config/networks.ts';
import type { Kernel } from '../core/kernel.ts';
import { logThrottled } from '../db/throttled-log.ts';

/**
 * The caller's address: that of the peer or, if the peer is a trusted proxy, the last address in `X-Forwarded-For` that is
 * not a trusted proxy. Anyone can forge the addresses before that one. Other headers, such as `Forwarded`, are not read: a proxy
 * that sets one of them passes on what the caller wrote in the others.
 */
export function addressOf(
  { socket, headers }: IncomingMessage,
  { config, log }: Pick<Kernel, 'config' | 'log'>,
): string {
  // A peer that has disconnected has no address. Not that of a trusted proxy, which a disconnect must not gain.
  if (socket.remoteAddress === undefined) return '127.0.0.1';
  const peer = plain(socket.remoteAddress);
  const header = headers['x-forwarded-for'];
  if (header === undefined) return peer;
  const { trustedProxies } = config;
  if (!isTrusted(peer, trustedProxies)) {
    if (!isOfTheInternet(peer)) warnOf(peer, log);
    return peer;
  }
  // Several header lines are one list (RFC 9110 section 5.3), which Node has joined.
  const forwarded = String(header).split(',');
  let address = peer;
  while (isTrusted(address, trustedProxies)) {
    const before = plain(forwarded.pop() ?? '');
    if (isIP(before) === 0) break;
    address = before;
  }
  return address;
}

/** A stranger who sends the header is nothing new; a peer in a private network is probably a proxy that nobody has named. */
function warnOf(address: string, log: Kernel['log']): void {
  const err = 'all its callers share one address and its limits; if it is a proxy, add it to TRUSTED_PROXIES';
  logThrottled(log, { err, address }, 'ignoring X-Forwarded-For from a private address');
}

const isTrusted = (address: string, trusted: Networks): boolean => trusted.check(address);

/** An address in its one spelling: no IPv4-mapped IPv6, no port (some proxies add one), no zone index. */
function plain(text: string): string {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text.trim()) ?? [];
  const address = withoutMapping((bracketed ?? dotted ?? text.trim()).replace(/%.*$/, ''));
  return isIPv6(address) ? new SocketAddress({ family: 'ipv6', address }).address : address;
}
