import { setImmediate } from 'node:timers/promises';
import { badParameter } from '../../../../core/fault.ts';
import { addDays } from '../../../../core/zone.ts';
import type { Database } from '../../../../db/database.ts';
import type { Sql } from '../../../../db/sql.ts';
import { firstDayAfter, nextDayOf } from '../life-cycle/time/next-day.ts';
import type { Draft, SharedBalances } from '../model/draft.ts';
import type { Day } from '../model/subscription.ts';
import { ZERO } from '../pricing/amounts.ts';
import { readDrafts, servicesOf } from '../store/read-drafts.ts';
import { candidatesOf, ispsOf } from './candidates.ts';
import { type Forecast, stepOn } from './forecast-step.ts';
import type { BillingRunOptions } from './run-billing.ts';

type Options = Pick<BillingRunOptions, 'db' | 'clock'>;

/** Services of an ISP, and the last day of a forecast. */
interface Question {
  readonly ispId: number;
  readonly until: Day;
  /** Services by id. */
  readonly ids: readonly number[];
  /** How many may draw on wallets and limited credits; those are in memory together. */
  readonly maxTogether?: number;
  /** Awaited after some hundred services. */
  readonly between?: (() => Promise<void>) | undefined;
}

const BATCH = 200;
/** Services that are forecast in one go; then others on this node have their turn. */
const SLICE = 25;

/** Forecasts what the time rules will do up to a day, ISP by ISP. Locks and changes nothing. */
export async function* forecast({ db, clock }: Options, until: Day): AsyncGenerator<Forecast> {
  for (const { isp_id: ispId } of await ispsOf(db.pool)) {
    const ids = await forecastable(db, { ispId, until });
    yield* forecastServices({ db, clock }, { ispId, until, ids });
  }
}

/** The services of an ISP that the time rules may change up to a day; `only` is a further condition on a service `s`. */
export const forecastable = (
  { pool }: Pick<Database, 'pool'>,
  { ispId, until, only }: { ispId: number; until: Day; only?: Sql },
): Promise<number[]> => candidatesOf(pool, { ispId, today: addDays(until, 1) }, only);

/**
 * Forecasts some services of an ISP: first those that depend on themselves alone, each with all of its days; then, day by day as the
 * runs will come, those that draw on a wallet or on limited credits, which may be used up before it is their turn.
 * @throws Fault of kind `badInput` for too many of these
 */
export async function* forecastServices({ db, clock }: Options, question: Question): AsyncGenerator<Forecast> {
  const { ispId, until, ids, maxTogether = Number.POSITIVE_INFINITY, between } = question;
  const together: Draft[] = [];
  const balances: SharedBalances = { wallets: new Map(), credits: ZERO };
  for (let at = 0; at < ids.length; at += BATCH) {
    const drafts = await readBatch(db, { ispId, serviceIds: ids.slice(at, at + BATCH), now: clock.now() });
    for (const [place, draft] of drafts.entries()) {
      if (place % SLICE === 0) await setImmediate();
      if (!draft.isp.limitsCredits && !draft.seller?.franchisee) {
        yield* alone(draft, until);
        continue;
      }
      together.push(draft);
      balances.credits = draft.balances.credits;
      for (const [id, wallet] of draft.balances.wallets)
        if (!balances.wallets.has(id)) balances.wallets.set(id, wallet);
    }
    if (together.length > maxTogether)
      throw badParameter(
        'until',
        `more than ${maxTogether} services that use wallets or credits are due by then; choose an earlier day or one reseller`,
      );
    await between?.();
  }
  yield* dayByDay(together, { balances, until });
}

function readBatch(
  db: Database,
  { ispId, serviceIds, now }: { ispId: number; serviceIds: readonly number[]; now: Date },
): Promise<Draft[]> {
  const where = servicesOf(ispId, serviceIds);
  return db.transaction((tx) => readDrafts(tx, { where, now, by: 'clock', readOnly: true }));
}

/** Steps from one day on which something can happen to the next. */
function* alone(first: Draft, until: Day): Generator<Forecast> {
  for (let day: Day | undefined = firstDayOf(first); day !== undefined && day <= until; ) {
    const event = stepOn(day, first, first.balances);
    if (event) yield event;
    day = event?.problem ? undefined : nextDayOf(first, day);
  }
}

/** The run begins with the days that it has missed. */
const firstDayOf = ({ subscription: { doneUpto }, context: { today } }: Draft): Day => firstDayAfter(doneUpto, today);

/** The services of a day in the order of their ids, as in a run. */
async function* dayByDay(
  drafts: readonly Draft[],
  { balances, until }: { balances: SharedBalances; until: Day },
): AsyncGenerator<Forecast> {
  let steps = 0;
  const due = new Map<Day, Draft[]>();
  for (const draft of drafts) due.set(firstDayOf(draft), [...(due.get(firstDayOf(draft)) ?? []), draft]);
  const [first = until] = [...due.keys()].sort();
  for (let day = first; day <= until && due.size > 0; day = addDays(day, 1)) {
    const here = due.get(day) ?? [];
    due.delete(day);
    for (const draft of here.sort((one, other) => one.subscription.id - other.subscription.id)) {
      const event = stepOn(day, draft, balances);
      if (event) yield event;
      steps += 1;
      if (steps % SLICE === 0) await setImmediate();
      const next = event?.problem ? undefined : nextDayOf(draft, day);
      if (next !== undefined) due.set(next, [...(due.get(next) ?? []), draft]);
    }
  }
}
