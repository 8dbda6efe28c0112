import type { Kernel } from '../core/kernel.ts';
import type { Locks } from '../db/named-locks.ts';

/** One run of a job on this node, as the job sees it. */
export interface JobRun {
  /** Aborted when the node stops or the run reaches its time limit: stop between two items and return UNFINISHED. */
  readonly signal: AbortSignal;
  /** Reports progress, in items, to the metrics and the log. */
  progress(processed: number, total: number): void;
  /** For a job that nodes share: what a node works on, it locks. If it loses a lock, the run is aborted. */
  readonly locks: Locks;
}

/** A job is one call into an area, idempotent, and safe to run late, twice or on two nodes. */
export interface Job {
  /** Lower-case letters and dashes: the name of its queue, and a label of its metrics. */
  readonly name: string;
  /** One run in each interval, counted from midnight UTC. Intervals missed while no node was up are made up for by one run. */
  readonly everyMs: number;
  /** Concerns the node itself, such as its metrics, or is shared by the nodes: every node runs it on a timer of its own. */
  readonly onEveryNode?: boolean;
  /** The time limit of a run, 5 minutes by default. After that another node may run the job. */
  readonly maxMs?: number;
  /** Returns UNFINISHED if work remains: the next run, on any node, starts at once. */
  run(kernel: Kernel, run: JobRun): Promise<unknown>;
}

const DEFAULT_MAX_MS = 5 * 60_000;

export const maxMsOf = ({ maxMs = DEFAULT_MAX_MS }: Job): number => maxMs;

/** Returned by a run that stops before its work is done. */
export const UNFINISHED = 'unfinished';
