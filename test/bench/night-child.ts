import { runClock } from '../../src/areas/billing/clock/run-clock.ts';
import { createLog } from '../../src/config/log.ts';
import { openDatabase } from '../../src/db/database.ts';
import { NIGHT } from './night-dataset.ts';

/** The clock of a node in the night, in a process of its own. */
const log = createLog('warn');
const db = await openDatabase({ url: process.argv[2] ?? '', log, connections: 3 });
let peak = 0;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 100);
let isps = 0;
const turn = await runClock({ db, log, clock: { now: () => new Date(NIGHT) } }, (done, total) => {
  if (done !== total) return;
  isps += 1;
  process.send?.(isps);
});
clearInterval(watch);
process.stdout.write(`${JSON.stringify(turn)}, at most ${Math.round(peak / 2 ** 20)} MB of memory\n`);
await db.close();
process.disconnect();
