import { startEventFeed } from '../areas/insight/events/event-feed.ts';
import { webhookDispatcher } from '../areas/insight/webhooks/dispatcher.ts';
import { startSealing } from '../areas/installation/audit/chain/sealing.ts';
import { broadcastDispatcher } from '../areas/subscribers/broadcasts/dispatcher.ts';
import { noticeDispatcher } from '../areas/subscribers/notices/dispatcher.ts';
import type { Kernel } from '../core/kernel.ts';
import { JobRunner } from './job-runner.ts';
import { Outbox } from './outbox.ts';

interface Running {
  stop(): Promise<unknown>;
}

/** All that a node with the role jobs does by itself. `started` gets each part, to be stopped in reverse order. */
export async function startJobs(kernel: Kernel, started: (part: Running) => void): Promise<void> {
  started(await JobRunner.start(kernel));
  started(startEventFeed(kernel));
  started(startSealing(kernel));
  started(webhookDispatcher(kernel).start());
  started(noticeDispatcher(kernel).start());
  started(broadcastDispatcher(kernel).start());
  started(await Outbox.start(kernel));
}
