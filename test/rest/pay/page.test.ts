import { describe, expect, it } from 'vitest';
import { OnlinePayments } from '../../areas/online/orders/online-payments.ts';
import { verifyLedgerAfterAll } from '../../fixtures/ledger.ts';
import { Shop } from '../../fixtures/subscriber.ts';

const online = await OnlinePayments.open();
verifyLedgerAfterAll(online.api);

async function open(settings: Record<string, string> = {}) {
  const shop = await Shop.open(online.api, { on: '2026-03-10', settings });
  await online.gateway(shop, 'razorpay');
  const subscriber = await shop.subscribe();
  return { shop, subscriber, order: await online.order(shop, subscriber, '1116.82') };
}

/** With ordinary spaces. */
const read = async (url: string) => (await (await fetch(online.reachable(url))).text()).replaceAll('\u00a0', ' ');

describe('the page of a payment', () => {
  it('has the name and the colour of the ISP, the amount as people write it, and what it is for', async () => {
    const { subscriber, order } = await open({ portal_color: '#ffcc00' });
    const html = await read(order.pay_url);
    expect(html).toMatch(/<h1>Payment to Shop \d+<\/h1>/);
    expect(html).toContain('background: #ffcc00; color: #000000');
    expect(html).toContain('<strong>₹1,116.82</strong>');
    expect(html).toContain(`Payment in advance for ${subscriber.username}`);
    expect(html).toContain('>Pay now</button>');
  });

  it('speaks the language of the ISP, or that of the customer', async () => {
    const { shop, subscriber, order } = await open({ notice_language: 'hi' });
    const html = await read(order.pay_url);
    expect(html).toContain('<html lang="hi">');
    expect(html).toContain('>अभी भुगतान करें</button>');
    expect(html).toContain('<strong>₹1,116.82</strong>');
    const { customerid = '' } = await subscriber.shown();
    await online.api.ok('customer/update', { customerid, language: 'en' }, shop.me);
    expect(await read(order.pay_url)).toContain('<html lang="en">');
  });

  it('says after a cancellation that nothing was taken, as long as that is so', async () => {
    const { order } = await open();
    const html = await read(order.pay_url);
    const [, cancelUrl = ''] = /name="cancel_url" value="([^"]+)"/.exec(html) ?? [];
    expect(cancelUrl).toBe(`${order.pay_url}?cancelled`);
    const cancelled = await read(cancelUrl);
    expect(cancelled).toContain('You have cancelled this payment. Nothing was taken.');
    expect(cancelled).toContain('>Pay now</button>');
    online.pay(order);
    await online.settle(order);
    const after = await read(cancelUrl);
    expect(after).not.toContain('Nothing was taken');
    expect(after).toContain('We have received this payment. Thank you.');
  });

  it('says that money alone has renewed an expired connection, and nothing of the kind while it runs', async () => {
    const { shop } = await open();
    const subscriber = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    await subscriber.pay(499);
    const pay = async () => {
      const order = await online.order(shop, subscriber, '499.00');
      online.pay(order);
      await online.settle(order);
      return read(order.pay_url);
    };
    expect(await pay()).toContain('We have received this payment. Thank you.</p>');
    shop.day('2026-05-20');
    await subscriber.pay(1);
    expect(await pay()).toContain('We have received this payment. Thank you. Renewed until ');
    expect((await subscriber.shown()).valid_upto).toBe('2026-06-19');
  });
});
