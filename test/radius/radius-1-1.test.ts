import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { makeNas, makeProxy } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { Authority } from '../fixtures/certificates.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { accounting, storedSessions } from './fixtures/accounting.ts';
import {
  type Attributes,
  encode11,
  namedAttributes,
  octetsOfAttributes,
  type Packet11,
  Radius11Nas,
} from './fixtures/radius-1-1-nas.ts';
import { RadSecNas } from './fixtures/radsec-nas.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';
import { hex } from './protocol/packet/requests.ts';

const [ACCESS_REQUEST, ACCEPT, REJECT, ACCOUNTING_REQUEST, ACCOUNTING_RESPONSE] = [1, 2, 3, 4, 5];
const [CHALLENGE, STATUS_SERVER, DISCONNECT_REQUEST] = [11, 12, 40];
const [USER_NAME, USER_PASSWORD, CHAP_PASSWORD, CHAP_CHALLENGE] = [1, 2, 3, 60];
const [NAS_IDENTIFIER, PROXY_STATE, EAP_MESSAGE, MESSAGE_AUTHENTICATOR, ERROR_CAUSE] = [32, 33, 79, 80, 101];

const authority = await Authority.create();
const ca = await readFile(authority.certFile, 'utf8');
const ofNode = await authority.issue();
const settings = {
  RADSEC_CERT: ofNode.certFile,
  RADSEC_KEY: ofNode.keyFile,
  RADSEC_CA: authority.certFile,
  RADSEC_PORT: '0',
};
const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
const server = await startTestServer(db, { settings });
const open: { close(): void }[] = [];
afterEach(() => {
  for (const nas of open.splice(0)) nas.close();
});

let names = 0;

/** A NAS with a certificate that names it, known to the node. */
async function newNas() {
  const name = `v11-${++names}.example.net`;
  const nas = await makeNas(db, isp, { tlsIdentity: `dns:${name}` });
  await isKnown();
  return { nas, certificate: await authority.issue({ names: `DNS:${name}` }) };
}

async function isKnown(to = server): Promise<void> {
  const count = await db.prisma.nas.count();
  await until(async () => (await to.metric('lastmile_radius_nases')) === count);
}

type Wishes = Partial<Parameters<typeof Radius11Nas.connect>[0]>;

async function connect(wishes: Wishes, to = server): Promise<Radius11Nas> {
  const link = await Radius11Nas.connect({ port: to.radsecPort ?? 0, ca, ...wishes });
  open.push(link);
  return link;
}

async function connected() {
  const { nas, certificate } = await newNas();
  const link = await connect({ certificate });
  expect((await link.ask(STATUS_SERVER, []))?.code).toBe(ACCEPT);
  return { nas, certificate, link };
}

async function connected10(certificate: Wishes['certificate']): Promise<RadSecNas> {
  const link = await RadSecNas.connect({ port: server.radsecPort ?? 0, ca, ...(certificate ? { certificate } : {}) });
  open.push(link);
  return link;
}

const subscriber = (password = 'open sesame') => makeService(db, plan, { password });
const pap = (username: string, password: Buffer | string): Attributes => [
  [USER_NAME, username],
  [USER_PASSWORD, password],
];
const address = (nasId: number) => ({ nasId, username: 'nobody', acctSessionId: 'x', framedIp: null });
const refusals = (of = server) => of.metric('lastmile_radsec_refused_total', { cause: 'version' });

/** What RFC 9765 wants of a packet of the node. */
function expectHeader(packet: Packet11 | null, code: number): void {
  expect(packet).toMatchObject({ code, reserved1: 0, reserved2: Buffer.alloc(12) });
  expect(packet?.attributes.map(([type]) => type)).not.toContain(MESSAGE_AUTHENTICATOR);
}

describe('the version of a connection', () => {
  it.each([
    [['radius/1.1'], 'radius/1.1'],
    [['radius/1.0', 'radius/1.1'], 'radius/1.1'],
    [['radius/1.0'], 'radius/1.0'],
    [[], false],
  ])('of a peer that offers %j is %s', async (protocols, chosen) => {
    const { certificate } = await newNas();
    const link = await connect({ certificate, protocols });
    expect(link.socket.alpnProtocol).toBe(chosen);
    const version = chosen === 'radius/1.1' ? '1.1' : '1.0';
    await until(async () => (await server.metric('lastmile_radsec_connections', { version })) === 1);
  });

  it('is none that another protocol may be spoken on, and the peer is told', async () => {
    const { certificate } = await newNas();
    const before = await refusals();
    const link = await connect({ certificate, protocols: ['http/1.1'] });
    await link.closed;
    expect(link.failure).toMatch(/NO_APPLICATION_PROTOCOL/);
    await until(async () => (await refusals()) === before + 1);
  });

  it('is not 1.1 with TLS 1.2', async () => {
    const { certificate } = await newNas();
    const before = await refusals();
    const link = await connect({ certificate, maxVersion: 'TLSv1.2' });
    await link.closed;
    expect(await refusals()).toBe(before + 1);
  });

  it('is what RADSEC_VERSIONS allows', async () => {
    const { certificate } = await newNas();
    const old = await startTestServer(db, { settings: { ...settings, RADSEC_VERSIONS: '1.0' } });
    expect((await connect({ certificate, protocols: ['radius/1.0', 'radius/1.1'] }, old)).socket.alpnProtocol).toBe(
      'radius/1.0',
    );
    const refused = await connect({ certificate }, old);
    await refused.closed;
    expect(refused.failure).toMatch(/NO_APPLICATION_PROTOCOL/);

    const latest = await startTestServer(db, { settings: { ...settings, RADSEC_VERSIONS: '1.1' } });
    const link = await connect({ certificate }, latest);
    expect((await link.ask(STATUS_SERVER, []))?.code).toBe(ACCEPT);
    await (await connect({ certificate, protocols: [] }, latest)).closed;
    await (await connect({ certificate, protocols: ['radius/1.0'] }, latest)).closed;
    await until(async () => (await refusals(latest)) === 2);
  });
});

describe('with RADIUS/1.1', () => {
  it('all types of packets have the Token of their request, and no signature', async () => {
    const { nas, link } = await connected();
    const { username } = await subscriber();
    expectHeader(await link.ask(STATUS_SERVER, []), ACCEPT);
    expectHeader(await link.ask(ACCESS_REQUEST, pap(username, 'open sesame')), ACCEPT);
    expectHeader(await link.ask(ACCESS_REQUEST, pap(username, 'close sesame')), REJECT);
    const session = `v11-${nas.id}`;
    const start = namedAttributes(accounting({ type: 'Start', username, session, at: Date.now() }));
    expectHeader(await link.ask(ACCOUNTING_REQUEST, start), ACCOUNTING_RESPONSE);
    expect(await storedSessions(db, session)).toHaveLength(1);
    const ended = server.network.disconnect({ nasId: nas.id, username, acctSessionId: session, framedIp: null });
    expect(await ended).toEqual({ result: 'acknowledged' });
    const [request] = link.requests;
    expectHeader(request ?? null, DISCONNECT_REQUEST);
    expect(request?.attributes).toContainEqual([USER_NAME, Buffer.from(username)]);
    const stop = namedAttributes(accounting({ type: 'Stop', username, session, at: Date.now() }));
    expectHeader(await link.ask(ACCOUNTING_REQUEST, stop), ACCOUNTING_RESPONSE);
  });

  it.each(['x', 'exactly sixteen!', 'pâss wörd', 'p'.repeat(128)])(
    'the password %s is sent as it is',
    async (secret) => {
      const { link } = await connected();
      const { username } = await subscriber(secret);
      expect((await link.ask(ACCESS_REQUEST, pap(username, secret)))?.code).toBe(ACCEPT);
      expect((await link.ask(ACCESS_REQUEST, pap(username, `${secret}\0`)))?.code).toBe(REJECT);
    },
  );

  it('CHAP needs CHAP-Challenge', async () => {
    const { link } = await connected();
    const { username } = await subscriber();
    const chap = (challenge: Buffer) => {
      const digest = createHash('md5').update(Buffer.of(7)).update('open sesame').update(challenge).digest();
      return [CHAP_PASSWORD, Buffer.concat([Buffer.of(7), digest])] as const;
    };
    const challenge = randomBytes(16);
    const name = [USER_NAME, username] as const;
    const complete: Attributes = [name, chap(challenge), [CHAP_CHALLENGE, challenge]];
    expect((await link.ask(ACCESS_REQUEST, complete))?.code).toBe(ACCEPT);
    const token = link.nextToken();
    const header = encode11(ACCESS_REQUEST, token, Buffer.alloc(0)).subarray(4);
    expect((await link.ask(ACCESS_REQUEST, [name, chap(header)], token))?.code).toBe(REJECT);
  });

  it('the keys of MS-CHAPv2 are sent as they are', async () => {
    const { link } = await connected();
    // RFC 2759 section 9.2, and the keys of RFC 3079 section 3.5.3.
    await makeService(db, plan, { username: 'User', password: 'clientPass' });
    const response = Buffer.concat([
      hex('2A00'),
      hex('21402324255E262A28295F2B3A337C7E'),
      Buffer.alloc(8),
      hex('82309ECD8D708B5EA08FAA3981CD83544233114A3D85D6DF'),
    ]);
    const microsoft = (type: number, value: Buffer) =>
      [26, Buffer.concat([hex('00000137'), Buffer.of(type, value.length + 2), value])] as const;
    const challenge = microsoft(11, hex('5B5D7C7D7B3F2F3E3C2C602132262628'));
    const answer = await link.ask(ACCESS_REQUEST, [[USER_NAME, 'User'], challenge, microsoft(25, response)]);
    expect(answer?.code).toBe(ACCEPT);
    expect(answer?.attributes).toContainEqual(microsoft(16, hex('8B7CDC149B993A1BA118CB153F56DCCB')));
    expect(answer?.attributes).toContainEqual(microsoft(17, hex('D5F0E9521E3EA9589645E86051C82226')));
  });

  it('EAP needs no Message-Authenticator', async () => {
    const { link } = await connected();
    const { username } = await subscriber();
    const identity = Buffer.concat([Buffer.of(2, 1, 0, 5 + username.length, 1), Buffer.from(username)]);
    const answer = await link.ask(ACCESS_REQUEST, [
      [USER_NAME, username],
      [EAP_MESSAGE, identity],
    ]);
    expectHeader(answer, CHALLENGE);
    expect(answer?.attributes.map(([type]) => type)).toContain(EAP_MESSAGE);
  });

  it('a Message-Authenticator and the reserved fields are ignored', async () => {
    const { link } = await connected();
    const { username } = await subscriber();
    const wrong: Attributes = [...pap(username, 'open sesame'), [MESSAGE_AUTHENTICATOR, randomBytes(16)]];
    expectHeader(await link.ask(ACCESS_REQUEST, wrong), ACCEPT);
    const request = encode11(ACCESS_REQUEST, link.nextToken(), octetsOfAttributes(pap(username, 'open sesame')));
    request.fill(0xff, 8, 20);
    request[1] = 99;
    expectHeader(await link.exchange(request), ACCEPT);
  });

  it('a Token that is used again is another request', async () => {
    const { link } = await connected();
    const { username } = await subscriber();
    const token = link.nextToken();
    expect((await link.ask(ACCESS_REQUEST, pap(username, 'open sesame'), token))?.code).toBe(ACCEPT);
    expect((await link.ask(ACCESS_REQUEST, pap(username, 'wrong'), token))?.code).toBe(REJECT);
  });

  it('more requests are under way at a time than an identifier has values', async () => {
    const { link } = await connected();
    const { username } = await subscriber();
    const requests = Array.from({ length: 600 }, () => link.ask(ACCESS_REQUEST, pap(username, 'open sesame')));
    expect(new Set((await Promise.all(requests)).map((answer) => answer?.code))).toEqual(new Set([ACCEPT]));
  });

  it('a proxy speaks for its NASes and gets its Proxy-State back', async () => {
    const name = `v11-${++names}.example.net`;
    const proxy = await makeProxy(db, null, { tlsIdentity: `dns:${name}` });
    await makeNas(db, isp, { proxyId: proxy.id, identifier: name });
    await isKnown();
    const link = await connect({ certificate: await authority.issue({ names: `DNS:${name}` }) });
    const { username } = await subscriber();
    const state = [PROXY_STATE, randomBytes(6)] as const;
    const answer = await link.ask(ACCESS_REQUEST, [...pap(username, 'open sesame'), [NAS_IDENTIFIER, name], state]);
    expectHeader(answer, ACCEPT);
    expect(answer?.attributes).toContainEqual(state);
  });
});

describe('a Disconnect-Request with RADIUS/1.1', () => {
  it('takes the answer with its Token alone', async () => {
    const { nas, link } = await connected();
    link.answer = ({ code, token }) =>
      Buffer.concat([
        encode11(code + 1, (token + 1) >>> 0, Buffer.alloc(0)),
        encode11(code + 2, token, octetsOfAttributes([[ERROR_CAUSE, hex('000001F7')]])),
      ]);
    const outcome = await server.network.disconnect(address(nas.id));
    expect(outcome).toMatchObject({ result: 'refused', reason: expect.stringMatching(/session.context/i) });
    link.answer = () => null;
    expect(await server.network.disconnect(address(nas.id))).toMatchObject({ result: 'silent' });
    expect(new Set(link.requests.map(({ token }) => token)).size).toBe(2);
  });

  it('goes to a NAS with connections of both versions in that of the last active one', async () => {
    const { nas, certificate, link } = await connected();
    const older = await connected10(certificate);
    expect((await older.ask(older.statusServer()))?.code).toBe('Access-Accept');
    expect(await server.network.disconnect(address(nas.id))).toEqual({ result: 'acknowledged' });
    expect([link.requests.length, older.requests.length]).toEqual([0, 1]);
    expect((await link.ask(STATUS_SERVER, []))?.code).toBe(ACCEPT);
    expect(await server.network.disconnect(address(nas.id))).toEqual({ result: 'acknowledged' });
    expect([link.requests.length, older.requests.length]).toEqual([1, 1]);
  });
});

describe('a packet of one version', () => {
  it('is not taken on a connection of the other', async () => {
    const { certificate, link } = await connected();
    const { username } = await subscriber('exactly sixteen!');
    const older = await connected10(certificate);
    const plain = encode11(ACCESS_REQUEST, 1, octetsOfAttributes(pap(username, 'exactly sixteen!')));
    expect((await older.exchange(plain))?.[0]).toBe(REJECT);
    const hidden = older.accessRequest([
      ['User-Name', username],
      ['User-Password', 'exactly sixteen!'],
    ]);
    expect((await link.exchange(hidden))?.code).toBe(REJECT);
    expect(
      await older.exchange(
        older.accessRequest([
          ['User-Name', username],
          ['User-Password', 'exactly sixteen!'],
        ]),
      ),
    ).toMatchObject({ 0: ACCEPT });
    const session = `plain-${username}`;
    const start = namedAttributes(accounting({ type: 'Start', username, session, at: Date.now() }));
    expect(await older.exchange(encode11(ACCOUNTING_REQUEST, 2, start))).toBeNull();
    await older.closed;
    expect(await storedSessions(db, session)).toEqual([]);
  });

  it('1.1 is not taken by UDP', async () => {
    const { username } = await subscriber('exactly sixteen!');
    const nas = await makeNas(db, isp);
    await isKnown();
    const udp = await TestNas.open({ ip: nas.ip });
    open.push(udp);
    const plain = encode11(ACCESS_REQUEST, 1, octetsOfAttributes(pap(username, 'exactly sixteen!')));
    expect((await udp.exchange(server.authPort, plain))?.[0]).toBe(REJECT);
    const session = `udp-${username}`;
    const start = namedAttributes(accounting({ type: 'Start', username, session, at: Date.now() }));
    expect(await udp.silence(server.acctPort, encode11(ACCOUNTING_REQUEST, 2, start))).toBeNull();
    expect(await udp.silence(server.authPort, encode11(STATUS_SERVER, 3, Buffer.alloc(0)))).toBeNull();
    expect(await storedSessions(db, session)).toEqual([]);
  });
});
