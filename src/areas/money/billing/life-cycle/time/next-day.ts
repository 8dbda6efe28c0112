import { addDays } from '../../../../../core/zone.ts';
import { lastDayWithoutFee, unpaidAmount } from '../../model/dues.ts';
import { isHeld } from '../../model/hold.ts';
import type { IspTerms } from '../../model/isp-terms.ts';
import type { Day, Subscription } from '../../model/subscription.ts';

/** The first day whose rules a service has not seen: today if it has missed none. `done`: the last one that it has seen. */
export const firstDayAfter = (done: Day | null, today: Day): Day =>
  done === null || done >= today ? today : addDays(done, 1);

/** Whether a service has not seen all days up to that of the draft. A deleted one sees none. */
export const isLate = ({
  subscription: { doneUpto, deleted = false },
  context: { today },
}: {
  readonly subscription: { readonly doneUpto: Day | null; readonly deleted?: boolean };
  readonly context: { readonly today: Day };
}): boolean => !deleted && doneUpto !== null && doneUpto < today;

interface Passing {
  readonly subscription: Subscription;
  readonly isp: Pick<IspTerms, 'lateFeeAfterDays'>;
}

/** The next day on which a time rule can apply, for days that are passed in memory. A run looks at the present day at each turn. */
export function nextDayOf({ subscription, isp }: Passing, today: Day): Day | undefined {
  const { validUpto, graceUpto, promiseUpto, billFrom, invoices } = subscription;
  const late = invoices
    .filter((invoice) => unpaidAmount(invoice).greaterThan(0))
    .flatMap((invoice) => [invoice.dueOn, lastDayWithoutFee(invoice, isp)]);
  const held = subscription.holds.map(({ upto }) => upto);
  const ends = [validUpto, graceUpto, promiseUpto, ...late, ...held].flatMap((day) =>
    day === null ? [] : [addDays(day, 1)],
  );
  const isDaily =
    subscription.renewalRefused || isCheaperTomorrow(subscription, today) || keepsGrace(subscription, today);
  const tomorrow = isDaily ? [addDays(today, 1)] : [];
  return [...ends, ...tomorrow, billFrom].filter((day) => day > today).sort()[0];
}

/** Its last day of grace moves on with each day of an incident. */
const keepsGrace = (subscription: Subscription, today: Day): boolean =>
  subscription.status === 'NP' && isHeld(subscription, today);

/**
 * A prepaid service that waits for an advance to cover a period up to the next billing start day: each day makes it shorter, until
 * the advance may be enough.
 */
const isCheaperTomorrow = (
  { prepaid, status, validUpto, billFrom, billingStartDay }: Subscription,
  today: Day,
): boolean =>
  prepaid &&
  billingStartDay !== 0 &&
  (status === 'NewRequest'
    ? billFrom <= today
    : (status === 'Active' || status === 'NP') && validUpto !== null && validUpto < today);
