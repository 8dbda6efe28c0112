import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { updatePool } from '../../src/areas/network/ip-pools/update.ts';
import { resolveConflicts } from '../../src/areas/network/sessions/conflicts.ts';
import { reapSessions } from '../../src/areas/network/sessions/reap.ts';
import { createLog } from '../../src/config/log.ts';
import { Fault } from '../../src/core/fault.ts';
import { wholeInstallation } from '../../src/core/tenancy/scope.ts';
import type { IpPool, Service } from '../../src/db/generated/client.ts';
import { execute, query, sql } from '../../src/db/sql.ts';
import { makeIpPool, makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { nextNumber } from '../factories/sequence.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { accounting } from './fixtures/accounting.ts';
import type { Decoded, Pair } from './fixtures/radius-package.ts';
import { startTestServer, type TestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
const nasRow = await makeNas(db, isp);
const nodes: [TestServer, TestServer] = [await startTestServer(db), await startTestServer(db)];
let nas: TestNas;

beforeAll(async () => {
  nas = await TestNas.open(nasRow);
});
afterAll(() => nas.close());

async function subscribers(pool: IpPool, count: number): Promise<Service[]> {
  const made = await Promise.all(
    Array.from({ length: count }, () => makeService(db, plan, { ipAssignment: 'IPpool', ipPoolId: pool.id })),
  );
  const total = await db.prisma.service.count();
  for (const node of nodes) await until(async () => (await node.metric('lastmile_radius_services')) >= total);
  return made;
}

const macOf = ({ id }: Service) =>
  `02-00-00-${[id >> 16, (id >> 8) & 255, id & 255].map((part) => part.toString(16).padStart(2, '0')).join('-')}`;

function logIn(service: Service, node: TestServer): Promise<Decoded | null> {
  const attributes: Pair[] = [
    ['User-Name', service.username],
    ['User-Password', 'secret'],
    ['Calling-Station-Id', macOf(service)],
  ];
  return nas.ask(node.authPort, nas.accessRequest(attributes));
}

const addressOf = (answer: Decoded | null) => answer?.attributes['Framed-IP-Address'] as string | undefined;

it('of 201 concurrent log-ins for 200 addresses 200 get an address each, and one is rejected with the reason', {
  timeout: 240_000,
}, async () => {
  const pool = await makeIpPool(db, isp, { size: 200 });
  const services = await subscribers(pool, 201);
  const answers = await Promise.all(services.map((service, at) => logIn(service, nodes[at & 1] as TestServer)));
  const addresses = answers.map(addressOf).filter((address) => address !== undefined);
  expect(addresses).toHaveLength(200);
  expect(new Set(addresses).size).toBe(200);
  const refused = answers.findIndex((answer) => answer?.code === 'Access-Reject');
  expect(answers[refused]?.attributes['Reply-Message']).toBe('the IP pool has no free address');
  const { username = '' } = services[refused] ?? {};
  await until(async () => (await db.prisma.authLog.count({ where: { username } })) === 1);
  expect(await db.prisma.authLog.findFirst({ where: { username } })).toMatchObject({
    reason: 'the IP pool has no free address',
  });
});

/** A session from its subscriber's point of view. */
interface Live {
  readonly session: string;
  readonly ip: string;
  readonly more: readonly Pair[];
}

const SERVICES = 6;
const who = fc.nat(SERVICES - 1);
const node = fc.nat(1);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('dials in' as const), who, node }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('logs in only' as const), who, node }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('hangs up' as const), who, node }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('falls silent' as const), who }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('everybody dials in at once' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('the NAS starts anew' as const), node }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('the pool gets so many' as const), size: fc.integer({ min: 3, max: 8 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Subscribers of one pool, and the address that each was given. */
class Neighbourhood {
  readonly pool: IpPool;
  readonly #services: readonly Service[];
  readonly #live = new Map<number, Live>();

  constructor(pool: IpPool, services: readonly Service[]) {
    this.pool = pool;
    this.#services = services;
  }

  async take(given: Step): Promise<void> {
    switch (given.does) {
      case 'dials in':
        return this.#dialIn(given.who, nodes[given.node] as TestServer);
      case 'logs in only':
        await logIn(this.#service(given.who), nodes[given.node] as TestServer);
        return;
      case 'hangs up':
        return this.#hangUp(given.who, nodes[given.node] as TestServer);
      case 'falls silent':
        return this.#fallSilent(given.who);
      case 'everybody dials in at once':
        await Promise.all(this.#services.map((_, at) => this.#dialIn(at, nodes[at & 1] as TestServer)));
        return;
      case 'the NAS starts anew':
        await this.#account(
          [
            ['Acct-Status-Type', 'Accounting-On'],
            ['Event-Timestamp', new Date()],
          ],
          nodes[given.node] as TestServer,
        );
        this.#live.clear();
        return;
      case 'the pool gets so many':
        return this.#resize(given.size);
    }
  }

  async check(): Promise<void> {
    const held = await query<{ ip: string; leased_to: number }>(
      db.pool,
      sql`SELECT host(ip) AS ip, leased_to FROM radius.ip_address WHERE pool_id = ${this.pool.id} AND leased_to IS NOT NULL`,
    );
    expect(new Set(held.map(({ leased_to }) => leased_to)).size).toBe(held.length);
    const used = [...this.#live.values()].map(({ ip }) => ip);
    expect(new Set(used).size).toBe(used.length);
    for (const [at, { ip }] of this.#live) expect(held).toContainEqual({ ip, leased_to: this.#service(at).id });
  }

  async #dialIn(at: number, node: TestServer): Promise<void> {
    const answer = await logIn(this.#service(at), node);
    const ip = addressOf(answer);
    if (ip === undefined) {
      expect(answer?.attributes['Reply-Message']).toBe('the IP pool has no free address');
      return;
    }
    const more: Pair[] = [
      ['Class', answer?.attributes.Class as Buffer],
      ['Framed-IP-Address', ip],
      ['Calling-Station-Id', macOf(this.#service(at))],
    ];
    const live = { session: `p${nextNumber()}`, ip, more };
    await this.#report(at, live, 'Start', node);
    this.#live.set(at, live);
  }

  async #hangUp(at: number, node: TestServer): Promise<void> {
    const live = this.#live.get(at);
    if (!live) return;
    await this.#report(at, live, 'Stop', node);
    this.#live.delete(at);
  }

  async #fallSilent(at: number): Promise<void> {
    const { id } = this.#service(at);
    const longAgo = sql`now() - interval '1 hour'`;
    await execute(
      db.pool,
      sql`UPDATE radius.session SET updated_at = ${longAgo} WHERE service_id = ${id} AND ended_at IS NULL`,
    );
    await execute(db.pool, sql`UPDATE radius.ip_address SET leased_at = ${longAgo} WHERE leased_to = ${id}`);
    const accountingHeard = { since: new Date(Date.now() - 7_200_000), at: new Date() };
    await execute(
      db.pool,
      sql`INSERT INTO crm.setting (key, value) VALUES ('accounting_heard', ${JSON.stringify(accountingHeard)}::jsonb)
          ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    );
    await reapSessions(db, new Date());
    await resolveConflicts({ db, log: createLog('silent'), clock: { now: () => new Date() } });
    this.#live.delete(at);
  }

  async #resize(size: number): Promise<void> {
    const range_upto = this.pool.rangeFrom.replace(/\d+$/, String(size));
    const change = { pool_name: this.pool.name, ispid: isp.id, range_upto };
    const refused = await db
      .transaction((tx) => updatePool(tx, wholeInstallation, change))
      .then(() => false)
      .catch((error) => error instanceof Fault && error.kind === 'conflict');
    const [last] = await query<{ ip: string }>(
      db.pool,
      sql`SELECT host(max(ip)) AS ip FROM radius.ip_address WHERE pool_id = ${this.pool.id}`,
    );
    if (!refused) expect(last?.ip).toBe(range_upto);
  }

  #service(at: number): Service {
    return this.#services[at] as Service;
  }

  #report(at: number, { session, more }: Live, type: 'Start' | 'Stop', node: TestServer): Promise<void> {
    const { username } = this.#service(at);
    return this.#account(accounting({ type, username, session, at: Date.now(), more }), node);
  }

  async #account(attributes: readonly Pair[], node: TestServer): Promise<void> {
    const answer = await nas.ask(node.acctPort, nas.accountingRequest(attributes));
    expect(answer?.code).toBe('Accounting-Response');
  }
}

it('no address is leased twice, through log-ins, Stops, silences and lost pools', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const pool = await makeIpPool(db, isp, { size: 5 });
      const neighbourhood = new Neighbourhood(pool, await subscribers(pool, SERVICES));
      for (const each of steps) {
        await neighbourhood.take(each);
        await neighbourhood.check();
      }
    }),
    { numRuns: 15 },
  );
});
