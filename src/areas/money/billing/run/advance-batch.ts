import type { Logger } from '../../../../config/log.ts';
import type { Clock } from '../../../../core/clock.ts';
import type { Database } from '../../../../db/database.ts';
import { passDays } from '../life-cycle/time/time-rules.ts';
import type { Draft } from '../model/draft.ts';
import { readDrafts, servicesOf } from '../store/read-drafts.ts';
import { saveDrafts } from '../store/save/save-drafts.ts';
import type { Batch } from './isp-days.ts';
import { clearProblem, noteProblem } from './problems.ts';

export interface BatchOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface BatchResult {
  /** Services examined. */
  readonly seen: number;
  readonly changed: number;
  /** Left unchanged because of an error, which is logged. */
  readonly failed: number;
  /** Not examined, since there was no time. */
  readonly left: readonly number[];
}

/**
 * Advances the services of a batch in one transaction. If that fails, each of them is tried alone, so that one failure does
 * not affect the others; until `isOver`, since each try may wait for a lock.
 */
export async function advanceBatch(options: BatchOptions, batch: Batch, isOver: () => boolean): Promise<BatchResult> {
  const { ids } = batch;
  try {
    const changed = await advanceTogether(options, batch);
    return { seen: ids.length, changed, failed: 0, left: [] };
  } catch (err) {
    const [serviceId] = ids;
    if (serviceId !== undefined && ids.length === 1) return recordFailure(options, batch, { serviceId, err });
    const sum = { seen: 0, changed: 0, failed: 0 };
    for (const [at, each] of ids.entries()) {
      if (isOver()) return { ...sum, left: ids.slice(at) };
      const alone = await advanceBatch(options, { ...batch, ids: [each] }, isOver);
      sum.seen += 1;
      sum.changed += alone.changed;
      sum.failed += alone.failed;
    }
    return { ...sum, left: [] };
  }
}

/** Logs the failure and records it for those who can fix its cause. */
async function recordFailure(
  { db, clock, log }: BatchOptions,
  { ispId, today, from: day }: Batch,
  { serviceId, err }: { serviceId: number; err: unknown },
): Promise<BatchResult> {
  log.error({ err, serviceId, ispId }, 'cannot advance a service to today');
  try {
    await noteProblem(db, { serviceId, now: clock.now(), today, day, error: err });
  } catch (error) {
    log.error({ err: error, serviceId, ispId }, 'cannot save the problem of a service');
  }
  return { seen: 1, changed: 0, failed: 1, left: [] };
}

function advanceTogether({ db, clock }: BatchOptions, batch: Batch): Promise<number> {
  const { ispId, ids, from, upto } = batch;
  return db.transaction(async (tx) => {
    const where = servicesOf(ispId, ids);
    const drafts = await readDrafts(tx, { where, now: clock.now(), today: from, by: 'clock' });
    const advanced = new Set<number>();
    const services = drafts.filter((draft) => !isAhead(draft, batch));
    for (const changed of passDays(services, { from, upto })) {
      await saveDrafts(tx, changed);
      for (const { subscription } of changed) advanced.add(subscription.id);
    }
    const [serviceId] = ids;
    if (serviceId !== undefined && ids.length === 1) await clearProblem(tx, serviceId);
    return advanced.size;
  });
}

/** A call came before the run and has advanced it through this day, which is in the past. */
const isAhead = ({ subscription: { doneUpto } }: Draft, { upto, today }: Batch): boolean =>
  doneUpto !== null && doneUpto >= upto && upto < today;
