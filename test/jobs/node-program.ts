import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { createLog } from '../../src/config/log.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { Kernel } from '../../src/core/kernel.ts';
import { openDatabase } from '../../src/db/database.ts';
import { JobRunner } from '../../src/jobs/job-runner.ts';

// A node in a process of its own, on the given database: reports when it runs its only job, which never ends.
const [, , url = '', name = '', everyMs = ''] = process.argv;
const log = createLog('warn');
const db = await openDatabase({ url, log });
const kernel = { db, log, clock: systemClock, metrics: new Registry() } as Kernel;
async function run(): Promise<void> {
  process.send?.('running');
  await sleep(3_600_000);
}
const job = { name, everyMs: Number(everyMs), maxMs: 4 * 3_600_000, run };
await JobRunner.start(kernel, [job], { pollMs: 20, enqueueMs: 20 });
