import type { Kernel } from '../../../core/kernel.ts';
import { lookRepeatedly } from '../../../core/work/repeated-look.ts';
import { logThrottled } from '../../../db/throttled-log.ts';
import { numberEvents } from './number-events.ts';

/** How long an event may wait for its place, if nothing else delays it. */
const LOOK_EVERY_MS = 250;

/**
 * Numbers new events for as long as the node runs. It looks for them, since a notification by each change would make all commits
 * wait for each other; a look at the empty table takes a fraction of a millisecond.
 */
export function startEventFeed({ db, log }: Pick<Kernel, 'db' | 'log'>): { stop(): Promise<void> } {
  return lookRepeatedly({
    everyMs: LOOK_EVERY_MS,
    look: () => numberEvents(db),
    failed: (err) => logThrottled(log, { err }, 'events are waiting for their places in the feed'),
  });
}
