import type { RequestKey } from '../../../src/radius/server/request-table.ts';
import { frame, parsed } from '../protocol/packet/requests.ts';

interface KeyParts {
  readonly nas?: number;
  readonly port?: number;
  readonly identifier?: number;
  /** The octet that fills the authenticator. */
  readonly filling?: number;
  readonly at: number;
}

export function requestKey({ nas = 1, port = 1812, identifier = 7, filling = 1, at }: KeyParts): RequestKey {
  const packet = parsed(frame(1, Buffer.alloc(0), Buffer.alloc(16, filling)));
  packet.bytes[1] = identifier;
  return { hop: { hopId: nas }, port, packet, at };
}
