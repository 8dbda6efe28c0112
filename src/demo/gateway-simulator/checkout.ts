import type { SimulatedOrder } from './book.ts';

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const page = (title: string, contents: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<h1>${escaped(title)}</h1>
${contents}
</html>
`;

/** Where a payer goes after the simulated checkout. */
export interface Ways {
  readonly returnUrl: string;
  readonly cancelUrl: string;
}

const hidden = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
    .join('');

/** A page of the provider on which a payer decides how it goes. */
export function checkoutPage(
  { id, provider, minor, currency }: SimulatedOrder,
  { returnUrl, cancelUrl }: Ways,
): string {
  const button = (how: string, text: string) =>
    `<form method="post" action="/checkout/${id}">${hidden({ how, returnUrl, cancelUrl })}<button>${text}</button></form>`;
  return page(
    `Simulated checkout of ${provider}`,
    `<p>${minor} of the minor unit of ${escaped(currency)}. No money is paid here.</p>
${button('pay', 'Pay')}
${button('pay and leave', 'Pay and close the browser')}
${button('fail', 'Fail')}
${button('cancel', 'Cancel')}`,
  );
}

/** Sends the browser on by a form, as Razorpay does. */
export const postingPage = (url: string, fields: Readonly<Record<string, string>>): string =>
  page(
    'Back to the shop',
    `<form id="back" method="post" action="${escaped(url)}">${hidden(fields)}<button>Continue</button></form>
<script>document.getElementById('back').submit()</script>`,
  );

export const leftPage = (): string =>
  page('You have paid and closed the browser', '<p>Only notifications tell of it now.</p>');
