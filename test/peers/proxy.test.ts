import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { example, makeOffer, makeTenant, NAS_SECRET, type Tenant } from './support/example.ts';
import { attributeOf } from './support/packets.ts';
import { PeerProxy } from './support/proxy.ts';
import { type Attributes, account, answered, send } from './support/radclient.ts';
import { Story } from './support/story.ts';

const ADDRESS = '127.0.9.1';
const THIRD_ADDRESS = '127.0.9.2';
const PROXY_SECRET = 'between the proxy and the node';

interface Isp extends Tenant {
  readonly password: string;
}

interface Site {
  readonly isp: Isp;
  /** What its packets say about it. */
  readonly named: Attributes;
  readonly nasid: number;
}

describe('twenty NASes of two ISPs, with FreeRADIUS as the proxy in front', () => {
  const story = new Story();
  let proxy: PeerProxy;
  let proxyid = 0;
  let north: Isp;
  let south: Isp;
  let third: Isp;
  const sites: Site[] = [];

  beforeAll(async () => {
    await story.begin();
    const node = story.site.ports;
    proxy = await PeerProxy.start({
      node,
      address: ADDRESS,
      thirdAddress: THIRD_ADDRESS,
      secret: PROXY_SECRET,
      nasSecret: NAS_SECRET,
      nasPort: story.nas.port,
    });
    const own = { name: 'Shared', ip: ADDRESS, secret: PROXY_SECRET, coa_port: proxy.coaPort };
    proxyid = await story.admin.result('radius/proxy/create', own);
    north = await isp('NRT');
    south = await isp('STH');
    third = await isp('TRD');
    const ofThird = { name: 'Third', ip: THIRD_ADDRESS, secret: PROXY_SECRET };
    await third.api.result('radius/proxy/create', ofThird);
    for (let at = 0; at < 20; at++) sites.push(await site(at, at % 2 === 0 ? north : south));
  });
  afterAll(async () => {
    await proxy?.stop();
    await story.end();
  });
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(`${story.node?.complaints}\n${proxy?.log()}\n`);
  });

  /** An ISP with a subscriber `ravi`, whose password is its code. */
  async function isp(code: string): Promise<Isp> {
    const tenant = await makeTenant(story.admin, { code, username: `${code.toLowerCase()}-admin` });
    const { api } = tenant;
    const network = await makeOffer(api);
    for (const username of ['ravi', 'asha', 'mary'])
      await api.result('service/create', {
        ...example.service,
        ...{ ...network, username, password: code },
      });
    return { ...tenant, password: code };
  }

  /** Half of the NASes have one and the same private address. */
  async function site(at: number, owner: Isp): Promise<Site> {
    const isIdentified = at % 4 < 2;
    const ip = isIdentified ? '10.0.0.1' : `10.9.0.${at}`;
    const named: Attributes = isIdentified
      ? { 'NAS-Identifier': `pop-${at}`, 'NAS-IP-Address': ip }
      : { 'NAS-IP-Address': ip };
    const fields = { ispid: owner.id, resellerid: 0, name: `Site ${at}`, ip, secret: NAS_SECRET, proxyid };
    const identified = isIdentified ? { ...fields, identifier: `pop-${at}` } : fields;
    return { isp: owner, named, nasid: await story.admin.result('radius/nas/create', identified) };
  }

  const logIn = (named: Attributes, password: string, username = 'ravi') =>
    answered('auth', proxy.auth, { 'User-Name': username, 'User-Password': password, ...named });

  const tell = (named: Attributes, type: string, more: Attributes = {}) =>
    account(proxy.acct, { 'Acct-Status-Type': type, ...named, ...more });

  const online = (of: Isp) =>
    of.api
      .result('session/live')
      .then((rows: { nasid: string; username: string }[]) => rows.map(({ nasid, username }) => `${username} ${nasid}`));

  it('each ISP logs its own subscriber in, by the same name, at each of its NASes', async () => {
    for (const [at, { isp: owner, named }] of sites.entries()) {
      const stranger = owner === north ? south : north;
      expect((await logIn(named, stranger.password)).code).toBe('Access-Reject');
      const accept = await logIn(named, owner.password);
      expect(accept.code).toBe('Access-Accept');
      expect(attributeOf(accept, 'Mikrotik-Rate-Limit')).toBe('10240k/20480k');
      const session = { 'User-Name': 'ravi', 'Acct-Session-Id': `s${at}` };
      await tell(named, 'Start', session);
      await tell(named, 'Stop', { ...session, 'Acct-Session-Time': 1 });
    }
    const log = async (of: Isp) =>
      new Set(
        (await of.api.result('radius/user/session_log', { rows_limit: 100 })).map(
          (row: { nasip: string }) => row.nasip,
        ),
      );
    expect(await log(north)).toEqual(
      new Set(['10.0.0.1', '10.9.0.2', '10.9.0.6', '10.9.0.10', '10.9.0.14', '10.9.0.18']),
    );
    const heard = async () => {
      const rows = await story.admin.result('radius/nas/health', { rows_limit: 100 });
      return rows.filter((row: { acct_heard_at: string | null }) => row.acct_heard_at !== null).length;
    };
    await expect.poll(heard, { timeout: 90_000, interval: 1_000 }).toBe(20);
  }, 300_000);

  it('Accounting-On of one ends its own sessions only', async () => {
    const [one, two] = [sites[0] as Site, sites[4] as Site];
    await tell(one.named, 'Start', { 'User-Name': 'asha', 'Acct-Session-Id': 'a1' });
    await tell(two.named, 'Start', { 'User-Name': 'mary', 'Acct-Session-Id': 'm1' });
    const other = sites[1] as Site;
    await tell(other.named, 'Start', { 'User-Name': 'asha', 'Acct-Session-Id': 'a1' });
    expect((await online(north)).sort()).toEqual([`asha ${one.nasid}`, `mary ${two.nasid}`].sort());
    await tell(one.named, 'Accounting-On');
    await expect.poll(() => online(north), { timeout: 60_000 }).toEqual([`mary ${two.nasid}`]);
    expect(await online(south)).toEqual([`asha ${other.nasid}`]);
  });

  it('CoA and Disconnect arrive: through the proxy, and straight at the NAS', async () => {
    const fields = { ispid: north.id, resellerid: 0, secret: NAS_SECRET, proxyid };
    const straight = { ...fields, name: 'Straight', ip: '127.0.0.1', coa_port: story.nas.port };
    await story.admin.result('radius/nas/create', straight);
    const through = { ...fields, name: 'Through', ip: '10.9.9.9', identifier: 'by-proxy', coa_by: 'proxy' };
    await story.admin.result('radius/nas/create', through);
    const ways = [
      ['asha', { 'NAS-IP-Address': '127.0.0.1' }],
      ['ravi', { 'NAS-Identifier': 'by-proxy', 'NAS-IP-Address': '10.9.9.9' }],
    ] as const;
    for (const [username, named] of ways) {
      const accept = await logIn(named, north.password, username);
      const own = { 'Acct-Session-Id': `coa-${username}`, Class: attributeOf(accept, 'Class') ?? '' };
      await tell(named, 'Start', { 'User-Name': username, ...own });
      expect(await north.api.result('radius/user/disconnect', { username })).toBe('done');
      const received = (await story.nas.received()).filter((each) => attributeOf(each, 'User-Name') === username);
      expect(received.at(-1)?.code).toBe('Disconnect-Request');
      for (const [name, value] of Object.entries(named))
        expect(attributeOf(received.at(-1) ?? { attributes: [] }, name)).toBe(value);
      // Only what came through the proxy has its Proxy-State.
      expect(attributeOf(received.at(-1) ?? { attributes: [] }, 'Proxy-State') !== undefined).toBe(username === 'ravi');
    }
    await north.api.result('plan/update', { id: (await north.api.result('plan/list'))[0].id, bw1_dl: 40960 });
    await expect
      .poll(
        async () =>
          (await story.nas.received())
            .filter(({ code }) => code === 'CoA-Request')
            .map((each) => [attributeOf(each, 'User-Name'), attributeOf(each, 'Mikrotik-Rate-Limit')])
            .sort(),
        { timeout: 60_000 },
      )
      .toEqual([
        ['asha', '10240k/40960k'],
        ['ravi', '10240k/40960k'],
      ]);
  });

  it('the proxy of a third ISP does not reach them, and that ISP reads what it named', async () => {
    const { named } = sites[0] as Site;
    const attempt = { 'User-Name': 'ravi', 'User-Password': north.password, ...named };
    const answer = await send('auth', proxy.third, attempt, { timeout: 5, retries: 1 });
    expect(answer?.code).not.toBe('Access-Accept');
    const seen = async () =>
      (await third.api.result('radius/proxy/unknown')).map((row: Record<string, string>) => [
        row.proxyname,
        row.nas_identifier,
        row.nas_address,
      ]);
    await expect.poll(seen, { timeout: 60_000 }).toEqual([['Third', 'pop-0', '10.0.0.1']]);
    expect(await north.api.result('radius/proxy/unknown')).toEqual([]);
    const theft = { id: (sites[0] as Site).nasid, proxyid };
    expect(await third.api.call('radius/nas/update', theft)).toMatchObject({ status: 404 });
    expect(
      await north.api.call('radius/nas/update', { id: (sites[0] as Site).nasid, identifier: 'pop-1' }),
    ).toMatchObject({
      status: 403,
      error: 'identifier: identifies this NAS behind a RADIUS proxy that you do not manage',
    });
  });
});
