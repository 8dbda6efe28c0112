import type { Checkout } from '../../areas/online/gateways/provider.ts';
import type { OrderPage } from '../../areas/online/orders/page.ts';
import type { OrderStatus } from '../../areas/online/orders/vocabulary.ts';
import { escaped } from '../html.ts';
import type { Page } from '../security.ts';

interface Shown {
  readonly page: OrderPage;
  /** Null: it cannot be paid. */
  readonly checkout: Checkout | null;
  /** The payer comes from the provider, whose word is still awaited. */
  readonly awaited: boolean;
}

const AFTER: Readonly<Record<OrderStatus, string>> = {
  New: 'This payment is not ready. Please start it again.',
  Open: 'You have not made this payment yet.',
  Paid: 'We have received this payment. Thank you.',
  Held: 'We have received this payment and are checking it.',
  PartlyRefunded: 'We have received this payment and refunded a part of it.',
  Refunded: 'We have refunded this payment.',
  Disputed: 'We have received this payment, and it is disputed.',
  ChargedBack: 'This payment has been charged back.',
  Expired: 'This payment has expired. Please start it again.',
  Failed: 'This payment could not be started. Please start it again.',
};

/** What a payer sees of an order: how much it is, the way to the provider, and what became of it. */
export function orderPage({ page: { order, isp, username }, checkout, awaited }: Shown): Page {
  const title = `Payment to ${isp}`;
  const isAwaited = awaited && order.status === 'Open';
  return (nonce) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isAwaited ? '<meta http-equiv="refresh" content="5">' : ''}
<link rel="icon" href="data:,">
<title>${escaped(title)}</title>
<style nonce="${nonce}">
  body { font: 18px/1.6 system-ui, sans-serif; max-width: 32rem; margin: 15vh auto 2rem; padding: 0 1.25rem; color: #1c2733; background: #fff }
  h1 { font-size: 1.5rem; line-height: 1.25 } a { color: #0b5cad } strong { font-size: 1.5rem }
  .pay { display: inline-block; font: inherit; border: 0; padding: .6rem 1.4rem; border-radius: .4rem; background: #0b5cad; color: #fff; text-decoration: none; font-weight: 600; cursor: pointer }
  @media (prefers-color-scheme: dark) { body { color: #e6ebf0; background: #12181f } a { color: #7db9f5 } .pay { background: #7db9f5; color: #12181f } }
</style>
<main>
<h1>${escaped(title)}</h1>
<p><strong>${escaped(order.amt)} ${escaped(order.currency)}</strong>${order.anonymous ? '' : ` for ${escaped(username)}`}</p>
${isAwaited ? '<p role="status">Your payment is being confirmed. This page shows the result within seconds.</p>' : stateOf(order, checkout)}
${order.returnPath === null ? '' : `<p><a href="${escaped(order.returnPath)}">Back</a></p>`}
</main>
</html>
`;
}

function stateOf({ status, fulfilledAt, unfulfilled }: OrderPage['order'], checkout: Checkout | null): string {
  const done = fulfilledAt === null ? '' : ' Your order has been carried out.';
  const undone =
    unfulfilled === null ? '' : ' Your order could no longer be carried out; the money is now your advance.';
  if (!checkout) return `<p role="status">${AFTER[status]}${status === 'Paid' ? done + undone : ''}</p>`;
  if (checkout.method === 'GET') return `<p><a class="pay" href="${escaped(checkout.url)}">Pay now</a></p>`;
  const fields = Object.entries(checkout.fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  return `<form method="post" action="${escaped(checkout.url)}">${fields.join('')}<button class="pay">Pay now</button></form>`;
}
