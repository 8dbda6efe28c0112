import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Authority, type Certificate } from '../fixtures/certificates.ts';
import { RadSecNas } from '../radius/fixtures/radsec-nas.ts';
import { example, makeOffer, makeTenant, NAS_SECRET, type Tenant } from './support/example.ts';
import { attributeOf } from './support/packets.ts';
import { freePort } from './support/ports.ts';
import { PeerProxy } from './support/proxy.ts';
import { type Attributes, account, answered, type RadiusPeer, send } from './support/radclient.ts';
import { type RadSecClient, startRadSecFreeRadius, startRadSecProxy } from './support/radsec-clients.ts';
import { Story } from './support/story.ts';

const ADDRESS = '127.0.9.11';
const THIRD_ADDRESS = '127.0.9.12';
const PROXY_SECRET = 'between the proxy and the node';
/** Of a NAS of each ISP. */
const PRIVATE_IP = '10.0.0.1';

const authority = await Authority.create();
const story = new Story();
const clients: RadSecClient[] = [];
let radsecPort = 0;
let north: Tenant;
let south: Tenant;

beforeAll(async () => {
  radsecPort = await freePort();
  const { certFile, keyFile } = await authority.issue();
  const files = { RADSEC_CERT: certFile, RADSEC_KEY: keyFile, RADSEC_CA: authority.certFile };
  await story.begin({ ...files, RADSEC_PORT: String(radsecPort) });
  north = await isp('NRT');
  south = await isp('STH');
});
afterAll(async () => {
  for (const client of clients) await client.stop();
  await story.end();
});
afterEach(({ task }) => {
  if (task.result?.state === 'fail')
    process.stderr.write([story.node?.complaints, ...clients.map((client) => client.log())].join('\n'));
});

/** An ISP with the subscribers `ravi` and `asha`, whose password is its code. */
async function isp(code: string): Promise<Tenant> {
  const tenant = await makeTenant(story.admin, { code, username: `${code.toLowerCase()}-admin` });
  const { api } = tenant;
  const network = await makeOffer(api);
  for (const username of ['ravi', 'asha', 'mary', 'john'])
    await api.result('service/create', {
      ...example.service,
      ...{ ...network, username, password: code },
    });
  return tenant;
}

/** A NAS of the ISP with that certificate. */
function nas(of: Tenant, name: string, more: Record<string, string | number>): Promise<number> {
  const fields = { ispid: of.id, resellerid: 0, name, ip: PRIVATE_IP, secret: NAS_SECRET };
  return story.admin.result('radius/nas/create', { ...fields, ...more });
}

async function certified(name: string): Promise<{ tls_identity: string; certificate: Certificate }> {
  return { tls_identity: `dns:${name}`, certificate: await authority.issue({ names: `DNS:${name}` }) };
}

const live = (of: Tenant) =>
  of.api
    .result('session/live')
    .then((rows: { nasid: string; username: string }[]) => rows.map(({ nasid, username }) => `${username} ${nasid}`));

describe('two ISPs with NASes of one private address, one by RadSec and one through FreeRADIUS', () => {
  let proxy: PeerProxy;
  let link: RadSecNas;
  let nasids: { north: number; south: number };
  const named = { 'NAS-Identifier': 'by-proxy', 'NAS-IP-Address': PRIVATE_IP };

  beforeAll(async () => {
    const { tls_identity, certificate } = await certified('north-1.example.net');
    proxy = await PeerProxy.start({
      node: story.site.ports,
      address: ADDRESS,
      thirdAddress: THIRD_ADDRESS,
      secret: PROXY_SECRET,
      nasSecret: NAS_SECRET,
      nasPort: story.nas.port,
    });
    const own = { name: 'Shared', ip: ADDRESS, secret: PROXY_SECRET, coa_port: proxy.coaPort };
    const proxyid: number = await story.admin.result('radius/proxy/create', own);
    nasids = {
      north: await nas(north, 'By RadSec', { tls_identity }),
      south: await nas(south, 'Proxied', { proxyid, identifier: 'by-proxy', coa_by: 'proxy' }),
    };
    link = await RadSecNas.connect({ port: radsecPort, ca: await readFile(authority.certFile, 'utf8'), certificate });
  });
  afterAll(async () => {
    link?.close();
    await proxy?.stop();
  });

  it('log-ins and accounting of each are its own', async () => {
    const attempt = (password: string) =>
      link.ask(
        link.accessRequest([
          ['User-Name', 'ravi'],
          ['User-Password', password],
          ['NAS-IP-Address', PRIVATE_IP],
        ]),
      );
    expect((await attempt('STH'))?.code).toBe('Access-Reject');
    const accept = await attempt('NRT');
    expect(accept?.code).toBe('Access-Accept');
    const proxied = { 'User-Name': 'ravi', ...named };
    expect((await answered('auth', proxy.auth, { ...proxied, 'User-Password': 'NRT' })).code).toBe('Access-Reject');
    const accepted = await answered('auth', proxy.auth, { ...proxied, 'User-Password': 'STH' });
    expect(accepted.code).toBe('Access-Accept');
    const start = link.accountingRequest([
      ...(['User-Name', 'Acct-Session-Id', 'Acct-Status-Type'] as const).map((name, at): [string, string] => [
        name,
        ['ravi', 'tls', 'Start'][at] ?? '',
      ]),
      ['Class', (accept?.attributes.Class as Buffer) ?? ''],
    ]);
    expect((await link.ask(start))?.code).toBe('Accounting-Response');
    const own = { 'Acct-Session-Id': 'udp', Class: attributeOf(accepted, 'Class') ?? '' };
    await account(proxy.acct, { 'Acct-Status-Type': 'Start', ...proxied, ...own });
    expect(await live(north)).toEqual([`ravi ${nasids.north}`]);
    expect(await live(south)).toEqual([`ravi ${nasids.south}`]);
  });

  it('CoA and Disconnect go down the connection, and through the proxy', async () => {
    const requests = async () => ({
      tls: link.requests.map(({ code, attributes }) => `${code} ${attributes['Acct-Session-Id']}`),
      udp: (await story.nas.received()).map((each) => `${each.code} ${attributeOf(each, 'Acct-Session-Id')}`),
    });
    const faster = async ({ api }: Tenant) =>
      api.result('plan/update', { id: (await api.result('plan/list'))[0].id, bw1_dl: 40960 });
    await faster(north);
    await expect.poll(requests, { timeout: 60_000 }).toEqual({ tls: ['CoA-Request tls'], udp: [] });
    await faster(south);
    await expect.poll(requests, { timeout: 60_000 }).toEqual({ tls: ['CoA-Request tls'], udp: ['CoA-Request udp'] });
    for (const { api } of [north, south])
      expect(await api.result('radius/user/disconnect', { username: 'ravi' })).toBe('done');
    expect(await requests()).toEqual({
      tls: ['CoA-Request tls', 'Disconnect-Request tls'],
      udp: ['CoA-Request udp', 'Disconnect-Request udp'],
    });
  });
});

describe.each([
  ['radsecproxy', startRadSecProxy, 'asha'],
  ['FreeRADIUS', startRadSecFreeRadius, 'mary'],
] as const)('%s as a client', (program, start, username) => {
  let client: RadSecClient;
  let nasid = 0;
  const attempt = (to: RadiusPeer, password: string, more: Attributes = {}) =>
    answered('auth', to, { 'User-Name': username, 'User-Password': password, 'NAS-IP-Address': '10.0.0.2', ...more });

  beforeAll(async () => {
    const { tls_identity, certificate } = await certified(`${program.toLowerCase()}.example.net`);
    const own = { name: program, ip: PRIVATE_IP, secret: 'unused', tls_identity };
    const proxyid: number = await story.admin.result('radius/proxy/create', own);
    nasid = await nas(south, `By ${program}`, { proxyid, ip: '10.0.0.2' });
    client = await start({ nodePort: radsecPort, authority, certificate, secret: NAS_SECRET });
    clients.push(client);
  });

  it('logs in by PAP and CHAP, and refuses a wrong password', async () => {
    expect((await attempt(client.auth, 'wrong')).code).toBe('Access-Reject');
    expect((await attempt(client.auth, 'STH')).code).toBe('Access-Accept');
    const chap = { 'User-Name': username, 'CHAP-Password': 'STH', 'NAS-IP-Address': '10.0.0.2' };
    expect((await answered('auth', client.auth, chap)).code).toBe('Access-Accept');
  });

  it('records sessions', async () => {
    const session = { 'User-Name': username, 'Acct-Session-Id': program, 'NAS-IP-Address': '10.0.0.2' };
    await account(client.acct, { 'Acct-Status-Type': 'Start', ...session });
    expect(await live(south)).toContain(`${username} ${nasid}`);
    await account(client.acct, { 'Acct-Status-Type': 'Stop', 'Acct-Session-Time': 60, ...session });
    expect(await live(south)).not.toContain(`${username} ${nasid}`);
  });

  it('is cut off without its identity, and connects anew with it', async () => {
    const [{ id, tls_identity }] = await story.admin.result('radius/proxy/list', { name: program });
    await story.admin.result('radius/proxy/update', { id, tls_identity: 'dns:another.example.net' });
    const login = { 'User-Name': username, 'User-Password': 'STH', 'NAS-IP-Address': '10.0.0.2' };
    const code = () => send('auth', client.auth, login, { timeout: 2, retries: 1 }).then((answer) => answer?.code);
    await expect.poll(code, { timeout: 60_000 }).not.toBe('Access-Accept');
    await story.admin.result('radius/proxy/update', { id, tls_identity });
    await expect.poll(code, { timeout: 200_000 }).toBe('Access-Accept');
  }, 300_000);
});
