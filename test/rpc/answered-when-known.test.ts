import { afterEach, expect, it } from 'vitest';
import { startApi } from '../fixtures/api.ts';
import { Shop } from '../fixtures/subscriber.ts';
import { customerFields, makeUser } from '../fixtures/tenants.ts';

const api = await startApi();
const shop = await Shop.open(api);
const subscriber = await shop.subscribe({ prepaid_postpaid: 'Postpaid' });
let waits = 0;
api.network.caughtUp = async () => {
  waits += 1;
  return true;
};
afterEach(() => {
  waits = 0;
});

it('a change that concerns RADIUS is answered once this node knows it', async () => {
  await api.ok('service/update', { serviceid: subscriber.id, password: 'new' }, shop.me);
  expect(waits).toBe(1);
});

it('a change of what someone may do is answered once this node knows it', async () => {
  const { userid } = await makeUser(api, shop.me, {
    ispid: shop.ispid,
    groupname: 'Employee',
    roles: 'Sales',
    resellerid: 0,
  });
  waits = 0;
  await api.ok('auth/user/update', { id: userid, status: 'Suspend' }, shop.me);
  expect(waits).toBe(1);
});

it('a change that concerns no node is answered at once', async () => {
  await api.ok('customer/create', { resellerid: 0, ...customerFields }, shop.me);
  await subscriber.pay(10);
  expect(waits).toBe(0);
});

it('a repeated change is answered once this node knows what was changed first', async () => {
  const call = { serviceid: subscriber.id, amt: 20, mode: 'Cash', idempotency_key: 'twice' };
  await api.ok('payment/new', call, shop.me);
  expect(waits).toBe(0);
  await api.ok('payment/new', call, shop.me);
  expect(waits).toBe(1);
});
