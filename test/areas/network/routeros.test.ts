import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CONNECTIONS } from '../../../src/areas/network/routeros/line.ts';
import { keepPace } from '../../../src/areas/network/routeros/pace.ts';
import { targetOf } from '../../../src/areas/network/routeros/target.ts';
import { readConfig } from '../../../src/config/config.ts';
import type { RouterSimulator } from '../../../src/routeros/simulator/simulator.ts';
import { startApi } from '../../fixtures/api.ts';
import { Authority } from '../../fixtures/certificates.ts';
import { hexadecimal, routersOf, type TestRouter } from '../../fixtures/router.ts';
import { makeTenant, makeUser, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
const makeRouter = await routersOf(api);
const authority = await Authority.create();

let tenant: Tenant;
let other: Tenant;
beforeAll(async () => {
  tenant = await makeTenant(api);
  other = await makeTenant(api);
});

const realTime = () => {
  api.clock.at = undefined;
};

type Values = Record<string, string | null>;

async function confirmed(
  ...options: Parameters<typeof makeRouter> extends [unknown, ...infer R] ? R : never
): Promise<TestRouter> {
  const router = await makeRouter(tenant.me, ...options);
  await router.confirm();
  return router;
}

const resources = ({ id }: Pick<TestRouter, 'id'>, as = tenant.me) => api.call('radius/nas/resources', { id }, as);
const status = ({ id }: Pick<TestRouter, 'id'>) => api.ok<Values>('radius/nas/api_status', { id }, tenant.me);

describe('what a router says of itself', () => {
  it.each(['6.49', '7.20'] as const)('is read from RouterOS %s', async (version) => {
    api.clock.at = new Date('2026-11-30T13:00:10Z');
    onTestFinished(realTime);
    const { status: code, result } = await resources(await confirmed({ version, isSplit: true }));
    expect(code).toBe(200);
    expect(result).toMatchObject(
      version === '6.49'
        ? { identity: 'core-1', version: '6.49.17 (long-term)', uptime: '1483506', memory_mb: 2048, cpu_percent: '7' }
        : { identity: 'core-2', version: '7.20.4 (stable)', uptime: '331805', memory_mb: 4096, cpu_percent: '12' },
    );
    // 18:30:00 in India, ten seconds ago.
    expect(result).toMatchObject({ clock_ahead: -10, time_zone: 'Asia/Kolkata', rebooted_at: null });
  });

  it('tells when the router restarted, as its uptime fell', async () => {
    const router = await confirmed();
    await resources(router);
    const [row] = router.simulator.tables.get('/system/resource') ?? [];
    if (row) row.uptime = '2m';
    api.clock.at = new Date('2026-12-01T10:00:00Z');
    onTestFinished(realTime);
    expect((await resources(router)).result).toMatchObject({ rebooted_at: '2026-12-01 09:58:00', uptime: '120' });
    if (row) row.uptime = '3m';
    expect((await resources(router)).result).toMatchObject({ rebooted_at: '2026-12-01 09:58:00' });
  });

  it('is shown without control characters, whatever the router says', async () => {
    const router = await confirmed();
    router.simulator.tables.set('/system/identity', [{ name: `\u001b[2J<b>${'x'.repeat(300)}` }]);
    const { identity } = (await resources(router)).result as { identity: string };
    expect(identity).toMatch(/^\\x1b\[2J<b>x+$/);
    expect(identity).toHaveLength(200);
  });

  it('costs one connection and fewer questions than callers, however many look at once', async () => {
    const router = await confirmed();
    const all = await Promise.all(Array.from({ length: 20 }, () => resources(router)));
    expect(all.map((answer) => answer.status)).toEqual(Array(20).fill(200));
    expect(router.simulator.connections).toBe(1);
    // Questions in progress are shared.
    expect(router.simulator.asked.length).toBeLessThan(30);
  });
});

describe('the certificate of a router', () => {
  it('is confirmed before the password is sent, and then is the only one', async () => {
    const router = await makeRouter(tenant.me);
    expect(await resources(router)).toMatchObject({
      status: 502,
      error: `nobody has confirmed the certificate; compare the fingerprint ${router.fingerprint} with the router, and confirm it with radius/nas/api_pin`,
    });
    expect(router.simulator.logins).toBe(0);
    expect(await status(router)).toMatchObject({
      enabled: 'Y',
      transport: 'tls',
      fingerprint: null,
      offered: router.fingerprint,
    });
    const colons = router.fingerprint.toUpperCase().replace(/..(?=.)/g, '$&:');
    await api.ok('radius/nas/api_pin', { id: router.id, fingerprint: colons }, tenant.me);
    expect((await resources(router)).status).toBe(200);
    expect(await status(router)).toMatchObject({ fingerprint: router.fingerprint, offered: null });
  });

  it('is another one after a swap, which gets no password', async () => {
    const certificate = await authority.selfSigned();
    const router = await confirmed({ certificate });
    expect(await resources(router)).toMatchObject({
      status: 502,
      error: expect.stringContaining(
        `the router has another certificate; compare the fingerprint ${hexadecimal(certificate)}`,
      ) as string,
    });
    expect(router.simulator.logins).toBe(0);
  });

  it('is confirmed by those who may change the NAS, which the audit tells', async () => {
    const router = await makeRouter(tenant.me);
    const support = await makeUser(api, tenant.me, { roles: 'Support', ispid: tenant.ispid });
    const pin = { id: router.id, fingerprint: router.fingerprint };
    expect((await api.call('radius/nas/api_pin', pin, support)).status).toBe(403);
    expect((await api.call('radius/nas/api_pin', pin, other.me)).status).toBe(404);
    expect((await api.call('radius/nas/api_pin', { ...pin, fingerprint: 'ab:cd' }, tenant.me)).error).toBe(
      'fingerprint: must be the SHA-256 fingerprint of a certificate: 64 hexadecimal digits, with or without colons',
    );
    await router.confirm();
    const audit = await api.ok('audit/list', { procedure: 'nas.api_pin', target: `id=${router.id}` }, tenant.me);
    expect(audit).toMatchObject([{ input: pin }]);
  });
});

describe('where the node connects', () => {
  const withNas = async (fields: object) => {
    const router = await confirmed();
    await api.db.prisma.nas.update({ where: { id: router.id }, data: fields });
    return router;
  };

  it.each([
    ['169.254.169.254', '169.254.169.254 is a link-local address, which no NAS may have'],
    ['fd00:ec2::254', 'fd00:ec2::254 is the metadata service of a cloud, which no NAS may have'],
    ['100.100.100.200', '100.100.100.200 is the metadata service of a cloud, which no NAS may have'],
    ['::ffff:169.254.169.254', '::ffff:169.254.169.254 is an IPv4 address, to be given as such'],
    ['::ffff:127.0.0.1', '::ffff:127.0.0.1 is '],
    ['64:ff9b::a9fe:a9fe', '64:ff9b::a9fe:a9fe is '],
    ['2002:a9fe:a9fe::', '2002:a9fe:a9fe:: is '],
    ['0.0.0.0', '0.0.0.0 is '],
    ['fe80::1', 'fe80::1 is '],
    ['224.0.0.1', '224.0.0.1 is '],
  ])('is never %s, also if it was saved under other rules', async (ip, error) => {
    const began = performance.now();
    expect(await resources(await withNas({ ip }))).toMatchObject({
      status: 409,
      error: expect.stringContaining(error) as string,
    });
    expect(performance.now() - began).toBeLessThan(2_500);
  });

  it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '169.254.169.254'])(
    'is never %s where the database is another machine, unless the operator allows it',
    (ip) => {
      const { nasAddresses } = readConfig({ DATABASE_URL: 'postgresql://db.example.net/lastmile' });
      const settings = { vendor: 'Mikrotik', isEnabled: true, username: 'a', passwordEnc: Buffer.of(1), port: 8_729 };
      const known = { id: 7, ispId: 1, updatedAt: new Date(), fingerprint: null, offered: null, offeredAt: null };
      expect(() => targetOf({ ...settings, ...known, pausedUpto: null, ip }, nasAddresses)).toThrow(
        'which no NAS may have',
      );
    },
  );

  it.each([22, 80, 443, 1_023])('is never port %i', async (apiPort) => {
    const error = 'api_port must be from 1024 to 65535 to be connected to';
    expect(await resources(await withNas({ apiPort }))).toMatchObject({ status: 409, error });
  });

  it.each([
    'metadata.google.internal',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    'fe80::1%eth0',
    'fd00:ec2::254',
  ])('is no name, and no %s: a NAS has the address of a NAS', async (ip) => {
    const router = await confirmed();
    expect((await api.call('radius/nas/update', { id: router.id, ip }, tenant.me)).status).toBe(400);
    expect(router.simulator.connections).toBe(0);
  });

  it('is port 8728, which has no TLS, only inside NAS_ALLOWED_NETWORKS', async () => {
    const { error } = await resources(await withNas({ apiPort: 8_728 }));
    expect(error).toContain('clear text, which is allowed only inside NAS_ALLOWED_NETWORKS');
    const inside = await startApi({ NAS_ALLOWED_NETWORKS: '127.82.0.0/16' });
    const here = await makeTenant(inside);
    const make = await routersOf(inside);
    const router = await make(here.me, { port: 8_728, certificate: undefined }, {});
    expect(await inside.call('radius/nas/resources', { id: router.id }, here.me)).toMatchObject({ status: 200 });
    expect(await inside.ok('radius/nas/api_status', { id: router.id }, here.me)).toMatchObject({ transport: 'plain' });
  });

  it('is a Mikrotik with its API on', async () => {
    expect((await resources(await withNas({ apiEnable: false }))).error).toContain('switch api_enable on');
    expect((await resources(await withNas({ vendor: 'Cisco' }))).error).toContain('only a Mikrotik has an API');
  });
});

/** A port that answers no SYN any more: its program accepts nothing, and the places before that are taken. */
async function fullBacklog(host: string): Promise<number> {
  const program = `const { parentPort } = require('node:worker_threads');
    const server = require('node:net').createServer().listen({ host: '${host}', port: 0, backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const worker = new Worker(program, { eval: true });
  onTestFinished(async () => void (await worker.terminate()));
  const [port] = (await once(worker, 'message')) as [number];
  for (let place = 0; place < 2; place++) {
    const socket = connect({ host, port });
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
  }
  return port;
}

describe('a router that fails', () => {
  it('is answered for in one sentence, without a word of its own', async () => {
    const router = await confirmed({ misbehaviour: 'fatal' });
    expect(await resources(router)).toMatchObject({
      status: 502,
      error: 'what answers at the API port does not speak RouterOS’s API as it should',
    });
    router.simulator.misbehaviour = 'trap';
    expect((await resources(router)).error).toContain('needs the policies read, api and test');
  });

  it('that says nothing delays nobody else', async () => {
    const silent = createServer((socket) => void socket.on('error', () => undefined));
    await new Promise<void>((resolve) => silent.listen(0, '127.82.1.1', resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as { port: number };
    const dead = await confirmed();
    await api.db.prisma.nas.update({ where: { id: dead.id }, data: { ip: '127.82.1.1', apiPort: port } });
    const began = performance.now();
    let isWaiting = true;
    const waiting = Promise.all(Array.from({ length: 12 }, () => resources(dead))).finally(() => {
      isWaiting = false;
    });
    const well = await confirmed();
    for (let call = 0; call < 10; call++) {
      expect((await resources(well)).status).toBe(200);
      expect((await api.call('radius/nas/list', {}, tenant.me)).status).toBe(200);
    }
    expect(isWaiting).toBe(true);
    for (const answer of await waiting)
      expect(answer).toMatchObject({
        status: 502,
        error: 'the router accepted the connection but did not answer in time',
      });
    expect(performance.now() - began).toBeLessThan(8_000);
  }, 20_000);

  it('whose address drops packets is answered for in three seconds, and delays nobody else', async () => {
    const full = await fullBacklog('127.82.1.2');
    const dead = await confirmed();
    await api.db.prisma.nas.update({ where: { id: dead.id }, data: { ip: '127.82.1.2', apiPort: full } });
    const well = await confirmed();
    const began = performance.now();
    let isWaiting = true;
    const waiting = Promise.all(Array.from({ length: 12 }, () => resources(dead))).finally(() => {
      isWaiting = false;
    });
    for (let call = 0; call < 3; call++) expect((await resources(well)).status).toBe(200);
    expect(isWaiting).toBe(true);
    for (const answer of await waiting)
      expect(answer).toMatchObject({
        status: 502,
        error: 'the router did not accept a connection at its API port; check the service api-ssl and its address list',
      });
    const took = performance.now() - began;
    expect(took).toBeGreaterThan(2_900);
    // 3.1 s, and time for other tests on the machine.
    expect(took).toBeLessThan(4_500);
  }, 20_000);

  it('that sends more than an ISP may hold refuses a further question, and none of another ISP', async () => {
    const router = await confirmed({ misbehaviour: 'unended' });
    const answer = await api.call('radius/nas/check', { id: router.id }, tenant.me);
    expect(answer).toMatchObject({
      status: 429,
      error:
        'other questions to routers take all the memory for their answers; ask again when another question has been answered',
    });
    const theirs = await makeRouter(other.me);
    await theirs.confirm();
    expect((await resources(theirs, other.me)).status).toBe(200);
  });

  it('pauses after three refused log-ins, on all nodes', async () => {
    const router = await confirmed({ password: 'another' });
    const answers = [];
    for (let attempt = 0; attempt < 4; attempt++) answers.push(await resources(router));
    expect(answers.map((answer) => answer.status)).toEqual([502, 502, 502, 429]);
    expect(answers[0]?.error).toContain('the router refused the log-in; check api_username');
    expect(answers[3]?.error).toContain('try again in 10 minutes');
    expect(router.simulator.logins).toBe(3);
    expect((await status(router)).paused_upto).not.toBeNull();
    api.clock.at = new Date(Date.now() + 11 * 60_000);
    onTestFinished(realTime);
    await resources(router);
    expect(router.simulator.logins).toBe(4);
  });

  it('is connected to six times a minute at most', async () => {
    const router = await confirmed();
    const codes = [];
    for (let attempt = 0; attempt < 7; attempt++) {
      codes.push((await resources(router)).status);
      router.simulator.dropAll();
      await connectionLost(router.simulator);
    }
    expect(codes).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });

  it('is not connected to when its ISP has connected 120 times within a minute, to whatever it calls a NAS', async () => {
    const router = await confirmed();
    const scanned = { ...CONNECTIONS, of: tenant.ispid };
    api.clock.at = new Date('2026-12-01T10:00:00Z');
    onTestFinished(realTime);
    for (let count = 0; count < 120; count++) keepPace(api.db, scanned, api.clock.at.getTime());
    expect(await resources(router)).toMatchObject({
      status: 429,
      error: '120 connections to routers of an ISP a minute are allowed; wait 60 seconds',
    });
    expect(router.simulator.connections).toBe(0);
    api.clock.at = new Date('2026-12-01T10:01:01Z');
    expect((await resources(router)).status).toBe(200);
  });

  const connectionLost = (simulator: RouterSimulator) => expect.poll(() => simulator.open).toBe(0);

  it('is asked anew with a new password, and not with what was forgotten', async () => {
    const router = await confirmed({ password: 'second' });
    expect((await resources(router)).status).toBe(502);
    await api.ok('radius/nas/update', { id: router.id, api_password: 'second' }, tenant.me);
    expect((await resources(router)).status).toBe(200);
    await api.ok('radius/nas/update', { id: router.id, api_enable: 'off' }, tenant.me);
    expect((await resources(router)).status).toBe(409);
  });
});

describe('who asks a router', () => {
  it('is its owner, with the right to', async () => {
    const router = await confirmed();
    const reseller = await makeUser(api, tenant.me, {
      groupname: 'Reseller',
      ispid: tenant.ispid,
      resellerid: tenant.resellerid,
    });
    for (const path of ['resources', 'check', 'api_status']) {
      expect((await api.call(`radius/nas/${path}`, { id: router.id }, other.me)).status).toBe(404);
      // The NAS serves them too, but is not theirs.
      expect((await api.call(`radius/nas/${path}`, { id: router.id }, reseller)).status).toBe(404);
    }
    expect(router.simulator.connections).toBe(0);
    const readOnly = await makeUser(api, tenant.me, { roles: 'ReadOnly', ispid: tenant.ispid });
    expect((await resources(router, readOnly)).status).toBe(403);
    const support = await makeUser(api, tenant.me, { roles: 'Support', ispid: tenant.ispid });
    expect((await resources(router, support)).status).toBe(200);
  });
});
