import { beforeEach, expect, it } from 'vitest';
import { startApi } from '../../fixtures/api.ts';
import { booksHold } from '../../fixtures/books.ts';
import { Shop } from '../../fixtures/subscriber.ts';

const api = await startApi();
booksHold(api);
let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open(api, { on: '2026-03-10' });
});

const usage = async () =>
  (await api.ok<Record<string, string>[]>('isp/credits_usage', { ispid: shop.ispid }, shop.me)).map(
    ({ action, credits, balance }) => `${action} ${credits} ${balance}`,
  );
const limit = async (credits: number) => {
  await api.ok('isp/update', { ispid: shop.ispid, enable_usage_limit: 1 }, api.admin);
  await api.ok('isp/credits_update', { ispid: shop.ispid, action: 'Set', credits }, api.admin);
};

it('each service-month that is opened is counted, whether it is limited or not', async () => {
  const quarter = await shop.plan({ units: 3, amt1: 1200 });
  const days = await shop.plan({ plan_period: 45, plan_period_unit: 'Day' });
  await shop.subscribe();
  await shop.subscribe(quarter);
  await shop.subscribe(days);
  const stub = await shop.subscribe({ ...quarter, billing_start_day: 20 });
  expect(await usage()).toEqual(['Use -1.00 -1.00', 'Use -3.00 -4.00', 'Use -2.00 -6.00', 'Use -1.00 -7.00']);
  await stub.does('bill');
  await stub.does('suspend');
  await stub.does('restore');
  expect(await usage()).toHaveLength(4);
});

it('an ISP without credits opens no more of them: what is asked for is refused, what time brings is cut off', async () => {
  await limit(2);
  const postpaid = await shop.subscribe();
  const prepaid = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
  await prepaid.pay(998);
  const { status, error } = await prepaid.act('renew');
  expect([status, error]).toEqual([409, `ISP ${shop.ispid} has no credits left`]);
  await shop.turnOn('2026-04-10');
  expect(await postpaid.standing()).toBe('NPD 2026-03-10 2026-04-09 499.00');
  expect(await prepaid.standing()).toBe('NPD 2026-03-10 2026-04-09 -499.00');
  await postpaid.pay(499);
  expect(await postpaid.standing()).toBe('NPD 2026-03-10 2026-04-09 0.00');
  await api.ok('isp/credits_update', { ispid: shop.ispid, action: 'Add', credits: 2 }, api.admin);
  await postpaid.does('renew');
  await prepaid.does('renew');
  expect(await postpaid.standing()).toBe('Active 2026-04-10 2026-05-09 0.00');
  expect(await prepaid.standing()).toBe('Active 2026-04-10 2026-05-09 0.00');
  expect((await usage()).at(-1)).toBe('Use -1.00 0.00');
});

it('a plan that waits is opened for its own months, not for those of the plan before', async () => {
  await limit(4);
  const quarter = await shop.plan({ units: 3, amt1: 100 });
  const prepaid = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
  await prepaid.pay(599);
  const postpaid = await shop.subscribe();
  for (const service of [prepaid, postpaid]) await service.changePlan(quarter, 'next_bill');
  expect((await prepaid.act('renew')).error).toBe(`ISP ${shop.ispid} has no credits left`);
  shop.day('2026-04-10');
  expect(await shop.turn()).toMatchObject({ failed: 0 });
  expect((await prepaid.shown()).status).toBe('NPD');
  expect(await postpaid.standing()).toBe('NPD 2026-03-10 2026-04-09 499.00');
  // What is paid is taken, though it opens nothing.
  await postpaid.pay(499);
  expect(await postpaid.standing()).toBe('NPD 2026-03-10 2026-04-09 0.00');
});
