import { beforeAll, expect, it } from 'vitest';
import { settleOrder } from '../../src/areas/online/orders/settle.ts';
import { readConfig } from '../../src/config/config.ts';
import { SUBSCRIBER_PASSWORD } from '../../src/demo/business/staff.ts';
import type { CreatedDemo } from '../../src/demo/create-demo.ts';
import { besideDemo } from '../../src/demo/gateway-simulator/beside-demo.ts';
import { portalBrowser } from '../areas/online/portal/portal-user.ts';
import { type Api, startApi } from '../fixtures/api.ts';
import { atEnd } from '../fixtures/at-end.ts';
import { makeDemo } from './made.ts';

const SIZE = { seed: 'paying', days: 40, subscribers: 30 };
const NOTHING = { DATABASE_URL: 'postgresql://unused@127.0.0.1/unused' };
const { config: besides, close } = await besideDemo(readConfig(NOTHING));
atEnd(close);
const simulatorUrl = besides.gatewaySimulatorUrl ?? '';
const api = await startApi({ GATEWAY_SIMULATOR_URL: simulatorUrl });
const apart = await startApi();
let demo: CreatedDemo;
let demoApart: CreatedDemo;
beforeAll(async () => {
  demo = await makeDemo(api.db, SIZE, new Date());
  demoApart = await makeDemo(apart.db, SIZE, new Date());
});

interface ToPay {
  readonly amount: string;
  readonly online: { readonly gateways: { gatewayid: number; provider: string }[]; readonly max: string } | null;
}

/** The subscriber whom the demo prints, in a browser. */
async function subscriberOf(node: Api, { ispId, example }: CreatedDemo) {
  const browser = portalBrowser(node);
  const { id: serviceid } = await node.db.prisma.service.findFirstOrThrow({ where: { username: example } });
  await browser.ok('portal.sign_in', { ispid: ispId, username: example, password: SUBSCRIBER_PASSWORD });
  await browser.ok('portal.choose_password', { new_password: 'battery staple' });
  return { browser, serviceid, toPay: () => browser.ok<ToPay>('portal.to_pay', { serviceid }) };
}

const gatewaysOf = (node: Api, { owner }: CreatedDemo) =>
  node.ok<object[]>('payment/gateway/list', {}, { userid: owner.userid, api_key: owner.apiKey });

it('the simulator of a demo listens on this machine only, and gives way to one that is set', async () => {
  expect(simulatorUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const set = readConfig({ ...NOTHING, GATEWAY_SIMULATOR_URL: 'http://127.0.0.1:9090' });
  const kept = await besideDemo(set);
  expect(kept.config).toBe(set);
  await kept.close();
});

it('the subscriber of the demo pays at a simulated provider, which the owner sees among the gateways', async () => {
  expect(await gatewaysOf(api, demo)).toMatchObject([{ provider: 'Razorpay', environment: 'Simulator', active: 'Y' }]);
  const { browser, serviceid, toPay } = await subscriberOf(api, demo);
  const { amount, online } = await toPay();
  expect(online?.gateways).toMatchObject([{ provider: 'Razorpay' }]);
  const gatewayid = online?.gateways[0]?.gatewayid;
  const { pay_url } = await browser.ok<{ pay_url: string }>('portal.pay', { serviceid, amt: amount, gatewayid });
  expect(await (await fetch(`${api.url}${new URL(pay_url).pathname}`)).text()).toContain(simulatorUrl);
  const order = await api.db.prisma.paymentOrder.findFirstOrThrow({ where: { serviceId: serviceid } });
  const body = new URLSearchParams({ how: 'pay and leave' });
  await fetch(`${simulatorUrl}/checkout/${order.providerOrderId}`, { method: 'POST', body });
  await settleOrder(api.kernel, order.id, new AbortController().signal);
  expect(await browser.ok('portal.last_payment')).toMatchObject({ status: 'Paid', amt: amount });
  expect(await toPay()).toMatchObject({ amount: '0.00' });
});

it('without a simulator, as after a start without --demo, nobody is led to the gateway', async () => {
  expect(await gatewaysOf(apart, demoApart)).toHaveLength(1);
  const { toPay } = await subscriberOf(apart, demoApart);
  const { amount, online } = await toPay();
  expect(Number(amount)).toBeGreaterThan(0);
  expect(online).toBeNull();
});
