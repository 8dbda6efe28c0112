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
 * Every failure leaves a procedure as a fault with the right code; what is not a fault is logged with its cause. Around the
 * body of a middleware instead of being one: each costs every call some copies of its context.
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
  const about = { err: error instanceof TRPCError ? (error.cause ?? error) : error, path, address };
  if (fault.kind === 'internal') kernel.log.error(about, 'internal error');
  if (wasRejectedByDatabase(fault)) kernel.log.warn(about, 'the database rejected a value');
  throw new TRPCError({ code: TRPC_CODE[fault.kind], message: fault.message, cause: fault });
}

/**
 * The input as its transformer reads it, before any schema has seen it. What is no JSON, or nothing that superjson writes,
 * is the caller's mistake.
 */
async function readInput(getRawInput: () => Promise<unknown>): Promise<unknown> {
  try {
    return await getRawInput();
  } catch (error) {
    if (!(error instanceof TRPCError) || error.code !== 'BAD_REQUEST' || !error.cause) throw error;
    throw new Fault('badInput', 'the input must be JSON, as superjson writes it', { cause: error });
  }
}

/** Lets in an authenticated caller who holds the declared permission, and hands on its scope. */
const guarded = t.procedure.use(({ ctx, meta, next, path, type, getRawInput }) =>
  asFaults(ctx, path, async () => {
    const actor = await ctx.authenticate();
    if (!meta || meta.access === 'public') throw new Fault('internal', `${path} declares no permission`);
    if (!actor.permissions.has(meta.access)) {
      throw new Fault('forbidden', `login user ${actor.username} may not do this: ${meta.access} is needed`);
    }
    const input = await readInput(getRawInput);
    const { transaction, record, only } = openTransaction(ctx, { actor, path, type, input });
    const zone = await ctx.zoneFor(actor, (input as { ispid?: unknown } | undefined)?.ispid);
    const scope = scopeOf(actor);
    const result = await next({ ctx: { db: ctx.kernel.db, actor, scope, zone, transaction, record, only } });
    if (result.ok) await record();
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

/** The only way to make a procedure: permission, documented path and words sit beside input and output. */
export function endpoint(meta: GuardedMeta & { repeatable: true }): ReturnType<typeof repeatable>;
export function endpoint(meta: GuardedMeta & { repeatable?: false }): typeof guarded;
export function endpoint(meta: GuardedMeta) {
  return meta.repeatable ? repeatable(meta) : guarded.meta(meta);
}

/** The procedure takes `idempotency_key` besides its own parameters; its rule never sees it. */
function repeatable(meta: GuardedMeta) {
  return {
    input<S extends z.ZodRawShape>(parameters: z.ZodObject<S, z.core.$strict>) {
      const input = parameters.extend({ idempotency_key: idempotencyKey().optional() });
      return guarded
        .meta(meta)
        .input(input)
        .use(async ({ ctx, next, path, input: given }) => {
          const { idempotency_key: key, ...own } = given as { idempotency_key?: string };
          if (key === undefined) return next({ input: own });
          const now = ctx.kernel.clock.now();
          const once = new IdempotentCall({ userId: ctx.actor.userId, procedure: path, key, parameters: own, now });
          ctx.only(once);
          const result = await next({ input: own });
          if (result.ok && !once.ran) throw new Fault('internal', `${path} is repeatable and has no transaction`);
          return result;
        });
    },
  };
}

/** An endpoint of contract 4.1, called without credentials; where some are given they narrow the scope. */
export function openEndpoint(meta: Omit<EndpointMeta, 'access'>) {
  return open.meta({ ...meta, access: 'public' });
}
