import { type RequestHandler, type Response, Router } from 'express';
import { payAddress, signedId } from '../../areas/gateways/pay-address.ts';
import { PROVIDER_ADAPTERS } from '../../areas/gateways/providers/providers.ts';
import { accountOf, checkoutOf, type OrderPage, readOrderPage } from '../../areas/orders/page.ts';
import { FAULT_STATUS, Fault } from '../../core/fault.ts';
import type { Kernel } from '../../core/kernel.ts';
import { logThrottled } from '../../db/throttled-log.ts';
import { readBody } from '../body.ts';
import { sendPage } from '../security.ts';
import { orderPage } from './page.ts';
import { Settlements } from './settlements.ts';
import { webhookReceiver } from './webhook.ts';

/** How long a payer waits for the provider's word before the page comes without it. */
const RETURN_MS = 4_000;
/** Pages that are read from the database at a time: anyone who has one address can ask for it as often as he likes. */
const MAX_PAGES = 4;

/**
 * Payments on the Internet, for payers and providers:
 * - `/pay/<order>`: the amount, the way to the provider, and what became of it. Anyone who has the address may see and pay it.
 * - `/pay/<order>/return`: where the provider sends the payer’s browser; settles the order and shows its page.
 * - `/pay/webhook/<gateway>`: webhooks (`webhook.ts`).
 */
export function payPages(kernel: Kernel): RequestHandler {
  const settlements = new Settlements(kernel);
  const router = Router();
  const places = { taken: 0 };
  const paying = { kernel, settlements, places };

  async function withOrder(text: string, response: Response, show: (page: OrderPage) => Promise<void>): Promise<void> {
    const id = signedId(kernel.secretsKey, 'order', text);
    if (id === null) return refuse(response, 404, 'There is no such payment.');
    if (places.taken >= MAX_PAGES)
      return refuse(response, 503, 'Many people pay just now. Try again in a few seconds.');
    places.taken += 1;
    try {
      const page = await readOrderPage(kernel, id);
      if (!page) return refuse(response, 404, 'There is no such payment.');
      await show(page);
    } catch (err) {
      if (err instanceof Fault && err.kind !== 'internal') return refuse(response, FAULT_STATUS[err.kind], err.message);
      logThrottled(kernel.log, { err, order: id }, 'the page of a payment cannot be shown');
      refuse(response, 503, 'This payment is not known just now. Try again in a few seconds.');
    } finally {
      places.taken -= 1;
    }
  }

  router.post('/webhook/:gateway', webhookReceiver(kernel, settlements));
  router.get('/:order', (request, response) =>
    withOrder(request.params.order, response, async (page) => {
      const awaited = 'returned' in request.query;
      const checkout = awaited ? null : await checkoutOf(kernel, page);
      sendPage(response, orderPage({ page, checkout, awaited }), checkout?.sites.length ? checkout.sites : undefined);
    }),
  );
  router.get('/:order/return', (request, response) =>
    withOrder(request.params.order, response, (page) => comeBack(paying, page, textsOf(request.query), response)),
  );
  router.post('/:order/return', (request, response) =>
    withOrder(request.params.order, response, async (page) =>
      comeBack(paying, page, textsOf(Object.fromEntries(await readBody(request))), response),
    ),
  );
  return router;
}

interface Paying {
  readonly kernel: Kernel;
  readonly settlements: Settlements;
  readonly places: { taken: number };
}

/** The provider vouches for the return; whether it is paid is asked of the provider itself. */
async function comeBack(
  { kernel, settlements, places }: Paying,
  page: OrderPage,
  fields: ReadonlyMap<string, string>,
  response: Response,
): Promise<void> {
  const { order } = page;
  const account = await accountOf(kernel, order);
  const isGenuine =
    account !== null &&
    order.providerOrderId !== null &&
    PROVIDER_ADAPTERS[account.provider].isGenuineReturn(account, order.providerOrderId, fields);
  const settled = isGenuine ? settlements.settle(order.id, order.gatewayId, RETURN_MS) : undefined;
  // A provider that does not answer keeps no place from the others.
  places.taken -= 1;
  await settled;
  places.taken += 1;
  // Anything else, such as a payment that failed, shows the order as it is.
  response.redirect(303, `${payAddress(kernel, order.id)}${isGenuine ? '?returned' : ''}`);
}

const textsOf = (fields: object): Map<string, string> =>
  new Map(Object.entries(fields).filter((pair): pair is [string, string] => typeof pair[1] === 'string'));

function refuse(response: Response, status: number, text: string): void {
  response.status(status).set('Cache-Control', 'no-store').type('text/plain').send(`${text}\n`);
}
