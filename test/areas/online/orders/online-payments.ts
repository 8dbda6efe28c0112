import { afterAll } from 'vitest';
import { settleOrder } from '../../../../src/areas/online/orders/settle.ts';
import type { SimulatedPayment } from '../../../../src/demo/gateway-simulator/book.ts';
import { SIMULATOR_KEYS, type SimulatedProvider } from '../../../../src/demo/gateway-simulator/keys.ts';
import { GatewaySimulator } from '../../../../src/demo/gateway-simulator/simulator.ts';
import { type Answer, type Api, startApi } from '../../../fixtures/api.ts';
import type { Shop, Subscriber } from '../../../fixtures/subscriber.ts';

type Parameters = Record<string, string | number>;

export interface Opened {
  readonly id: number;
  readonly amt: string;
  readonly currency: string;
  readonly pay_url: string;
  readonly provider: string;
  readonly key_id: string | null;
  readonly order_no: string;
  readonly checkout_url: string | null;
}

const PUBLIC_URL = 'http://pay.test';

/** An API whose payment providers are simulated on this machine, with the clock of the test. */
export class OnlinePayments {
  readonly api: Api;
  readonly simulator: GatewaySimulator;

  private constructor(api: Api, simulator: GatewaySimulator) {
    this.api = api;
    this.simulator = simulator;
  }

  static async open(): Promise<OnlinePayments> {
    let now = () => new Date();
    const simulator = new GatewaySimulator(() => now());
    await simulator.listen(0);
    afterAll(() => simulator.close());
    const api = await startApi({ GATEWAY_SIMULATOR_URL: simulator.url, PUBLIC_URL });
    now = () => api.clock.now();
    return new OnlinePayments(api, simulator);
  }

  /** A gateway of the shop's ISP, and the way for its notifications. */
  async gateway(shop: Shop, provider: SimulatedProvider, fields: Parameters = {}): Promise<number> {
    const { keyId, keySecret, webhookSecret } = SIMULATOR_KEYS[provider];
    const name = provider === 'stripe' ? 'Stripe' : 'Razorpay';
    const keys = { ...(keyId ? { key_id: keyId } : {}), key_secret: keySecret, webhook_secret: webhookSecret };
    const gateway = { provider: name, name, environment: 'Simulator', ...keys, ...fields };
    return this.api.ok<number>('payment/gateway/create', gateway, shop.me);
  }

  async notificationUrl(shop: Shop, id: number): Promise<string> {
    const { url } = await this.api.ok<{ url: string }>('payment/gateway/webhook', { id }, shop.me);
    return this.reachable(url);
  }

  reachable = (url: string): string => url.replace(PUBLIC_URL, this.api.url);

  order(shop: Shop, { id }: Pick<Subscriber, 'id'>, amt: string, more: Parameters = {}): Promise<Opened> {
    const order = { serviceid: id, purpose: 'Advance', amt, ...more };
    return this.api.ok<Opened>('payment/order/create', order, shop.me);
  }

  tryOrder(shop: Shop, { id }: Pick<Subscriber, 'id'>, more: Parameters): Promise<Answer> {
    return this.api.call('payment/order/create', { serviceid: id, purpose: 'Advance', ...more }, shop.me);
  }

  pay(order: Opened, how: { minor?: number; currency?: string } = {}): SimulatedPayment {
    return this.simulator.book.pay(order.order_no, how);
  }

  settle({ id }: Opened): Promise<string | null> {
    return settleOrder(this.api.kernel, id, new AbortController().signal);
  }

  /** As `payment/order/list` shows it: `status paid returned`. */
  async shown(shop: Shop, { id }: Opened): Promise<string> {
    const [row] = await this.api.ok<Record<string, string>[]>('payment/order/list', { id }, shop.me);
    return `${row?.status} ${row?.paid_amt} ${row?.returned_amt}`;
  }

  /** The payments of a service, oldest first: `amt status`. */
  async payments({ id }: Pick<Subscriber, 'id'>): Promise<string[]> {
    const rows = await this.api.db.prisma.payment.findMany({ where: { serviceId: id }, orderBy: { id: 'asc' } });
    return rows.map(({ amt, status }) => `${amt.toFixed(2)} ${status}`);
  }
}
