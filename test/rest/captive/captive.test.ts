import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import type { Kernel } from '../../../src/core/kernel.ts';
import type { DryLogin } from '../../../src/core/network/network.ts';
import { CaptiveAnswers } from '../../../src/rest/captive/answers.ts';
import { createRedirectServer } from '../../../src/rest/captive/redirect.ts';
import { startApi } from '../../fixtures/api.ts';
import { Shop, type Subscriber } from '../../fixtures/subscriber.ts';
import { startTestServer } from '../../radius/fixtures/server.ts';
import { TestNas } from '../../radius/fixtures/test-nas.ts';

const PORTAL = 'https://pay.example.net/?a=1&b=2';
const api = await startApi({
  TRUSTED_PROXIES: '127.0.0.1',
  PUBLIC_URL: 'https://isp.example.net',
  // Of the shop, which is the first ISP.
  CAPTIVE_NETWORKS: '10.9.0.0/16=1, 2001:db8::/32=1',
});
const settings = { portal_url: PORTAL };
const [shop, neighbour] = [await Shop.open(api, { settings }), await Shop.open(api)];
api.clock.at = undefined;

const server = await startTestServer(api.db);
api.network.caughtUp = () => server.network.caughtUp();
Object.assign(api.network, { explain: (login: DryLogin) => server.network.explain(login) });
const nases = new Map([
  [shop, await TestNas.open({ ip: '127.9.1.1' })],
  [neighbour, await TestNas.open({ ip: '127.9.1.2' })],
]);
for (const [of, { ip }] of nases)
  await api.ok('radius/nas/create', { resellerid: 0, name: ip, ip, secret: 'testing123' }, of.me);
afterAll(() => {
  for (const nas of nases.values()) nas.close();
});

/** A subscriber with a session at an address. */
async function online(of: Shop, ip: string): Promise<Subscriber> {
  const subscriber = await of.subscribe({ prepaid_postpaid: 'Postpaid', password: 'secret' });
  const nas = nases.get(of) as TestNas;
  const started = nas.accountingRequest([
    ['User-Name', subscriber.username],
    ['Acct-Status-Type', 'Start'],
    ['Acct-Session-Id', `at ${ip}`],
    ['Framed-IP-Address', ip],
  ]);
  expect(await nas.ask(server.acctPort, started)).not.toBeNull();
  return subscriber;
}

const get = (path: string, from: string): Promise<Response> =>
  fetch(`${api.url}/captive${path}`, { headers: { 'X-Forwarded-For': from } });

async function state(path: string, from: string): Promise<unknown> {
  const response = await get(path, from);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/captive+json; charset=utf-8',
  ]);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  return response.json();
}

const page = async (path: string, from: string): Promise<string> => (await get(path, from)).text();

describe('the address of a session', () => {
  it('tells whether access is limited, why, and where to pay, and nothing else of the subscriber', async () => {
    const subscriber = await online(shop, '10.9.0.7');
    const open = { captive: false, 'user-portal-url': 'https://isp.example.net/captive' };
    expect(await state('/api', '10.9.0.7')).toEqual(open);
    expect(await page(`/${shop.ispid}`, '10.9.0.7')).toContain('Your Internet access is open');

    expect((await subscriber.act('suspend')).error).toBeNull();
    await expect.poll(() => state('/api', '10.9.0.7')).toEqual({ ...open, captive: true });
    const blocked = await page('', '10.9.0.7');
    expect(blocked).toContain('Your Internet access is limited: the service is suspended');
    expect(blocked).toContain('<a class="pay" href="https://pay.example.net/?a=1&amp;b=2">Pay or renew</a>');
    expect(blocked).not.toContain(subscriber.username);

    expect((await subscriber.act('restore')).error).toBeNull();
    await expect.poll(() => state('/api', '10.9.0.7')).toEqual(open);
  });

  it('may be in its IPv6 prefixes', async () => {
    const subscriber = await online(shop, '10.9.0.9');
    await api.db.prisma.session.updateMany({
      where: { serviceId: subscriber.id },
      data: { ip6Prefix: '2001:db8:0:9::/64', pdPrefix: '2001:db8:900::/56' },
    });
    // A neighbour's NAS claims all there are.
    const greedy = await online(neighbour, '10.9.0.19');
    await api.db.prisma.session.updateMany({ where: { serviceId: greedy.id }, data: { ip6Prefix: '::/0' } });
    await subscriber.act('suspend');
    for (const from of ['2001:db8:0:9::1', '2001:db8:900:ff::1'])
      expect(await state('/api', from), from).toMatchObject({ captive: true });
    expect(await state('/api', '2001:db8:901::1')).toMatchObject({ captive: false });
  });

  it('without a session is not captive', async () => {
    expect(await state('/api', '10.9.9.9')).toMatchObject({ captive: false });
    expect(await page('', '10.9.9.9')).toContain('We know no connection at this address');
  });

  it('is that of the ISP in the path where two ISPs have it', async () => {
    await (await online(shop, '100.64.0.8')).act('suspend');
    await online(neighbour, '100.64.0.8');
    expect(await state('/api', '100.64.0.8')).toMatchObject({ captive: false });
    expect(await state(`/${shop.ispid}/api`, '100.64.0.8')).toEqual({
      captive: true,
      'user-portal-url': `https://isp.example.net/captive/${shop.ispid}`,
    });
    expect(await state(`/${neighbour.ispid}/api`, '100.64.0.8')).toMatchObject({ captive: false });
  });

  it('is asked about without a name in the path that could be no ISP', async () => {
    for (const path of ['/abc', '/0', '/99999999999', '/1/2', '/-1/api'])
      expect((await get(path, '10.9.0.7')).status, path).toBe(404);
  });
});

describe('the page', () => {
  it('shows what an ISP calls itself as text', async () => {
    await api.ok('isp/update', { ispid: neighbour.ispid, name: '<script>alert(1)</script>"' }, api.admin);
    await online(neighbour, '100.64.0.10');
    const html = await page(`/${neighbour.ispid}`, '100.64.0.10');
    expect(html).not.toContain('<script>');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;');
  });

  it.each(['javascript:alert(1)', 'pay.example.net', 'https://', `https://${'a.'.repeat(250)}`, 'https:///pay'])(
    'is not %s',
    async (portal_url) => {
      const refused = await api.call('isp/settings_update', { ispid: shop.ispid, portal_url }, shop.me);
      expect([refused.status, refused.error]).toEqual([400, expect.stringContaining('portal_url: must be a URL')]);
    },
  );
});

describe('questions that the database does not answer', () => {
  const SHOP = 1;
  /** Asks of an ISP, or of none; counts what the database was asked. */
  function unanswered() {
    let begun = 0;
    const query = () => {
      begun += 1;
      return new Promise(() => undefined);
    };
    const { config } = api.kernel;
    const answers = new CaptiveAnswers({ db: { pool: { query } }, config, network: {} } as unknown as Kernel);
    return (address: string, ispId: number | null): number => {
      const before = begun;
      answers.of(address, ispId).catch(() => undefined);
      return begun - before;
    };
  }

  it('are two of one ISP, and leave a place to anyone who asks of another', () => {
    const ask = unanswered();
    expect([ask('10.9.0.1', null), ask('10.9.0.2', null)]).toEqual([1, 1]);
    for (let host = 3; host < 100; host += 1) expect(ask(`10.9.0.${host}`, SHOP)).toBe(0);
    expect(ask('100.64.0.1', neighbour.ispid)).toBe(1);
  });

  it('have one turn for all the ISPs that a stranger makes up', () => {
    const ask = unanswered();
    for (let host = 1; host < 100; host += 1) ask(`192.0.2.${host}`, 1_000 + host);
    expect(ask('10.9.0.1', SHOP)).toBe(1);
  });

  it('are none where the address is another ISP’s', () => {
    const ask = unanswered();
    expect(ask('10.9.0.1', neighbour.ispid)).toBe(0);
    expect(ask('10.9.0.2', SHOP)).toBe(1);
  });
});

it.each([
  [null, 'https://isp.example.net/captive'],
  [7, 'https://isp.example.net/captive/7'],
])('every web request of the walled garden is sent to the page of the ISP of the port: %s', async (ispId, location) => {
  const redirects = createRedirectServer('https://isp.example.net', ispId).listen(0, '127.0.0.1');
  await once(redirects, 'listening');
  const url = `http://127.0.0.1:${(redirects.address() as AddressInfo).port}`;
  for (const [path, method] of [
    ['/generate_204', 'GET'],
    ['/any?thing=%0d%0aX', 'POST'],
  ] as const) {
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: { Host: 'news.example.com' },
    });
    expect([response.status, response.headers.get('location')]).toEqual([302, location]);
  }
  redirects.close();
});
