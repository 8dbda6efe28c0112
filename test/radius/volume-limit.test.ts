import { afterAll, expect, it } from 'vitest';
import { addLevel1Volume, openPeriodUsage } from '../../src/areas/money/usage/period.ts';
import { explainUser } from '../../src/areas/network/sessions/explain.ts';
import { wholeInstallation } from '../../src/core/tenancy/scope.ts';
import { execute, query, sql } from '../../src/db/sql.ts';
import { makeNas, type NasOptions } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { dayFromToday, makeService, type ServiceOptions } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import type { Decoded } from './fixtures/radius-package.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { Subscriber } from './fixtures/subscriber.ts';
import { TestNas } from './fixtures/test-nas.ts';

const MB = 2n ** 20n;
const GB = 2n ** 30n;
const MIKROTIK = 14988;
const [TOTAL_LIMIT, TOTAL_LIMIT_GIGAWORDS] = [17, 18];

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp, { bw2Dl: 4_000, bw2Ul: 2_000 });
const server = await startTestServer(db);
const hotspot = await open({ volumeLimit: true });

async function open(options: NasOptions) {
  const row = await makeNas(db, isp, options);
  const nas = await TestNas.open(row);
  afterAll(() => nas.close());
  await until(async () => (await server.metric('lastmile_radius_nases')) === (await db.prisma.nas.count()));
  return nas;
}

type Caps = Parameters<typeof openPeriodUsage>[1]['caps'];

/** A service in a period with these volumes. */
async function serviceWith(caps: Partial<Caps>, options: ServiceOptions = {}) {
  const service = await makeService(db, plan, options);
  const days = { startsOn: dayFromToday(0), endsOn: dayFromToday(30) };
  const of = { serviceId: service.id, ispId: isp.id, planId: plan.id, subPlanId: plan.subPlan.id };
  const { id: periodId } = await db.prisma.period.create({ data: { ...of, ...days } });
  const volumes = { level1: 0n, level2: 0n, level3: 0n, ...caps };
  await db.transaction((tx) => openPeriodUsage(tx, { serviceId: service.id, periodId, caps: volumes }));
  return service;
}

const subscriberOf = (service: { username: string }, at = hotspot) => new Subscriber(server, at, service);

/** The limit in an answer, in bytes; null: it has none. */
function limitIn({ raw_attributes }: Decoded): bigint | null {
  const words = new Map<number, bigint>();
  for (const [type, value] of raw_attributes)
    if (type === 26 && value.readUInt32BE(0) === MIKROTIK)
      words.set(value.readUInt8(4), BigInt(value.length === 10 ? value.readUInt32BE(6) : 0));
  const low = words.get(TOTAL_LIMIT);
  return low === undefined ? null : low + ((words.get(TOTAL_LIMIT_GIGAWORDS) ?? 0n) << 32n);
}

it('a log-in says what is left over all levels, and explain does', async () => {
  const service = await serviceWith({ level1: 10n * MB, level2: 5n * MB, level3: 3n * MB });
  const subscriber = subscriberOf(service);
  expect(limitIn(await subscriber.connect())).toBe(18n * MB);
  await subscriber.use(12n * MB);
  expect(limitIn(await subscriber.reconnect())).toBe(6n * MB);
  await execute(db.pool, addLevel1Volume(service.id, 4n * MB));
  expect(limitIn(await subscriber.reconnect())).toBe(10n * MB);
  const { attributes } = await explainUser({ db, network: server.network }, wholeInstallation, {
    username: service.username,
    nasip: hotspot.ip,
  });
  expect(attributes).toContainEqual({ name: 'Mikrotik-Total-Limit', value: String(10n * MB) });
});

it('a limit beyond 32 bits is told whole', async () => {
  const service = await serviceWith({ level1: 100n * GB + 7n });
  expect(limitIn(await subscriberOf(service).connect())).toBe(100n * GB + 7n);
});

it('what a top-up adds after the end is what is left', async () => {
  const service = await serviceWith({ level1: 10n * MB });
  const subscriber = subscriberOf(service);
  await subscriber.connect();
  await subscriber.use(12n * MB);
  await until(
    async () =>
      (await query(db.pool, sql`SELECT 1 FROM radius.usage WHERE service_id = ${service.id} AND exhausted`)).length ===
      1,
  );
  await execute(db.pool, addLevel1Volume(service.id, 5n * MB));
  await until(async () => limitIn(await subscriber.reconnect()) === 5n * MB);
});

it.each([
  ['whose last level is unlimited', { level1: 10n * MB, level2: null }, {}],
  ['whose only level is unlimited', { level1: null }, {}],
  ['that is blocked', { level1: 10n * MB }, { status: 'NPD' as const }],
])('a service %s has no limit', async (_, caps, options) => {
  const service = await serviceWith(caps, options);
  expect(limitIn(await subscriberOf(service).connect())).toBeNull();
});

it('a NAS without the setting, or of another vendor, is told no limit', async () => {
  const service = await serviceWith({ level1: 10n * MB });
  expect(limitIn(await subscriberOf(service, await open({})).connect())).toBeNull();
  await expect(makeNas(db, isp, { vendor: 'Cisco', volumeLimit: true })).rejects.toThrow('nas_volume_limit_check');
});

it('a database that does not say in time leaves the log-in without a limit', async () => {
  const service = await serviceWith({ level1: 10n * MB });
  const subscriber = subscriberOf(service);
  // A service that is not in memory is read from the locked table, too.
  await until(async () => (await server.metric('lastmile_radius_services')) === (await db.prisma.service.count()));
  await db.transaction(async (tx) => {
    await execute(tx, sql`LOCK TABLE radius.usage IN ACCESS EXCLUSIVE MODE`);
    const answer = await subscriber.logIn();
    expect(answer?.code).toBe('Access-Accept');
    expect(answer && limitIn(answer)).toBeNull();
  });
  expect(limitIn(await subscriber.connect())).toBe(10n * MB);
});
