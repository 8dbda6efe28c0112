import type { Decimal } from 'decimal.js';
import { addDays, dayOf } from '../../../core/zone.ts';
import type { Database } from '../../../db/database.ts';
import type { ServiceStatus } from '../../services/vocabulary.ts';
import { advanceToToday } from '../life-cycle/time/time-rules.ts';
import { Draft, type SharedBalances } from '../model/draft.ts';
import { unpaidAmount } from '../model/dues.ts';
import type { Day, Subscription } from '../model/subscription.ts';
import { total } from '../pricing/amounts.ts';
import { readDrafts, servicesOf } from '../store/read-drafts.ts';
import type { AdvanceOptions } from './advance-services.ts';
import { candidatesOf, ispsOf } from './candidates.ts';

/** What the time rules will do to a service on a day if nothing else happens before. */
export interface Forecast {
  readonly day: Day;
  readonly ispId: number;
  readonly serviceId: number;
  readonly username: string;
  readonly was: ServiceStatus;
  readonly becomes: ServiceStatus;
  /** The period that is opened, if any. */
  readonly period: { readonly startsOn: Day; readonly endsOn: Day } | null;
  readonly charged: Decimal;
  readonly invoiced: Decimal;
  readonly osAmt: Decimal;
}

const BATCH = 200;

/** Forecasts what the time rules will do up to a day, service by service in the order of their ids. Locks and changes nothing. */
export async function* forecast({ db, clock }: Omit<AdvanceOptions, 'log'>, until: Day): AsyncGenerator<Forecast> {
  for (const { isp_id: ispId, timezone } of await ispsOf(db.pool)) {
    const ids = await candidatesOf(db.pool, { ispId, today: addDays(until, 1) });
    // All services of the ISP draw on the same wallets and credits.
    let balances: SharedBalances | undefined;
    for (let at = 0; at < ids.length; at += BATCH) {
      const drafts = await readBatch(db, { ispId, serviceIds: ids.slice(at, at + BATCH), now: clock.now() });
      balances = mergeBalances(balances, drafts[0]?.balances);
      for (const draft of drafts)
        yield* forecastService(draft, {
          balances: balances ?? draft.balances,
          from: dayOf(clock.now(), timezone),
          until,
        });
    }
  }
}

function readBatch(
  db: Database,
  { ispId, serviceIds, now }: { ispId: number; serviceIds: readonly number[]; now: Date },
): Promise<Draft[]> {
  const where = servicesOf(ispId, serviceIds);
  return db.transaction((tx) => readDrafts(tx, { where, now, by: 'clock', readOnly: true }));
}

function mergeBalances(
  balances: SharedBalances | undefined,
  read: SharedBalances | undefined,
): SharedBalances | undefined {
  if (!balances || !read) return balances ?? read;
  for (const [id, wallet] of read.wallets) if (!balances.wallets.has(id)) balances.wallets.set(id, wallet);
  return balances;
}

/** Steps from one day on which something can happen to the next. */
function* forecastService(
  first: Draft,
  { balances, from, until }: { balances: SharedBalances; from: Day; until: Day },
): Generator<Forecast> {
  const { subscription, seller, isp } = first;
  for (let day: Day | undefined = from; day !== undefined && day <= until; day = nextDayOf(subscription, day)) {
    const context = { today: day, now: first.context.now, by: 'clock' };
    const draft = new Draft({ subscription, seller, isp, balances, context });
    const was = subscription.status;
    const before = subscription.period;
    advanceToToday(draft);
    assignIds(subscription);
    if (draft.entries.length === 0 && draft.usage === null && was === subscription.status) continue;
    const { period } = subscription;
    yield {
      day,
      ispId: subscription.ispId,
      serviceId: subscription.id,
      username: subscription.username,
      was,
      becomes: subscription.status,
      period: period === before || period === null ? null : { startsOn: period.startsOn, endsOn: period.endsOn },
      charged: total(draft.charges.map(({ line }) => line.total)),
      invoiced: total(draft.invoices.map(({ invoice }) => invoice.total)),
      osAmt: subscription.osAmt,
    };
  }
}

/** The next day on which a time rule can apply. */
function nextDayOf(subscription: Subscription, today: Day): Day | undefined {
  const { validUpto, graceUpto, promiseUpto, billFrom, invoices } = subscription;
  const late = invoices.filter((invoice) => unpaidAmount(invoice).greaterThan(0)).map((invoice) => invoice.dueOn);
  const ends = [validUpto, graceUpto, promiseUpto, ...late].flatMap((day) => (day === null ? [] : [addDays(day, 1)]));
  return [...ends, billFrom].filter((day) => day > today).sort()[0];
}

/** A late fee refers to its invoice by id, so the invoices that were not saved get ids too. */
function assignIds({ invoices }: Subscription): void {
  for (const [at, invoice] of invoices.entries()) invoice.id ??= -1 - at;
}
