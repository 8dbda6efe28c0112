import type { Decimal } from 'decimal.js';
import type { ServiceStatus } from '../../../../core/vocabulary/service.ts';
import { applyDay } from '../life-cycle/time/time-rules.ts';
import { Draft, type SharedBalances } from '../model/draft.ts';
import type { Day } from '../model/subscription.ts';
import { total } from '../pricing/amounts.ts';
import { problemText } from './problems.ts';
import { assignInvoiceIds } from './provisional-ids.ts';

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
  { subscription, seller, isp, movements, context }: Draft,
  balances: SharedBalances,
): Forecast | undefined {
  const { id: serviceId, ispId, username, prepaid, status: was, period: before } = subscription;
  const draft = new Draft({ subscription, seller, isp, balances, movements, context: { ...context, today: day } });
  let problem: string | null = null;
  try {
    // As in a run: what no rule has changed is not saved.
    if (!applyDay(draft)) return undefined;
  } catch (error) {
    problem = problemText(error);
  }
  assignInvoiceIds(subscription);
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
