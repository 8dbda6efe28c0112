import type { Logger } from '../../../config/log.ts';
import type { Clock } from '../../../core/clock.ts';
import { dayOf } from '../../../core/zone.ts';
import type { Database } from '../../../db/database.ts';
import { advanceToToday } from '../life-cycle/time/time-rules.ts';
import type { Day } from '../model/subscription.ts';
import { readDrafts } from '../store/read-drafts.ts';
import { saveDrafts } from '../store/save/save-drafts.ts';
import { candidatesOf, ispsOf } from './candidates.ts';
import { clearProblem, noteProblem, problemsOf } from './problems.ts';

/** What the clock runs on. */
export interface AdvanceOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface Turn {
  /** Services looked at, and those that something was done to. */
  readonly seen: number;
  readonly changed: number;
  /** Left as they were; the log says why. */
  readonly failed: number;
}

/** Told how many services have been looked at, of how many. What it throws ends the turn behind the batches under way. */
type Progress = (done: number, total: number) => void;

/** Services of one transaction: large enough for few statements, small enough to hold nobody up. */
const BATCH = 200;

/** Batches at a time: while the database works on one, the rules work on the other. */
const LANES = 2;

interface Batch {
  readonly ispId: number;
  /** The ISP's day. */
  readonly today: Day;
  readonly ids: readonly number[];
}

/**
 * Brings every service to the present day of its ISP. Each batch is a transaction of its own, and the facts say what is left
 * to do: killed at any moment, the next turn goes on where this one was, on this node or another.
 */
export async function advanceServices(work: AdvanceOptions, progress: Progress = () => undefined): Promise<Turn> {
  const sum = { seen: 0, changed: 0, failed: 0 };
  const batches = await batchesOf(work);
  const total = batches.reduce((count, { ids }) => count + ids.length, 0);
  const lane = async () => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      const { seen, changed, failed } = await turnBatch(work, batch);
      sum.seen += seen;
      sum.changed += changed;
      sum.failed += failed;
      progress(sum.seen, total);
    }
  };
  const lanes = Array.from({ length: LANES }, () =>
    lane().catch((error: unknown) => {
      batches.length = 0;
      throw error;
    }),
  );
  for (const ended of await Promise.allSettled(lanes)) if (ended.status === 'rejected') throw ended.reason;
  return sum;
}

/**
 * One ISP after the other by turns, since batches of one wait for each other's invoice numbers. What failed before goes alone,
 * also where nothing is left to do: that ends the problem.
 */
async function batchesOf({ db, clock }: AdvanceOptions): Promise<Batch[]> {
  const found: (Batch & { readonly at: number })[] = [];
  for (const { isp_id: ispId, timezone } of await ispsOf(db.pool)) {
    const today = dayOf(clock.now(), timezone);
    const failed = new Set(await problemsOf(db.pool, ispId));
    const ids = (await candidatesOf(db.pool, { ispId, today })).filter((id) => !failed.has(id));
    for (let at = 0; at < ids.length; at += BATCH) found.push({ ispId, today, ids: ids.slice(at, at + BATCH), at });
    for (const id of failed) found.push({ ispId, today, ids: [id], at: ids.length });
  }
  return found.sort((one, other) => one.at - other.at);
}

/** One that cannot be saved must not hold up the others: where a batch fails, each of its services is tried alone. */
async function turnBatch(work: AdvanceOptions, batch: Batch): Promise<Turn> {
  const { ids } = batch;
  try {
    const changed = await turn(work, batch);
    return { seen: ids.length, changed, failed: 0 };
  } catch (err) {
    const [serviceId] = ids;
    if (serviceId !== undefined && ids.length === 1) return fail(work, batch, { serviceId, err });
    const sum = { seen: ids.length, changed: 0, failed: 0 };
    for (const each of ids) {
      const alone = await turnBatch(work, { ...batch, ids: [each] });
      sum.changed += alone.changed;
      sum.failed += alone.failed;
    }
    return sum;
  }
}

/** A service that is left as it was is known to those who can mend it. */
async function fail(
  { db, clock, log }: AdvanceOptions,
  { ispId, today }: Batch,
  { serviceId, err }: { serviceId: number; err: unknown },
): Promise<Turn> {
  log.error({ err, serviceId, ispId }, 'a service could not be advanced to today');
  try {
    await noteProblem(db, { serviceId, now: clock.now(), today, error: err });
  } catch (error) {
    log.error({ err: error, serviceId, ispId }, 'the problem of a service could not be saved');
  }
  return { seen: 1, changed: 0, failed: 1 };
}

function turn({ db, clock }: AdvanceOptions, { ispId, ids: serviceIds }: Batch): Promise<number> {
  return db.transaction(async (tx) => {
    const drafts = await readDrafts(tx, { ispId, serviceIds, now: clock.now(), by: 'clock' });
    const changed = drafts.filter(advanceToToday);
    await saveDrafts(tx, changed);
    const [serviceId] = serviceIds;
    if (serviceId !== undefined && serviceIds.length === 1) await clearProblem(tx, serviceId);
    return changed.length;
  });
}
