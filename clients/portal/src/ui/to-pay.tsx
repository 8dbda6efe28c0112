import type { Output } from '../api/call.ts';
import { words } from '../words/words.ts';
import { dayInWords, isAbove0, isBelow0, money } from './texts.ts';

type Owed = Output<'to_pay'>;

interface Props {
  readonly of: Owed;
  readonly currency: string;
}

/** What is owed, until when, and what the next period costs. */
export function ToPay({ of, currency }: Props) {
  const { amount, now, due_on, overdue, renewal } = of;
  const { home } = words;
  const paidUntil = renewal?.due_on ? home.paidUntil(dayInWords(renewal.due_on)) : home.nothing;
  return (
    <>
      <p class="amount">{now ? money(amount, currency) : paidUntil}</p>
      {due_on && (
        <p class={overdue ? 'notice' : ''}>
          {overdue ? home.overdue(dayInWords(due_on)) : home.dueOn(dayInWords(due_on))}
        </p>
      )}
      {renewal && <p>{nextPeriod(of, renewal, currency)}</p>}
      {now && renewal?.by_payment && isAbove0(amount) && <p>{home.renews(dayInWords(renewal.upto))}</p>}
      {renewal && isAbove0(renewal.advance) && <p>{home.advance(money(renewal.advance, currency))}</p>}
    </>
  );
}

function nextPeriod({ amount, now }: Owed, renewal: NonNullable<Owed['renewal']>, currency: string): string {
  const { home } = words;
  const price = money(renewal.price, currency);
  if (!isAbove0(amount)) return home.nextCovered(price);
  if (now && isBelow0(renewal.advance)) return home.nextIncluded(price);
  // Without an advance, the amount above is this price.
  if (now) return isAbove0(renewal.advance) ? home.nextPrice(price) : '';
  const due = renewal.due_on ? dayInWords(renewal.due_on) : '';
  return isAbove0(renewal.advance) ? home.nextPart(price, money(amount, currency), due) : home.nextDue(price, due);
}
