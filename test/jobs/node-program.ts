import { setTimeout as pause } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { createLog } from '../../src/config/log.ts';
import type { Kernel } from '../../src/core/kernel.ts';
import { openDatabase } from '../../src/db/database.ts';
import { startJobs } from '../../src/jobs/run.ts';

// A node of its own process on the database that it is given: says when it is at its only job, and never ends it.
const [, , url = '', name = '', everyMs = ''] = process.argv;
const log = createLog('warn');
const db = await openDatabase({ url, log });
const kernel = { db, log, metrics: new Registry() } as Kernel;
async function run(): Promise<void> {
  process.send?.('at it');
  await pause(3_600_000);
}
const job = { name, everyMs: Number(everyMs), mostMs: 4 * 3_600_000, run };
await startJobs(kernel, [job], { lookMs: 20, offerMs: 20 });
