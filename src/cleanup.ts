import type { Logger } from './config/log.ts';

export type CleanupStep = () => Promise<unknown>;

/** Runs the steps in reverse order, all of them even if some fail. @throws the first error, at the end */
export async function runCleanup(cleanup: CleanupStep[], log: Pick<Logger, 'error'>): Promise<void> {
  const failures: unknown[] = [];
  for (let step = cleanup.pop(); step; step = cleanup.pop()) {
    try {
      await step();
    } catch (err) {
      log.error({ err }, 'a shutdown step failed');
      failures.push(err);
    }
  }
  if (failures.length > 0) throw failures[0];
}
