import type { Kernel } from '../../../../core/kernel.ts';
import { lookRepeatedly } from '../../../../core/work/repeated-look.ts';
import { logThrottled } from '../../../../db/throttled-log.ts';
import { sealEvents } from './seal-events.ts';

/** How long an event may be changed unnoticed after its commit, if nothing else delays its seal. */
const LOOK_EVERY_MS = 1_000;

/** Seals new events for as long as the node runs. */
export function startSealing({ db, log }: Pick<Kernel, 'db' | 'log'>): { stop(): Promise<void> } {
  return lookRepeatedly({
    everyMs: LOOK_EVERY_MS,
    look: () => sealEvents(db),
    failed: (err) => logThrottled(log, { err }, 'audit events are waiting to be sealed'),
  });
}
