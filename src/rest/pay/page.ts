import type { Checkout } from '../../areas/online/gateways/provider.ts';
import type { OrderPage } from '../../areas/online/orders/page.ts';
import { escaped } from '../html.ts';
import type { Page } from '../security.ts';
import { styleIn } from './style.ts';
import { amountOf, doneBy, purposeOf } from './texts.ts';
import { type Words, wordsIn } from './words.ts';

interface Shown {
  readonly page: OrderPage;
  /** Null: it cannot be paid. */
  readonly checkout: Checkout | null;
  /** How the payer comes from the provider: its word is still awaited, or nothing was paid. */
  readonly back: 'returned' | 'cancelled' | null;
}

/** What a payer sees of an order: how much it is and for what, the way to the provider, and what became of it. */
export function orderPage({ page, checkout, back }: Shown): Page {
  const { order, isp, look } = page;
  const words = wordsIn(look.language);
  const title = escaped(words.title(isp));
  const isAwaited = back === 'returned' && order.status === 'Open';
  const isCancelled = back === 'cancelled' && order.status === 'Open';
  return (nonce) => `<!doctype html>
<html lang="${words.lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isAwaited ? '<meta http-equiv="refresh" content="5">' : ''}
<link rel="icon" href="data:,">
<title>${title}</title>
<style nonce="${nonce}">${styleIn(look.color)}</style>
<header>
${look.logo === '' ? '' : `<img src="${escaped(look.logo)}" alt="">`}<h1>${title}</h1>
</header>
<main>
<p>${escaped(purposeOf(page, words))}</p>
<p><strong>${escaped(amountOf(order, words))}</strong></p>
${isAwaited ? said(words.confirming) : ''}${isCancelled ? said(words.cancelled) : ''}
${isAwaited ? '' : stateOf(page, checkout, { words, isCancelled })}
${order.returnPath === null ? '' : `<p><a href="${escaped(order.returnPath)}">${words.back}</a></p>`}
</main>
</html>
`;
}

const said = (text: string): string => `<p role="status">${escaped(text)}</p>`;

interface Saying {
  readonly words: Words;
  readonly isCancelled: boolean;
}

function stateOf(page: OrderPage, checkout: Checkout | null, { words, isCancelled }: Saying): string {
  if (!checkout) return isCancelled ? '' : said(`${words.after[page.order.status]} ${doneBy(page, words)}`.trim());
  if (checkout.method === 'GET') return `<p><a class="pay" href="${escaped(checkout.url)}">${words.pay}</a></p>`;
  const fields = Object.entries(checkout.fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  return `<form method="post" action="${escaped(checkout.url)}">${fields.join('')}<button class="pay">${words.pay}</button></form>`;
}
