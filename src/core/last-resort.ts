import type { Logger } from '../config/log.ts';

let rejections = 0;

/** Unhandled rejections in this process so far. */
export const unhandledRejections = (): number => rejections;

/**
 * Logs unhandled rejections instead of ending the process. Such a rejection is a defect of one task; ending the node would
 * stop the logins and the accounting of all tenants, again with each retransmission of the packet that caused it.
 */
export function surviveRejections(log: Logger): void {
  process.on('unhandledRejection', (reason) => {
    rejections += 1;
    log.error({ err: reason }, 'unhandled promise rejection');
  });
}
