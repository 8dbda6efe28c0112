import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resolveConflicts } from '../../src/areas/network/sessions/conflicts.ts';
import { reapSessions } from '../../src/areas/network/sessions/reap.ts';
import { createLog } from '../../src/config/log.ts';
import type { IpPool, Service } from '../../src/db/generated/client.ts';
import { execute, query, sql } from '../../src/db/sql.ts';
import { makeIp6Pool, makeIpPool, makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { Device } from './fixtures/device.ts';
import { startTestServer, type TestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const LIMIT = 3;
const SERVICES = 2;
const DEVICES = 4;

const db = await freshDatabase();
const isp = await makeIsp(db);
const nasRow = await makeNas(db, isp, { ipv6Mode: 'prefix' });
const nodes: [TestServer, TestServer] = [await startTestServer(db), await startTestServer(db)];
let nas: TestNas;

beforeAll(async () => {
  nas = await TestNas.open(nasRow);
});
afterAll(() => nas.close());

async function subscribers(pool: IpPool, count = SERVICES): Promise<Service[]> {
  const delegated = await makeIp6Pool(db, isp, { kind: 'Delegated' });
  const plan = await makePlan(db, isp, { sessionLimit: LIMIT, pdPool: delegated.name });
  const made = await Promise.all(
    Array.from({ length: count }, () => makeService(db, plan, { ipAssignment: 'IPpool', ipPoolId: pool.id })),
  );
  const total = await db.prisma.service.count();
  for (const node of nodes) {
    await until(async () => (await node.metric('lastmile_radius_services')) >= total);
    await node.network.caughtUp();
  }
  return made;
}

const prefixOf = ({ answer }: Device) => String(answer?.attributes.Class).split(';')[1];

it('each session has an address and a prefix of its own, keeps them when its device comes back, and releases its own', async () => {
  const pool = await makeIpPool(db, isp, { size: 8 });
  const [one] = (await subscribers(pool, 1)) as [Service];
  const devices = Array.from({ length: LIMIT }, () => new Device(nodes[0], nas, one.username, {}));
  for (const each of devices) await each.connect();
  const ips = devices.map(({ ip }) => ip);
  const prefixes = devices.map(prefixOf);
  expect([new Set(ips).size, new Set(prefixes).size]).toEqual([LIMIT, LIMIT]);
  expect(prefixes[0]).toMatch(/^\/[0-9a-f]{16}\.56$/);
  await until(async () => (await nodes[1].metric('lastmile_radius_open_sessions')) === LIMIT);
  await devices[1]?.connect(nodes[1]);
  expect([devices[1]?.ip, devices[1] && prefixOf(devices[1])]).toEqual([ips[1], prefixes[1]]);
  await devices[0]?.report('Stop');
  const held = await query<{ ip: string; slot: number }>(
    db.pool,
    sql`SELECT host(ip) AS ip, lease_slot AS slot FROM radius.ip_address WHERE leased_to = ${one.id} ORDER BY lease_slot`,
  );
  expect(held).toEqual([
    { ip: ips[1], slot: 1 },
    { ip: ips[2], slot: 2 },
  ]);
  const left = await query(db.pool, sql`SELECT FROM radius.ip6_lease WHERE leased_to = ${one.id}`);
  expect(left).toHaveLength(2);
  await devices[0]?.connect();
  expect(new Set(devices.map(({ ip }) => ip)).size).toBe(LIMIT);
});

it('a device that comes back after the limit has become 1 keeps its own lease, and takes that of no other', async () => {
  const pool = await makeIpPool(db, isp, { size: 8 });
  const [one] = (await subscribers(pool, 1)) as [Service];
  const devices = Array.from({ length: LIMIT }, () => new Device(nodes[0], nas, one.username, {}));
  for (const each of devices) await each.connect();
  const ips = devices.map(({ ip }) => ip);
  await db.prisma.service.update({ where: { id: one.id }, data: { sessionLimit: 1 } });
  for (const each of nodes) await each.network.caughtUp();
  await devices[2]?.connect();
  expect(devices.map(({ ip }) => ip)).toEqual(ips);
});

it('without a free address a further session is refused, and the others stay', async () => {
  const pool = await makeIpPool(db, isp, { size: 2 });
  const [one] = (await subscribers(pool, 1)) as [Service];
  const devices = Array.from({ length: LIMIT }, () => new Device(nodes[0], nas, one.username, {}));
  for (const each of devices.slice(0, 2)) await each.connect();
  expect((await devices[2]?.logIn())?.attributes['Reply-Message']).toBe('the IP pool has no free address');
  await devices[0]?.report('Stop');
  await devices[2]?.connect();
});

const who = fc.record({ service: fc.nat(SERVICES - 1), device: fc.nat(DEVICES - 1), node: fc.nat(1) });
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('dials in' as const), who }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('logs in only' as const), who }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('hangs up' as const), who }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('all fall silent' as const), who }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('everybody dials in at once' as const), who }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('the limit becomes' as const), who }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Subscribers of one pool with several devices each, and those that are online. */
class Street {
  readonly pool: IpPool;
  readonly #services: readonly Service[];
  readonly #devices: readonly (readonly Device[])[];
  readonly #live = new Set<Device>();

  constructor(pool: IpPool, services: readonly Service[]) {
    this.pool = pool;
    this.#services = services;
    this.#devices = services.map(({ username }) =>
      Array.from({ length: DEVICES }, () => new Device(nodes[0], nas, username, {})),
    );
  }

  async take({ does, who: { service, device, node } }: Step): Promise<void> {
    const chosen = this.#devices[service]?.[device] as Device;
    const at = nodes[node] as TestServer;
    if (does === 'dials in') await this.#dialIn(chosen, at);
    if (does === 'logs in only' && !this.#live.has(chosen)) await chosen.logIn(at);
    if (does === 'hangs up' && this.#live.delete(chosen)) await chosen.report('Stop', {}, at);
    if (does === 'everybody dials in at once')
      await Promise.all(
        this.#devices.flat().map((each, number) => this.#dialIn(each, nodes[number & 1] as TestServer)),
      );
    if (does === 'all fall silent') await this.#fallSilent();
    if (does === 'the limit becomes') {
      const { id } = this.#services[service] as Service;
      await db.prisma.service.update({ where: { id }, data: { sessionLimit: 2 + (device & 1) } });
      for (const each of nodes) await each.network.caughtUp();
    }
  }

  async check(): Promise<void> {
    const used = [...this.#live].map(({ ip }) => ip);
    expect(new Set(used).size).toBe(used.length);
    const prefixes = [...this.#live].map(prefixOf);
    expect(new Set(prefixes).size).toBe(prefixes.length);
    const held = await query<{ ip: string }>(
      db.pool,
      sql`SELECT host(ip) AS ip FROM radius.ip_address WHERE pool_id = ${this.pool.id} AND leased_to IS NOT NULL`,
    );
    for (const ip of used) expect(held).toContainEqual({ ip });
  }

  async #dialIn(device: Device, at: TestServer): Promise<void> {
    const before = { answer: device.answer, session: device.session };
    const answer = await device.logIn(at);
    if (answer?.code === 'Access-Accept') {
      await device.report('Start', {}, at);
      this.#live.add(device);
      return;
    }
    expect(answer?.attributes['Reply-Message']).toMatch(/sessions? (is|are) open|no free address/);
    Object.assign(device, before);
  }

  async #fallSilent(): Promise<void> {
    const longAgo = sql`now() - interval '1 hour'`;
    await execute(db.pool, sql`UPDATE radius.session SET updated_at = ${longAgo} WHERE ended_at IS NULL`);
    await execute(db.pool, sql`UPDATE radius.ip_address SET leased_at = ${longAgo} WHERE leased_to IS NOT NULL`);
    const heard = { since: new Date(Date.now() - 7_200_000), at: new Date() };
    await execute(
      db.pool,
      sql`INSERT INTO crm.setting (key, value) VALUES ('accounting_heard', ${JSON.stringify(heard)}::jsonb)
          ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    );
    await reapSessions(db, new Date());
    this.#live.clear();
    await resolveConflicts({ db, log: createLog('silent'), clock: { now: () => new Date() } });
  }
}

it('no address or prefix is given twice, through log-ins of many devices, Stops, silences and limits above 1', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const pool = await makeIpPool(db, isp, { size: 6 });
      const street = new Street(pool, await subscribers(pool));
      for (const each of steps) {
        await street.take(each);
        await street.check();
      }
    }),
    { numRuns: 12 },
  );
});
