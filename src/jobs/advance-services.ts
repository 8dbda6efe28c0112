import { advanceServices } from '../areas/billing/nightly/advance-services.ts';
import type { Kernel } from '../core/kernel.ts';
import { type JobRun, UNFINISHED } from './job.ts';

/** Advances every service to today. An aborted run stops after a batch, and the next run continues there. */
export async function runAdvanceServices(kernel: Kernel, { signal, progress }: JobRun): Promise<unknown> {
  try {
    return await advanceServices(kernel, (done, total) => {
      progress(done, total);
      signal.throwIfAborted();
    });
  } catch (error) {
    if (signal.aborted) return UNFINISHED;
    throw error;
  }
}
