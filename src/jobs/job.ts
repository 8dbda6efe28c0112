import type { Kernel } from '../core/kernel.ts';

/** One run of a job on this node. */
export interface Turn {
  /** Aborted when the node stops, or when the turn has lasted as long as it may: end between two items, with UNFINISHED. */
  readonly signal: AbortSignal;
  /** How far it is, for the metrics and the log. */
  progress(processed: number, total: number): void;
}

/** A job is one call into an area, idempotent, safe to run late, twice or on two nodes. */
export interface Job {
  /** Small letters and dashes: the name of its queue, and a label of its metrics. */
  readonly name: string;
  /** One turn in each interval, counted from midnight UTC; what was missed while no node ran is made up for once. */
  readonly everyMs: number;
  /** It looks after something of the node itself, such as its metrics: every node runs it for itself, on a timer. */
  readonly onEveryNode?: boolean;
  /** How long a turn may last (5 minutes); one that does not end is left to another node after that. */
  readonly mostMs?: number;
  /** Does what there is to do. UNFINISHED: there is more, and the next turn, on whichever node, comes at once. */
  run(kernel: Kernel, turn: Turn): Promise<unknown>;
}

/** What a turn answers that ends before its work does. */
export const UNFINISHED = 'unfinished';
