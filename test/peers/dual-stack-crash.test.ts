import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api } from './support/api.ts';
import { example, makeNetwork, makeTenant, NAS_SECRET } from './support/example.ts';
import { Installation, type Node } from './support/installation.ts';
import { attributeOf, packetsIn } from './support/packets.ts';
import type { Running } from './support/process.ts';
import { type Attributes, account, stream } from './support/radclient.ts';
import { ADMIN_API_KEY } from './support/story.ts';

/** As many as each pool has prefixes. */
const USERS = Array.from({ length: 128 }, (_, n) => `home-${n}`);
const STREAMS = 8;
const ADDRESSES = ['Framed-IP-Address', 'Framed-IPv6-Prefix', 'Delegated-IPv6-Prefix'] as const;

/** An Accept promises its addresses: a NAS uses them whatever happens to the node afterwards. */
describe('a node that is killed while it leases addresses of both families', () => {
  let site: Installation;
  let node: Node;
  let isp: Api;
  const promised = new Map<string, string>();

  beforeAll(async () => {
    site = await Installation.make();
    node = await site.start({ ADMIN_API_KEY });
    const admin = new Api(site.baseUrl, { userid: 1, api_key: ADMIN_API_KEY });
    isp = (await makeTenant(admin, { code: 'EXN', username: 'exn-admin' })).api;
    const { customerid, planid, subplanid } = await makeNetwork(isp);
    await isp.result('radius/nas/update', { id: 1, ipv6_mode: 'prefix' });
    const own = { resellerid: 0, pool_name: 'v4', range_from: '10.64.0.0', range_upto: '10.64.0.127' };
    await isp.result('radius/ippool/create', own);
    const links = { resellerid: 0, name: 'links', prefix: '2001:db8:0:80::/57', length: 64, kind: 'Framed' };
    const homes = { resellerid: 0, name: 'homes', prefix: '2001:db8:8000::/49', length: 56, kind: 'Delegated' };
    for (const pool of [links, homes]) await isp.result('radius/ip6pool/create', pool);
    await isp.result('plan/update', { id: planid, ip6_pool: 'links', pd_pool: 'homes' });
    const fields = { ...example.service, customerid, planid, subplanid, ip_assignment: 'IPpool', ippool: 'v4' };
    for (const username of USERS) await isp.result('service/create', { ...fields, username, password: 'hello' });
  });
  afterAll(async () => {
    await node?.stop();
    await site?.remove();
  });

  /** Log-ins of all users, several at a time. */
  const logIns = (): Running[] =>
    Array.from({ length: STREAMS }, (_, stripe) => {
      const users = USERS.filter((_user, at) => at % STREAMS === stripe);
      return stream('auth', { port: site.ports.auth, secret: NAS_SECRET }, users.map(logIn));
    });

  it('answers, until it is killed', async () => {
    const streams = logIns();
    while (streams.flatMap(accepted).length < 20) await sleep(5);
    await node.kill();
    // What was under way has arrived by then, or never will.
    await sleep(300);
    for (const running of streams) {
      running.signal('SIGKILL');
      await running.ended;
    }
    for (const [username, addresses] of streams.flatMap(accepted)) promised.set(username, addresses);
    expect(promised.size, 'it was killed in the middle').toBeLessThan(USERS.length);
    expect(new Set(promised.values()).size).toBe(promised.size);
  });

  it('gives everybody addresses afterwards, each once, and those that it had promised', async () => {
    node = await site.start();
    const streams = logIns();
    for (const running of streams) await running.ended;
    const now = new Map(streams.flatMap(accepted));
    expect(now.size).toBe(USERS.length);
    for (const [username, addresses] of promised) expect(now.get(username), username).toBe(addresses);
    for (const at of ADDRESSES.keys()) {
      const given = [...now.values()].map((addresses) => addresses.split(' ')[at]);
      expect(new Set(given).size).toBe(USERS.length);
      expect(given).not.toContain('none');
    }
    expect(await isp.result('radius/ip6pool/list')).toMatchObject([{ free: '0' }, { free: '0' }]);
  });

  it('has them all back when the NAS has restarted', async () => {
    const restarted = { 'Acct-Status-Type': 'Accounting-On', 'NAS-IP-Address': '127.0.0.1', 'Acct-Session-Id': 'on' };
    const caller = { port: site.ports.acct, secret: NAS_SECRET };
    for (const username of USERS) await account(caller, { ...started(username) });
    await account(caller, restarted);
    await expect.poll(async () => isp.result('radius/ip6pool/list')).toMatchObject([{ leased: 0 }, { leased: 0 }]);
  });
});

const line = (username: string): Attributes => ({
  'User-Name': username,
  'NAS-IP-Address': '127.0.0.1',
  'Calling-Station-Id': `02-00-00-00-00-${USERS.indexOf(username).toString(16).padStart(2, '0')}`,
});
const logIn = (username: string): Attributes => ({ ...line(username), 'User-Password': 'hello' });
const started = (username: string): Attributes => ({
  ...line(username),
  'Acct-Status-Type': 'Start',
  'Acct-Session-Id': `s-${username}`,
});

/** The users of the Accepts so far, each with what he was given. */
function accepted(running: Running): [string, string][] {
  const packets = packetsIn(running.stdout);
  return packets.flatMap((packet, at): [string, string][] => {
    const username = packets[at - 1] && attributeOf(packets[at - 1] as typeof packet, 'User-Name');
    if (packet.code !== 'Access-Accept' || username === undefined) return [];
    return [[username, ADDRESSES.map((name) => attributeOf(packet, name) ?? 'none').join(' ')]];
  });
}
