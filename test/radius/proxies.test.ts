import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seal } from '../../src/db/seal.ts';
import { query, sql } from '../../src/db/sql.ts';
import { Credential } from '../../src/radius/authentication/credential.ts';
import { challengeHash, challengeResponse } from '../../src/radius/authentication/ms-chap.ts';
import { makeNas, makeProxy, type NasOptions } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService, SECRETS_KEYS } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { openHidden } from './authentication/open-hidden.ts';
import { accounting } from './fixtures/accounting.ts';
import type { Decoded, Pair } from './fixtures/radius-package.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

type Nas = Awaited<ReturnType<typeof makeNas>>;

const db = await freshDatabase();
const [north, south] = [await makeIsp(db), await makeIsp(db)];
const plans = { north: await makePlan(db, north), south: await makePlan(db, south) };
// Equal names at two ISPs, with passwords of their own.
const ravi = {
  north: await makeService(db, plans.north, { username: 'ravi', password: 'of the north' }),
  south: await makeService(db, plans.south, { username: 'ravi', password: 'of the south' }),
};
const shared = await makeProxy(db, null);
const ofSouth = await makeProxy(db, south);
const server = await startTestServer(db);
let proxy: TestNas;
let southProxy: TestNas;

beforeAll(async () => {
  proxy = await TestNas.open(shared, 'proxied');
  southProxy = await TestNas.open(ofSouth, 'proxied');
});
afterAll(() => {
  proxy.close();
  southProxy.close();
});

const byAddress = (ip: string): Pair => ['NAS-IP-Address', ip];
const byIdentifier = (identifier: string): Pair => ['NAS-Identifier', identifier];

/** A NAS of the ISP at the shared proxy; known to the node when the call returns. */
async function attach(isp: { id: number }, fields: NasOptions = {}): Promise<Nas> {
  const nas = await makeNas(db, isp, { proxyId: shared.id, ...fields });
  await known(nas.id);
  return nas;
}

const known = (nasId: number) =>
  until(
    async () => !/no longer exists|is unknown/.test(JSON.stringify(await server.network.disconnect(sessionAt(nasId)))),
  );
const sessionAt = (nasId: number) => ({ nasId, username: 'nobody', acctSessionId: 'x', framedIp: null });

const logIn = (from: TestNas, nas: readonly Pair[], password: string, username = 'ravi'): Promise<Decoded | null> =>
  from.ask(server.authPort, from.accessRequest([['User-Name', username], ['User-Password', password], ...nas]));

const isSilent = async (from: TestNas, nas: readonly Pair[]): Promise<boolean> =>
  (await from.silence(server.authPort, from.accessRequest([['User-Name', 'x'], ['User-Password', 'x'], ...nas]))) ===
  null;

interface Told {
  readonly session: string;
  readonly username: string;
  readonly type?: 'Start' | 'Stop';
}

/** Tells the node of a session through the proxy. */
async function account(nas: readonly Pair[], { session, username, type = 'Start' }: Told): Promise<void> {
  const attributes = accounting({ type, username, session, at: Date.now() - 60_000, more: nas });
  const answer = await proxy.ask(server.acctPort, proxy.accountingRequest(attributes));
  expect(answer?.code).toBe('Accounting-Response');
}

interface Session {
  readonly nas_id: number;
  readonly isp_id: number;
  readonly service_id: number | null;
  readonly session: string;
  readonly ended: boolean;
}

const sessions = (like: string) =>
  query<Session>(
    db.pool,
    sql`SELECT nas_id, isp_id, service_id, acct_session_id AS session, ended_at IS NOT NULL AS ended
        FROM radius.session WHERE acct_session_id LIKE ${like} ORDER BY acct_session_id`,
  );

describe('the NASes of one proxy', () => {
  it('are as many as there are, each of its own ISP, and equal usernames meet their own service', async () => {
    const nases: { nas: Nas; named: Pair; of: 'north' | 'south' }[] = [];
    for (let at = 0; at < 20; at++) {
      const of = at % 2 === 0 ? 'north' : 'south';
      const isp = of === 'north' ? north : south;
      const identifier = at % 4 < 2 ? null : `pop-${at}`;
      // The identified ones all have the same private address.
      const ip = identifier === null ? `10.20.0.${at}` : '10.0.0.1';
      const nas = await attach(isp, { identifier, ip });
      nases.push({ nas, of, named: identifier === null ? byAddress(ip) : byIdentifier(identifier) });
    }
    for (const [at, { named, of }] of nases.entries()) {
      const session = `many-${String(at).padStart(2, '0')}`;
      const accept = await logIn(proxy, [named], `of the ${of}`);
      expect(accept?.code).toBe('Access-Accept');
      await account([named], { session, username: 'ravi' });
      await account([named], { session, username: 'ravi', type: 'Stop' });
      expect((await logIn(proxy, [named], `of the ${of === 'north' ? 'south' : 'north'}`))?.code).toBe('Access-Reject');
    }
    expect(await sessions('many-%')).toEqual(
      nases.map(({ nas, of }, at) => ({
        ...{ nas_id: nas.id, isp_id: nas.ispId, service_id: ravi[of].id },
        ...{ session: `many-${String(at).padStart(2, '0')}`, ended: true },
      })),
    );
  });

  it('end only their own sessions by Accounting-On', async () => {
    const [one, two] = [await attach(north, { ip: '10.21.0.1' }), await attach(south, { ip: '10.21.0.2' })];
    const users = [await makeService(db, plans.north), await makeService(db, plans.south)];
    for (const [at, nas] of [one, two].entries())
      await account([byAddress(nas.ip)], { session: `on-${at}`, username: users[at]?.username ?? '' });
    const on = proxy.accountingRequest([
      ['Acct-Status-Type', 'Accounting-On'],
      ['Event-Timestamp', new Date()],
      byAddress(one.ip),
    ]);
    expect((await proxy.ask(server.acctPort, on))?.code).toBe('Accounting-Response');
    await until(async () => (await sessions('on-%'))[0]?.ended === true);
    expect((await sessions('on-%')).map(({ ended }) => ended)).toEqual([true, false]);
  });

  it('are found by identifier first, by address only if they have no identifier, and by IPv6 address', async () => {
    const identified = await attach(north, { identifier: 'bng-1', ip: '10.22.0.1' });
    const addressed = await attach(south, { ip: '10.22.0.1' });
    const sixth = await attach(south, { ip: '10.22.0.2', ipv6: '2001:db8::6' });
    const ipv6: Pair = [95, Buffer.from('20010db8000000000000000000000006', 'hex')];
    const cases = [
      [[byIdentifier('bng-1'), byAddress('10.22.0.1')], identified],
      [[byIdentifier('bng-1'), byAddress('10.22.0.2')], identified],
      [[byIdentifier('another'), byAddress('10.22.0.1')], addressed],
      [[byAddress('10.22.0.1')], addressed],
      [[ipv6], sixth],
    ] as const;
    for (const [at, [named, nas]] of cases.entries()) {
      const { username } = await makeService(db, nas === identified ? plans.north : plans.south);
      await account([...named], { session: `found-${at}`, username });
      expect(await sessions(`found-${at}`)).toMatchObject([{ nas_id: nas.id, isp_id: nas.ispId }]);
    }
  });

  it('may have identifiers that are no text, and bind them octet by octet', async () => {
    const nas = await attach(north, { identifier: '\uf7ff\uf7fe', ip: '10.22.1.1' });
    const { username } = await makeService(db, plans.north);
    await account([['NAS-Identifier', Buffer.of(0xff, 0xfe)]], { session: 'octets', username });
    expect(await sessions('octets')).toMatchObject([{ nas_id: nas.id }]);
  });
});

describe('a hop', () => {
  it('signs and hides with its own secret: PAP, MS-CHAPv2 with keys, and Proxy-States in their order', async () => {
    const nas = await attach(north, { ip: '10.23.0.1' });
    const states = [Buffer.of(1, 0, 255), Buffer.from('second'), Buffer.alloc(253, 7)];
    const proxyStates = states.map((state): Pair => ['Proxy-State', state]);
    const accept = await logIn(
      proxy,
      [proxyStates[0] as Pair, byAddress(nas.ip), ...proxyStates.slice(1)],
      'of the north',
    );
    expect(accept?.code).toBe('Access-Accept');
    expect(accept?.raw_attributes.filter(([type]) => type === 33).map(([, value]) => value)).toEqual(states);

    const { username } = await makeService(db, plans.north, { password: 'spoken' });
    const [challenge, peerChallenge] = [randomBytes(16), randomBytes(16)];
    const { ntHash } = new Credential('spoken');
    const exchange = { authenticatorChallenge: challenge, peerChallenge, ntResponse: Buffer.alloc(24) };
    const response = challengeResponse(challengeHash({ ...exchange, userName: Buffer.from(username) }), ntHash);
    const value = Buffer.concat([Buffer.of(1, 0), peerChallenge, Buffer.alloc(8), response]);
    const request = proxy.accessRequest([
      ['User-Name', username],
      byAddress(nas.ip),
      ['Vendor-Specific', 311, [[11, challenge]]],
      ['Vendor-Specific', 311, [[25, value]]],
    ]);
    const answer = await proxy.ask(server.authPort, request);
    expect(answer?.code).toBe('Access-Accept');
    const keys = (answer?.raw_attributes ?? [])
      .filter(([type, octets]) => type === 26 && octets.readUInt32BE(0) === 311 && [16, 17].includes(octets[4] ?? 0))
      .map(([, octets]) => octets.subarray(6));
    expect(keys).toHaveLength(2);
    for (const key of keys) {
      const salted = Buffer.concat([request.subarray(4, 20), key.subarray(0, 2)]);
      const plain = openHidden(key.subarray(2), salted, 'proxied');
      expect(plain[0]).toBe(16);
      expect(plain.subarray(17).every((octet) => octet === 0)).toBe(true);
    }
  });

  it('must sign its Access-Requests, with its secret and not that of the NAS', async () => {
    const nas = await attach(north, { ip: '10.23.0.2' });
    const { username } = await makeService(db, plans.north);
    const attributes: Pair[] = [['User-Name', username], ['User-Password', 'secret'], byAddress(nas.ip)];
    expect(await proxy.silence(server.authPort, proxy.accessRequest(attributes, { sign: false }))).toBeNull();
    const forger = await TestNas.open(await makeProxyAt('127.3.250.1'), 'testing123');
    expect(await isSilent(forger, [byAddress(nas.ip)])).toBe(true);
    expect(await forger.silence(server.acctPort, forger.accountingRequest(attributes))).toBeNull();
    forger.close();
    expect((await logIn(proxy, [byAddress(nas.ip)], 'secret', username))?.code).toBe('Access-Accept');
    const { messageAuthenticatorSeenAt } = await db.prisma.nas.findUniqueOrThrow({ where: { id: nas.id } });
    expect(messageAuthenticatorSeenAt).toBeNull();
  });

  it('gets its Status-Server answered, whatever NAS that names', async () => {
    for (const port of [server.authPort, server.acctPort])
      expect((await proxy.ask(port, proxy.statusServer()))?.code).toMatch(/Access-Accept|Accounting-Response/);
  });

  it('gets the same answer to a retransmission, and two hops with equal packets get their own', async () => {
    const [one, two] = [
      await attach(north, { ip: '10.23.0.3' }),
      await makeNas(db, south, { proxyId: ofSouth.id, ip: '10.23.0.3' }),
    ];
    await known(two.id);
    const { username } = await makeService(db, plans.north);
    const request = proxy.accessRequest([['User-Name', username], ['User-Password', 'secret'], byAddress(one.ip)]);
    const first = await proxy.exchange(server.authPort, request);
    expect(await proxy.exchange(server.authPort, request)).toEqual(first);
    const other = await southProxy.exchange(server.authPort, request);
    // The password is hidden with an equal secret, but the user is another ISP's.
    expect([first?.[0], other?.[0]]).toEqual([2, 3]);
  });
});

const makeProxyAt = async (ip: string) => {
  const made = await makeProxy(db, null, { ip });
  await until(async () => {
    const probe = await TestNas.open(made, 'proxied');
    const answer = await probe.exchange(server.authPort, probe.statusServer(), 1_000);
    probe.close();
    return answer !== null;
  });
  return made;
};

describe('a tenant', () => {
  it('is not reached by the proxy of another ISP, even if that names its NAS', async () => {
    const nas = await attach(north, { ip: '10.24.0.1', identifier: 'north-1' });
    expect(await isSilent(southProxy, [byIdentifier('north-1')])).toBe(true);
    expect(await isSilent(southProxy, [byAddress(nas.ip)])).toBe(true);
  });

  it('cannot have a NAS at the proxy of another ISP, nor at one that is deleted', async () => {
    await expect(makeNas(db, north, { proxyId: ofSouth.id })).rejects.toThrow(/does not serve NASes/);
    const nas = await makeNas(db, north);
    const moved = db.prisma.nas.update({ where: { id: nas.id }, data: { proxyId: ofSouth.id } });
    await expect(moved).rejects.toThrow(/does not serve NASes/);
    const gone = await makeProxy(db, north, { deletedAt: new Date() });
    await expect(makeNas(db, north, { proxyId: gone.id })).rejects.toThrow(/does not serve NASes/);
  });

  it('cannot reach a NAS behind a proxy from the address of that NAS, and a direct NAS speaks only for itself', async () => {
    const [proxied, direct] = [
      await attach(north, { ip: '127.3.251.1' }),
      await makeNas(db, south, { ip: '127.3.251.2' }),
    ];
    await known(direct.id);
    const [atProxied, atDirect] = [await TestNas.open(proxied), await TestNas.open(direct)];
    const request = atProxied.accessRequest([
      ['User-Name', 'ravi'],
      ['User-Password', 'of the north'],
    ]);
    expect(await atProxied.silence(server.authPort, request)).toBeNull();
    expect((await logIn(atDirect, [byAddress(proxied.ip)], 'of the south'))?.code).toBe('Access-Accept');
    expect((await logIn(atDirect, [byAddress(proxied.ip)], 'of the north'))?.code).toBe('Access-Reject');
    // And a direct NAS is not reached through the proxy.
    expect(await isSilent(proxy, [byAddress(direct.ip)])).toBe(true);
    for (const each of [atProxied, atDirect]) each.close();
  });

  it('cannot take a source address that another hop has', async () => {
    const nas = await makeNas(db, north);
    await expect(makeProxy(db, south, { ip: nas.ip })).rejects.toThrow(/radius_source_key/);
    await expect(makeNas(db, north, { ip: ofSouth.ip })).rejects.toThrow(/radius_source_key/);
    // What is inside the network of a proxy does not matter.
    await makeNas(db, south, { ip: nas.ip, proxyId: ofSouth.id });
  });

  it('that claims an address at the same time as another waits, and is refused', async () => {
    const claims = await Promise.allSettled([
      makeNas(db, north, { ip: '127.3.252.1' }),
      makeProxy(db, south, { ip: '127.3.252.1' }),
    ]);
    expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a NAS that a proxy names and nobody knows', () => {
  it('gets no answer, is counted, and is listed with its proxy', async () => {
    const before = await server.metric('lastmile_radius_packets_total', { outcome: 'unknown-nas' });
    for (const named of [[byIdentifier('new \u0000router')], [byAddress('10.25.0.1')], []])
      expect(await isSilent(proxy, named)).toBe(true);
    const unknown = proxy.accountingRequest(accounting({ type: 'Start', username: 'x', session: 'x', at: Date.now() }));
    expect(await proxy.silence(server.acctPort, unknown)).toBeNull();
    expect(await server.metric('lastmile_radius_packets_total', { outcome: 'unknown-nas' })).toBe(before + 4);
    const listed = () =>
      query<{ identifier: string; address: string; packets: string }>(
        db.pool,
        sql`SELECT identifier, address, packets::text FROM radius.unknown_proxied_nas WHERE proxy_id = ${shared.id}
            AND address NOT LIKE '127.%' ORDER BY identifier, address`,
      );
    await expect.poll(listed).toEqual([
      { identifier: '', address: '', packets: '2' },
      { identifier: '', address: '10.25.0.1', packets: '1' },
      { identifier: 'new \uf700router', address: '', packets: '1' },
    ]);
  });
});

describe('a change of a proxy', () => {
  it('takes effect at once: created, another secret, another address, deleted', async () => {
    const made = await makeProxy(db, north, { ip: '127.3.253.1' });
    const nas = await makeNas(db, north, { proxyId: made.id, ip: '10.26.0.1' });
    const ask = async (ip: string, secret: string) => {
      const hop = await TestNas.open({ ip }, secret);
      const request = hop.accessRequest([['User-Name', 'ravi'], ['User-Password', 'of the north'], byAddress(nas.ip)]);
      const answer = await hop.exchange(server.authPort, request, 1_000);
      hop.close();
      return answer !== null;
    };
    await until(() => ask('127.3.253.1', 'proxied'));
    const where = { id: made.id };
    const secretEnc = new Uint8Array(seal(SECRETS_KEYS, 'proxy.secret', 'another'));
    await db.prisma.radiusProxy.update({ where, data: { secretEnc } });
    await until(() => ask('127.3.253.1', 'another'));
    expect(await ask('127.3.253.1', 'proxied')).toBe(false);
    await db.prisma.radiusProxy.update({ where, data: { ip: '127.3.253.2' } });
    await until(() => ask('127.3.253.2', 'another'));
    expect(await ask('127.3.253.1', 'another')).toBe(false);
    await db.prisma.nas.update({ where: { id: nas.id }, data: { deletedAt: new Date() } });
    await db.prisma.radiusProxy.update({ where, data: { deletedAt: new Date() } });
    await until(async () => !(await ask('127.3.253.2', 'another')));
    // The address is free again, for a NAS that sends its packets itself.
    const direct = await makeNas(db, north, {
      ip: '127.3.253.2',
      secretEnc: new Uint8Array(seal(SECRETS_KEYS, 'nas.secret', 'direct')),
    });
    await until(() => ask(direct.ip, 'direct'));
  });
});
