import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { type AnyRouter, TRPCError } from '@trpc/server';
import { badParameter, Fault } from '../../core/fault.ts';
import { checkPermission } from '../../rpc/check-permission.ts';
import type { Context } from '../../rpc/context.ts';
import { faultOf } from '../../rpc/fault-of.ts';
import { decode } from '../decode.ts';
import { callProcedure, zoneOf } from '../procedure-call.ts';
import { faultAnswer, protocolError, resultAnswer } from './answers.ts';
import { confirmOrPropose } from './change.ts';
import { CONFIRMATION } from './confirmation-parameter.ts';
import { type Tool, toolsOf } from './tools.ts';

export interface AssistantCall {
  readonly router: AnyRouter;
  readonly ctx: Context;
}

interface Asked {
  readonly name: string;
  readonly given: Readonly<Record<string, unknown>>;
}

/** Calls a tool, by the same procedure as the REST API. A fault is an answer, which the model reads. */
export async function callTool(call: AssistantCall, { name, given }: Asked): Promise<CallToolResult> {
  const tool = toolsOf(call.router).get(name);
  if (!tool) throw protocolError(new Fault('notFound', `there is no tool ${name.slice(0, 100)}`));
  try {
    return await run(call, tool, given);
  } catch (error) {
    const fault = faultOf(error);
    // The endpoint has logged the errors of a procedure.
    if (fault.kind === 'internal' && !(error instanceof TRPCError))
      call.ctx.kernel.log.error({ err: fault.cause ?? fault, tool: name }, 'internal error');
    return faultAnswer(fault);
  }
}

async function run({ router, ctx }: AssistantCall, tool: Tool, given: Asked['given']): Promise<CallToolResult> {
  const { route, writes, render } = tool;
  const actor = await ctx.authenticate();
  // A change that is not carried out yet does not reach the procedure, which checks it again.
  if (route.meta.access !== 'public') checkPermission(actor, route.meta.access);
  const { [CONFIRMATION]: confirmation, ...own } = given;
  const parameters = new Map(Object.entries(writes ? own : given));
  const zone = await zoneOf(ctx, route, parameters);
  const { input, ignored } = decode(route, parameters, zone);
  if (ignored.length > 0) throw badParameter(named(ignored), 'this tool has no such parameter');
  const carryOut = async (native: Record<string, unknown>) =>
    render(await callProcedure(router, route, ctx, native), zone);
  if (!writes) return resultAnswer(await carryOut(input), route);
  const validated = await route.input?.parseAsync(input);
  return confirmOrPropose({ ctx, actor, tool, parameters, input, validated, carryOut }, confirmation);
}

const MAX_SHOWN = 20;
const MAX_LENGTH = 60;

/** The names are the caller's. */
const named = (names: readonly string[]): string =>
  names
    .slice(0, MAX_SHOWN)
    .map((name) => name.slice(0, MAX_LENGTH))
    .join(', ');
