import { Fault } from '../../../core/fault.ts';
import type { Database } from '../../../db/database.ts';
import type { Command } from '../../../routeros/commands.ts';
import type { Reply } from '../../../routeros/exchange.ts';
import { ReplyMemory } from '../../../routeros/reply-memory.ts';
import type { RouterKernel, RouterNas } from './find.ts';
import { type AskOptions, RouterLine } from './line.ts';
import { targetOf } from './target.ts';

/** Questions to the routers of an ISP at once, on each node by itself. A question of two callers at once is one. */
const MAX_OF_ISP = 48;
/** Lines that nobody uses are forgotten beyond so many. */
const MAX_LINES = 500;

interface Lines {
  readonly byNas: Map<number, RouterLine>;
  /** Questions in progress, by ISP. */
  readonly pending: Map<number, number>;
  readonly memory: ReplyMemory;
}

/** Of each node. */
const lines = new WeakMap<Database, Lines>();

/**
 * Asks a router, over the one connection that this node has to it. Waits for the router with nothing in hand, so a dead one
 * delays nobody else.
 * @throws Fault of kind `conflict`, `nasRefused` or `tooMany`
 */
export async function askRouter(
  kernel: RouterKernel,
  nas: RouterNas,
  command: Command,
  options?: AskOptions,
): Promise<Reply> {
  // Before anything else: a router that is not to be asked any more is not.
  targetOf(nas, kernel.config.nasAddresses);
  const known = lines.get(kernel.db) ?? { byNas: new Map(), pending: new Map(), memory: new ReplyMemory() };
  lines.set(kernel.db, known);
  const line = lineOf(known, kernel, nas.id);
  const same = line.inProgress(nas, command);
  if (same !== undefined) return same;
  const pending = known.pending.get(nas.ispId) ?? 0;
  if (pending >= MAX_OF_ISP) {
    throw new Fault('tooMany', 'too many questions to routers of the ISP at once; try again in a moment');
  }
  known.pending.set(nas.ispId, pending + 1);
  try {
    return await line.ask(nas, command, options);
  } finally {
    const left = (known.pending.get(nas.ispId) ?? 1) - 1;
    if (left > 0) known.pending.set(nas.ispId, left);
    else known.pending.delete(nas.ispId);
  }
}

function lineOf({ byNas, memory }: Lines, kernel: RouterKernel, nasId: number): RouterLine {
  const known = byNas.get(nasId);
  if (known) return known;
  if (byNas.size >= MAX_LINES) for (const [id, line] of byNas) if (line.isIdle) byNas.delete(id);
  const line = new RouterLine(kernel, memory);
  byNas.set(nasId, line);
  return line;
}
