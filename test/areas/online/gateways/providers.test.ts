import Razorpay from 'razorpay';
import Stripe from 'stripe';
import { afterAll, describe, expect, it } from 'vitest';
import type { Account } from '../../../../src/areas/online/gateways/account.ts';
import { fromMinorUnits, toMinorUnits } from '../../../../src/areas/online/gateways/minor-units.ts';
import { razorpay } from '../../../../src/areas/online/gateways/providers/razorpay.ts';
import { stripe } from '../../../../src/areas/online/gateways/providers/stripe.ts';
import { SIMULATOR_KEYS } from '../../../../src/demo/gateway-simulator/keys.ts';
import { returnFields } from '../../../../src/demo/gateway-simulator/razorpay.ts';
import { GatewaySimulator } from '../../../../src/demo/gateway-simulator/simulator.ts';

const simulator = new GatewaySimulator();
await simulator.listen(0);
afterAll(() => simulator.close());
const signal = new AbortController().signal;

const accountOf = (provider: 'razorpay' | 'stripe'): Account => ({
  ...{ id: 1, ispId: 1, provider: provider === 'stripe' ? 'Stripe' : 'Razorpay' },
  base: `${simulator.url}/${provider}`,
  ...SIMULATOR_KEYS[provider],
});

const wanted = {
  ...{ reference: 'order-1-1', minor: 49_900, currency: 'INR', title: 'Example Net, ravi' },
  ...{ returnUrl: 'https://isp.example.net/pay/1/return', cancelUrl: 'https://isp.example.net/pay/1' },
  expiresAt: new Date(Date.now() + 3_600_000),
};

/* The packages of the providers as peers: what the simulator and the adapters take for their formats, they must, too. */

describe('Stripe’s own package', () => {
  const { port } = new URL(simulator.url);
  const sdk = new Stripe(SIMULATOR_KEYS.stripe.keySecret, { host: '127.0.0.1', port, protocol: 'http' });

  it('signs notifications that the adapter takes, and takes those of the simulator', async () => {
    const account = accountOf('stripe');
    const { providerOrderId } = await stripe.openOrder(account, wanted, signal);
    const payment = simulator.book.pay(providerOrderId);
    const [notification] = simulator.notificationsOf(payment, 'captured');
    const { body = '', headers = {} } = notification ?? {};
    const secret = SIMULATOR_KEYS.stripe.webhookSecret;
    const event = sdk.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret);
    expect(event.type).toBe('checkout.session.completed');
    const signature = sdk.webhooks.generateTestHeaderString({ payload: body, secret });
    const read = (text: string) =>
      stripe.readNotification(account, { body: Buffer.from(text), signature, now: new Date() });
    expect(read(body)).toEqual({ providerOrderId, providerPaymentId: payment.id });
    expect(read(`${body} `)).toBeNull();
  });
});

describe('Razorpay’s own package', () => {
  const { keyId, keySecret, webhookSecret } = SIMULATOR_KEYS.razorpay;

  it('takes the signatures of the simulator, which the adapter takes', async () => {
    const account = accountOf('razorpay');
    const { providerOrderId } = await razorpay.openOrder(account, wanted, signal);
    const payment = simulator.book.pay(providerOrderId);
    const [notification] = simulator.notificationsOf(payment, 'captured');
    const { body = '', headers = {} } = notification ?? {};
    const signature = headers['x-razorpay-signature'] ?? '';
    expect(Razorpay.validateWebhookSignature(body, signature, webhookSecret)).toBe(true);
    const read = (text: string) =>
      razorpay.readNotification(account, { body: Buffer.from(text), signature, now: new Date() });
    expect(read(body)).toMatchObject({ providerOrderId, providerPaymentId: payment.id });
    expect(read(`${body} `)).toBeNull();
    const fields = new Map(Object.entries(returnFields(payment)));
    expect(razorpay.isGenuineReturn(account, providerOrderId, fields)).toBe(true);
    expect(razorpay.isGenuineReturn(account, 'order_other', fields)).toBe(false);
    expect(keyId.startsWith('rzp_test_') && keySecret.length > 0).toBe(true);
  });
});

describe.each(['razorpay', 'stripe'] as const)('the adapter of %s', (provider) => {
  const adapter = provider === 'stripe' ? stripe : razorpay;
  const account = accountOf(provider);

  it('does not follow a redirect, and says in a sentence what is wrong with the key', async () => {
    const wrong = { ...account, keySecret: 'sk_test_wrong' };
    await expect(adapter.openOrder(wrong, wanted, signal)).rejects.toThrow(/rejects the key$/);
    const elsewhere = { ...account, base: `${simulator.url}/elsewhere` };
    await expect(adapter.openOrder(elsewhere, wanted, signal)).rejects.toThrow();
  });

  it('sends a refund of the same reference once', async () => {
    const { providerOrderId } = await adapter.openOrder(account, { ...wanted, reference: 'order-2-2' }, signal);
    const { id } = simulator.book.pay(providerOrderId);
    const refund = { reference: 'refund-1-1700000000000', providerPaymentId: id, minor: 100 };
    const first = await adapter.refund(account, refund, signal);
    expect(await adapter.refund(account, refund, signal)).toBe(first);
    const [paid] = await adapter.readPayments(account, { providerOrderId, disputeIds: [] }, signal);
    expect(paid).toMatchObject({ id, minor: 49_900, refundedMinor: 100, currency: 'INR', dispute: 'None' });
    await expect(
      adapter.refund(account, { ...refund, reference: 'refund-2-2', minor: 49_801 }, signal),
    ).rejects.toThrow('greater than the payment');
  });
});

describe('an amount', () => {
  it.each([
    ['499.50', 'INR', 49_950],
    ['500.00', 'JPY', 500],
    ['1.25', 'KWD', 1_250],
  ])('of %s %s is %i minor units, and back', (amt, currency, minor) => {
    expect(toMinorUnits(amt, currency)).toBe(minor);
    expect(fromMinorUnits(minor, currency)).toBe(amt);
  });

  it('that is no whole number of minor units, or has more than two decimals, is none', () => {
    expect(toMinorUnits('1.50', 'JPY')).toBeNull();
    expect(fromMinorUnits(1_255, 'KWD')).toBeNull();
  });
});
