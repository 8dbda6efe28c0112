import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { OnlinePayments } from '../../areas/online/orders/online-payments.ts';
import { Shop } from '../../fixtures/subscriber.ts';

const online = await OnlinePayments.open();

/** Sends the beginning of a request and no more. Resolves when the node has begun to read its body. */
async function halfSent(path: string): Promise<Socket> {
  const { hostname, port } = new URL(online.api.url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  const head = [`POST ${path} HTTP/1.1`, 'Host: x', 'Expect: 100-continue', 'Content-Length: 100'];
  socket.write(`${[...head, 'Content-Type: application/x-www-form-urlencoded'].join('\r\n')}\r\n\r\n`);
  await once(socket, 'data');
  socket.write('a=');
  return socket;
}

it('returns of payers that are sent in part keep the page of a payment from nobody', async () => {
  const shop = await Shop.open(online.api, { on: '2026-03-10' });
  await online.gateway(shop, 'razorpay');
  const [strangers, payers] = await Promise.all(
    ['70.00', '80.00'].map(async (amt) => online.order(shop, await shop.subscribe(), amt)),
  );
  if (!strangers || !payers) throw new Error('no orders');
  const { pathname } = new URL(online.reachable(strangers.pay_url));
  const held = await Promise.all(Array.from({ length: 8 }, () => halfSent(`${pathname}/return`)));
  const page = await fetch(online.reachable(payers.pay_url));
  expect([page.status, (await page.text()).includes('80.00')]).toEqual([200, true]);
  expect(held.every(({ closed }) => !closed)).toBe(true);
});
