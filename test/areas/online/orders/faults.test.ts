import { beforeAll, describe, expect, it } from 'vitest';
import { noteNews } from '../../../../src/areas/online/orders/news.ts';
import { reconcileOrders } from '../../../../src/areas/online/orders/reconcile.ts';
import { refundOrder } from '../../../../src/areas/online/orders/refund.ts';
import { settleOrder } from '../../../../src/areas/online/orders/settle.ts';
import type { Actor } from '../../../../src/core/access/actor.ts';
import type { Kernel } from '../../../../src/core/kernel.ts';
import { wholeInstallation } from '../../../../src/core/tenancy/scope.ts';
import type { Database } from '../../../../src/db/database.ts';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { Shop } from '../../../fixtures/subscriber.ts';
import { OnlinePayments, type Opened } from './online-payments.ts';

const online = await OnlinePayments.open();
verifyLedgerAfterAll(online.api);

let shop: Shop;
let gatewayId: number;
let actor: Actor;
beforeAll(async () => {
  shop = await Shop.open(online.api, { on: '2026-03-10' });
  gatewayId = await online.gateway(shop, 'razorpay');
  const { userid } = await shop.user();
  const { username } = await online.api.db.prisma.loginUser.findUniqueOrThrow({ where: { id: userid } });
  actor = {
    ...{ userId: userid, username, group: 'ISP', ispId: shop.ispid, resellerId: null, locations: null },
    ...{
      franchisee: false,
      permissions: new Set(),
      zone: 'Asia/Kolkata',
      regions: [],
      masksPhones: false,
      session: null,
    },
  };
});

class Killed extends Error {}

/** Where a step of the work ends: before anything of it happened, before the commit, after the commit but before its answer. */
const MOMENTS = ['before', 'uncommitted', 'unanswered'] as const;

interface Fault {
  readonly step: number;
  readonly moment: (typeof MOMENTS)[number];
}

/** A node that ends at a moment of its nth step with the database, and does nothing more. `steps` counts them. */
function dyingKernel({ step, moment }: Fault): Kernel & { readonly lived: () => boolean } {
  let steps = 0;
  let isDead = false;
  const die = (): never => {
    isDead = true;
    throw new Killed();
  };
  const taking = async <T>(work: (isLast: boolean) => Promise<T>): Promise<T> => {
    if (isDead) throw new Killed();
    steps += 1;
    const isLast = steps === step;
    if (isLast && moment === 'before') die();
    const result = await work(isLast);
    if (isLast) die();
    return result;
  };
  const { db } = online.api.kernel;
  const dying = {
    pool: { query: (...args: Parameters<typeof db.pool.query>) => taking(async () => db.pool.query(...args)) },
    transaction: ((work, options) =>
      taking((isLast) =>
        db.transaction(async (tx) => {
          const result = await work(tx);
          return isLast && moment === 'uncommitted' ? die() : result;
        }, options),
      )) as Database['transaction'],
  };
  return { ...online.api.kernel, db: Object.assign(Object.create(db), dying), lived: () => !isDead };
}

/** Runs the work with a fault at each moment of each step, until there is no such step. Returns the number of faults. */
async function eachFault(work: (kernel: Kernel) => Promise<unknown>, check: () => Promise<void>): Promise<number> {
  let faults = 0;
  for (let step = 1; ; step++) {
    for (const moment of MOMENTS) {
      const kernel = dyingKernel({ step, moment });
      await work(kernel).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      });
      if (kernel.lived()) return faults;
      faults += 1;
      await check();
    }
  }
}

/** What other nodes do within the next half hour. */
async function reconcileLater(): Promise<void> {
  const begun = online.api.clock.now();
  online.api.clock.at = new Date(begun.getTime() + 30 * 60_000);
  expect(await reconcileOrders(online.api.kernel, new AbortController().signal)).toBe(true);
  online.api.clock.at = begun;
}

describe('a node that is killed', () => {
  it('while it records a payment loses nothing of it and records nothing twice', async () => {
    const subscriber = await shop.subscribe();
    let order: Opened;
    let amt = 100;
    const expected: string[] = [];
    const faults = await eachFault(
      async (kernel) => {
        amt += 1;
        order = await online.order(shop, subscriber, `${amt}.00`);
        online.pay(order);
        expected.push(`${amt}.00 Paid`);
        await noteNews(kernel.db.pool, gatewayId, { providerOrderId: order.order_no }, kernel.clock.now());
        await settleOrder(kernel, order.id, new AbortController().signal);
      },
      async () => {
        await reconcileLater();
        expect(await online.payments(subscriber)).toEqual(expected);
        expect(await online.settle(order)).toBe('Paid');
        expect(await online.payments(subscriber)).toEqual(expected);
      },
    );
    // Two statements note the news, two read the order and its gateway, one takes refunds, and there is the transaction.
    expect(faults).toBe(6 * MOMENTS.length);
  });

  it('while it gives money back gives it once', async () => {
    const subscriber = await shop.subscribe();
    const order = await online.order(shop, subscriber, '500.00');
    const { id: paid } = online.pay(order);
    await online.settle(order);
    const { refunds } = online.simulator.book.payment(paid);
    const faults = await eachFault(
      async (kernel) => {
        const asked = { id: order.id, amt: '7.00', reason: 'x' };
        const transaction = kernel.db.transaction.bind(kernel.db);
        await refundOrder({ scope: { ...wholeInstallation, by: 'test' }, actor, kernel, transaction }, asked);
      },
      async () => {
        await reconcileLater();
        const asked = await online.api.db.prisma.paymentRefund.findMany({ where: { orderId: order.id } });
        expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 'Accepted'));
        expect(refunds.map(({ minor }) => minor)).toEqual(asked.map(() => 700));
        const kept = (500 - 7 * asked.length).toFixed(2);
        const payments = await online.payments(subscriber);
        expect(payments.filter((each) => each.endsWith('Paid'))).toEqual([`${kept} Paid`]);
      },
    );
    expect(faults).toBeGreaterThan(5 * MOMENTS.length);
  });

  it('while it opens an order leaves one that ends by itself', async () => {
    const subscriber = await shop.subscribe();
    const { openOrder } = await import('../../../../src/areas/online/orders/open.ts');
    const faults = await eachFault(
      async (kernel) => {
        const transaction = kernel.db.transaction.bind(kernel.db);
        const scope = { ...wholeInstallation, by: 'test' };
        await openOrder({ scope, kernel, transaction }, { serviceId: subscriber.id, amt: '9.00', purpose: 'Advance' });
      },
      async () => undefined,
    );
    expect(faults).toBeGreaterThan(0);
    const begun = online.api.clock.now();
    online.api.clock.at = new Date(begun.getTime() + 3 * 3_600_000);
    await reconcileOrders(online.api.kernel, new AbortController().signal);
    online.api.clock.at = begun;
    const rows = await online.api.ok<{ status: string }[]>('payment/order/list', { serviceid: subscriber.id }, shop.me);
    expect(rows.filter(({ status }) => !['Failed', 'Expired'].includes(status))).toEqual([]);
  });
});

describe('a provider', () => {
  it('that is away delays the orders of its own ISP only, and is asked again later', async () => {
    const other = await Shop.open(online.api, { on: '2026-03-10' });
    await online.gateway(other, 'stripe');
    const [mine, theirs] = [await shop.subscribe(), await other.subscribe()];
    const [here, there] = [await online.order(shop, mine, '33.00'), await online.order(other, theirs, '44.00')];
    online.pay(here);
    online.pay(there);
    // Of the one gateway nothing can be read any more.
    const { orders } = online.simulator.book;
    const lost = orders.get(here.order_no);
    orders.delete(here.order_no);
    await reconcileLater();
    expect(await online.payments(theirs)).toEqual(['44.00 Paid']);
    const [row] = await online.api.ok<object[]>('payment/order/list', { id: here.id }, shop.me);
    expect(row).toMatchObject({ status: 'Open', problem: expect.stringContaining('no such order') });
    if (lost) orders.set(here.order_no, lost);
    online.api.clock.at = new Date(online.api.clock.now().getTime() + 40 * 60_000);
    await reconcileOrders(online.api.kernel, new AbortController().signal);
    expect(await online.payments(mine)).toEqual(['33.00 Paid']);
  });

  it('that is silent is given up after its time, and nothing is changed', async () => {
    const subscriber = await shop.subscribe();
    const order = await online.order(shop, subscriber, '12.00');
    online.pay(order);
    online.simulator.mood.interface = 'silent';
    await expect(settleOrder(online.api.kernel, order.id, AbortSignal.timeout(300))).rejects.toThrow('does not answer');
    online.simulator.mood.interface = 'well';
    expect(await online.payments(subscriber)).toEqual([]);
    expect(await online.settle(order)).toBe('Paid');
  });
});
