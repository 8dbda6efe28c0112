import type { z } from 'zod';
import { checkConfirmed } from '../core/access/login-session.ts';
import type { Permission } from '../core/access/permission.ts';
import { Fault } from '../core/fault.ts';
import { ifUpdatedAt, type LockUpdated, refuseChanged, type SeenAt } from '../core/records/unchanged.ts';
import { scopeOf, scopeOfSubscriber, wholeInstallation } from '../core/tenancy/scope.ts';
import { clearApiKeyCache } from './api-key-cache.ts';
import { checkPermission } from './check-permission.ts';
import { IdempotentCall, idempotencyKey } from './idempotency.ts';
import type { EndpointMeta } from './meta.ts';
import { keepPace } from './subscriber-pace.ts';
import { openTransaction } from './transaction.ts';
import { asFaults, readInput, t } from './trpc.ts';
import { callerOf, callerOfSubscriber, strangerOf, turnsOf, turnsOfCall } from './turns.ts';

export { router } from './trpc.ts';

/** Admits an authenticated caller with the declared permission, and passes on its scope. */
const guarded = t.procedure.use(({ ctx, meta, next, path, type, getRawInput }) =>
  asFaults(ctx, { path, type }, async () => {
    const actor = await ctx.authenticate();
    if (!meta || meta.access === 'public' || meta.access === 'session' || meta.access === 'subscriber')
      throw new Fault('internal', `${path} declares no permission`);
    checkPermission(actor, meta.access);
    if (meta.confirmed && actor.session) checkConfirmed(actor.session, ctx.kernel.clock.now());
    const input = await readInput(getRawInput);
    const via = actor.session ? 'session' : 'key';
    const turns = turnsOfCall(ctx, callerOf(actor));
    const { recordAudit, ...opened } = openTransaction(ctx, { actor, via, path, type, input, turns });
    const zone = await ctx.zoneFor(actor, (input as { ispid?: unknown } | undefined)?.ispid);
    const scope = scopeOf(actor);
    const proceed = () => next({ ctx: { db: ctx.kernel.db, actor, scope, zone, turns, recordAudit, ...opened } });
    // The whole request is here. A mutation takes its turn for each transaction, so it has none while it waits for others.
    const result = type === 'query' && !meta.ownPace ? await turns.list(proceed) : await proceed();
    if (result.ok) await recordAudit();
    return result;
  }),
);

const open = t.procedure.use(({ ctx, next, path, type, getRawInput }) =>
  asFaults(ctx, { path, type }, async () => {
    const actor = ctx.hasCredentials ? await ctx.authenticate() : null;
    const scope = actor ? scopeOf(actor) : wholeInstallation;
    await readInput(getRawInput);
    const proceed = () => next({ ctx: { db: ctx.kernel.db, actor, scope, zone: actor?.zone ?? 'UTC' } });
    if (actor) return turnsOfCall(ctx, callerOf(actor)).list(proceed);
    return turnsOf(ctx.kernel).strangers.run(strangerOf(ctx), proceed);
  }),
);

type GuardedMeta = EndpointMeta & { access: Permission };

/** The only way to make a procedure: declares its permission, documented path and texts along with its input and output. */
export function endpoint(meta: GuardedMeta & { repeatable: true }): ReturnType<typeof repeatable>;
export function endpoint(meta: GuardedMeta & { updates: LockUpdated }): ReturnType<typeof updating>;
export function endpoint(meta: GuardedMeta & { repeatable?: false; updates?: never }): typeof guarded;
export function endpoint(meta: GuardedMeta) {
  if (meta.updates) return updating(meta as GuardedMeta & { updates: LockUpdated });
  return meta.repeatable ? repeatable(meta) : guarded.meta(meta);
}

/** Adds the parameter `if_updated_at`, which the rule never sees: it is compared when the record is locked, before the rule. */
function updating(meta: GuardedMeta & { readonly updates: LockUpdated }) {
  return {
    input<S extends z.ZodRawShape>(parameters: z.ZodObject<S, z.core.$strict>) {
      const input = parameters.extend({ if_updated_at: ifUpdatedAt() });
      return guarded
        .meta(meta)
        .input(input)
        .use(async ({ ctx, next, path, input: all }) => {
          const { if_updated_at: seen, ...own } = all as { if_updated_at?: SeenAt };
          if (seen === undefined) return next({ input: own });
          let isChecked = false;
          ctx.checkFirst(async (tx) => {
            refuseChanged(await meta.updates(tx, ctx.scope, own as never), seen, ctx.zone);
            isChecked = true;
          });
          const result = await next({ input: own });
          if (result.ok && !isChecked) throw new Fault('internal', `${path} is an update but opened no transaction`);
          return result;
        });
    },
  };
}

/**
 * Adds the parameter `idempotency_key`, which the rule never sees. A preview changes nothing that a repeat could double, so it
 * neither takes the key nor looks at it: a caller who confirms sends the same parameters, but for `preview`.
 */
function repeatable(meta: GuardedMeta) {
  return {
    input<S extends z.ZodRawShape>(parameters: z.ZodObject<S, z.core.$strict>) {
      const input = parameters.extend({ idempotency_key: idempotencyKey().optional() });
      return guarded
        .meta(meta)
        .input(input)
        .use(async ({ ctx, next, path, input: all }) => {
          const { idempotency_key: key, ...own } = all as { idempotency_key?: string; preview?: boolean };
          if (key === undefined || own.preview) return next({ input: own });
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

const signingIn = t.procedure.use(({ ctx, next, path, type, getRawInput }) =>
  asFaults(ctx, { path, type }, async () => {
    await readInput(getRawInput);
    const result = await next();
    // The caller's next call must see what this one changed; other nodes are notified.
    if (type === 'mutation') clearApiKeyCache(ctx.kernel.db);
    return result;
  }),
);

/** An endpoint of sign-in and sessions: the rule itself finds out who the caller is. Only tRPC serves it. */
export function sessionEndpoint(meta: Pick<EndpointMeta, 'summary' | 'description'>) {
  return signingIn.meta({ ...meta, access: 'session', rest: [], extension: true });
}

const visiting = t.procedure.use(({ ctx, next, path, type, meta, getRawInput }) =>
  asFaults(ctx, { path, type }, async () => {
    await readInput(getRawInput);
    // Mutations wait for password hashes and providers, and have limits of their own.
    const takesTurn = type === 'query' && !meta?.ownPace;
    return takesTurn ? turnsOf(ctx.kernel).strangers.run(strangerOf(ctx), next) : next();
  }),
);

/** An endpoint of the subscriber's own pages before they have signed in: the rule itself finds out who calls. Only tRPC serves it. */
export function visitorEndpoint(meta: Pick<EndpointMeta, 'summary' | 'description' | 'ownPace'>) {
  return visiting.meta({ ...meta, access: 'session', rest: [], extension: true });
}

/** Admits a subscriber who is signed in, and passes on the scope of the customer. Credentials of login users count for nothing. */
const ofSubscriber = t.procedure.use(({ ctx, next, path, type, getRawInput }) =>
  asFaults(ctx, { path, type }, async () => {
    const subscriber = await ctx.authenticateSubscriber();
    keepPace(ctx.kernel, subscriber);
    const input = await readInput(getRawInput);
    const actor = { ...subscriber, userId: null, username: `subscriber ${subscriber.username}` };
    const turns = turnsOfCall(ctx, callerOfSubscriber(subscriber));
    const opened = openTransaction(ctx, { actor, via: 'subscriber', path, type, input, turns });
    const { recordAudit, transaction, readIn } = opened;
    const scope = scopeOfSubscriber(subscriber);
    const proceed = () =>
      next({ ctx: { db: ctx.kernel.db, subscriber, scope, zone: subscriber.zone, recordAudit, transaction, readIn } });
    const result = type === 'query' ? await turns.list(proceed) : await proceed();
    if (result.ok) await recordAudit();
    return result;
  }),
);

/** An endpoint of the subscriber's own pages. Only tRPC serves it. */
export function subscriberEndpoint(
  meta: Pick<EndpointMeta, 'summary' | 'description' | 'upload'> & Required<Pick<EndpointMeta, 'like'>>,
) {
  return ofSubscriber.meta({ ...meta, access: 'subscriber', rest: [], extension: true });
}
