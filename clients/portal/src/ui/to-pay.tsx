import type { Output } from '../api/call.ts';
import { words } from '../words/words.ts';
import { day, isAbove0, money } from './texts.ts';

interface Props {
  readonly of: Output<'to_pay'>;
  readonly currency: string;
}

/** What is owed, until when, and what the next period costs. */
export function ToPay({ of: { amount, now, due_on, overdue, renewal }, currency }: Props) {
  const { home } = words;
  return (
    <>
      <p class="amount">{now ? money(amount, currency) : home.nothing}</p>
      {due_on && <p class={overdue ? 'notice' : ''}>{overdue ? home.overdue(day(due_on)) : home.dueOn(day(due_on))}</p>}
      {renewal && (
        <p>
          {home.renewalPrice(money(renewal.price, currency))}{' '}
          {!now && isAbove0(amount) && home.renewalMissing(money(amount, currency))}
        </p>
      )}
      {renewal && isAbove0(renewal.advance) && <p>{home.advance(money(renewal.advance, currency))}</p>}
    </>
  );
}
