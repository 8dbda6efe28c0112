import type { RequestHandler, Response } from 'express';
import { signedId } from '../../areas/online/gateways/pay-address.ts';
import { PROVIDER_ADAPTERS } from '../../areas/online/gateways/providers/providers.ts';
import { noteNews } from '../../areas/online/orders/news.ts';
import { FAULT_STATUS, Fault } from '../../core/fault.ts';
import type { Kernel } from '../../core/kernel.ts';
import { OWN } from '../../core/work/turns/tenant.ts';
import { Turns } from '../../core/work/turns/turns.ts';
import { logThrottled } from '../../db/throttled-log.ts';
import { readBytes } from '../body.ts';
import { Accounts } from './accounts.ts';
import type { Settlements } from './settlements.ts';

/** Razorpay counts an answer after five seconds as none. */
const ANSWER_MS = 3_500;
const NOTED_WITHIN_MS = 3_000;
/** Genuine notifications that are noted at a time, each with a connection for two short statements. ISPs take turns. */
const AT_ONCE = 4;

/**
 * `POST /pay/webhook/<gateway>`: a provider has news of an order. Before its signature is found genuine, nothing is asked of the
 * database but the gateway. It is answered with 200 once the news are noted in the database; settling the order follows at
 * once, and by the job if this node does not come to it.
 */
export function notificationReceiver(kernel: Kernel, settlements: Settlements): RequestHandler<{ gateway: string }> {
  const accounts = new Accounts(kernel);
  const turns = new Turns({ slots: AT_ONCE, of: 'the ISP', waitMs: NOTED_WITHIN_MS });

  async function receive(
    gatewayId: number,
    request: Parameters<RequestHandler>[0],
  ): Promise<readonly [number, string]> {
    const account = await accounts.of(gatewayId);
    if (account === null) return [404, 'There is no such gateway.'];
    if (account === 'moving') return [503, 'This gateway is being moved. Try again later.'];
    const body = await readBytes(request);
    const adapter = PROVIDER_ADAPTERS[account.provider];
    const signature = request.headers[adapter.signatureHeader];
    const notification = {
      body,
      now: kernel.clock.now(),
      signature: typeof signature === 'string' ? signature : undefined,
    };
    const news = adapter.readNotification(account, notification);
    if (news === null) return [400, 'The signature is wrong or too old.'];
    const { ispId } = account;
    const noting = () => noteNews(kernel.db.pool, gatewayId, news, kernel.clock.now());
    const id = await turns.run({ tenant: ispId, lane: OWN }, noting);
    if (id === null) return [200, 'This order is unknown here.'];
    // The place is free again: a provider that is slow to answer keeps no other payer's news out.
    await settlements.settle({ id, gatewayId, ispId }, ANSWER_MS);
    return [200, 'Noted.'];
  }

  return async (request, response) => {
    const gatewayId = signedId(kernel.secretsKeys, 'gateway', request.params.gateway);
    if (gatewayId === null) return answer(response, 404, 'There is no such gateway.');
    try {
      answer(response, ...(await receive(gatewayId, request as Parameters<RequestHandler>[0])));
    } catch (err) {
      if (err instanceof Fault && err.kind !== 'internal') return answer(response, FAULT_STATUS[err.kind], err.message);
      // The provider sends it again.
      logThrottled(kernel.log, { err, gateway: gatewayId }, 'cannot save a notification of a payment provider');
      answer(response, 503, 'This cannot be saved now. Try again.');
    }
  };
}

function answer(response: Response, status: number, text: string): void {
  response.status(status).set('Cache-Control', 'no-store').type('text/plain').send(`${text}\n`);
}
