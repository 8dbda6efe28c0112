import type { ConnectionOptions } from './connections.ts';
import type { SimulatedSubscriber } from './live-session.ts';

export interface SimulatorOptions extends ConnectionOptions {
  readonly subscribers: readonly SimulatedSubscriber[];
  /** Log-ins per second at most. */
  readonly rate: number;
  /** Seconds between two records of a session. */
  readonly interimS: number;
  /** Minutes that the subscribers' wall clock is ahead of UTC. */
  readonly zoneMinutes: number;
  /** When the NAS falls silent; absent: never. */
  readonly outages?: Outages;
}

/** In milliseconds: the first begins `firstMs` after the start, each lasts `forMs`, and they are `everyMs` apart. */
export interface Outages {
  readonly firstMs: number;
  readonly forMs: number;
  readonly everyMs: number;
}

export interface SimulatorCounts {
  online: number;
  accepted: number;
  rejected: number;
  records: number;
  /** Requests that the node did not answer. */
  unanswered: number;
}

/** Is it out, so long after its start? */
export function isOut(outages: Outages | undefined, sinceStartMs: number): boolean {
  if (!outages) return false;
  const since = sinceStartMs - outages.firstMs;
  return since >= 0 && since % outages.everyMs < outages.forMs;
}
