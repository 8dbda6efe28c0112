import type { IncomingMessage } from 'node:http';

/** The peer's address; an IPv4 peer of a dual-stack socket in its plain form. */
export function addressOf(request: IncomingMessage): string {
  return (request.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
}
