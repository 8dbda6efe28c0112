import { Counter, type Registry } from 'prom-client';
import type { Logger } from './config/log.ts';

/** Promises of this process that failed and that nobody waited for. */
let rejections = 0;

/**
 * A promise that fails and that nobody waits for is a defect of one task. Everything else goes on: a node that ended would
 * take the log-ins and the accounting of all tenants with it, and do so again when the same packet comes again.
 */
export function outliveRejections(log: Logger): void {
  process.on('unhandledRejection', (reason) => {
    rejections += 1;
    log.error({ err: reason }, 'unhandled promise rejection');
  });
}

export function countRejections(registry: Registry): void {
  new Counter({
    name: 'lastmile_unhandled_rejections_total',
    help: 'Promises that failed and that nobody waited for: each is a defect, told in the log',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(rejections);
    },
  });
}
