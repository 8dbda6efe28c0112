import { beforeAll, describe, expect, it } from 'vitest';
import { execute, sql } from '../../../src/db/sql.ts';
import { startApi } from '../../fixtures/api.ts';
import { routersOf, type TestRouter } from '../../fixtures/router.ts';
import { Shop, type Subscriber } from '../../fixtures/subscriber.ts';
import { makeUser } from '../../fixtures/tenants.ts';

interface Found {
  readonly check: string;
  readonly result: string;
  readonly found: string;
  readonly command: string | null;
}

const api = await startApi({ PUBLIC_URL: 'https://isp.example.net', CAPTIVE_PORT: '8081' });
const makeRouter = await routersOf(api);
const shop = await Shop.open(api);

async function confirmed(...given: Parameters<typeof makeRouter> extends [unknown, ...infer R] ? R : never) {
  const router = await makeRouter(shop.me, ...given);
  await router.confirm();
  return router;
}

const check = async ({ id }: Pick<TestRouter, 'id'>) =>
  (await api.ok<{ checks: Found[] }>('radius/nas/check', { id, server: '192.0.2.10' }, shop.me)).checks;
const resultsOf = (checks: readonly Found[]) => Object.fromEntries(checks.map((each) => [each.check, each.result]));

const RIGHT = {
  '/ip/firewall/address-list': [{ list: 'walled_garden', address: '192.0.2.10' }],
  '/ip/firewall/nat': [
    {
      chain: 'dstnat',
      action: 'dst-nat',
      'src-address-list': 'blocked_pool',
      'to-addresses': '192.0.2.10',
      'to-ports': '8081',
    },
  ],
  '/ip/firewall/filter': [{ chain: 'forward', action: 'reject', 'src-address-list': 'blocked_pool' }],
};

describe('the check of a router', () => {
  it('is all ok where the router has what onboarding sets up', async () => {
    const router = await confirmed();
    for (const [path, rows] of Object.entries(RIGHT)) router.simulator.tables.set(path, rows);
    const checks = await check(router);
    expect(resultsOf(checks)).toEqual({
      ...{
        radius: 'ok',
        incoming: 'ok',
        ppp_aaa: 'ok',
        blocked_pool: 'ok',
        walled_garden: 'ok',
        redirect: 'ok',
        filter: 'ok',
      },
      ...{ services: 'ok', ntp: 'ok' },
    });
    expect(checks.map(({ command }) => command)).toEqual(Array(9).fill(null));
    expect(checks[0]?.found).toBe(
      'service=ppp address=192.0.2.10 authentication-port=1812 accounting-port=1813 timeout=3s',
    );
  });

  it('says what is missing on a new router, with the command for it', async () => {
    const router = await confirmed({ version: '6.49' });
    for (const path of ['/radius', '/ip/pool']) router.simulator.tables.set(path, []);
    router.simulator.tables.set('/radius/incoming', [{ accept: 'false', port: '3799' }]);
    router.simulator.tables.set('/ppp/aaa', [{ 'use-radius': 'false', accounting: 'true', 'interim-update': '0s' }]);
    router.simulator.tables.delete('/system/ntp/client');
    const checks = await check(router);
    expect(resultsOf(checks)).toEqual({
      ...{
        radius: 'missing',
        incoming: 'missing',
        ppp_aaa: 'missing',
        blocked_pool: 'missing',
        walled_garden: 'missing',
      },
      ...{ redirect: 'missing', filter: 'missing', services: 'missing', ntp: 'missing' },
    });
    const [radius, incoming, pppAaa] = checks;
    expect(radius?.command).toBe(
      '/radius add service=ppp address=192.0.2.10 authentication-port=1812 accounting-port=1813 secret=<secret> timeout=3s',
    );
    expect(incoming?.command).toBe('/radius incoming set accept=yes port=3799');
    expect(pppAaa).toMatchObject({ found: 'use-radius=false accounting=true interim-update=0s' });
    expect(pppAaa?.command).toBe('/ppp aaa set use-radius=yes accounting=yes interim-update=5m');
  });

  it.each([
    ['radius', '/radius', { service: 'ppp', address: '192.0.2.99' }],
    ['incoming', '/radius/incoming', { accept: 'true', port: '1700' }],
    ['ppp_aaa', '/ppp/aaa', { 'use-radius': 'yes', accounting: 'yes', 'interim-update': '1h' }],
    ['filter', '/ip/firewall/filter', { chain: 'forward', action: 'accept', 'src-address-list': 'blocked_pool' }],
    ['services', '/ip/service', { name: 'api-ssl', address: '', certificate: 'lastmile-api', disabled: 'false' }],
    ['ntp', '/system/ntp/client', { enabled: 'true', servers: 'pool.ntp.org', status: 'waiting' }],
  ])('%s differs where the router has something else', async (name, path, row) => {
    const router = await confirmed();
    router.simulator.tables.set(path, [row]);
    expect((await check(router)).find((each) => each.check === name)).toMatchObject({ result: 'differs' });
  });

  it('asks a router of IPoE for its DHCP servers, at the interval of the NAS', async () => {
    const ipoe = await confirmed({}, { ipoe: 'Y' });
    ipoe.simulator.tables.set('/ip/dhcp-server', [{ name: 'subscribers', 'use-radius': 'accounting' }]);
    expect(resultsOf(await check(ipoe))).toMatchObject({ dhcp: 'ok', radius: 'missing' });
    const slow = await confirmed({}, { interim_interval: 600 });
    slow.simulator.tables.set('/ppp/aaa', [{ 'use-radius': 'yes', accounting: 'yes', 'interim-update': '10m' }]);
    expect(resultsOf(await check(slow))).toMatchObject({ ppp_aaa: 'ok' });
  });

  it('never has anything that the router said in a command', async () => {
    const router = await confirmed();
    const evil = '"; /system reset-configuration';
    router.simulator.tables.set('/radius', [{ service: 'ppp', address: evil }]);
    router.simulator.tables.set('/ip/service', [{ name: 'api-ssl', address: evil, certificate: evil }]);
    const checks = await check(router);
    expect(checks[0]?.found).toContain('reset-configuration');
    expect(checks.map(({ command }) => command).join('\n')).not.toContain('reset-configuration');
  });
});

describe('a subscriber as the router sees them', () => {
  let router: TestRouter;
  let one: Subscriber;
  let sessionId: string;
  beforeAll(async () => {
    one = await shop.subscribe({ prepaid_postpaid: 'Postpaid' });
    await one.dialIn();
    const [session] = await api.ok<{ id: string }[]>('session/live', {}, shop.me);
    sessionId = session?.id ?? '';
  });
  const online = async (ip = '100.64.7.7', options = {}) => {
    router = await confirmed(options);
    await execute(api.db.pool, sql`UPDATE radius.session SET nas_id = ${router.id}, ip = ${ip}::inet`);
  };
  /** A caller of its own, since each has five a minute. */
  const staff = (roles = 'Support') => makeUser(api, shop.me, { roles, ispid: shop.ispid });
  const ping = async (count = 3, as = staff()) => api.call('session/ping', { id: sessionId, count }, await as);

  it('answers a ping', async () => {
    for (const [version, ms] of [
      ['6.49', '1.000'],
      ['7.20', '1.234'],
    ] as const) {
      await online('100.64.7.7', { version });
      const { result } = await ping();
      expect(result).toMatchObject({ address: '100.64.7.7', sent: 3, received: 3, min_ms: ms, avg_ms: ms, max_ms: ms });
      expect(router.simulator.asked).toEqual([['/ping', '=address=100.64.7.7', '=count=3']]);
    }
  });

  it('does not answer a ping, which the router says in its own word', async () => {
    await online('100.64.7.254');
    const { result } = await ping(2);
    expect(result).toMatchObject({
      sent: 2,
      received: 0,
      avg_ms: null,
      replies: [{ ms: null, problem: 'timeout' }, {}],
    });
  });

  it('is at the end of a traceroute', async () => {
    await online();
    const { result } = await api.call('session/traceroute', { id: sessionId }, await staff());
    expect(result).toEqual({
      address: '100.64.7.7',
      hops: [
        { address: '100.64.0.1', ms: '0.400', loss_percent: 0, note: null },
        { address: null, ms: null, loss_percent: 100, note: null },
        { address: '100.64.7.7', ms: '2.100', loss_percent: 0, note: null },
      ],
    });
  });

  it('is pinged ten times at most, and five times a minute by one person', async () => {
    await online();
    for (const count of [0, 11]) expect((await ping(count)).status).toBe(400);
    const me = await staff();
    const codes = [];
    for (let call = 0; call < 6; call++) codes.push((await ping(1, Promise.resolve(me))).status);
    expect(codes).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await ping(1)).status).toBe(200);
  });

  it('has to be online, with an address, and visible to the caller', async () => {
    await online();
    const none = await api.call('session/ping', { id: 999_999 }, shop.me);
    expect(none).toMatchObject({ status: 404, error: 'there is no open session 999999' });
    const other = await Shop.open(api);
    expect((await ping(1, Promise.resolve(other.me))).status).toBe(404);
    expect((await ping(1, staff('Accounts'))).status).toBe(403);
    await execute(api.db.pool, sql`UPDATE radius.session SET ip = NULL`);
    expect(await ping()).toMatchObject({ status: 409, error: `session ${sessionId} has no address yet` });
    await execute(api.db.pool, sql`UPDATE radius.session SET ip = '100.64.7.7', ended_at = now()`);
    expect((await ping()).status).toBe(404);
    await execute(api.db.pool, sql`UPDATE radius.session SET ended_at = NULL`);
    expect(router.simulator.connections).toBe(0);
  });

  it('is pinged by a reseller if the session is theirs, also on a router of the ISP', async () => {
    await online();
    const resellerid = await shop.reseller();
    const reseller = await makeUser(api, shop.me, { groupname: 'Reseller', ispid: shop.ispid, resellerid });
    expect((await ping(1, Promise.resolve(reseller))).status).toBe(404);
    await execute(api.db.pool, sql`UPDATE radius.session SET reseller_id = ${resellerid}`);
    expect((await ping(1, Promise.resolve(reseller))).status).toBe(200);
    await execute(api.db.pool, sql`UPDATE radius.session SET reseller_id = NULL`);
  });

  it('leaves a trace of each ping in the audit', async () => {
    const audit = await api.ok<unknown[]>('audit/list', { procedure: 'session.ping' }, shop.me);
    expect(audit.length).toBeGreaterThan(5);
  });
});
