import type { Input } from '../api/client.ts';
import { isAbove0 } from './money.ts';
import type { SubscriberRecord } from './subscriber-record.ts';

export type RefundSource = Input<'payment.refund'>['of'];

/** The advance; an amount that is owed is none. */
export const advanceOf = (os_amt: string): string => (os_amt.startsWith('-') ? os_amt.slice(1) : '0.00');

/** What there is to refund. */
export function refundable({ service: { os_amt, deposit } }: SubscriberRecord): RefundSource[] {
  return [
    ...(isAbove0(advanceOf(os_amt)) ? (['Advance'] as const) : []),
    ...(isAbove0(deposit) && !isAbove0(os_amt) ? (['Deposit'] as const) : []),
  ];
}
