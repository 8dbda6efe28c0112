import { Counter, type Registry } from 'prom-client';
import type { Logger } from './config/log.ts';

/** Unhandled rejections in this process. */
let rejections = 0;

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

export function countRejections(registry: Registry): void {
  new Counter({
    name: 'lastmile_unhandled_rejections_total',
    help: 'Unhandled promise rejections; each is a defect and is logged',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(rejections);
    },
  });
}
