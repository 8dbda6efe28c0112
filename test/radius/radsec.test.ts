import { X509Certificate } from 'node:crypto';
import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import { query, sql } from '../../src/db/sql.ts';
import { makeNas, makeProxy, type NasOptions } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { Authority, type Certificate } from '../fixtures/certificates.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { accounting, storedSessions } from './fixtures/accounting.ts';
import { CoaNas } from './fixtures/coa-nas.ts';
import type { Pair } from './fixtures/radius-package.ts';
import { RadSecNas } from './fixtures/radsec-nas.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const authority = await Authority.create();
const ca = await readFile(authority.certFile, 'utf8');
const ofNode = await authority.issue();
const revoked = await authority.issue({ names: 'DNS:revoked.example.net' });
const settings = {
  RADSEC_CERT: ofNode.certFile,
  RADSEC_KEY: ofNode.keyFile,
  RADSEC_CA: authority.certFile,
  RADSEC_CRL: await authority.revoke(revoked),
  RADSEC_PORT: '0',
};
const db = await freshDatabase();
const [north, south] = [await makeIsp(db), await makeIsp(db)];
const plans = { north: await makePlan(db, north), south: await makePlan(db, south) };
// Equal names at two ISPs, with passwords of their own.
const ravi = {
  north: await makeService(db, plans.north, { username: 'ravi', password: 'of the north' }),
  south: await makeService(db, plans.south, { username: 'ravi', password: 'of the south' }),
};
const server = await startTestServer(db, { settings });
const another = await startTestServer(db, { settings });
const open: RadSecNas[] = [];
afterEach(() => {
  for (const nas of open.splice(0)) nas.close();
});

let names = 0;
const newName = () => `core-${++names}.example.net`;

/** A NAS with this TLS identity; known to the nodes when the call returns. */
async function add(tlsIdentity: string, fields: NasOptions & { isp?: { id: number } } = {}) {
  const { isp = north, ...more } = fields;
  const nas = await makeNas(db, isp, { tlsIdentity, ...more });
  await known();
  return nas;
}

async function known(): Promise<void> {
  const count = await db.prisma.nas.count();
  for (const { metric } of [server, another])
    await until(async () => (await metric('lastmile_radius_nases')) === count);
}

const sessionAt = (nasId: number) => ({ nasId, username: 'nobody', acctSessionId: 'x', framedIp: null });

async function connectTo(
  { radsecPort: port = 0 }: { radsecPort: number | undefined },
  certificate?: Certificate,
  more: { maxVersion?: 'TLSv1.2' } = {},
): Promise<RadSecNas> {
  const nas = await RadSecNas.connect({ port, ca, ...(certificate ? { certificate } : {}), ...more });
  open.push(nas);
  return nas;
}

/** A NAS of its own with a certificate for it, and a connection. */
async function connected(fields: NasOptions & { isp?: { id: number } } = {}, to = server) {
  const name = newName();
  const nas = await add(`dns:${name}`, fields);
  const certificate = await authority.issue({ names: `DNS:${name}` });
  const link = await connectTo(to, certificate);
  expect((await link.ask(link.statusServer()))?.code).toBe('Access-Accept');
  return { nas, certificate, link };
}

const login = (password: string, more: readonly Pair[] = [], username = 'ravi'): Pair[] => [
  ['User-Name', username],
  ['User-Password', password],
  ...more,
];

/** Logs a subscriber of the northern ISP in who has not been online before. */
async function isAccepted(link: RadSecNas): Promise<boolean> {
  const { username } = await makeService(db, plans.north, { password: 'of the north' });
  return (await link.ask(link.accessRequest(login('of the north', [], username))))?.code === 'Access-Accept';
}

const refusals = (cause: string) => server.metric('lastmile_radsec_refused_total', { cause });
const closings = (cause: string) => server.metric('lastmile_radsec_closed_total', { cause });

describe('a RadSec connection', () => {
  it.each(['TLSv1.2', 'TLSv1.3'] as const)('carries all types of packets, with %s', async (maxVersion) => {
    const name = newName();
    const nas = await add(`dns:${name}`);
    const certificate = await authority.issue({ names: `DNS:${name.toUpperCase()}` });
    const link = await connectTo(server, certificate, maxVersion === 'TLSv1.2' ? { maxVersion } : {});
    expect(link.socket.getProtocol()).toBe(maxVersion);
    expect((await link.ask(link.statusServer()))?.code).toBe('Access-Accept');
    expect(await isAccepted(link)).toBe(true);
    expect((await link.ask(link.accessRequest(login('wrong'), { sign: false })))?.code).toBe('Access-Reject');
    const session = `all-${maxVersion}`;
    const start = accounting({ type: 'Start', username: 'ravi', session, at: Date.now() });
    expect((await link.ask(link.accountingRequest(start)))?.code).toBe('Accounting-Response');
    expect(await storedSessions(db, session)).toMatchObject([{ service_id: ravi.north.id }]);
    const outcome = server.network.disconnect({
      nasId: nas.id,
      username: 'ravi',
      acctSessionId: session,
      framedIp: null,
    });
    expect(await outcome).toEqual({ result: 'acknowledged' });
    expect(link.requests).toMatchObject([
      { code: 'Disconnect-Request', attributes: { 'Acct-Session-Id': session, 'NAS-IP-Address': nas.ip } },
    ]);
    const stop = accounting({ type: 'Stop', username: 'ravi', session, at: Date.now() });
    expect((await link.ask(link.accountingRequest(stop)))?.code).toBe('Accounting-Response');
  });

  it('has packets that arrive in pieces, and many in one piece', async () => {
    const { link } = await connected();
    const requests = Array.from({ length: 60 }, () => link.accessRequest(login('of the north')));
    const answers = requests.map((request) => link.exchange(request));
    expect((await Promise.all(answers)).map((answer) => answer?.[0])).toEqual(requests.map(() => 2));
    const request = link.accessRequest(login('of the north'));
    const inPieces = async (bytes: Buffer) => {
      for (const octet of bytes) {
        link.socket.write(Buffer.of(octet));
        await sleep(0);
      }
    };
    const answer = link.exchange(request, 20_000, inPieces);
    expect((await answer)?.[0]).toBe(2);
  });

  it('repeats the answer to a repeated request', async () => {
    const { link } = await connected();
    const request = link.accessRequest(login('of the north'));
    const first = await link.exchange(request);
    expect(await link.exchange(request)).toEqual(first);
  });

  it.each([
    [
      'an identity by fingerprint',
      async () => {
        const certificate = await authority.selfSigned();
        return { certificate, identity: certificate.fingerprint };
      },
    ],
    [
      'an IP address',
      async () => ({
        certificate: await authority.issue({ names: 'IP:2001:db8::77' }),
        identity: 'ip:2001:db8::77',
      }),
    ],
    [
      'a URI',
      async () => ({
        certificate: await authority.issue({ names: 'URI:urn:nas:7' }),
        identity: 'uri:urn:nas:7',
      }),
    ],
  ])('is known by %s', async (_, make) => {
    const { certificate, identity } = await make();
    await add(identity);
    expect(await isAccepted(await connectTo(server, certificate))).toBe(true);
  });

  it('is of one of two ISPs with NASes of the same private address, also next to one behind a proxy', async () => {
    const one = await connected({ ip: '10.99.0.1' });
    const two = await connected({ isp: south, ip: '10.99.0.1' });
    const proxy = await makeProxy(db, null);
    await makeNas(db, south, { ip: '10.99.0.1', proxyId: proxy.id, identifier: 'third' });
    const hop = await TestNas.open(proxy, 'proxied');
    await known();
    const { username } = await makeService(db, plans.south, { password: 'third' });
    for (const of of ['north', 'south'] as const)
      await makeService(db, plans[of], { username: 'meera', password: `of the ${of}` });
    for (const [{ link }, password, other] of [
      [one, 'of the north', 'of the south'],
      [two, 'of the south', 'of the north'],
    ] as const) {
      expect((await link.ask(link.accessRequest(login(password, [], 'meera'))))?.code).toBe('Access-Accept');
      expect((await link.ask(link.accessRequest(login(other, [], 'meera'))))?.code).toBe('Access-Reject');
    }
    const named = hop.accessRequest(login('third', [['NAS-Identifier', 'third']], username));
    expect((await hop.ask(server.authPort, named))?.code).toBe('Access-Accept');
    hop.close();
  });
});

describe('a proxy that connects by RadSec', () => {
  it('speaks for its NASes, and takes Disconnect-Requests for them', async () => {
    const name = newName();
    const proxy = await makeProxy(db, null, { tlsIdentity: `dns:${name}` });
    await makeNas(db, north, { proxyId: proxy.id, identifier: 'tls-1', ip: '10.98.0.1', coaBy: 'proxy' });
    const two = await makeNas(db, south, { proxyId: proxy.id, identifier: 'tls-2', ip: '10.98.0.1', coaBy: 'proxy' });
    await known();
    const link = await connectTo(server, await authority.issue({ names: `DNS:${name}` }));
    expect((await link.ask(link.statusServer()))?.code).toBe('Access-Accept');
    for (const [identifier, of] of [
      ['tls-1', 'north'],
      ['tls-2', 'south'],
    ] as const) {
      const { username } = await makeService(db, plans[of], { password: `of ${identifier}` });
      const request = link.accessRequest(login(`of ${identifier}`, [['NAS-Identifier', identifier]], username), {
        sign: false,
      });
      expect((await link.ask(request))?.code).toBe('Access-Accept');
    }
    expect(await link.silence(link.accessRequest(login('x', [['NAS-Identifier', 'tls-3']])))).toBeNull();
    expect(await server.network.disconnect(sessionAt(two.id))).toEqual({ result: 'acknowledged' });
    expect(link.requests).toMatchObject([{ attributes: { 'NAS-Identifier': 'tls-2' } }]);
  });
});

describe('a connection is refused', () => {
  const cases: [cause: string, make: () => Promise<Certificate | undefined>][] = [
    ['no-certificate', async () => undefined],
    [
      'untrusted',
      async () => {
        const name = newName();
        await add(`dns:${name}`);
        return authority.selfSigned({ names: `DNS:${name}` });
      },
    ],
    ['unknown-identity', () => authority.issue({ names: 'DNS:nobody.example.net' })],
    [
      'expired',
      async () => {
        const certificate = await authority.selfSigned({ days: -1 });
        await add(certificate.fingerprint);
        return certificate;
      },
    ],
    [
      'revoked',
      async () => {
        await add('dns:revoked.example.net');
        return revoked;
      },
    ],
    [
      'ambiguous-identity',
      async () => {
        const [one, two] = [newName(), newName()];
        await add(`dns:${one}`);
        await add(`dns:${two}`, { isp: south });
        return authority.issue({ names: `DNS:${one},DNS:${two}` });
      },
    ],
  ];
  it.each(cases)('with cause %s', async (cause, make) => {
    const certificate = await make();
    const before = await refusals(cause);
    const link = await connectTo(server, certificate);
    expect(await link.exchange(link.accessRequest(login('of the north')))).toBeNull();
    await link.closed;
    expect(await refusals(cause)).toBe(before + 1);
  });

  it('that speaks no TLS, or less than TLS 1.2', async () => {
    const before = await refusals('handshake');
    const socket = connect(server.radsecPort ?? 0, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\n\r\n');
    await until(async () => (await refusals('handshake')) === before + 1);
    expect(socket.destroyed || (await new Promise((resolve) => socket.on('close', () => resolve(true))))).toBe(true);
  });
});

describe('a NAS with a TLS identity', () => {
  it('is not reached from its address by UDP', async () => {
    const { nas } = await connected();
    const udp = await TestNas.open({ ip: nas.ip });
    expect(await udp.silence(server.authPort, udp.accessRequest(login('of the north')))).toBeNull();
    udp.close();
  });

  it('loses its connection with its identity', async () => {
    const { nas, link } = await connected();
    expect(await isAccepted(link)).toBe(true);
    await query(db.pool, sql`UPDATE radius.nas SET tls_identity = 'dns:elsewhere.example.net' WHERE id = ${nas.id}`);
    await link.closed;
    await until(async () => (await closings('identity')) > 0);
  });
});

describe('Disconnect- and CoA-Requests', () => {
  it('find the node to which the NAS is connected, and bring back what it answers', async () => {
    const { nas, link } = await connected({}, another);
    expect(await server.network.disconnect(sessionAt(nas.id))).toEqual({ result: 'acknowledged' });
    link.reaction = 503;
    const outcome = await server.network.disconnect(sessionAt(nas.id));
    expect(outcome).toMatchObject({ result: 'refused', reason: expect.stringMatching(/session.context/i) });
    link.reaction = 'silence';
    expect(await server.network.disconnect(sessionAt(nas.id))).toMatchObject({ result: 'silent' });
    expect(link.requests).toHaveLength(3);
  });

  it('go once, down the connection that was active last', async () => {
    const { nas, certificate, link } = await connected();
    const second = await connectTo(server, certificate);
    expect(await isAccepted(second)).toBe(true);
    await Promise.all(Array.from({ length: 40 }, () => server.network.disconnect(sessionAt(nas.id))));
    expect([link.requests.length, second.requests.length]).toEqual([0, 40]);
    second.close();
    await until(async () => (await server.network.disconnect(sessionAt(nas.id))).result === 'acknowledged');
    expect(link.requests.length).toBeGreaterThan(0);
  });

  it('go to a NAS that takes them by UDP alone', async () => {
    const listening = await CoaNas.open('127.4.0.1');
    const { nas, link } = await connected({ ip: listening.ip, coaPort: listening.port, coaBy: 'udp' });
    expect(await server.network.disconnect(sessionAt(nas.id))).toEqual({ result: 'acknowledged' });
    expect([listening.packets.length, link.requests.length]).toEqual([1, 0]);
    listening.close();
  });

  it('to a NAS that is not connected are unanswered', async () => {
    const { nas, link } = await connected();
    link.close();
    await until(async () => (await server.network.disconnect(sessionAt(nas.id))).result === 'silent');
  });
});

describe('certificates that change on disk', () => {
  /** A server that looks for changes all the time, and how often it has found some that it cannot use. */
  async function watching(files: Record<string, string>) {
    const errors: string[] = [];
    const log = createLog('error', { write: (text) => void errors.push(text) });
    const options = { settings: { ...settings, ...files }, radsecTiming: { pollMs: 20 }, log };
    return { live: await startTestServer(db, options), refusals: () => errors.length };
  }

  it('are used for new connections, while the old ones go on', async () => {
    const folder = authority.folder;
    const files = { RADSEC_CERT: join(folder, 'live.pem'), RADSEC_KEY: join(folder, 'live.key') };
    await writeFile(files.RADSEC_CERT, ofNode.cert);
    await writeFile(files.RADSEC_KEY, ofNode.key);
    const { live, refusals } = await watching(files);
    const { certificate, link } = await connected({}, live);
    const renewed = await authority.issue({ names: 'DNS:renewed.example.net' });
    await writeFile(`${files.RADSEC_CERT}.new`, renewed.cert);
    await rename(`${files.RADSEC_CERT}.new`, files.RADSEC_CERT); // without its key, so it cannot be used yet
    await until(() => refusals() > 0);
    expect(await isAccepted(await connectTo(live, certificate))).toBe(true);
    await writeFile(files.RADSEC_KEY, renewed.key);
    const fingerprint = async () =>
      (await connectTo(live, certificate)).socket.getPeerX509Certificate()?.fingerprint256;
    await until(async () => (await fingerprint()) === new X509Certificate(renewed.cert).fingerprint256);
    expect(await isAccepted(link)).toBe(true);
  });

  it('cut off the open connections whose certificate a new list revokes, and no others', async () => {
    const files = { RADSEC_CRL: join(authority.folder, 'live-list.pem') };
    await copyFile(settings.RADSEC_CRL, files.RADSEC_CRL);
    const { live, refusals } = await watching(files);
    const [one, other] = [await connected({}, live), await connected({}, live)];
    // Known by its fingerprint, which needs no authority: revoked is revoked.
    const named = await authority.issue();
    await add(named.fingerprint);
    const byFingerprint = await connectTo(live, named);
    expect(await isAccepted(byFingerprint)).toBe(true);
    const list = await authority.revoke(one.certificate, named);
    await rename(list, files.RADSEC_CRL);
    await Promise.all([one.link.closed, byFingerprint.closed]);
    expect(await live.metric('lastmile_radsec_closed_total', { cause: 'revoked' })).toBe(2);
    expect(await isAccepted(other.link)).toBe(true);
    const again = await connectTo(live, one.certificate);
    await again.closed;
    expect(await live.metric('lastmile_radsec_refused_total', { cause: 'revoked' })).toBeGreaterThan(0);
    // A list that cannot be read changes nothing.
    await writeFile(`${files.RADSEC_CRL}.new`, 'no list');
    await rename(`${files.RADSEC_CRL}.new`, files.RADSEC_CRL);
    await until(() => refusals() > 0);
    expect(await isAccepted(other.link)).toBe(true);
  });
});
