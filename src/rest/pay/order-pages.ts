import type { Request } from 'express';
import { type OrderPage, readOrderPage } from '../../areas/online/orders/page.ts';
import { Fault } from '../../core/fault.ts';
import type { Kernel } from '../../core/kernel.ts';
import { strangers } from '../strangers.ts';

/** Pages that are read from the database at a time: anyone who has one address can ask for it as often as they like. */
const MAX_PAGES = 4;
export const NO_PAYMENT = 'There is no such payment.';

/** Reads pages of payments, a few at a time. Nothing that happens meanwhile may wait for a payer or a provider. */
export function orderPages(kernel: Kernel) {
  const inTurn = strangers(kernel, MAX_PAGES);
  /** @throws Fault of kind `notFound`; `tooMany` if the address asks for too many */
  return <T>(request: Request, id: number, read: (page: OrderPage) => Promise<T>): Promise<T> =>
    inTurn(request, async () => {
      const page = await readOrderPage(kernel, id);
      if (!page) throw new Fault('notFound', NO_PAYMENT);
      return read(page);
    });
}
