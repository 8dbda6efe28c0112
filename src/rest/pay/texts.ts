import type { OrderPage } from '../../areas/online/orders/page.ts';
import type { Words } from './words.ts';

/** A number stays on the line of its unit. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');

/** `₹116.82`. */
export const amountOf = ({ amt, currency }: OrderPage['order'], { locale }: Words): string =>
  unbroken(new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amt as `${number}`));

/** What it is for: `50 GB of data for asha`. */
export function purposeOf({ order, username, outcome }: OrderPage, words: Words): string {
  const what = words.purposes[order.purpose](gigabytes(outcome.gb, words));
  return order.anonymous ? what : words.named(what, username);
}

/** What it did; empty: nothing at once, or it is not paid. */
export function doneBy({ order, outcome }: OrderPage, words: Words): string {
  if (order.status !== 'Paid') return '';
  if (order.unfulfilled !== null) return words.undone;
  const upto = outcome.upto === null ? null : day(outcome.upto, words);
  if (order.purpose === 'PlanChange' && upto !== null) return words.planChanged(upto);
  if (order.purpose !== 'Topup') return upto === null ? '' : words.renewed(upto);
  return order.fulfilledAt === null ? '' : words.added(gigabytes(outcome.gb, words), upto);
}

function gigabytes(gb: string | null, { locale }: Words): string {
  const number = (value: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value);
  return unbroken(Number(gb) < 1 ? `${number(Number(gb) * 1024)} MB` : `${number(Number(gb))} GB`);
}

const day = (text: string, { locale }: Words): string =>
  unbroken(
    new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
      new Date(`${text}T00:00:00Z`),
    ),
  );
