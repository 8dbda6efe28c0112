import { type AnyRouter, callTRPCProcedure } from '@trpc/server';
import type { Context } from '../rpc/context.ts';
import type { Route, TextCall } from './routes.ts';

/** Calls a procedure with native values: everything that it declares is checked as in a call over tRPC. */
export function callProcedure(
  router: AnyRouter,
  route: TextCall,
  ctx: Context,
  input: Record<string, unknown>,
): Promise<unknown> {
  return callTRPCProcedure({
    router,
    path: route.procedure,
    type: route.type,
    ctx,
    getRawInput: async () => (route.input ? input : undefined),
    signal: undefined,
    batchIndex: 0,
  });
}

/** Authenticates before the parameters are decoded, so that error messages tell strangers nothing about them. */
export async function zoneOf(ctx: Context, route: Route, parameters: ReadonlyMap<string, unknown>): Promise<string> {
  if (route.meta.access === 'public' && !ctx.hasCredentials) return 'UTC';
  return ctx.zoneFor(await ctx.authenticate(), parameters.get('ispid'));
}
