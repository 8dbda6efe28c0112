import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { GatewaySimulator } from '../../src/demo/gateway-simulator/simulator.ts';
import { startReceiver } from '../areas/insight/webhooks/receiver.ts';
import { Browser } from '../fixtures/browser.ts';
import { LogIns } from './strangers/log-ins.ts';
import { Neighbour } from './strangers/neighbour.ts';
import { comparison, Measurement, type Pace } from './strangers/pace.ts';
import { answersOf, flood, HalfSent, manyKeys, manyPaths } from './strangers/stranger.ts';
import { Api } from './support/api.ts';
import { example, makeOffer, makeTenant, NAS_SECRET, type Tenant } from './support/example.ts';
import { Installation, type Node } from './support/installation.ts';
import { OnlineIsp } from './support/online-isp.ts';
import { account } from './support/radclient.ts';
import { ADMIN_API_KEY } from './support/story.ts';

const SIGN_IN = 'exn-owner';
const PASSWORD = 'correct horse';
/** Of each kind, before a median means something. */
const ENOUGH = 150;
const FLOOD_SECONDS = 8;

interface Paces {
  readonly logIns: Pace;
  readonly calls: Pace;
}

const receiver = await startReceiver();
const simulator = new GatewaySimulator();
let site: Installation;
let node: Node;
/** Must notice nothing. */
let isp: OnlineIsp;
/** Attacks. */
let evil: Tenant;
let evilCustomer = 0;
let logIns: LogIns;
let neighbour: Neighbour;
let customerid = 0;
let serviceid = 0;
let quiet: Paces;

beforeAll(async () => {
  await simulator.listen(0);
  site = await Installation.make();
  node = await site.start({
    ...{ ADMIN_API_KEY, LOG_LEVEL: 'warn', NAS_ALLOWED_NETWORKS: '127.0.0.0/8', PUBLIC_URL: site.baseUrl },
    ...{ GATEWAY_SIMULATOR_URL: simulator.url, OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8', TRUSTED_PROXIES: '127.0.0.1' },
  });
  const admin = new Api(site.baseUrl, { userid: 1, api_key: ADMIN_API_KEY });
  isp = await OnlineIsp.open({ admin, now: new Date() }, { receiver, simulator, coaPort: 3799 });
  await isp.api.result('auth/user/create', { ...example.login, username: SIGN_IN, password: PASSWORD, ispid: isp.id });
  customerid = await isp.api.result('customer/create', { ...example.customer, resellerid: 0 });
  serviceid = await isp.subscribe('ravi', {}, {});
  evil = await makeTenant(admin, { code: 'EVIL', username: 'evil-admin' });
  evilCustomer = await evil.api.result('customer/create', { ...example.customer, resellerid: 0 });
  logIns = await LogIns.open({ port: site.ports.auth, secret: NAS_SECRET, username: 'ravi', password: 'hello' });
  neighbour = new Neighbour(site.baseUrl, isp.credentials);
  await measured(enough);
});
beforeEach(async () => {
  quiet = await measured(enough);
});
afterAll(async () => {
  logIns?.close();
  neighbour?.close();
  await simulator.close();
  await node?.stop();
  await site?.remove();
});

/** How fast log-ins and the neighbour's calls are while something goes on. */
async function measured(meanwhile: (soFar: () => number) => Promise<unknown>): Promise<Paces> {
  let count = 0;
  const calls = new Measurement(() => neighbour.call('customer/update', { customerid, name: `Ravi ${count++ % 10}` }));
  const accepted = new Measurement(() => logIns.next());
  await meanwhile(() => Math.min(calls.count, accepted.count));
  return { calls: await calls.stop(), logIns: await accepted.stop() };
}

const enough = (soFar: () => number) => vi.waitUntil(() => soFar() >= ENOUGH, { timeout: 100_000, interval: 50 });

/** Prints how the attack is felt. The bounds are far above what noise does, and far below what each attack did once. */
function judge(attack: string, under: Paces, most: { logIns: number; calls: number }): void {
  for (const [what, quietly, felt, times] of [
    ['log-ins', quiet.logIns, under.logIns, most.logIns],
    ['calls', quiet.calls, under.calls, most.calls],
  ] as const) {
    const line = comparison(`${attack}, ${what}`, quietly, felt);
    process.stdout.write(`${line}\n`);
    expect(felt.p50, line).toBeLessThan(Math.max(quietly.p50, 1) * times);
    expect(felt.slowest, line).toBeLessThan(quietly.slowest + 2_000);
  }
}

/** Each measures twice, on a machine that others use too. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

describe('a stranger without credentials', () => {
  it.each([
    ['names fifty thousand paths into one Set', manyPaths({ paths: 50_000, size: 60_000 })],
    ['names forty-six thousand keys', manyKeys(46_000)],
    ['nests half a million arrays', `{"json":${'['.repeat(500_000)}`],
    [
      'sends a number of a million digits',
      JSON.stringify({ json: { username: '9'.repeat(900_000) }, meta: { values: { username: ['bigint'] } } }),
    ],
  ])('%s, and nobody waits for it', async (what, body) => {
    const statuses = new Set<number>();
    const under = await measured(async (soFar) => {
      for (let times = 0; times < 5; times++) {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(`${site.baseUrl}/trpc/login.start`, { method: 'POST', headers, body });
        statuses.add(answer.status);
        await answer.text();
      }
      await enough(soFar);
    });
    expect(
      [...statuses].every((status) => status >= 400 && status < 500),
      [...statuses].join(),
    ).toBe(true);
    judge(what, under, { logIns: 3, calls: 5 });
  });
});

describe('a subscriber who sends two bytes of a hundred', () => {
  it('keeps nobody from the payment pages', async () => {
    const { pay_url } = await isp.api.result('payment/order/create', { serviceid, purpose: 'Advance', amt: '25.00' });
    const slow = await Promise.all(Array.from({ length: 40 }, () => HalfSent.open(`${pay_url}/return`)));
    try {
      const under = await measured(async (soFar) => {
        for (let times = 0; times < 5; times++) {
          const page = await fetch(pay_url);
          expect(page.status).toBe(200);
          expect(await page.text()).toContain('<strong>₹25.00</strong>');
        }
        await enough(soFar);
      });
      judge('half-sent bodies', under, { logIns: 5, calls: 5 });
    } finally {
      for (const each of slow) each.close();
    }
  });
});

describe('an ISP that wishes its neighbour harm', () => {
  const form = (parameters: Record<string, string | number>) =>
    new URLSearchParams(
      Object.entries({ ...evil.credentials, ...parameters }).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
    ).toString();

  it('reports a dozen of its services at the address of a neighbour’s subscriber, whose page stays what it was', async () => {
    const address = '100.64.0.7';
    const start = { 'Acct-Status-Type': 'Start', 'Framed-IP-Address': address };
    const nas = { port: site.ports.acct, secret: NAS_SECRET };
    await account(nas, { ...start, 'User-Name': 'ravi', 'Acct-Session-Id': 'own', 'NAS-IP-Address': '127.0.0.1' });
    const offer = await makeOffer(evil.api);
    const secondNas = { resellerid: 0, name: 'Core 2', ip: '127.0.0.2', secret: NAS_SECRET };
    await evil.api.result('radius/nas/create', secondNas);
    for (let number = 1; number <= 12; number++) {
      const username = `evil-${number}`;
      await evil.api.result('service/create', { ...example.service, ...offer, username, password: 'hello' });
      const claim = { ...start, 'User-Name': username, 'Acct-Session-Id': username, 'NAS-IP-Address': '127.0.0.2' };
      await account({ ...nas, address: '127.0.0.2' }, claim);
    }
    const page = async (path: string) =>
      (await fetch(`${site.baseUrl}/captive${path}`, { headers: { 'X-Forwarded-For': address } })).text();
    expect(await page(`/${isp.id}`)).toContain('Example EXN');
    for (const path of ['', `/${isp.id}`]) expect(await page(path), path).not.toContain('Example EVIL');
  });

  it('hashes passwords over forty connections, and everybody else signs in', async () => {
    const flooding = flood({
      url: `${site.baseUrl}/api/customer/portal_password`,
      body: form({ customerid: evilCustomer, new_password: 'correct horse' }),
      ...{ connections: 40, seconds: FLOOD_SECONDS },
    });
    const statuses: number[] = [];
    const under = await measured(async () => {
      while (!flooding.outcome) {
        const browser = new Browser(site.baseUrl);
        statuses.push((await browser.call('login.start', { username: SIGN_IN, password: PASSWORD })).status);
      }
    });
    process.stdout.write(
      `answers to the flood: ${JSON.stringify(await answersOf(flooding))}; sign-ins: ${statuses.length}\n`,
    );
    expect(statuses.length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    judge('password hashes', under, { logIns: 10, calls: 40 });
  });

  it.each([60, 300])(
    'changes its settings over %i connections, and a neighbour’s changes hardly wait',
    async (connections) => {
      const flooding = flood({
        url: `${site.baseUrl}/api/isp/settings_update`,
        body: form({ ispid: evil.id, np_dl: 256, np_ul: 128 }),
        ...{ connections, seconds: FLOOD_SECONDS },
      });
      const under = await measured(() => flooding.ended);
      process.stdout.write(`answers to the flood: ${JSON.stringify(await answersOf(flooding))}\n`);
      judge(`${connections} connections`, under, { logIns: 10, calls: 10 });
    },
  );
});
