import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SecretsKeys } from '../../src/config/secrets-keys.ts';
import { seal } from '../../src/db/seal.ts';
import { NasTraffic } from '../../src/radius/server/nas-traffic.ts';
import { Nas, type NasFacts } from '../../src/radius/state/directory/nas.ts';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService, SECRETS_KEYS } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { endConnections, onServer } from '../fixtures/postgres.ts';
import { accounting } from './fixtures/accounting.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const { username } = await makeService(db, await makePlan(db, isp));
const nasRow = await makeNas(db, isp);
const server = await startTestServer(db);
let nas: TestNas;

beforeAll(async () => {
  nas = await TestNas.open(nasRow);
});
afterAll(() => nas.close());

const logIn = (password: string) =>
  nas.ask(
    server.authPort,
    nas.accessRequest([
      ['User-Name', username],
      ['User-Password', password],
    ]),
  );
const account = (session: string) =>
  nas.ask(
    server.acctPort,
    nas.accountingRequest(accounting({ type: 'Start', username, session, at: Date.now() - 60_000 })),
    20_000,
  );

describe('the metrics of RADIUS', () => {
  it('time each answer, by the type of its request, and no retransmission', async () => {
    const name = 'lastmile_radius_answer_seconds';
    expect((await logIn('secret'))?.code).toBe('Access-Accept');
    const packet = nas.accountingRequest(accounting({ type: 'Start', username, session: 't', at: Date.now() }));
    expect((await nas.ask(server.acctPort, packet))?.code).toBe('Accounting-Response');
    expect((await nas.ask(server.acctPort, packet))?.code).toBe('Accounting-Response');
    const samples = (await server.registry.metrics()).split('\n').filter((line) => line.startsWith(name));
    expect(samples).toContain(`${name}_count{type="Access-Request"} 1`);
    expect(samples).toContain(`${name}_count{type="Accounting-Request"} 1`);
    expect(samples).toContain(`${name}_bucket{le="+Inf",type="Accounting-Request"} 1`);
    const buckets = samples.filter((line) => line.includes('_bucket') && line.includes('Accounting'));
    const counts = buckets.map((line) => Number(line.split(' ')[1]));
    expect(counts).toEqual([...counts].sort());
    const sum = Number(samples.find((line) => line.startsWith(`${name}_sum{type="Accounting`))?.split(' ')[1]);
    expect(sum).toBeGreaterThan(0);
  });

  it('count rejected log-ins by the kind of their reason', async () => {
    const rejects = (reason: string) => server.metric('lastmile_radius_rejects_total', { reason });
    expect(await rejects('wrong_password')).toBe(0);
    expect((await logIn('not the password'))?.code).toBe('Access-Reject');
    expect(await rejects('wrong_password')).toBe(1);
    expect(await rejects('unknown_user')).toBe(0);
  });

  it('tell how many NASes have a secret that cannot be decrypted, until it can', async () => {
    const unreadable = () => server.metric('lastmile_radius_unreadable_secrets');
    expect(await unreadable()).toBe(0);
    const other = seal(new SecretsKeys(Buffer.alloc(32, 9)), 'nas.secret', 'testing123');
    const { id } = await makeNas(db, isp, { secretEnc: other });
    await until(async () => (await unreadable()) === 1);
    const secretEnc = seal(SECRETS_KEYS, 'nas.secret', 'testing123');
    await db.prisma.nas.update({ where: { id }, data: { secretEnc } });
    await until(async () => (await unreadable()) === 0);
  });

  it('tell where accounting becomes durable, and how old the journal is', async () => {
    const state = (name: string) => server.metric('lastmile_radius_accounting_durability', { state: name });
    const age = () => server.metric('lastmile_radius_accounting_journal_age_seconds');
    expect([await state('database'), await state('journal'), await state('failing'), await age()]).toEqual([
      1, 0, 0, 0,
    ]);
    expect(await server.metric('lastmile_radius_accounting_journal_limit_bytes')).toBe(1024 * 1024 * 1024);
    const name = new URL(db.url).pathname.slice(1);
    const elsewhere = db.url.replace(/\/[^/]*$/, '/postgres');
    await onServer(elsewhere, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await endConnections(db.url);
    expect((await account('away'))?.code).toBe('Accounting-Response');
    expect([await state('database'), await state('journal'), await state('failing')]).toEqual([0, 1, 0]);
    await until(async () => (await age()) > 0);
    await onServer(elsewhere, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await until(async () => (await state('database')) === 1);
    expect(await age()).toBe(0);
  });
});

describe('the traffic of NASes', () => {
  const UNNAMED = { saysIp: null, saysIp6: null, saysIdentifier: null };
  const nasOf = (id: number, packets: number, dropped = 0) => {
    const made = new Nas({ id, ip: `192.0.2.${id}`, isp: { id: 3 }, ...UNNAMED } as NasFacts);
    made.packets = packets;
    made.dropped = dropped;
    return made;
  };

  it('is shown of the ten NASes that send the most, whatever number there are', () => {
    const nases = Array.from({ length: 40 }, (_, at) => nasOf(at + 1, at * 20));
    const traffic = new NasTraffic(() => nases);
    const { packets, dropped } = traffic.read(performance.now() + 20_000);
    expect(packets.map(({ labels }) => labels.nas_id)).toEqual([40, 39, 38, 37, 36, 35, 34, 33, 32, 31]);
    expect(packets[0]?.labels).toEqual({ nas: '192.0.2.40', nas_id: 40, isp: 3 });
    expect(packets[0]?.value).toBeCloseTo(39, 0);
    expect(dropped).toEqual([]);
  });

  it('is that since the last read, and the same for all who read within ten seconds', () => {
    const one = nasOf(1, 100, 40);
    const traffic = new NasTraffic(() => [one]);
    const start = performance.now();
    const first = traffic.read(start + 20_000);
    expect(first.dropped[0]?.value).toBeCloseTo(2, 1);
    one.packets = 30;
    expect(traffic.read(start + 25_000)).toBe(first);
    const next = traffic.read(start + 35_000);
    expect(next.packets[0]?.value).toBeCloseTo(2);
    expect(next.dropped).toEqual([]);
    expect(traffic.read(start + 50_000).packets).toEqual([]);
  });

  it('is counted when a packet does not prove the secret', async () => {
    const stranger = await TestNas.open(nasRow, 'another secret');
    await stranger.silence(
      server.authPort,
      stranger.accessRequest([
        ['User-Name', username],
        ['User-Password', 'secret'],
      ]),
    );
    stranger.close();
    expect(await server.metric('lastmile_radius_packets_total', { outcome: 'unauthentic' })).toBe(1);
  });

  it('survives a change of the record of its NAS', () => {
    const before = nasOf(1, 100, 40);
    const after = new Nas(before.facts, before);
    expect([after.packets, after.dropped]).toEqual([100, 40]);
  });
});
