import { expect, it } from 'vitest';
import { activeGateway } from '../../../../src/areas/online/gateways/find.ts';
import { startApi } from '../../../fixtures/api.ts';
import { Shop } from '../../../fixtures/subscriber.ts';

const api = await startApi();
const shop = await Shop.open(api);
const secret = 'key-secret-of-razorpay';
const live = { provider: 'Razorpay', name: 'Main', environment: 'Live', key_id: 'rzp_live_abc', key_secret: secret };
const create = (fields: Record<string, string | number>) =>
  api.call('payment/gateway/create', { ...live, ...fields }, shop.me);

it('a gateway is added with keys of its environment only', async () => {
  const refused: [Record<string, string>, string][] = [
    [{ key_id: 'rzp_test_abc' }, 'key_id: must be a live key of Razorpay'],
    [{ environment: 'Test' }, 'key_id: must be a test key of Razorpay'],
    [
      { provider: 'Stripe' },
      'key_id: does not apply to Stripe, which has none; key_secret: must be a live key of Stripe',
    ],
    [{ environment: 'Simulator', key_id: 'rzp_test_x' }, 'environment: this installation has no gateway simulator'],
  ];
  for (const [fields, error] of refused) expect(await create(fields)).toMatchObject({ status: 400, error });
  const { key_id: _, ...stripe } = { ...live, provider: 'Stripe', key_secret: 'rk_live_x' };
  expect(await api.call('payment/gateway/create', stripe, shop.me)).toMatchObject({ status: 200 });
  const without = { ...stripe, provider: 'Razorpay' };
  expect(await api.call('payment/gateway/create', without, shop.me)).toMatchObject({
    error: 'key_id: is required for Razorpay',
  });
});

it('its secrets are stored sealed, and shown nowhere', async () => {
  const { result: id } = await create({ webhook_secret: 'webhook-secret' });
  const { rows } = await api.db.pool.query('SELECT * FROM crm.payment_gateway WHERE id = $1', [id]);
  const shown = await api.ok('payment/gateway/list', { id: Number(id) }, shop.me);
  const audited = await api.ok('audit/list', { procedure: 'gateway.create' }, shop.me);
  for (const text of [JSON.stringify(rows), JSON.stringify(shown), JSON.stringify(audited)])
    for (const hidden of [secret, 'webhook-secret', Buffer.from(secret).toString('base64')])
      expect(text).not.toContain(hidden);
  expect(shown).toMatchObject([{ has_webhook_secret: 'Y', key_id: 'rzp_live_abc', active: 'Y' }]);
});

it('has an address of its own for notifications, and says which events to choose', async () => {
  const { result: id } = await create({});
  const setup = await api.ok('payment/gateway/webhook', { id: Number(id) }, shop.me);
  expect(setup).toMatchObject({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:8080\/pay\/webhook\/\d+-[\w-]{22}$/),
    events: expect.stringContaining('payment.captured'),
  });
});

it('keeps its provider and environment, and new keys must fit them', async () => {
  const { result } = await create({});
  const id = Number(result);
  const update = (fields: Record<string, string>) => api.call('payment/gateway/update', { id, ...fields }, shop.me);
  expect(await update({ key_id: 'rzp_test_abc' })).toMatchObject({ status: 400 });
  await update({ environment: 'Test', provider: 'Stripe' });
  expect(await update({ key_id: 'rzp_live_new', webhook_secret: '' })).toMatchObject({ status: 200 });
  expect(await api.ok('payment/gateway/list', { id }, shop.me)).toMatchObject([
    { key_id: 'rzp_live_new', environment: 'Live', provider: 'Razorpay', has_webhook_secret: 'N' },
  ]);
});

it('is the ISP’s alone: neither its resellers nor other ISPs know it', async () => {
  const { result } = await create({});
  const id = Number(result);
  const reseller = await shop.user({ resellerid: await shop.reseller() });
  const other = await Shop.open(api);
  expect(await activeGateway(api.db.pool, shop.ispid, id)).toMatchObject({ id });
  expect(await activeGateway(api.db.pool, other.ispid, id)).toBeUndefined();
  expect(await api.call('payment/gateway/list', { id }, reseller)).toMatchObject({ status: 403 });
  expect(await api.call('payment/gateway/webhook', { id }, other.me)).toMatchObject({ status: 404 });
  expect(await api.call('payment/gateway/delete', { id }, other.me)).toMatchObject({ status: 404 });
  expect(await api.ok('payment/gateway/list', { id }, other.me)).toEqual([]);
  expect(await api.call('payment/gateway/delete', { id }, shop.me)).toMatchObject({ status: 200 });
  expect(await api.ok('payment/gateway/list', { id }, shop.me)).toEqual([]);
});
