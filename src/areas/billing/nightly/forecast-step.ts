import type { Decimal } from 'decimal.js';
import { addDays } from '../../../core/zone.ts';
import type { ServiceStatus } from '../../services/vocabulary.ts';
import { advanceToToday } from '../life-cycle/time/time-rules.ts';
import { Draft, type SharedBalances } from '../model/draft.ts';
import { unpaidAmount } from '../model/dues.ts';
import type { Day, Subscription } from '../model/subscription.ts';
import { total } from '../pricing/amounts.ts';
import { problemText } from './problems.ts';

/** What the time rules will do to a service on a day if nothing else happens before. */
export interface Forecast {
  readonly day: Day;
  readonly ispId: number;
  readonly serviceId: number;
  readonly username: string;
  readonly prepaid: boolean;
  readonly was: ServiceStatus;
  readonly becomes: ServiceStatus;
  /** The period that is opened, if any. */
  readonly period: { readonly startsOn: Day; readonly endsOn: Day } | null;
  readonly charged: Decimal;
  readonly invoiced: Decimal;
  readonly osAmt: Decimal;
  /** Why the run will fail for it; nothing further is known of the service then. */
  readonly problem: string | null;
}

/** Advances a service to a day. @returns undefined if nothing happens that anybody sees */
export function stepOn(
  day: Day,
  { subscription, seller, isp, context }: Draft,
  balances: SharedBalances,
): Forecast | undefined {
  const { id: serviceId, ispId, username, prepaid, status: was, period: before } = subscription;
  const draft = new Draft({ subscription, seller, isp, balances, context: { ...context, today: day } });
  let problem: string | null = null;
  try {
    // As in a run: what no rule has changed is not saved.
    if (!advanceToToday(draft)) return undefined;
  } catch (error) {
    problem = problemText(error);
  }
  assignIds(subscription);
  const { period, status: becomes, osAmt } = subscription;
  const { entries, invoices, usage } = draft;
  const isVisible = entries.length > 0 || invoices.length > 0 || usage !== null || was !== becomes;
  if (problem === null && !isVisible) return undefined;
  return {
    ...{ day, ispId, serviceId, username, prepaid, was, becomes, osAmt, problem },
    period: period === before || period === null ? null : { startsOn: period.startsOn, endsOn: period.endsOn },
    charged: total(draft.charges.map(({ line }) => line.total)),
    invoiced: total(invoices.map(({ invoice }) => invoice.total)),
  };
}

/** The next day on which a time rule can apply. */
export function nextDayOf(subscription: Subscription, today: Day): Day | undefined {
  const { validUpto, graceUpto, promiseUpto, billFrom, invoices } = subscription;
  const late = invoices.filter((invoice) => unpaidAmount(invoice).greaterThan(0)).map((invoice) => invoice.dueOn);
  const ends = [validUpto, graceUpto, promiseUpto, ...late].flatMap((day) => (day === null ? [] : [addDays(day, 1)]));
  return [...ends, billFrom].filter((day) => day > today).sort()[0];
}

/** A late fee refers to its invoice by id, so the invoices that were not saved get ids too. */
function assignIds({ invoices }: Subscription): void {
  for (const [at, invoice] of invoices.entries()) invoice.id ??= -1 - at;
}
