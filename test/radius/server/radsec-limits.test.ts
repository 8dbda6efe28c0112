import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FrameReader } from '../../../src/radius/server/radsec/frame-reader.ts';
import { HandshakeLimits } from '../../../src/radius/server/radsec/handshake-limits.ts';
import { KnownPeers } from '../../../src/radius/server/radsec/known-peers.ts';
import { namesIn } from '../../../src/radius/server/radsec/peer-identity.ts';
import { makeNas } from '../../factories/network.ts';
import { makeIsp } from '../../factories/tenants.ts';
import { Authority } from '../../fixtures/certificates.ts';
import { freshDatabase } from '../../fixtures/database.ts';
import { RadSecNas } from '../fixtures/radsec-nas.ts';
import { startTestServer, until } from '../fixtures/server.ts';

const authority = await Authority.create();
const ca = await readFile(authority.certFile, 'utf8');
const node = await authority.issue();
const [one, two] = [await authority.selfSigned(), await authority.selfSigned()];
const db = await freshDatabase();
const isp = await makeIsp(db);
for (const { fingerprint } of [one, two]) await makeNas(db, isp, { tlsIdentity: fingerprint });
const neighbour = await authority.selfSigned();
await makeNas(db, await makeIsp(db), { tlsIdentity: neighbour.fingerprint });
const settings = {
  ...{ RADSEC_CERT: node.certFile, RADSEC_KEY: node.keyFile, RADSEC_PORT: '0' },
  RADSEC_MAX_CONNECTIONS: '20',
};
const server = await startTestServer(db, { settings, radsecTiming: { sweepMs: 50 } });
const port = server.radsecPort ?? 0;

/** How far the monotonic clock, by which the node tells how long a peer keeps it waiting, is put forward. */
let ahead = 0;
const forward = (ms: number) => {
  ahead += ms;
};
const realNow = performance.now.bind(performance);
const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + ahead);
afterAll(() => clock.mockRestore());
// Long enough for all handshakes that a source may begin at once.
beforeEach(() => forward(60_000));

const open: RadSecNas[] = [];
afterEach(async () => {
  for (const nas of open.splice(0)) nas.close();
  await until(async () => (await server.metric('lastmile_radsec_connections')) === 0);
});

async function connectAs(certificate = one): Promise<RadSecNas> {
  const nas = await RadSecNas.connect({ port, ca, certificate });
  open.push(nas);
  return nas;
}

const nothing = () => undefined;
const isAlive = async (nas: RadSecNas) => (await nas.exchange(nas.statusServer()))?.[0] === 2;
const closings = (cause: string) => server.metric('lastmile_radsec_closed_total', { cause });
const refusals = (cause: string) => server.metric('lastmile_radsec_refused_total', { cause });

describe('a connection is closed', () => {
  it('that is idle, but not one that sends now and then', async () => {
    const [idle, lively] = [await connectAs(), await connectAs(two)];
    for (let times = 0; times < 2; times++) {
      expect(await isAlive(lively)).toBe(true);
      forward(16 * 60_000);
    }
    await idle.closed;
    expect(await isAlive(lively)).toBe(true);
    await until(async () => (await closings('idle')) === 1);
  });

  it('that does not finish a packet', async () => {
    const nas = await connectAs();
    const unfinished = nas.statusServer().subarray(0, 10);
    // The answer to the first packet says that the rest has arrived too.
    await nas.exchange(nas.statusServer(), undefined, (packet) =>
      nas.socket.write(Buffer.concat([packet, unfinished])),
    );
    forward(21_000);
    await nas.closed;
    await until(async () => (await closings('incomplete')) === 1);
  });

  it.each([
    ['with an impossible length', Buffer.of(1, 1, 0, 19)],
    ['with too long a packet', Buffer.of(1, 1, 0x10, 0x01)],
    ['with an attribute that does not fit', Buffer.concat([Buffer.of(1, 1, 0, 22), Buffer.alloc(16), Buffer.of(1, 9)])],
    ['with a packet of another secret', Buffer.concat([Buffer.of(4, 1, 0, 20), randomBytes(16)])],
  ])('that sends octets %s', async (_, octets) => {
    const before = await closings('malformed');
    const nas = await connectAs();
    expect(await isAlive(nas)).toBe(true);
    nas.socket.write(octets);
    await nas.closed;
    await until(async () => (await closings('malformed')) === before + 1);
  });

  it('that reads nothing', async () => {
    const nas = await connectAs();
    expect(await isAlive(nas)).toBe(true);
    nas.socket.pause();
    let isClosed = false;
    nas.socket.once('close', () => {
      isClosed = true;
    });
    // Each is answered again when it comes again.
    const requests = Buffer.concat(Array.from({ length: 200 }, () => nas.statusServer()));
    // Unpaused by its end alone.
    while (!isClosed && (await closings('not-reading')) === 0) {
      nas.socket.write(requests);
      forward(1_000);
      await sleep(1);
    }
    await until(async () => (await closings('not-reading')) === 1);
  });
});

describe('connections', () => {
  it('of one identity are sixteen, of which the one that was idle longest gives way', async () => {
    const first = await connectAs();
    const second = await connectAs();
    expect(await isAlive(first)).toBe(true);
    const more: RadSecNas[] = [];
    for (let count = 2; count < 16; count++) more.push(await connectAs());
    for (const nas of [second, ...more, first]) expect(await isAlive(nas)).toBe(true);
    const last = await connectAs();
    expect(await isAlive(last)).toBe(true);
    await second.closed;
    expect(await isAlive(first)).toBe(true);
  });

  it('are as many as the operator allows', async () => {
    const before = await refusals('limit');
    for (let count = 0; count < 20; count++) expect(await isAlive(await connectAs(count < 16 ? one : two))).toBe(true);
    const late = await connectAs(two);
    await late.closed;
    expect(await refusals('limit')).toBe(before + 1);

    // Another ISP gets its share, from the one that has the most.
    const [tooMany, other] = [await closings('too-many'), await connectAs(neighbour)];
    expect(await isAlive(other)).toBe(true);
    await until(async () => (await closings('too-many')) === tooMany + 1);
  });

  it('that begin no handshake are closed', async () => {
    const hasty = await startTestServer(db, { settings, radsecTiming: { handshakeMs: 100 } });
    const silent = connect(hasty.radsecPort ?? 0, '127.0.0.1');
    silent.on('error', () => undefined);
    await new Promise((resolve) => silent.on('close', resolve));
    await until(async () => (await hasty.metric('lastmile_radsec_refused_total', { cause: 'timeout' })) === 1);
  });
});

describe('handshakes', () => {
  it('that come to nothing leave room for others', async () => {
    // More than may be unfinished of one source, without a pause that would let them time out.
    for (let count = 0; count < 17; count++) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.once('connect', resolve));
      if (count % 2 === 0) socket.write('no TLS');
      else socket.end();
      await new Promise((resolve) => socket.once('close', resolve));
    }
    // At most ten a second after the first forty.
    let nas = await connectAs();
    while (!(await isAlive(nas))) nas = await connectAs();
    expect(await isAlive(nas)).toBe(true);
  });

  it('of one source are limited per second, and leave room for those of others', () => {
    const limits = new HandshakeLimits();
    const begin = (source: string, at: number) => {
      const end = limits.begin(source, at, nothing);
      end?.();
      return end !== undefined;
    };
    const count = (source: string, at: number) =>
      Array.from({ length: 1_000 }, () => begin(source, at)).filter(Boolean).length;
    expect(count('192.0.2.1', 0)).toBe(40);
    expect(count('2001:db8::1', 0)).toBe(40);
    expect(count('2001:db8:0:0:ffff::2', 0)).toBe(0);
    expect(count('2001:db8:0:1::1', 0)).toBe(40);
    expect(count('192.0.2.1', 1_000)).toBe(10);
    // All sources together.
    const others = Array.from({ length: 1_000 }, (_, at) => begin(`198.51.100.${at % 250}`, 0)).filter(Boolean).length;
    expect(others).toBeLessThan(200);
  });

  it('that are unfinished are limited: the oldest of a source gives way to its next', () => {
    const limits = new HandshakeLimits();
    const gaveWay: number[] = [];
    const ends = Array.from({ length: 20 }, (_, at) => limits.begin('192.0.2.1', 0, () => gaveWay.push(at)));
    expect(gaveWay).toEqual([0, 1, 2, 3]);
    // One that has ended takes no room, however often that is said.
    for (const end of [...ends, ...ends]) end?.();
    for (let at = 20; at < 36; at++) limits.begin('192.0.2.1', 0, () => gaveWay.push(at));
    expect(gaveWay).toEqual([0, 1, 2, 3]);
  });

  it('that strangers leave half open keep no newcomer out: the oldest gives way', () => {
    const limits = new HandshakeLimits();
    const gaveWay: string[] = [];
    const begin = (source: string, at: number) => limits.begin(source, at, () => gaveWay.push(source)) !== undefined;
    for (let at = 0; at < 400; at++) expect(begin(`198.51.100.${at % 100}`, at * 10)).toBe(true);
    expect(gaveWay).toHaveLength(144);
    expect(gaveWay.slice(0, 3)).toEqual(['198.51.100.0', '198.51.100.1', '198.51.100.2']);
    expect(begin('192.0.2.1', 4_000)).toBe(true);
    expect(gaveWay).toHaveLength(145);
    expect(gaveWay).not.toContain('192.0.2.1');
  });

  it('that four hundred sources leave half open keep neither a new NAS nor a known one out', async () => {
    const patient = await startTestServer(db, {
      settings: { RADSEC_CERT: node.certFile, RADSEC_KEY: node.keyFile, RADSEC_PORT: '0' },
      radsecTiming: { handshakeMs: 600_000 },
    });
    const to = { port: patient.radsecPort ?? 0, ca };
    const halfOpen: Socket[] = [];
    const dropped = () => patient.metric('lastmile_radsec_refused_total', { cause: 'limit' });
    // As many as fit and more, at the rate at which handshakes may begin.
    for (let count = 0; (await dropped()) < 40 || halfOpen.length < 400; count++) {
      const socket = connect({ port: to.port, host: '127.0.0.1', localAddress: `127.0.1.${count % 250}` });
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      halfOpen.push(socket);
    }
    const tryAs = async (certificate: typeof one, localAddress: string): Promise<boolean> => {
      const nas = await RadSecNas.connect({ ...to, certificate, localAddress });
      open.push(nas);
      return isAlive(nas);
    };
    // A stranger waits for his turn among those that begin; nobody keeps it from him.
    await until(() => tryAs(two, '127.0.2.1'));
    // From then on it does not have to.
    for (let count = 0; count < 5; count++) expect(await tryAs(two, '127.0.2.1')).toBe(true);
    for (const socket of halfOpen) socket.destroy();
  });

  it('of the address of a NAS, and of peers that were accepted before, are apart from those of strangers', () => {
    const peers = new KnownPeers((address) => address === '192.0.2.1');
    expect(['192.0.2.1', '192.0.2.2', '2001:db8::1'].map((each) => peers.has(each))).toEqual([true, false, false]);
    peers.add('2001:db8::1');
    expect(['2001:db8::ffff', '2001:db8:0:1::1'].map((each) => peers.has(each))).toEqual([true, false]);
    for (let at = 0; at < 10_000; at++) peers.add(`10.0.${at >> 8}.${at & 255}`);
    expect([peers.has('2001:db8::1'), peers.has('10.0.0.0'), peers.has('192.0.2.1')]).toEqual([false, true, true]);
  });
});

describe('packets in a stream', () => {
  it('are found however it is cut', () => {
    const packets = Array.from({ length: 12 }, (_, at) => {
      const length = 20 + ((at * 797) % 4077);
      const packet = randomBytes(length);
      packet.writeUInt16BE(length, 2);
      return packet;
    });
    const stream = Buffer.concat(packets);
    for (const step of [1, 3, 19, 64, 4096, stream.length]) {
      const found: Buffer[] = [];
      const reader = new FrameReader();
      for (let at = 0; at < stream.length; at += step)
        expect(reader.read(stream.subarray(at, at + step), (packet) => found.push(Buffer.from(packet)) > 0)).toBe(true);
      expect(Buffer.concat(found).equals(stream)).toBe(true);
      expect(found).toHaveLength(packets.length);
      expect(reader.isInside).toBe(false);
    }
  });
});

describe('the names in a certificate', () => {
  it.each([
    [
      'DNS:One.Example.net, IP Address:192.0.2.1, URI:urn:nas:1',
      ['dns:one.example.net', 'ip:192.0.2.1', 'uri:urn:nas:1'],
    ],
    ['IP Address:2001:DB8:0:0:0:0:0:1', ['ip:2001:db8::1']],
    ['DNS:"evil, DNS:core-1.example.net", DNS:own.example.net', ['dns:own.example.net']],
    ['URI:"urn:a\\", DNS:core-1.example.net", DNS:own.example.net', ['dns:own.example.net']],
    ['othername:<unsupported>, DNS:a', ['dns:a']],
    ['DNS:"unfinished, DNS:core-1.example.net', []],
    ['', []],
  ])('%s', (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });
});
