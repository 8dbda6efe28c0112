import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveConflicts } from '../../src/areas/network/sessions/conflicts.ts';
import { reapSessions } from '../../src/areas/network/sessions/reap.ts';
import { createLog } from '../../src/config/log.ts';
import type { Service } from '../../src/db/generated/client.ts';
import { execute, query, sql } from '../../src/db/sql.ts';
import { ipv6PrefixText, ipv6PrefixValue } from '../../src/radius/protocol/packet/address.ts';
import { makeIp6Pool, makeIpPool, makeNas } from '../factories/network.ts';
import { type MadePlan, makePlan } from '../factories/plans.ts';
import { nextNumber } from '../factories/sequence.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { accounting, type Packet } from './fixtures/accounting.ts';
import type { Decoded, Pair } from './fixtures/radius-package.ts';
import { startTestServer, type TestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const FRAMED_INTERFACE_ID = 96;
const FRAMED_IPV6_PREFIX = 97;
const DELEGATED_IPV6_PREFIX = 123;
const FRAMED_IPV6_ADDRESS = 168;

const db = await freshDatabase();
const isp = await makeIsp(db);
const modes = ['off', 'prefix', 'pool', 'learn'] as const;
const nasRows = await Promise.all(modes.map((ipv6Mode) => makeNas(db, isp, { ipv6Mode })));
const framedPool = await makeIp6Pool(db, isp, {
  name: 'links',
  kind: 'Framed',
  network: '2001:db8:1::/56',
  length: 64,
});
await makeIp6Pool(db, isp, { name: 'homes', kind: 'Delegated', network: '2001:db8:1000::/48', length: 56 });
const plan = await makePlan(db, isp, { ip6Pool: 'links', pdPool: 'homes' });
const nodes: [TestServer, TestServer] = [await startTestServer(db), await startTestServer(db)];
const nases = {} as Record<(typeof modes)[number], TestNas>;

beforeAll(async () => {
  for (const [at, mode] of modes.entries()) nases[mode] = await TestNas.open(nasRows[at] as { ip: string });
});
afterAll(() => {
  for (const nas of Object.values(nases)) nas.close();
});

async function subscribers(count: number, fields: Parameters<typeof makeService>[2] = {}, of: MadePlan = plan) {
  const made = await Promise.all(Array.from({ length: count }, () => makeService(db, of, fields)));
  const total = await db.prisma.service.count();
  for (const node of nodes) await until(async () => (await node.metric('lastmile_radius_services')) >= total);
  return made;
}

const subscriber = async (fields: Parameters<typeof makeService>[2] = {}, of: MadePlan = plan): Promise<Service> =>
  (await subscribers(1, fields, of))[0] as Service;

async function logIn(service: Service, nas: TestNas, node: TestServer = nodes[0]): Promise<Decoded> {
  const attributes: Pair[] = [
    ['User-Name', service.username],
    ['User-Password', 'secret'],
    ['NAS-Port', service.id],
  ];
  const answer = await nas.ask(node.authPort, nas.accessRequest(attributes));
  if (answer?.code !== 'Access-Accept') throw new Error(`not accepted: ${JSON.stringify(answer?.attributes)}`);
  return answer;
}

/** As an independent codec found it. */
const octetsOf = (answer: Decoded, type: number) => answer.raw_attributes.find(([each]) => each === type)?.[1];
function prefixOf(answer: Decoded, type: number): string | null {
  const octets = octetsOf(answer, type);
  return octets === undefined ? null : ipv6PrefixText(octets);
}

interface Report extends Pick<Packet, 'type' | 'session'> {
  readonly service: Service;
  readonly answer?: Decoded;
  readonly at?: number;
  readonly ipv6?: readonly Pair[];
}

async function report(
  nas: TestNas,
  { service, answer, ipv6 = [], at = Date.now(), type, session }: Report,
  node = nodes[0],
) {
  const { username } = service;
  const given: Pair[] = answer ? [['Class', answer.attributes.Class as Buffer]] : [];
  const attributes = accounting({ type, username, session, at, more: [...given, ...ipv6] });
  const response = await nas.ask(node.acctPort, nas.accountingRequest(attributes));
  expect(response?.code).toBe('Accounting-Response');
}

const sessionOf = async (session: string) =>
  (
    await query<{ framed: string | null; delegated: string | null; address: string | null }>(
      db.pool,
      sql`SELECT text(ip6_prefix) AS framed, text(pd_prefix) AS delegated, host(ip6_address) AS address FROM radius.session
          WHERE acct_session_id = ${session}`,
    )
  )[0];

const leasesOf = ({ id }: Service) =>
  query<{ kind: string; prefix: string }>(
    db.pool,
    sql`SELECT kind, text(prefix) AS prefix FROM radius.ip6_lease WHERE leased_to = ${id} ORDER BY kind DESC`,
  );

const leasedIn = (poolId: number) => db.prisma.ip6Lease.count({ where: { poolId, leasedTo: { not: null } } });

describe('dual stack', () => {
  it('of 200 subscribers who dial in at once each gets prefixes and an address of his own, keeps them, and gives them back', {
    timeout: 240_000,
  }, async () => {
    const pools = {
      framed: await makeIp6Pool(db, isp, { kind: 'Framed', network: '2001:db8:2::/56', length: 64 }),
      delegated: await makeIp6Pool(db, isp, { kind: 'Delegated', network: '2001:db8:2000::/48', length: 56 }),
    };
    // Each pool has 200 prefixes left.
    for (const [pool, base, step] of [
      [pools.framed, '2001:db8:2::/56', 64],
      [pools.delegated, '2001:db8:2000::/48', 56],
    ] as const) {
      const others = await Promise.all(Array.from({ length: 56 }, () => makeService(db, plan)));
      await execute(
        db.pool,
        sql`INSERT INTO radius.ip6_lease (pool_id, prefix, isp_id, kind, leased_to, session_key, leased_at, last_leased_to)
            SELECT ${pool.id}, radius.prefix_at(${base}::inet, ${step}::int, n - 1), ${isp.id}, ${pool.kind}, s, 'other', now(), s
            FROM unnest(${others.map(({ id }) => id)}::int[]) WITH ORDINALITY AS o (s, n)`,
      );
    }
    const ipPool = await makeIpPool(db, isp, { size: 200 });
    const offer = await makePlan(db, isp, { ip6Pool: pools.framed.name, pdPool: pools.delegated.name });
    const services = await subscribers(200, { ipAssignment: 'IPpool', ipPoolId: ipPool.id }, offer);
    const nas = nases.prefix;
    const dialIn = () => Promise.all(services.map((service, at) => logIn(service, nas, nodes[(at & 1) as 0 | 1])));
    const answers = await dialIn();
    const granted = answers.map((answer) => ({
      framed: prefixOf(answer, FRAMED_IPV6_PREFIX),
      delegated: prefixOf(answer, DELEGATED_IPV6_PREFIX),
      address: answer.attributes['Framed-IP-Address'],
    }));
    for (const each of ['framed', 'delegated', 'address'] as const) {
      expect(granted.every((given) => given[each] != null)).toBe(true);
      expect(new Set(granted.map((given) => given[each])).size).toBe(200);
    }
    for (const type of ['Start', 'Interim-Update', 'Stop'] as const) {
      await Promise.all(
        services.map((service, at) =>
          report(
            nas,
            { type, session: `dual${at}`, service, answer: answers[at] as Decoded },
            nodes[(at & 1) as 0 | 1],
          ),
        ),
      );
    }
    expect([await leasedIn(pools.framed.id), await leasedIn(pools.delegated.id)]).toEqual([56, 56]);
    expect(await db.prisma.ipAddress.count({ where: { poolId: ipPool.id, leasedTo: { not: null } } })).toBe(0);
    expect(await sessionOf('dual7')).toMatchObject({ framed: granted[7]?.framed, delegated: granted[7]?.delegated });
    const again = await dialIn();
    expect(again.map((answer) => prefixOf(answer, DELEGATED_IPV6_PREFIX))).toEqual(
      granted.map(({ delegated }) => delegated),
    );
  });

  it('a second log-in, at the other node, gets the prefixes of the first; the Stop of the first leaves them to it', async () => {
    const service = await subscriber();
    const first = await logIn(service, nases.prefix, nodes[0]);
    await report(nases.prefix, { type: 'Start', session: 'first', service, answer: first });
    const second = await logIn(service, nases.prefix, nodes[1]);
    expect(prefixOf(second, FRAMED_IPV6_PREFIX)).toBe(prefixOf(first, FRAMED_IPV6_PREFIX));
    await report(nases.prefix, { type: 'Stop', session: 'first', service, answer: first });
    expect(await leasesOf(service)).toHaveLength(2);
    await report(nases.prefix, { type: 'Start', session: 'second', service, answer: second });
    await report(nases.prefix, { type: 'Stop', session: 'second', service, answer: second });
    expect(await leasesOf(service)).toEqual([]);
  });

  it('without a free prefix a subscriber gets IPv4, and the log says what is missing', async () => {
    const pool = await makeIp6Pool(db, isp, { network: '2001:db8:3000::/56', length: 56 });
    const offer = await makePlan(db, isp, { pdPool: pool.name });
    const [one, other] = (await subscribers(2, {}, offer)) as [Service, Service];
    expect(prefixOf(await logIn(one, nases.prefix), DELEGATED_IPV6_PREFIX)).toBe('2001:db8:3000::/56');
    expect(prefixOf(await logIn(other, nases.prefix), DELEGATED_IPV6_PREFIX)).toBeNull();
    const { username } = other;
    await until(async () => (await db.prisma.authLog.count({ where: { username } })) === 1);
    expect(await db.prisma.authLog.findFirst({ where: { username } })).toMatchObject({
      response: 'Access-Accept',
      reason: `the IPv6 pool ${pool.name} has no free prefix`,
      pdPrefix: null,
    });
  });
});

describe('a static prefix', () => {
  it('is sent instead of one of the pool, logged, and kept in the session although the NAS reports none', async () => {
    const service = await subscriber({ ip6Prefix: '2001:db8:ff::/64', pdPrefix: '2001:db8:ff00::/56' });
    const answer = await logIn(service, nases.prefix);
    expect(octetsOf(answer, FRAMED_IPV6_PREFIX)?.toString('hex')).toBe('004020010db800ff0000');
    expect(octetsOf(answer, DELEGATED_IPV6_PREFIX)?.toString('hex')).toBe('003820010db8ff0000');
    expect(await leasesOf(service)).toEqual([]);
    await report(nases.prefix, { type: 'Interim-Update', session: 'static', service, answer }, nodes[1]);
    expect(await sessionOf('static')).toMatchObject({ framed: '2001:db8:ff::/64', delegated: '2001:db8:ff00::/56' });
    const { username } = service;
    await until(async () => (await db.prisma.authLog.count({ where: { username } })) === 1);
    expect(await db.prisma.authLog.findFirst({ where: { username } })).toMatchObject({ ip6Prefix: '2001:db8:ff::/64' });
  });

  it('is kept by this node for a NAS that does not return Class either', async () => {
    const service = await subscriber({ pdPrefix: '2001:db8:fe00::/56' });
    await logIn(service, nases.prefix);
    await report(nases.prefix, { type: 'Start', session: 'classless', service });
    expect(await sessionOf('classless')).toMatchObject({ framed: expect.any(String), delegated: '2001:db8:fe00::/56' });
    await report(nases.prefix, { type: 'Stop', session: 'classless', service });
    expect(await leasesOf(service)).toEqual([]);
  });

  it('is not given to who is blocked', async () => {
    const service = await subscriber({ status: 'Suspend', ip6Prefix: '2001:db8:fd::/64' });
    expect(prefixOf(await logIn(service, nases.prefix), FRAMED_IPV6_PREFIX)).toBeNull();
  });
});

describe('a NAS', () => {
  it('of mode off is told nothing, and what it reports is not kept', async () => {
    const service = await subscriber();
    const answer = await logIn(service, nases.off);
    expect(answer.raw_attributes.map(([type]) => type).filter((type) => [97, 100, 123, 171].includes(type))).toEqual(
      [],
    );
    const ipv6: Pair[] = [[FRAMED_IPV6_PREFIX, ipv6PrefixValue('2001:db8:f:1::/64')]];
    await report(nases.off, { type: 'Start', session: 'off', service, answer, ipv6 });
    expect(await sessionOf('off')).toMatchObject({ framed: null });
  });

  it('of mode pool is told the names of the pools', async () => {
    const answer = await logIn(await subscriber(), nases.pool);
    expect([octetsOf(answer, 100), octetsOf(answer, 171)].map(String)).toEqual(['links', 'homes']);
    const mikrotik = Buffer.concat([
      Buffer.from('0000', 'hex'),
      Buffer.from([0x3a, 0x8c, 22, 7]),
      Buffer.from('homes'),
    ]);
    expect(answer.raw_attributes).toContainEqual([26, mikrotik]);
    expect(prefixOf(answer, FRAMED_IPV6_PREFIX)).toBeNull();
  });

  it('of mode learn says it all in accounting, the delegated prefix as late as it will', async () => {
    const service = await subscriber();
    const answer = await logIn(service, nases.learn);
    const interfaceId: Pair = [FRAMED_INTERFACE_ID, Buffer.from('020053fffe000001', 'hex')];
    const prefix: Pair = [FRAMED_IPV6_PREFIX, ipv6PrefixValue('2001:db8:e:1::/64')];
    await report(nases.learn, { type: 'Start', session: 'learn', service, answer, ipv6: [prefix, interfaceId] });
    const address = '2001:db8:e:1:200:53ff:fe00:1';
    expect(await sessionOf('learn')).toEqual({ framed: '2001:db8:e:1::/64', delegated: null, address });
    const delegated: Pair = [DELEGATED_IPV6_PREFIX, ipv6PrefixValue('2001:db8:ee00::/56')];
    await report(nases.learn, { type: 'Interim-Update', session: 'learn', service, answer, ipv6: [delegated] });
    const all = { framed: '2001:db8:e:1::/64', delegated: '2001:db8:ee00::/56', address };
    expect(await sessionOf('learn')).toEqual(all);
    await report(nases.learn, { type: 'Stop', session: 'learn', service, answer });
    expect(await sessionOf('learn')).toEqual(all);
  });

  it('that reports an address alone, or nonsense, has a prefix of 128 bits, or none', async () => {
    const service = await subscriber();
    const address: Pair = [FRAMED_IPV6_ADDRESS, Buffer.from('20010db8000e00000000000000000005', 'hex')];
    await report(nases.learn, { type: 'Start', session: 'address', service, ipv6: [address] });
    expect(await sessionOf('address')).toMatchObject({ framed: '2001:db8:e::5/128', address: '2001:db8:e::5' });
    for (const [at, octets] of ['00', '00ff2001', '008120010db8', '0040'].entries()) {
      const session = `nonsense${at}`;
      const ipv6: Pair[] = [
        [FRAMED_IPV6_PREFIX, Buffer.from(octets, 'hex')],
        [FRAMED_INTERFACE_ID, Buffer.from('01', 'hex')],
      ];
      await report(nases.learn, { type: 'Start', session, service: await subscriber(), ipv6 });
      expect(await sessionOf(session)).toMatchObject({ framed: null, address: null });
    }
    const unclean: Pair = [FRAMED_IPV6_PREFIX, Buffer.from('003820010db8aaaaaaffff', 'hex')];
    await report(nases.learn, { type: 'Start', session: 'unclean', service: await subscriber(), ipv6: [unclean] });
    expect(await sessionOf('unclean')).toMatchObject({ framed: '2001:db8:aaaa:aa00::/56' });
  });
});

describe('a lease', () => {
  const longAgo = sql`now() - interval '1 hour'`;
  const reap = async () => {
    const heard = { since: new Date(Date.now() - 7_200_000), at: new Date() };
    await execute(
      db.pool,
      sql`INSERT INTO crm.setting (key, value) VALUES ('accounting_heard', ${JSON.stringify(heard)}::jsonb)
          ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    );
    await reapSessions(db, new Date());
    await resolveConflicts({ db, log: createLog('silent'), clock: { now: () => new Date() } });
  };

  it('of a log-in that no session followed is released after a while', async () => {
    const service = await subscriber();
    await logIn(service, nases.prefix);
    await reap();
    expect(await leasesOf(service)).toHaveLength(2);
    await execute(db.pool, sql`UPDATE radius.ip6_lease SET leased_at = ${longAgo} WHERE leased_to = ${service.id}`);
    await reap();
    expect(await leasesOf(service)).toEqual([]);
  });

  it('of a session that fell silent is released, and comes back with it', async () => {
    const service = await subscriber();
    const answer = await logIn(service, nases.prefix);
    await report(nases.prefix, { type: 'Start', session: 'silent', service, answer });
    const before = await leasesOf(service);
    await execute(
      db.pool,
      sql`UPDATE radius.session SET updated_at = ${longAgo}, started_at = ${longAgo} WHERE acct_session_id = 'silent'`,
    );
    await reap();
    expect(await leasesOf(service)).toEqual([]);
    await report(nases.prefix, { type: 'Interim-Update', session: 'silent', service, answer });
    await reap();
    expect(await leasesOf(service)).toEqual(before);
  });

  it('ends with the NAS', async () => {
    const service = await subscriber();
    const answer = await logIn(service, nases.prefix);
    await report(nases.prefix, { type: 'Start', session: `on${nextNumber()}`, service, answer });
    const on: Pair[] = [
      ['Acct-Status-Type', 'Accounting-On'],
      ['Event-Timestamp', new Date(Date.now() + 1_000)],
    ];
    await nases.prefix.ask(nodes[0].acctPort, nases.prefix.accountingRequest(on));
    expect(await leasesOf(service)).toEqual([]);
    expect(framedPool.kind).toBe('Framed');
  });
});
