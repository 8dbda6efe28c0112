import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { updateIp6Pool } from '../../../src/areas/network/ip6-pools/update.ts';
import { ipv6Octets } from '../../../src/config/ipv6-octets.ts';
import { Fault } from '../../../src/core/fault.ts';
import { wholeInstallation } from '../../../src/core/tenancy/scope.ts';
import type { Ip6Pool } from '../../../src/db/generated/client.ts';
import { execute, query, sql } from '../../../src/db/sql.ts';
import { PrefixLeases } from '../../../src/radius/state/leases/prefix-leases.ts';
import { makeIp6Pool } from '../../factories/network.ts';
import { makePlan } from '../../factories/plans.ts';
import { nextNumber } from '../../factories/sequence.ts';
import { makeService } from '../../factories/services.ts';
import { makeIsp } from '../../factories/tenants.ts';
import { freshDatabase } from '../../fixtures/database.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
const nodes = [new PrefixLeases(db.pool), new PrefixLeases(db.pool)] as const;
afterAll(() => {
  for (const node of nodes) node.stop();
});

type Pool = Pick<Ip6Pool, 'id' | 'kind'>;

function lease(serviceId: number, pool: Pool, node = 0): Promise<string | null> {
  const kind = pool.kind as 'Framed' | 'Delegated';
  const sessionKey = `lm:${serviceId}:${nextNumber()}`;
  return (nodes[node & 1] as PrefixLeases).lease({ serviceId, poolId: pool.id, kind, sessionKey });
}

const release = (serviceId: number) =>
  execute(
    db.pool,
    sql`UPDATE radius.ip6_lease SET leased_to = NULL, session_key = NULL, leased_at = NULL, last_leased_to = leased_to,
          released_at = clock_timestamp() WHERE leased_to = ${serviceId}`,
  );

const services = async (count: number): Promise<number[]> =>
  (await Promise.all(Array.from({ length: count }, () => makeService(db, plan)))).map(({ id }) => id);

/** The upper 64 bits. */
const high = (address: string): bigint => ipv6Octets(address.split('/')[0] ?? '').readBigUInt64BE();

describe('the n-th prefix of a network', () => {
  const cut = fc.record({
    octets: fc.uint8Array({ minLength: 8, maxLength: 8 }),
    bits: fc.integer({ min: 16, max: 64 }),
  });

  it('is at n times its size, and has that number', async () => {
    await fc.assert(
      fc.asyncProperty(cut, fc.nat(32), fc.nat(), async ({ octets, bits }, more, wanted) => {
        const length = Math.min(bits + more, 64);
        const n = BigInt(wanted) % 2n ** BigInt(length - bits);
        const base = (Buffer.from(octets).readBigUInt64BE() >> BigInt(64 - bits)) << BigInt(64 - bits);
        const groups = base.toString(16).padStart(16, '0').match(/.{4}/g) ?? [];
        const network = `${groups.join(':')}::/${bits}`;
        const [found] = await query<{ prefix: string; back: string }>(
          db.pool,
          sql`SELECT text(p) AS prefix, radius.prefix_index(${network}::inet, ${length}::int, p)::text AS back
              FROM radius.prefix_at(${network}::inet, ${length}::int, ${String(n)}::bigint) p`,
        );
        expect(found?.prefix.split('/')[1]).toBe(String(length));
        expect(high(found?.prefix ?? '')).toBe(base + (n << BigInt(64 - length)));
        expect(found?.back).toBe(String(n));
      }),
      { numRuns: 100 },
    );
  });
});

it('a /32 cut at /64 gives the first of its 2^32 prefixes, and its last', async () => {
  const pool = await makeIp6Pool(db, isp, { network: '2001:dba::/32', length: 64, kind: 'Framed' });
  const [one, two, three] = (await services(3)) as [number, number, number];
  expect(await lease(one, pool)).toBe('2001:dba::/64');
  const last = '2001:dba:ffff:ffff::/64';
  await execute(
    db.pool,
    sql`UPDATE radius.ip6_lease SET prefix = ${last}::inet WHERE pool_id = ${pool.id} AND leased_to = ${one}`,
  );
  expect(await lease(two, pool)).toBe('2001:dba:ffff:fffe::/64');
  expect(await lease(three, pool)).toBe('2001:dba:ffff:fffd::/64');
});

it('of one service more than there are prefixes, asking two nodes at once, all but one get one each', async () => {
  const pool = await makeIp6Pool(db, isp, { network: '2001:dbb::/48', length: 56, kind: 'Delegated' });
  const small = await makeIp6Pool(db, isp, { network: '2001:dbc::/59', length: 64, kind: 'Framed' });
  const asking = await services(257);
  const given = await Promise.all(asking.map((service, at) => lease(service, pool, at)));
  expect(given.filter((prefix) => prefix === null)).toHaveLength(1);
  expect(new Set(given).size).toBe(257);
  const framed = await Promise.all(asking.slice(0, 33).map((service, at) => lease(service, small, at)));
  expect(framed.filter((prefix) => prefix === null)).toHaveLength(1);
  expect(new Set(framed).size).toBe(33);
});

it('a service that asks both nodes at once gets one prefix', async () => {
  const pool = await makeIp6Pool(db, isp);
  for (const service of await services(5)) {
    const given = await Promise.all(Array.from({ length: 8 }, (_, at) => lease(service, pool, at)));
    expect(new Set(given).size).toBe(1);
    expect(given[0]).not.toBeNull();
  }
  expect(await db.prisma.ip6Lease.count({ where: { poolId: pool.id } })).toBe(5);
});

const SERVICES = 7;
const who = fc.nat(SERVICES - 1);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('asks' as const), who, node: fc.nat(1), pool: fc.nat(1) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('leaves' as const), who }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('all ask' as const), pool: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('the pool becomes' as const), bits: fc.integer({ min: 53, max: 54 }) }),
  },
);

/** Two pools of a few prefixes, and what each service was given last. */
class Neighbourhood {
  readonly given = new Map<number, string>();
  readonly pools: readonly [Ip6Pool, Ip6Pool];
  readonly services: readonly number[];

  constructor(pools: readonly [Ip6Pool, Ip6Pool], services: readonly number[]) {
    this.pools = pools;
    this.services = services;
  }

  async take(each: typeof step extends fc.Arbitrary<infer S> ? S : never): Promise<void> {
    if (each.does === 'leaves') {
      await release(this.services[each.who] as number);
      this.given.delete(this.services[each.who] as number);
    } else if (each.does === 'asks') await this.#ask(this.services[each.who] as number, each.pool, each.node);
    else if (each.does === 'all ask') await Promise.all(this.services.map((id, at) => this.#ask(id, each.pool, at)));
    else await this.#resize(each.bits);
  }

  /** Rows and subscribers agree, no prefix is given twice, and no gap is left that nobody would find. */
  async check(): Promise<void> {
    const rows = await query<{ pool_id: number; prefix: string; leased_to: number | null }>(
      db.pool,
      sql`SELECT pool_id, text(prefix) AS prefix, leased_to FROM radius.ip6_lease l
          WHERE pool_id = ANY(${this.pools.map(({ id }) => id)}) ORDER BY l.pool_id, l.prefix`,
    );
    const leased = rows.filter(({ leased_to }) => leased_to !== null);
    expect(new Map(leased.map(({ leased_to, prefix }) => [leased_to, prefix]))).toEqual(this.given);
    expect(leased).toHaveLength(this.given.size);
    for (const { id } of this.pools) {
      const numbers = rows.filter(({ pool_id }) => pool_id === id).map(({ prefix }) => high(prefix) >> 8n);
      const [first = 0n] = numbers;
      expect(numbers).toEqual(numbers.map((_, at) => first + BigInt(at)));
    }
  }

  async #ask(service: number, at: number, node: number): Promise<void> {
    const before = await query<{ prefix: string; pool_id: number }>(
      db.pool,
      sql`SELECT text(prefix) AS prefix, pool_id FROM radius.ip6_lease WHERE leased_to = ${service}`,
    );
    const pool = this.pools[at] as Ip6Pool;
    const prefix = await lease(service, pool, node);
    if (before[0]?.pool_id === pool.id) expect(prefix).toBe(before[0].prefix);
    if (prefix !== null) this.given.set(service, prefix);
    // The lease in another pool is given back even if this one is full.
    else this.given.delete(service);
  }

  async #resize(bits: number): Promise<void> {
    const [{ id, network }] = this.pools;
    const prefix = `${network.split('/')[0]}/${bits}`;
    await db
      .transaction((tx) => updateIp6Pool(tx, wholeInstallation, { id, prefix }))
      .catch((error) => expect(error instanceof Fault && error.kind === 'conflict').toBe(true));
  }
}

it('no prefix is leased twice or lost, through leases, releases, moves and other bounds', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const one = await makeIp6Pool(db, isp, { network: `2001:dbd:${nextNumber().toString(16)}::/53` });
      const two = await makeIp6Pool(db, isp, { network: `2001:dbd:${nextNumber().toString(16)}::/54` });
      const neighbourhood = new Neighbourhood([one, two], await services(SERVICES));
      for (const each of steps) {
        await neighbourhood.take(each);
        await neighbourhood.check();
      }
    }),
    { numRuns: 25 },
  );
});
