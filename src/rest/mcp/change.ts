import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Actor } from '../../core/access/actor.ts';
import { parameterFault } from '../../core/fault.ts';
import type { Context } from '../../rpc/context.ts';
import { isKeyUsed, useKeyOnce } from '../../rpc/idempotency.ts';
import { callerOf, turnsOfCall } from '../../rpc/turns.ts';
import { doneAnswer, proposalAnswer } from './answers.ts';
import { checkConfirmation, newConfirmation } from './confirmation.ts';
import { CONFIRMATION } from './confirmation-parameter.ts';
import type { Tool } from './tools.ts';

export interface Change {
  readonly ctx: Context;
  readonly actor: Actor;
  readonly tool: Tool;
  /** As they were sent. */
  readonly parameters: ReadonlyMap<string, unknown>;
  /** The same as native values. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The same as the endpoint validates it: equal values are equal here, however they were written. */
  readonly validated: unknown;
  /** Calls the procedure and returns its documented result. */
  readonly carryOut: (input: Record<string, unknown>) => Promise<unknown>;
}

/**
 * A change in two calls, since a model may be mistaken, or be talked into something by a text that it reads. Without a
 * confirmation nothing changes: the input has been validated, and is previewed where the endpoint can.
 */
export async function confirmOrPropose(change: Change, confirmation: unknown): Promise<CallToolResult> {
  if (confirmation === undefined || confirmation === null || confirmation === '') return propose(change);
  const key = checkConfirmation(aboutOf(change), confirmation);
  return change.tool.route.meta.repeatable ? repeatable(change, key) : once(change, key);
}

async function propose(change: Change): Promise<CallToolResult> {
  const { tool, parameters, input, carryOut } = change;
  const preview = tool.previews ? await carryOut({ ...input, preview: true }) : undefined;
  return proposalAnswer({ tool, parameters, preview, ...newConfirmation(aboutOf(change)) });
}

/** The key commits with the change, so that a call that failed may be repeated, and one whose answer was lost gets it. */
async function repeatable(change: Change, key: string): Promise<CallToolResult> {
  const { ctx, actor, tool, input, carryOut } = change;
  const use = { userId: actor.userId, procedure: tool.route.procedure, key };
  const wasUsed = await inTurn(change, () => isKeyUsed(ctx.kernel.db.pool, use));
  return doneAnswer(await carryOut({ ...input, idempotency_key: key }), { wasUsed });
}

/** The key is used up first: a call that failed half-way is not repeated by itself. */
async function once(change: Change, key: string): Promise<CallToolResult> {
  const { ctx, actor, tool, input, validated, carryOut } = change;
  const now = ctx.kernel.clock.now();
  const use = { userId: actor.userId, procedure: tool.route.procedure, key, parameters: validated, now };
  if (!(await inTurn(change, () => useKeyOnce(ctx.kernel.db.pool, use))))
    throw parameterFault(
      'conflict',
      CONFIRMATION,
      'has been used already; read the record to see what became of it, and call without a confirmation to change more',
    );
  return doneAnswer(await carryOut({ ...input }), { wasUsed: false });
}

const inTurn = <T>({ ctx, actor }: Change, work: () => Promise<T>): Promise<T> =>
  turnsOfCall(ctx, callerOf(actor)).change(work);

const aboutOf = ({ ctx: { kernel }, actor, tool, validated }: Change) => ({
  keys: kernel.secretsKeys,
  now: kernel.clock.now(),
  userId: actor.userId,
  procedure: tool.route.procedure,
  input: validated,
});
