import { useEffect, useRef } from 'preact/hooks';
import type { Output } from '../api/call.ts';
import { words } from '../words/words.ts';
import { usePlace } from './place.ts';
import { dayInWords, gigabytes, money } from './texts.ts';
import { useRead } from './use-read.ts';

/** The provider's word comes within seconds as a rule. */
const EVERY_MS = 3_000;
const MAX_LOOKS = 10;

/** What became of the payment that was begun last. Looks again for half a minute while it is awaited. */
export function LastPayment({ onPaid }: { onPaid(): void }) {
  const { reload } = usePlace();
  const { data, again } = useRead('last_payment', undefined);
  const looks = useRef(0);
  const isOpen = data?.status === 'Open';
  useEffect(() => {
    if (isOpen && looks.current < MAX_LOOKS) {
      const timer = setTimeout(again, EVERY_MS);
      looks.current += 1;
      return () => clearTimeout(timer);
    }
    // What the screen shows besides is older than the payment.
    if (data && !isOpen && looks.current > 0) {
      looks.current = 0;
      reload();
      onPaid();
    }
  }, [data]);
  if (!data) return null;
  const { amt, currency, status, pay_url, done } = data;
  const text = status === 'Paid' && done === false ? 'undone' : TEXTS[status];
  if (!text) return null;
  return (
    <>
      <p role="status" class={status === 'Paid' ? 'good' : ''}>
        {words.pay[text](money(amt, currency))} {status === 'Paid' && doneBy(data)}
      </p>
      {pay_url && (
        <a class="button" href={pay_url}>
          {words.pay.goOn}
        </a>
      )}
    </>
  );
}

/** What the payment did; empty: nothing at once. */
function doneBy({ purpose, done, gb, upto }: NonNullable<Output<'last_payment'>>): string {
  const { pay } = words;
  const day = upto && dayInWords(upto);
  if (purpose === 'PlanChange' && day) return pay.planChanged(day);
  if (purpose !== 'Topup') return day ? pay.renewed(day) : '';
  return done ? pay.added(gigabytes(gb ?? 0), day) : '';
}

const TEXTS: Readonly<Record<string, 'begun' | 'received' | 'held'>> = {
  Open: 'begun',
  Paid: 'received',
  Held: 'held',
};
