import { runBilling } from '../../src/areas/money/billing/run/run-billing.ts';
import { createLog } from '../../src/config/log.ts';
import { openDatabase } from '../../src/db/database.ts';
import { NIGHT } from './night-dataset.ts';

/** The billing run of a node, in a process of its own. */
const log = createLog('warn');
const db = await openDatabase({ url: process.argv[2] ?? '', log, connections: 3 });
let peak = 0;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 100);
const result = await runBilling({ db, log, clock: { now: () => new Date(NIGHT) } }, (done) => process.send?.(done));
clearInterval(watch);
const { user, system } = process.cpuUsage();
process.stdout.write(
  `${((user + system) / 1e6).toFixed(1)} s of CPU; ${JSON.stringify(result)}, at most ${Math.round(peak / 2 ** 20)} MB of memory\n`,
);
await db.close();
process.disconnect();
