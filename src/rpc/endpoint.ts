import { initTRPC, TRPCError } from '@trpc/server';
import superjson from 'superjson';
import type { z } from 'zod';
import { Fault } from '../core/fault.ts';
import { scopeOf, wholeInstallation } from '../core/scope.ts';
import type { Context } from './context.ts';
import { explain, TRPC_CODE, wasRejectedByDatabase } from './explain.ts';
import { IdempotentCall, idempotencyKey } from './idempotency.ts';
import type { EndpointMeta } from './meta.ts';
import { openTransaction } from './transaction.ts';

const t = initTRPC
  .context<Context>()
  .meta<EndpointMeta>()
  .create({
    transformer: superjson,
    errorFormatter: ({ shape, error }) => {
      const fault = explain(error);
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
async function asFaults<R extends { ok: boolean; error?: unknown }>(
  { kernel, address }: Context,
  path: string,
  work: () => Promise<R>,
): Promise<R> {
  const result = await work().catch((error: unknown) => ({ ok: false as const, error }));
  if (result.ok) return result as R;
  const { error } = result;
  const fault = explain(error);
  const fields = { err: error instanceof TRPCError ? (error.cause ?? error) : error, path, address };
  if (fault.kind === 'internal') kernel.log.error(fields, 'internal error');
  if (wasRejectedByDatabase(fault)) kernel.log.warn(fields, 'the database rejected a value');
  throw new TRPCError({ code: TRPC_CODE[fault.kind], message: fault.message, cause: fault });
}

/** The deserialized input, before validation. @throws Fault of kind `badInput` if it is not JSON as superjson writes it */
async function readInput(getRawInput: () => Promise<unknown>): Promise<unknown> {
  try {
    return await getRawInput();
  } catch (error) {
    if (!(error instanceof TRPCError) || error.code !== 'BAD_REQUEST' || !error.cause) throw error;
    throw new Fault('badInput', 'the input must be JSON, as superjson writes it', { cause: error });
  }
}

/** Admits an authenticated caller with the declared permission, and passes on its scope. */
const guarded = t.procedure.use(({ ctx, meta, next, path, type, getRawInput }) =>
  asFaults(ctx, path, async () => {
    const actor = await ctx.authenticate();
    if (!meta || meta.access === 'public') throw new Fault('internal', `${path} declares no permission`);
    if (!actor.permissions.has(meta.access)) {
      throw new Fault('forbidden', `login user ${actor.username} may not do this: ${meta.access} is needed`);
    }
    const input = await readInput(getRawInput);
    const { transaction, recordAudit, makeIdempotent } = openTransaction(ctx, { actor, path, type, input });
    const zone = await ctx.zoneFor(actor, (input as { ispid?: unknown } | undefined)?.ispid);
    const scope = scopeOf(actor);
    const result = await next({
      ctx: { db: ctx.kernel.db, actor, scope, zone, transaction, recordAudit, makeIdempotent },
    });
    if (result.ok) await recordAudit();
    return result;
  }),
);

const open = t.procedure.use(({ ctx, next, path, getRawInput }) =>
  asFaults(ctx, path, async () => {
    const actor = ctx.hasCredentials ? await ctx.authenticate() : null;
    const scope = actor ? scopeOf(actor) : wholeInstallation;
    await readInput(getRawInput);
    return next({ ctx: { db: ctx.kernel.db, actor, scope, zone: actor?.zone ?? 'UTC' } });
  }),
);

type GuardedMeta = EndpointMeta & { access: Exclude<EndpointMeta['access'], 'public'> };

/** The only way to make a procedure: declares its permission, documented path and texts along with its input and output. */
export function endpoint(meta: GuardedMeta & { repeatable: true }): ReturnType<typeof repeatable>;
export function endpoint(meta: GuardedMeta & { repeatable?: false }): typeof guarded;
export function endpoint(meta: GuardedMeta) {
  return meta.repeatable ? repeatable(meta) : guarded.meta(meta);
}

/** Adds the parameter `idempotency_key`, which the rule never sees. */
function repeatable(meta: GuardedMeta) {
  return {
    input<S extends z.ZodRawShape>(parameters: z.ZodObject<S, z.core.$strict>) {
      const input = parameters.extend({ idempotency_key: idempotencyKey().optional() });
      return guarded
        .meta(meta)
        .input(input)
        .use(async ({ ctx, next, path, input: all }) => {
          const { idempotency_key: key, ...own } = all as { idempotency_key?: string };
          if (key === undefined) return next({ input: own });
          const now = ctx.kernel.clock.now();
          const call = new IdempotentCall({ userId: ctx.actor.userId, procedure: path, key, parameters: own, now });
          ctx.makeIdempotent(call);
          const result = await next({ input: own });
          if (result.ok && !call.hasRun) throw new Fault('internal', `${path} is repeatable but opened no transaction`);
          return result;
        });
    },
  };
}

/** A public endpoint (contract 4.1). Credentials are optional, and restrict the scope if sent. */
export function openEndpoint(meta: Omit<EndpointMeta, 'access'>) {
  return open.meta({ ...meta, access: 'public' });
}
