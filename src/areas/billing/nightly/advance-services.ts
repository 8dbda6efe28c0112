import type { Logger } from '../../../config/log.ts';
import type { Clock } from '../../../core/clock.ts';
import { dayOf } from '../../../core/zone.ts';
import type { Database } from '../../../db/database.ts';
import { advanceToToday } from '../life-cycle/time/time-rules.ts';
import type { Day } from '../model/subscription.ts';
import { readDrafts, servicesOf } from '../store/read-drafts.ts';
import { saveDrafts } from '../store/save/save-drafts.ts';
import { candidatesOf, ispsOf } from './candidates.ts';
import { clearProblem, failedServices, noteProblem } from './problems.ts';

export interface AdvanceOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface RunResult {
  /** Services examined. */
  readonly seen: number;
  readonly changed: number;
  /** Left unchanged because of an error, which is logged. */
  readonly failed: number;
}

/** Receives the number of services examined and their total. If it throws, the run ends after the current batches. */
type Progress = (done: number, total: number) => void;

/** Services per transaction: large enough for few statements, small enough to hold locks for a short time only. */
const BATCH = 200;

/** Batches at a time: while the database works on one, the rules run on another. */
const CONCURRENCY = 2;

interface Batch {
  readonly ispId: number;
  /** The ISP's day. */
  readonly today: Day;
  readonly ids: readonly number[];
}

/**
 * Advances every service to the current day of its ISP. Each batch is a transaction of its own, and the services themselves show
 * what is left to do: if a run is killed, the next one continues, on this node or another.
 */
export async function advanceServices(
  options: AdvanceOptions,
  progress: Progress = () => undefined,
): Promise<RunResult> {
  const sum = { seen: 0, changed: 0, failed: 0 };
  const batches = await batchesOf(options);
  const total = batches.reduce((count, { ids }) => count + ids.length, 0);
  const worker = async () => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      const { seen, changed, failed } = await advanceBatch(options, batch);
      sum.seen += seen;
      sum.changed += changed;
      sum.failed += failed;
      progress(sum.seen, total);
    }
  };
  const workers = Array.from({ length: CONCURRENCY }, () =>
    worker().catch((error: unknown) => {
      batches.length = 0;
      throw error;
    }),
  );
  for (const ended of await Promise.allSettled(workers)) if (ended.status === 'rejected') throw ended.reason;
  return sum;
}

/**
 * The batches of all ISPs, interleaved, since batches of the same ISP wait for each other's invoice numbers. A service that
 * failed before is a batch of its own, even if nothing is left to do: its success clears the problem.
 */
async function batchesOf({ db, clock }: AdvanceOptions): Promise<Batch[]> {
  const found: (Batch & { readonly at: number })[] = [];
  for (const { isp_id: ispId, timezone } of await ispsOf(db.pool)) {
    const today = dayOf(clock.now(), timezone);
    const failed = new Set(await failedServices(db.pool, ispId));
    const ids = (await candidatesOf(db.pool, { ispId, today })).filter((id) => !failed.has(id));
    for (let at = 0; at < ids.length; at += BATCH) found.push({ ispId, today, ids: ids.slice(at, at + BATCH), at });
    for (const id of failed) found.push({ ispId, today, ids: [id], at: ids.length });
  }
  return found.sort((one, other) => one.at - other.at);
}

/** If a batch fails, each of its services is tried alone, so that one failure does not affect the others. */
async function advanceBatch(options: AdvanceOptions, batch: Batch): Promise<RunResult> {
  const { ids } = batch;
  try {
    const changed = await advanceTogether(options, batch);
    return { seen: ids.length, changed, failed: 0 };
  } catch (err) {
    const [serviceId] = ids;
    if (serviceId !== undefined && ids.length === 1) return recordFailure(options, batch, { serviceId, err });
    const sum = { seen: ids.length, changed: 0, failed: 0 };
    for (const each of ids) {
      const alone = await advanceBatch(options, { ...batch, ids: [each] });
      sum.changed += alone.changed;
      sum.failed += alone.failed;
    }
    return sum;
  }
}

/** Logs the failure and records it for those who can fix its cause. */
async function recordFailure(
  { db, clock, log }: AdvanceOptions,
  { ispId, today }: Batch,
  { serviceId, err }: { serviceId: number; err: unknown },
): Promise<RunResult> {
  log.error({ err, serviceId, ispId }, 'a service could not be advanced to today');
  try {
    await noteProblem(db, { serviceId, now: clock.now(), today, error: err });
  } catch (error) {
    log.error({ err: error, serviceId, ispId }, 'the problem of a service could not be saved');
  }
  return { seen: 1, changed: 0, failed: 1 };
}

function advanceTogether({ db, clock }: AdvanceOptions, { ispId, ids: serviceIds }: Batch): Promise<number> {
  return db.transaction(async (tx) => {
    const where = servicesOf(ispId, serviceIds);
    const drafts = await readDrafts(tx, { where, now: clock.now(), by: 'clock' });
    const changed = drafts.filter(advanceToToday);
    await saveDrafts(tx, changed);
    const [serviceId] = serviceIds;
    if (serviceId !== undefined && serviceIds.length === 1) await clearProblem(tx, serviceId);
    return changed.length;
  });
}
