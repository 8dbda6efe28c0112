import { advanceServices } from '../areas/billing/nightly/advance-services.ts';
import type { Kernel } from '../core/kernel.ts';
import { type Turn, UNFINISHED } from './job.ts';

/** Brings every service to the present day. A turn that is told to end does so behind a batch; the next one goes on there. */
export async function runAdvanceServices(kernel: Kernel, { signal, progress }: Turn): Promise<unknown> {
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
