import type { Logger } from '../../../config/log.ts';
import type { Clock } from '../../../core/clock.ts';
import { dayOf } from '../../../core/zone.ts';
import type { Database } from '../../../db/database.ts';
import type { Draft } from '../draft.ts';
import { keepTime } from '../life-cycle/clock.ts';
import { readDrafts } from '../read-subscriptions.ts';
import { saveDrafts } from '../save/save-drafts.ts';
import { candidatesOf, ispsOf } from './candidates.ts';

/** What the clock runs on. */
export interface Clockwork {
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

/** Told how many services of an ISP have been looked at. */
type Progress = (done: number, total: number) => void;

/** Services of one transaction: large enough for few statements, small enough to hold nobody up. */
const BATCH = 200;

/**
 * Brings every service to the present day of its ISP. Each batch is a transaction of its own, and the facts say what is left
 * to do: killed at any moment, the next turn goes on where this one was, on this node or another.
 */
export async function runClock(work: Clockwork, progress: Progress = () => undefined): Promise<Turn> {
  const sum = { seen: 0, changed: 0, failed: 0 };
  for (const { isp_id, timezone } of await ispsOf(work.db.pool)) {
    const today = dayOf(work.clock.now(), timezone);
    const ids = await candidatesOf(work.db.pool, isp_id, today);
    for (let at = 0; at < ids.length; at += BATCH) {
      const turn = await turnBatch(work, isp_id, ids.slice(at, at + BATCH));
      sum.seen += turn.seen;
      sum.changed += turn.changed;
      sum.failed += turn.failed;
      progress(sum.seen, ids.length);
    }
  }
  return sum;
}

/** One that cannot be saved must not hold up the others: where a batch fails, each of its services is tried alone. */
async function turnBatch(work: Clockwork, ispId: number, ids: readonly number[]): Promise<Turn> {
  try {
    const changed = await turn(work, ispId, ids);
    return { seen: ids.length, changed, failed: 0 };
  } catch (err) {
    const [id] = ids;
    if (ids.length === 1) {
      work.log.error({ err, serviceId: id, ispId }, 'the clock could not bring a service to the present day');
      return { seen: 1, changed: 0, failed: 1 };
    }
    const sum = { seen: ids.length, changed: 0, failed: 0 };
    for (const each of ids) {
      const alone = await turnBatch(work, ispId, [each]);
      sum.changed += alone.changed;
      sum.failed += alone.failed;
    }
    return sum;
  }
}

function turn({ db, clock }: Clockwork, ispId: number, serviceIds: readonly number[]): Promise<number> {
  return db.transaction(async (tx) => {
    const drafts = await readDrafts(tx, { ispId, serviceIds, now: clock.now(), by: 'clock' });
    for (const draft of drafts) keepTime(draft);
    const changed = drafts.filter(isChanged);
    await saveDrafts(tx, changed);
    return changed.length;
  });
}

const isChanged = ({ entries, usage, sessions }: Draft): boolean =>
  entries.length > 0 || usage !== null || sessions !== null;
