import { runBilling } from '../areas/money/billing/run/run-billing.ts';
import type { Kernel } from '../core/kernel.ts';
import { type JobRun, UNFINISHED } from './job.ts';

/** Less than the five minutes within which an ISP is to have its turn, since nodes look every minute. */
const TURN_EVERY_MS = 4 * 60_000;

/**
 * Advances every service to today, together with the other nodes. An aborted run stops after a batch, and the next run, of any
 * node, continues there. @throws when an ISP could not be worked on
 */
export async function runBillingJob(kernel: Kernel, { signal, progress, locks }: JobRun): Promise<unknown> {
  const options = { ...kernel, locks, everyMs: TURN_EVERY_MS };
  try {
    const result = await runBilling(options, (done, total) => {
      progress(done, total);
      signal.throwIfAborted();
    });
    if (result.failedIsps > 0)
      throw new Error(`could not advance ${result.failedIsps} ISPs; see the log for the reasons`);
    return result;
  } catch (error) {
    if (signal.aborted) return UNFINISHED;
    throw error;
  }
}
