import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { createClient, rows } from '../../clients/typescript/src/index.ts';
import { startApi } from '../fixtures/api.ts';
import { makeTenant } from '../fixtures/tenants.ts';

const api = await startApi();
const { resellerid, serviceid, me } = await makeTenant(api);

/** Stands before the node; breaks the connection in place of the next so many answers, when the node has given them. */
const way = { toLose: 0, requests: 0 };
const proxy = createServer((incoming, answer) => {
  way.requests += 1;
  const { method, headers, url = '' } = incoming;
  const onward = request(new URL(url, api.url), { method, headers }, (given) => {
    if (way.toLose <= 0) {
      answer.writeHead(given.statusCode ?? 500, given.headers);
      given.pipe(answer);
      return;
    }
    way.toLose -= 1;
    given.resume().on('end', () => incoming.socket.destroy());
  });
  incoming.pipe(onward);
});
proxy.listen(0, '127.0.0.1');
await once(proxy, 'listening');
afterAll(() => proxy.close());

const client = createClient({
  baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
  userid: me.userid,
  apiKey: me.api_key,
});

/** The result of a call whose first answers are lost, and how often it was sent. */
async function losing<T>(answers: number, call: () => Promise<T>): Promise<{ outcome: T | unknown; sent: number }> {
  way.toLose = answers;
  way.requests = 0;
  const outcome = await call().catch((error: unknown) => error);
  way.toLose = 0;
  return { outcome, sent: way.requests };
}

const wallet = async () => (await rows(client.reseller.list, { resellerid }))[0]?.wallet;
const payments = () => api.db.prisma.payment.findMany({ where: { serviceId: serviceid }, orderBy: { id: 'asc' } });
const payment = { serviceid, amt: '10.00', mode: 'Online' } as const;

it('a change with a key whose answer is lost is retried, made once, and answered as the first time', async () => {
  const { outcome, sent } = await losing(2, () => client.payment.new.mutate({ ...payment, idempotency_key: 'once' }));
  const made = await payments();
  expect(made).toHaveLength(1);
  expect([outcome, sent]).toEqual([made[0]?.id, 3]);
});

it('a change with a key fails after the retries, and can be repeated with the key', async () => {
  const topUp = { resellerid, action: 'TopUp', amt: '5.00', idempotency_key: 'again' } as const;
  const { outcome, sent } = await losing(3, () => client.reseller.wallet_update.mutate(topUp));
  expect([outcome, sent]).toEqual([expect.objectContaining({ kind: 'network', status: null }), 3]);
  expect(await client.reseller.wallet_update.mutate(topUp)).toBe('done');
  expect(await wallet()).toBe('5.00');
});

it('a change without a key is sent once, for it may have been made', async () => {
  const before = (await payments()).length;
  const { outcome, sent } = await losing(1, () => client.payment.new.mutate(payment));
  expect([outcome, sent]).toEqual([expect.objectContaining({ kind: 'network', status: null }), 1]);
  expect(await payments()).toHaveLength(before + 1);
});
