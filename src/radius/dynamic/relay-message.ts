import { z } from 'zod';
import { Code } from '../protocol/packet/code.ts';

// Notifications between nodes about requests to RadSec connections. PostgreSQL limits one to 8,000 octets: the longest packet has
// 5,500 in base64.

const about = { from: z.string(), id: z.number() };
const reply = z.object({
  acknowledged: z.boolean(),
  errorCause: z.number().nullable(),
  message: z.string().nullable().default(null),
});

const message = z.discriminatedUnion('kind', [
  /** Who has a connection of this identity? */
  z.object({ kind: z.literal('who'), ...about, identity: z.string() }),
  z.object({ kind: z.literal('here'), ...about, to: z.string() }),
  z.object({
    kind: z.literal('send'),
    ...about,
    to: z.string(),
    identity: z.string(),
    code: z.union([z.literal(Code.DisconnectRequest), z.literal(Code.CoaRequest)]),
    /** In base64. */
    attributes: z.string(),
    /** In milliseconds. */
    at: z.number(),
  }),
  /** The reply is null if the peer gave none. */
  z.object({ kind: z.literal('sent'), ...about, to: z.string(), reply: reply.nullable() }),
]);

export type RelayMessage = z.output<typeof message>;

/** @throws ZodError for what no node sends */
export const readRelayMessage = (payload: string): RelayMessage => message.parse(JSON.parse(payload));
