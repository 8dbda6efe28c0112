import { type Request, type RequestHandler, type Response, Router } from 'express';
import { payAddress, signedId } from '../../areas/online/gateways/pay-address.ts';
import { PROVIDER_ADAPTERS } from '../../areas/online/gateways/providers/providers.ts';
import { accountOf, checkoutOf, type OrderPage, readOrderPage } from '../../areas/online/orders/page.ts';
import { FAULT_STATUS, Fault } from '../../core/fault.ts';
import type { Kernel } from '../../core/kernel.ts';
import { logThrottled } from '../../db/throttled-log.ts';
import { readBody } from '../body.ts';
import { retryAfter } from '../response.ts';
import { sendPage } from '../security.ts';
import { strangers } from '../strangers.ts';
import { notificationReceiver } from './notifications.ts';
import { orderPage } from './page.ts';
import { Settlements } from './settlements.ts';

/** Pages that are read from the database at a time: anyone who has one address can ask for it as often as they like. */
const MAX_PAGES = 4;
const NO_PAYMENT = 'This payment does not exist.';

/** Reads pages of payments, a few at a time. Nothing that happens meanwhile may wait for a payer or a provider. */
function orderPages(kernel: Kernel) {
  const inTurn = strangers(kernel, MAX_PAGES);
  /** @throws Fault of kind `notFound`; `tooMany` if the address asks for too many */
  return <T>(request: Request, id: number, read: (page: OrderPage) => Promise<T>): Promise<T> =>
    inTurn(request, async () => {
      const page = await readOrderPage(kernel, id);
      if (!page) throw new Fault('notFound', NO_PAYMENT);
      return read(page);
    });
}

/** How long a payer waits for the provider's word before the page comes without it. */
const RETURN_MS = 4_000;
/**
 * Payments on the Internet, for payers and providers:
 * - `/pay/<order>`: the amount, the way to the provider, and what became of it. Anyone who has the address may see and pay it.
 * - `/pay/<order>/return`: where the provider sends the payer’s browser; settles the order and shows its page.
 * - `/pay/webhook/<gateway>`: notifications of providers (`notifications.ts`).
 */
export function payPages(kernel: Kernel): RequestHandler {
  const settlements = new Settlements(kernel);
  const router = Router();
  const reading = orderPages(kernel);

  async function withOrder(text: string, response: Response, answer: (id: number) => Promise<void>): Promise<void> {
    const id = signedId(kernel.secretsKeys, 'order', text);
    if (id === null) return refuse(response, 404, NO_PAYMENT);
    try {
      await answer(id);
    } catch (err) {
      if (err instanceof Fault && err.kind !== 'internal') return refuseFault(response, err);
      logThrottled(kernel.log, { err, order: id }, 'cannot show the page of a payment');
      refuse(response, 503, 'We cannot look up this payment now. Try again in a few seconds.');
    }
  }

  /** The provider vouches for the return; whether it is paid is asked of the provider itself. */
  async function comeBack(request: Request, id: number, fields: ReadonlyMap<string, string>): Promise<string> {
    const { order, isGenuine } = await reading(request, id, (page) => returnOf(kernel, page, fields));
    if (isGenuine) await settlements.settle(order, RETURN_MS);
    // Anything else, such as a payment that failed, shows the order as it is.
    return `${payAddress(kernel, order.id)}${isGenuine ? '?returned' : ''}`;
  }

  router.post('/webhook/:gateway', notificationReceiver(kernel, settlements));
  router.get('/:order', (request, response) =>
    withOrder(request.params.order, response, async (id) => {
      const back = backFrom(request.query);
      const shown = await reading(request, id, async (page) => ({
        ...{ page, back },
        checkout: back === 'returned' ? null : await checkoutOf(kernel, page),
      }));
      sendPage(response, orderPage(shown), shown.checkout?.sites.length ? shown.checkout.sites : undefined);
    }),
  );
  router.get('/:order/return', (request, response) =>
    withOrder(request.params.order, response, async (id) => {
      response.redirect(303, await comeBack(request, id, textsOf(request.query)));
    }),
  );
  router.post('/:order/return', (request, response) =>
    withOrder(request.params.order, response, async (id) => {
      const fields = textsOf(Object.fromEntries(await readBody(request)));
      response.redirect(303, await comeBack(request, id, fields));
    }),
  );
  return router;
}

async function returnOf(kernel: Kernel, { order }: OrderPage, fields: ReadonlyMap<string, string>) {
  const account = await accountOf(kernel, order);
  const isGenuine =
    account !== null &&
    order.providerOrderId !== null &&
    PROVIDER_ADAPTERS[account.provider].isGenuineReturn(account, order.providerOrderId, fields);
  return { order, isGenuine };
}

/** What the address of the page says, which anyone can write: the state of the order decides. */
function backFrom(parameters: object): 'returned' | 'cancelled' | null {
  if ('returned' in parameters) return 'returned';
  return 'cancelled' in parameters ? 'cancelled' : null;
}

const textsOf = (fields: object): Map<string, string> =>
  new Map(Object.entries(fields).filter((pair): pair is [string, string] => typeof pair[1] === 'string'));

function refuseFault(response: Response, fault: Fault): void {
  const seconds = retryAfter(fault);
  if (seconds !== undefined) response.set('Retry-After', String(seconds));
  refuse(response, FAULT_STATUS[fault.kind], fault.message);
}

function refuse(response: Response, status: number, text: string): void {
  response.status(status).set('Cache-Control', 'no-store').type('text/plain').send(`${text}\n`);
}
