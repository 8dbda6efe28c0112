import { initTRPC, TRPCError } from '@trpc/server';
import superjson from 'superjson';
import { Fault } from '../core/fault.ts';
import type { Context } from './context.ts';
import { faultOf, faultOfRead, TRPC_CODE, wasRejectedByDatabase } from './fault-of.ts';
import type { EndpointMeta } from './meta.ts';
import { readSuperjson } from './superjson-input.ts';

export const t = initTRPC
  .context<Context>()
  .meta<EndpointMeta>()
  .create({
    transformer: { input: { serialize: superjson.serialize, deserialize: readSuperjson }, output: superjson },
    errorFormatter: ({ shape, error }) => {
      const fault = faultOf(error);
      const { code, httpStatus, path } = shape.data;
      return {
        ...shape,
        message: fault.message,
        data: { code, httpStatus, path, kind: fault.kind, fields: fault.fields },
      };
    },
  });

export const router = t.router;

/**
 * Turns every error of a procedure into a TRPCError with the right code; unexpected ones are logged with their cause. It
 * wraps the body of a middleware instead of being one, since each middleware copies the context of every call.
 */
export async function asFaults<R extends { ok: boolean; error?: unknown }>(
  { kernel, address }: Context,
  { path, type }: { readonly path: string; readonly type: 'query' | 'mutation' | 'subscription' },
  work: () => Promise<R>,
): Promise<R> {
  const result = await work().catch((error: unknown) => ({ ok: false as const, error }));
  if (result.ok) return result as R;
  const { error } = result;
  const fault = type === 'query' ? faultOfRead(error) : faultOf(error);
  const fields = { err: error instanceof TRPCError ? (error.cause ?? error) : error, path, address };
  if (fault.kind === 'internal') kernel.log.error(fields, 'internal error');
  if (wasRejectedByDatabase(fault)) kernel.log.warn(fields, 'the database rejected a value');
  throw trpcErrorOf(fault);
}

/** A fault as tRPC answers it. */
export const trpcErrorOf = (fault: Fault): TRPCError =>
  new TRPCError({ code: TRPC_CODE[fault.kind], message: fault.message, cause: fault });

/** The deserialized input, before validation. @throws Fault of kind `badInput` if it is not JSON as superjson writes it */
export async function readInput(getRawInput: () => Promise<unknown>): Promise<unknown> {
  try {
    return await getRawInput();
  } catch (error) {
    if (!(error instanceof TRPCError) || error.code !== 'BAD_REQUEST' || !error.cause) throw error;
    if (error.cause instanceof Fault) throw error.cause;
    throw new Fault('badInput', 'the input must be JSON as superjson writes it', { cause: error });
  }
}
