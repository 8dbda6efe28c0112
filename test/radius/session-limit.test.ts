import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resolveConflicts } from '../../src/areas/network/sessions/conflicts.ts';
import { disconnect } from '../../src/areas/network/sessions/disconnect.ts';
import { createLog } from '../../src/config/log.ts';
import { wholeInstallation } from '../../src/core/tenancy/scope.ts';
import { query, sql } from '../../src/db/sql.ts';
import { makeIpPool, makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService, type ServiceOptions } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { storedSessions, storedUsage } from './fixtures/accounting.ts';
import { CoaNas } from './fixtures/coa-nas.ts';
import { Device } from './fixtures/device.ts';
import { startTestServer, type TestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const three = await makePlan(db, isp, { sessionLimit: 3 });
const plain = await makePlan(db, isp);
const node = await startTestServer(db);
const other = await startTestServer(db);
let coa: CoaNas;
let nas: TestNas;

beforeAll(async () => {
  coa = await CoaNas.open('127.7.3.1');
  nas = await TestNas.open(await makeNas(db, isp, { ip: coa.ip, coaPort: coa.port }));
  for (const each of [node, other]) await until(async () => (await each.metric('lastmile_radius_nases')) === 1);
});
beforeEach(() => void coa.requests.splice(0));
afterAll(() => {
  coa.close();
  nas.close();
});

async function service(more: ServiceOptions = {}, plan = three) {
  const made = await makeService(db, plan, more);
  const count = await db.prisma.service.count();
  for (const each of [node, other]) await until(async () => (await each.metric('lastmile_radius_services')) >= count);
  return made;
}

const devices = (count: number, username: string, at: TestServer = node) =>
  Array.from({ length: count }, (_, number) => new Device(at, nas, username, { port: `ether${number + 1}` }));

const settle = () => resolveConflicts({ db, log: createLog('silent'), clock: { now: () => new Date() } });
const live = (serviceId: number) =>
  query<{ session: string }>(
    db.pool,
    sql`SELECT acct_session_id AS session FROM radius.session WHERE service_id = ${serviceId} AND ended_at IS NULL ORDER BY id`,
  );
const sessionsOf = (some: readonly Device[]) => some.map(({ session }) => ({ session }));

describe('of a plan for three lines', () => {
  it('the fourth device is refused, with the places of the others, and let in after a Stop', async () => {
    const { id, username } = await service();
    const [one, two, third, fourth] = devices(4, username) as [Device, Device, Device, Device];
    for (const each of [one, two, third]) await each.connect();
    expect(await live(id)).toEqual(sessionsOf([one, two, third]));
    const refused = await fourth.logIn();
    expect(refused?.attributes['Reply-Message']).toBe(
      `3 sessions are open, which is the limit: on the NAS ${nas.ip}, port ether1; on the NAS ${nas.ip}, port ether2; on the NAS ${nas.ip}, port ether3`,
    );
    await two.report('Stop');
    await fourth.connect();
    expect(await live(id)).toEqual(sessionsOf([one, third, fourth]));
    expect((await two.logIn())?.code).toBe('Access-Reject');
    await settle();
    expect(coa.takeRequests()).toEqual([]);
  });

  it('an accepted log-in has a place too', async () => {
    const { username } = await service();
    const [one, two, third, fourth] = devices(4, username) as [Device, Device, Device, Device];
    for (const each of [one, two, third]) expect((await each.logIn())?.code).toBe('Access-Accept');
    expect((await fourth.logIn())?.code).toBe('Access-Reject');
    expect((await third.logIn())?.code).toBe('Access-Accept');
    await third.report('Start');
    await third.report('Stop');
    expect((await fourth.logIn())?.code).toBe('Access-Accept');
  });

  it('a Start takes over the session of its own device alone', async () => {
    const { id, username } = await service();
    const [one, two] = devices(2, username) as [Device, Device];
    await one.connect();
    await two.connect();
    const lost = one.session;
    await one.connect();
    expect(await live(id)).toEqual(sessionsOf([two, one]));
    expect((await storedSessions(db, lost))[0]).toMatchObject({ terminate_cause: 'Taken-Over' });
  });

  it('the volumes of all are added, and a change and a disconnect go to all', async () => {
    const { id, username } = await service();
    const some = devices(3, username);
    for (const each of some) await each.connect();
    for (const each of some) await each.report('Interim-Update', { up: 100, down: 1_000 });
    expect(await storedUsage(db, id)).toMatchObject({ up: '300', down: '3000' });
    await db.prisma.plan.update({ where: { id: three.id }, data: { bw1Dl: 5_000 + id } });
    for (const each of [node, other]) await each.network.caughtUp();
    expect(await node.network.refresh(id)).toEqual({ result: 'acknowledged' });
    expect(coa.requests.map(({ code, session }) => `${code} ${session}`).sort()).toEqual(
      some.map(({ session }) => `CoA-Request ${session}`).sort(),
    );
    coa.requests.splice(0);
    const dependencies = { db, network: node.network, record: async () => {} };
    await disconnect(dependencies, wholeInstallation, { username, force: false });
    expect(coa.requests.map(({ code, session }) => `${code} ${session}`).sort()).toEqual(
      some.map(({ session }) => `Disconnect-Request ${session}`).sort(),
    );
  });

  it('a node that starts anew knows of all of them, and one that was told of others asks the database', async () => {
    const { username } = await service();
    const [one, two, third, fourth, fifth] = devices(5, username) as [Device, Device, Device, Device, Device];
    for (const each of [one, two]) await each.connect();
    await third.connect(other);
    const late = await startTestServer(db);
    for (const each of [node, other, late]) expect((await fourth.logIn(each))?.code).toBe('Access-Reject');
    await one.report('Stop');
    // On the other nodes it is still in memory, but not in the database.
    expect((await fourth.logIn(late))?.code).toBe('Access-Accept');
    await fourth.report('Start');
    await until(async () => (await fifth.logIn(other))?.code === 'Access-Reject');
  });

  it('where nothing tells the lines apart, the third log-in has a place, and the fourth that of another', async () => {
    const { id, username } = await service();
    const alike = Array.from({ length: 4 }, () => new Device(node, nas, username, { mac: null, port: null }));
    const [one, two, third, fourth] = alike as [Device, Device, Device, Device];
    for (const each of [one, two, third]) await each.connect();
    expect(await live(id)).toEqual(sessionsOf([one, two, third]));
    await fourth.connect();
    const left = await live(id);
    const gone = [one, two, third].filter(({ session }) => !left.some((each) => each.session === session));
    expect([left.length, gone.length]).toEqual([3, 1]);
    await until(() => coa.requests.length > 0);
    expect(coa.requests.map(({ code, session }) => `${code} ${session}`)).toEqual([
      `Disconnect-Request ${gone[0]?.session}`,
    ]);
  });

  it('a restart of their NAS ends all', async () => {
    const { id, username } = await service();
    const some = devices(3, username);
    for (const each of some) await each.connect();
    await nas.ask(
      node.acctPort,
      nas.accountingRequest([
        ['Acct-Status-Type', 'Accounting-On'],
        ['Event-Timestamp', new Date(Date.now() + 1_000)],
      ]),
    );
    expect(await live(id)).toEqual([]);
    for (const each of devices(3, username)) await each.connect();
  });
});

describe('the limit of a service', () => {
  it('is its own if it has one, else that of its plan, and 1 with a static address', async () => {
    const pool = await makeIpPool(db, isp);
    const [own, less, fixed] = await Promise.all([
      service({ sessionLimit: 2 }, plain),
      service({ sessionLimit: 1 }),
      service({ ipAssignment: 'StaticIP', ipPoolId: pool.id, staticip: pool.rangeFrom }),
    ]);
    for (const [{ username }, limit] of [
      [own, 2],
      [less, 1],
      [fixed, 1],
    ] as const) {
      const answers = [];
      for (const each of devices(3, username)) answers.push((await each.logIn())?.code);
      expect(answers.filter((code) => code === 'Access-Accept')).toHaveLength(limit);
    }
  });

  it('when it is lowered, the newest lines above it end', async () => {
    const { id, username } = await service();
    const some = devices(3, username);
    for (const each of some) await each.connect();
    await db.prisma.service.update({ where: { id }, data: { sessionLimit: 2 } });
    const ending = () =>
      query<{ payload: { sessions: number[] } }>(
        db.pool,
        sql`SELECT payload FROM crm.outbox WHERE kind = 'session_disconnect' AND payload -> 'serviceId' = to_jsonb(${id}::int)`,
      );
    // Services without a new session are looked at in turn.
    await until(async () => {
      await settle();
      return (await ending()).length > 0;
    });
    const [newest] = await ending();
    const [row] = await query<{ id: number }>(
      db.pool,
      sql`SELECT id FROM radius.session WHERE acct_session_id = ${some[2]?.session}`,
    );
    expect(newest?.payload.sessions).toEqual([row?.id]);
  });

  it('binds no device automatically, and an automatic binding does not count, while it is above 1', async () => {
    const fresh = await service({ macBind: 'Auto' });
    for (const each of devices(2, fresh.username)) expect((await each.logIn())?.code).toBe('Access-Accept');
    expect((await db.prisma.service.findUnique({ where: { id: fresh.id } }))?.mac).toBeNull();
    const bound = await service({ macBind: 'Auto', mac: '02:00:00:00:00:01' });
    expect((await new Device(node, nas, bound.username, {}).logIn())?.code).toBe('Access-Accept');
    const manual = await service({ macBind: 'Manual', mac: '02:00:00:00:00:01' });
    expect((await new Device(node, nas, manual.username, {}).logIn())?.code).toBe('Access-Reject');
  });
});

it('of 50 pairs of devices that log in at two nodes at once, at most one of each is left online', {
  timeout: 120_000,
}, async () => {
  const made = await Promise.all(Array.from({ length: 50 }, () => makeService(db, plain)));
  const count = await db.prisma.service.count();
  for (const each of [node, other]) await until(async () => (await each.metric('lastmile_radius_services')) >= count);
  const pairs = made.flatMap(({ username }) => [
    new Device(node, nas, username, {}),
    new Device(other, nas, username, {}),
  ]);
  const answers = await Promise.all(pairs.map((each) => each.logIn()));
  const admitted = pairs.filter((_, at) => answers[at]?.code === 'Access-Accept');
  for (const each of admitted) await each.report('Start');
  await settle();
  const rows = await query<{ open: number; ending: number }>(
    db.pool,
    sql`SELECT (SELECT count(*) FROM radius.session x WHERE x.service_id = s.id AND x.ended_at IS NULL)::int AS open,
          (SELECT count(*) FROM crm.outbox o, jsonb_array_elements(o.payload -> 'sessions')
            WHERE o.kind = 'session_disconnect' AND o.payload -> 'serviceId' = to_jsonb(s.id))::int AS ending
        FROM crm.service s WHERE s.id = ANY(${made.map(({ id }) => id)}::int[])`,
  );
  expect(rows.filter(({ open, ending }) => open - ending !== 1)).toEqual([]);
  expect(admitted.length).toBeGreaterThanOrEqual(50);
});
