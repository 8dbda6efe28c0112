import type { IncomingMessage } from 'node:http';
import { TRPCError } from '@trpc/server';
import { Fault } from '../core/fault.ts';
import type { Context } from '../rpc/context.ts';
import { faultOf } from '../rpc/fault-of.ts';
import { MAX_BODY_BYTES, readBytes } from './body.ts';
import { checkJsonBounds } from './json-bounds.ts';
import { targetOf } from './request.ts';

/** Without credentials of a login user. The largest such call is a batch of the subscriber's pages, a few kilobytes. */
export const MAX_UNKNOWN_BYTES = 16 * 1024;
const JSON_TYPE = /^\s*application\/json\s*(?:;|$)/i;

/**
 * The JSON of a call, read and bounded before anything parses it. Undefined if it is not in the body.
 * @throws Fault, or TRPCError for a media type that no procedure takes
 */
export async function readCall(request: IncomingMessage, ctx: Context): Promise<string | undefined> {
  if (request.method === 'POST') return readJson(request, ctx);
  const input = new URLSearchParams(targetOf(request.url).query).get('input');
  if (input !== null) checkJsonBounds(input, 'the input');
  return undefined;
}

async function readJson(request: IncomingMessage, ctx: Context): Promise<string> {
  const text = (await readLimited(request, ctx)).toString('utf8');
  // tRPC would parse forms, with a parser that takes long over many parts, for procedures that take none.
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) throw new TRPCError({ code: 'UNSUPPORTED_MEDIA_TYPE' });
  checkJsonBounds(text, 'the input');
  return text;
}

/** A body that only login users may send is read when their credentials are known to be right. */
async function readLimited(request: IncomingMessage, ctx: Context): Promise<Buffer> {
  const length = request.headers['content-length'];
  if (!ctx.hasCredentials || (length !== undefined && Number(length) <= MAX_UNKNOWN_BYTES))
    return readBytes(request, MAX_UNKNOWN_BYTES);
  const refusal = await ctx.authenticate().then(() => undefined, faultOf);
  if (!refusal) return readBytes(request, MAX_BODY_BYTES);
  // It is small after all, and for a procedure that needs no credentials; or it is discarded, so that the refusal arrives.
  return readBytes(request, MAX_UNKNOWN_BYTES).catch((error: unknown) => {
    throw error instanceof Fault && error.kind === 'tooLarge' ? refusal : error;
  });
}
