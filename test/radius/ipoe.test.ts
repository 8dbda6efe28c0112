import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query, sql } from '../../src/db/sql.ts';
import { makeIpPool, makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { nextNumber } from '../factories/sequence.ts';
import { makeService, type ServiceOptions } from '../factories/services.ts';
import { makeIsp, makeReseller } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import {
  accelPpp,
  agent,
  EMPTY_PASSWORD,
  identify,
  juniperDhcp,
  mikrotikDhcp,
  nokiaHost,
  redback,
} from './fixtures/ipoe.ts';
import type { Decoded, Pair } from './fixtures/radius-package.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
const row = await makeNas(db, isp, { ipoe: true });
const plainRow = await makeNas(db, isp);
const server = await startTestServer(db);
let nas: TestNas;
let plain: TestNas;

beforeAll(async () => {
  nas = await TestNas.open(row);
  plain = await TestNas.open(plainRow);
});
afterAll(() => {
  nas.close();
  plain.close();
});

const newMac = () => `02:0a:${(nextNumber() + 0x1_0000_0000).toString(16).slice(1).match(/../g)?.join(':')}`;
const service = (more: ServiceOptions = {}) => makeService(db, plan, { protocol: 'IPoE', ...more });
const give = (one: { id: number; ispId: number }, line: Parameters<typeof identify>[2]) =>
  identify({ db, server }, one, line);

/** The code of the answer. */
async function ask(attributes: readonly Pair[], { from = nas, sign = true } = {}): Promise<string | undefined> {
  return (await answerTo(from.accessRequest(attributes, { sign }), { from }))?.code;
}

let answered = 0;
function answerTo(request: Buffer, { from = nas, at = server } = {}): Promise<Decoded | null> {
  answered += 1;
  return from.ask(at.authPort, request);
}

interface Logged {
  readonly username: string;
  readonly service_id: number | null;
  readonly response: string;
  readonly reason: string | null;
  readonly protocol: string;
  readonly mac: string | null;
}

/** The entry of the last answer in the authentication log, where every answer has one. */
async function logged(): Promise<Logged> {
  const read = () =>
    query<Logged>(
      db.pool,
      sql`SELECT username, service_id, response, reason, protocol, mac FROM radius.auth_log ORDER BY id DESC`,
    );
  await until(async () => (await read()).length === answered);
  return (await read())[0] as Logged;
}

describe('a request is accepted by an identity, without a password, as sent by', () => {
  it('the DHCP server of RouterOS: the MAC address is the name, and the password empty', async () => {
    const [one, mac] = [await service(), newMac()];
    await give(one, { mac });
    expect(await ask(mikrotikDhcp(mac))).toBe('Access-Accept');
    expect(await logged()).toEqual({
      ...{ username: one.username.toLowerCase(), service_id: one.id, response: 'Access-Accept', reason: null },
      ...{ protocol: 'mac', mac },
    });
  });

  it('RouterOS with option 82, in the attributes of Redback', async () => {
    const one = await service();
    await give(one, { circuitId: 'sw1 eth 0/7', remoteId: 'olt-1' });
    expect(await ask(mikrotikDhcp(newMac(), [redback('sw1 eth 0/7', 'olt-1')]))).toBe('Access-Accept');
    expect(await logged()).toMatchObject({ service_id: one.id, protocol: 'circuit+remote' });
  });

  it.each<[string, (mac: string) => { username?: string; password: string }]>([
    ['the name as password', () => ({ password: 'eth1.100' })],
    ['the station as password', (mac) => ({ password: mac })],
    ['an empty password', () => ({ password: '' })],
  ])('accel-ppp with %s', async (_, passwordFor) => {
    const [one, mac] = [await service(), newMac()];
    const circuitId = `vlan 100 port ${nextNumber()}`;
    await give(one, { circuitId });
    expect(await ask(accelPpp(mac, passwordFor(mac), [agent(circuitId)]))).toBe('Access-Accept');
    expect(await logged()).toMatchObject({ service_id: one.id, protocol: 'circuit', mac });
  });

  it('Junos, whose name is composed and whose MAC address is in an attribute of its own', async () => {
    const [one, mac] = [await service(), newMac()];
    await give(one, { mac });
    expect(await ask(juniperDhcp(mac, ['pon 1', 'cpe 9']))).toBe('Access-Accept');
    expect(await logged()).toMatchObject({ service_id: one.id, protocol: 'mac', mac });
  });

  it('SR OS', async () => {
    const one = await service();
    await give(one, { circuitId: 'nokia 1/1/3' });
    expect(await ask(nokiaHost(newMac(), 'nokia 1/1/3'))).toBe('Access-Accept');
    expect(await logged()).toMatchObject({ service_id: one.id, protocol: 'circuit' });
  });

  it('a switch that authenticates MAC addresses, by PAP and by CHAP', async () => {
    const [one, mac] = [await service(), newMac()];
    await give(one, { mac });
    const digits = mac.replaceAll(':', '');
    const check: Pair[] = [
      ['User-Name', digits],
      ['Service-Type', 10],
      ['Calling-Station-Id', mac.toUpperCase().replaceAll(':', '-')],
    ];
    expect(await ask([...check, ['User-Password', digits]])).toBe('Access-Accept');
    const authenticator = randomBytes(16);
    const digest = createHash('md5').update(Buffer.of(7)).update(digits).update(authenticator).digest();
    const chap: Pair[] = [...check, ['CHAP-Password', Buffer.concat([Buffer.of(7), digest])]];
    const answer = await answerTo(nas.accessRequest(chap, { authenticator }));
    expect(answer?.code).toBe('Access-Accept');
  });
});

describe('of several identities', () => {
  it('the most specific decides: circuit and remote id, the circuit id alone, the MAC address', async () => {
    const [both, circuit, device] = [await service(), await service(), await service()];
    const mac = newMac();
    await give(both, { circuitId: 'c1', remoteId: 'r1' });
    await give(circuit, { circuitId: 'c1' });
    await give(device, { mac });
    const decided = async (line: Pair) => {
      await ask(mikrotikDhcp(mac, [line]));
      return (await logged()).service_id;
    };
    expect(await decided(agent('c1', 'r1'))).toBe(both.id);
    expect(await decided(agent('c1', 'r2'))).toBe(circuit.id);
    expect(await decided(agent('c1'))).toBe(circuit.id);
    expect(await decided(agent('c2', 'r1'))).toBe(device.id);
  });

  it('octets are compared one by one', async () => {
    const one = await service();
    await give(one, { circuitId: '0x000400640103' });
    const circuit = (octets: Buffer) => ask(accelPpp(newMac(), {}, [agent(octets)]));
    expect(await circuit(Buffer.from('000400640103', 'hex'))).toBe('Access-Accept');
    expect(await circuit(Buffer.from('00040064010300', 'hex'))).toBe('Access-Reject');
    expect(await circuit(Buffer.from('0x000400640103'))).toBe('Access-Reject');
    const upper = await service();
    await give(upper, { circuitId: 'Port A' });
    expect(await circuit(Buffer.from('Port A'))).toBe('Access-Accept');
    expect(await circuit(Buffer.from('port a'))).toBe('Access-Reject');
  });
});

describe('nobody gets in', () => {
  it('by an identity on a NAS that may not present them', async () => {
    const [one, mac] = [await service(), newMac()];
    await give(one, { mac });
    expect(await ask(mikrotikDhcp(mac), { from: plain })).toBe('Access-Reject');
    expect(await logged()).toMatchObject({ service_id: null, reason: 'unknown user', protocol: 'PAP' });
  });

  it('by an identity that nobody has, and the log says which', async () => {
    const mac = newMac();
    expect(await ask(mikrotikDhcp(mac, [agent('nobody', 'r')]))).toBe('Access-Reject');
    const reason = `unknown user, and no service has the identity: circuit id nobody, remote id r, MAC ${mac}`;
    expect(await logged()).toMatchObject({ username: mac.toUpperCase(), service_id: null, reason });
  });

  it('by an identity of another ISP', async () => {
    const other = await makeIsp(db);
    const theirs = await makeService(db, await makePlan(db, other));
    const mac = newMac();
    await give(theirs, { mac });
    expect(await ask(mikrotikDhcp(mac))).toBe('Access-Reject');
    expect(await logged()).toMatchObject({ service_id: null });
  });

  it('by an identity of another reseller on the NAS of a reseller, which does not learn that it exists', async () => {
    const [mine, theirs] = [await makeReseller(db, isp), await makeReseller(db, isp)];
    const own = await TestNas.open(await makeNas(db, isp, { ipoe: true, resellerId: mine.id }));
    const [one, mac] = [await service({ resellerId: theirs.id }), newMac()];
    await give(one, { mac });
    expect(await ask(mikrotikDhcp(mac), { from: own })).toBe('Access-Reject');
    expect(await logged()).toMatchObject({ service_id: null, reason: expect.stringContaining('no service has') });
    own.close();
  });

  it('over PPP: there the password decides, although the NAS adds the circuit id', async () => {
    const one = await service({ password: 'wonderland' });
    await give(one, { circuitId: 'ppp line' });
    const pppoe = (username: string, password: string): Pair[] => [
      ...([
        ['Service-Type', 2],
        ['Framed-Protocol', 1],
        ['User-Name', username],
      ] as Pair[]),
      ...([['User-Password', password], agent('ppp line')] as Pair[]),
    ];
    expect(await ask(pppoe(one.username, 'wonderland'))).toBe('Access-Accept');
    expect(await ask(pppoe(one.username, '\0'))).toBe('Access-Reject');
    expect(await ask(pppoe('somebody', 'x'))).toBe('Access-Reject');
  });

  it('over PPP with the MAC address of somebody else as name', async () => {
    const [one, mac] = [await service(), newMac()];
    await give(one, { mac });
    const forged: Pair[] = [['Framed-Protocol', 1], ['User-Name', mac], EMPTY_PASSWORD];
    expect(await ask(forged)).toBe('Access-Reject');
  });

  it('by a name that is that of a service, without its password', async () => {
    const [one, mac] = [await service({ username: `named${nextNumber()}` }), newMac()];
    await give(one, { mac });
    expect(await ask(accelPpp(mac, { username: one.username, password: '' }))).toBe('Access-Reject');
    expect(await logged()).toMatchObject({ service_id: one.id, reason: 'wrong password' });
  });

  it('by a MAC address that the request says in two ways', async () => {
    const [one, mac] = [await service(), newMac()];
    await give(one, { mac });
    expect(await ask(accelPpp(newMac(), { username: mac }))).toBe('Access-Reject');
    expect(await ask(accelPpp(mac, { username: newMac() }))).toBe('Access-Reject');
  });

  it('from a sender that does not prove the secret', async () => {
    const stranger = await TestNas.open(await makeNas(db, isp, { ipoe: true }), 'another secret');
    const [one, mac] = [await service(), newMac()];
    await give(one, { mac });
    const request = stranger.accessRequest(mikrotikDhcp(mac), { sign: false });
    answered += 1;
    expect((await stranger.exchange(server.authPort, request))?.[0]).toBe(3);
    expect(await logged()).toMatchObject({ service_id: null, reason: expect.stringContaining('not signed') });
    stranger.close();
  });
});

describe('without a Message-Authenticator', () => {
  it('a hidden password that can be read proves the secret; no password does not, unless the NAS may do so', async () => {
    const unsigned = await TestNas.open(await makeNas(db, isp, { ipoe: true }));
    const careless = await TestNas.open(await makeNas(db, isp, { ipoe: true, requireMessageAuthenticator: 'no' }));
    const [one, mac] = [await service(), newMac()];
    await give(one, { mac });
    const sign = false;
    expect(await ask(accelPpp(mac, { password: mac }), { from: unsigned, sign })).toBe('Access-Accept');
    const bare = accelPpp(mac, {}).filter(([name]) => name !== 'User-Password');
    expect(await ask(bare, { from: unsigned, sign })).toBe('Access-Reject');
    expect(await ask(bare, { from: careless, sign })).toBe('Access-Accept');
    unsigned.close();
    careless.close();
  });
});

describe('a change of identities counts at once', () => {
  it('when one is taken away, or given to another service', async () => {
    const [one, other, mac] = [await service(), await service(), newMac()];
    const id = await give(one, { mac });
    expect(await ask(mikrotikDhcp(mac))).toBe('Access-Accept');
    expect((await logged()).service_id).toBe(one.id);
    await db.prisma.serviceIdentity.delete({ where: { id } });
    const moved = await give(other, { mac });
    await ask(mikrotikDhcp(mac));
    expect((await logged()).service_id).toBe(other.id);
    await db.prisma.serviceIdentity.delete({ where: { id: moved } });
    await server.network.caughtUp();
    expect(await ask(mikrotikDhcp(mac))).toBe('Access-Reject');
  });

  it('and a node that starts knows all of them', async () => {
    const [one, mac] = [await service(), newMac()];
    await give(one, { mac });
    const second = await startTestServer(db);
    const answer = await answerTo(nas.accessRequest(mikrotikDhcp(mac)), { at: second });
    expect(answer?.code).toBe('Access-Accept');
    expect(await second.metric('lastmile_radius_identities')).toBe(await db.prisma.serviceIdentity.count());
  });
});

describe('the rules are those of any other log-in', () => {
  it('a MAC address is bound, and another device refused', async () => {
    const one = await service({ macBind: 'Auto' });
    await give(one, { circuitId: 'bound line' });
    const mac = newMac();
    expect(await ask(mikrotikDhcp(mac, [agent('bound line')]))).toBe('Access-Accept');
    await logged();
    expect(await ask(mikrotikDhcp(newMac(), [agent('bound line')]))).toBe('Access-Reject');
    const refused = { username: one.username.toLowerCase(), protocol: 'circuit', response: 'Access-Reject' };
    expect(await logged()).toMatchObject({
      ...refused,
      reason: 'the service is bound to another MAC address',
    });
  });

  it('an address is leased', async () => {
    const pool = await makeIpPool(db, isp);
    const [one, mac] = [await service({ ipAssignment: 'IPpool', ipPoolId: pool.id }), newMac()];
    await give(one, { mac });
    const answer = await answerTo(nas.accessRequest(mikrotikDhcp(mac)));
    expect(answer?.attributes['Framed-IP-Address']).toMatch(/^10\./);
  });
});
