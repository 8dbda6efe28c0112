import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSubscriber } from '../../src/areas/subscribers/overview/get.ts';
import { PERMISSIONS } from '../../src/core/access/permission.ts';
import { systemClock } from '../../src/core/clock.ts';
import { wholeInstallation } from '../../src/core/tenancy/scope.ts';
import { execute, sql } from '../../src/db/sql.ts';
import { makeIpPool, makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { dayFromToday, makeService, type ServiceOptions } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { startTestServer } from './fixtures/server.ts';
import { Subscriber } from './fixtures/subscriber.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db, { settings: { npDl: 256, npUl: 128 } });
const plan = await makePlan(db, isp);
const nasRow = await makeNas(db, isp);
const server = await startTestServer(db);
let nas: TestNas;

beforeAll(async () => {
  nas = await TestNas.open(nasRow);
});
afterAll(() => nas.close());

const caller = { scope: wholeInstallation, zone: 'UTC', permissions: new Set(PERMISSIONS) };
const shown = (serviceId: number) =>
  readSubscriber({ db, network: server.network, clock: systemClock }, caller, serviceId);
const service = (more: ServiceOptions = {}) => makeService(db, plan, more);

describe('the access that a subscriber is shown', () => {
  it.each<[string, ServiceOptions]>([
    ['an active service', {}],
    ['one that has not begun', { status: 'NewRequest' }],
    ['one that is overdue', { status: 'NP', graceUpto: dayFromToday(3) }],
    ['one that is not paid', { status: 'NPD' }],
    ['a suspended one', { status: 'Suspend' }],
  ])('is what a log-in gets: %s', async (_, more) => {
    const one = await service(more);
    const { access } = await shown(one.id);
    const answer = await new Subscriber(server, nas, one).logIn();
    const granted = answer?.attributes ?? {};
    expect(access?.response).toBe(answer?.code);
    const said = Object.fromEntries((access?.attributes ?? []).map(({ name, value }) => [name, value]));
    expect(said['Reply-Message']).toBe(granted['Reply-Message']);
    expect(said['Framed-Pool']).toBe(granted['Framed-Pool']);
    expect(access?.pool ?? undefined).toBe(granted['Framed-Pool']);
  });

  it('has the address that the service always gets', async () => {
    const pool = await makeIpPool(db, isp);
    const one = await service({ ipAssignment: 'StaticIP', ipPoolId: pool.id, staticip: pool.rangeUpto });
    expect((await shown(one.id)).access).toMatchObject({ ip: pool.rangeUpto, pool: null });
    const answer = await new Subscriber(server, nas, one).logIn();
    expect(answer?.attributes['Framed-IP-Address']).toBe(pool.rangeUpto);
  });

  it('has the name of the pool and the address that would be leased', async () => {
    const pool = await makeIpPool(db, isp, { size: 1 });
    const one = await service({ ipAssignment: 'IPpool', ipPoolId: pool.id });
    expect((await shown(one.id)).access).toMatchObject({ pool: pool.name, ip: pool.rangeFrom, access: 'plan' });
  });
});

describe('the rate of a live session', () => {
  it('is what its log-in was granted, then what its NAS acknowledged', async () => {
    const one = await service();
    await new Subscriber(server, nas, one).connect();
    const rate = async () => (await shown(one.id)).sessions?.map(({ dl, ul }) => ({ dl, ul }));
    expect(await rate()).toEqual([{ dl: 20_000, ul: 10_000 }]);
    await execute(
      db.pool,
      sql`UPDATE radius.session SET acknowledged = '{"downKbps": 512, "upKbps": null}' WHERE service_id = ${one.id}`,
    );
    expect(await rate()).toEqual([{ dl: 512, ul: null }]);
  });

  it('is not known of a session that another program let in', async () => {
    const one = await service();
    await new Subscriber(server, nas, one).connect();
    await execute(db.pool, sql`UPDATE radius.session SET class = 'cisco:1:2:9.9' WHERE service_id = ${one.id}`);
    expect((await shown(one.id)).sessions).toMatchObject([{ dl: null, ul: null }]);
  });
});

describe('what a subscriber is told first', () => {
  const told = async (serviceId: number) => (await shown(serviceId)).verdict;

  it.each<[string, ServiceOptions, object]>([
    ['an active service', {}, { verdict: 'never', cause: null, text: 'Never online' }],
    ['one that is not paid', { status: 'NPD' }, { verdict: 'blocked', cause: 'unpaid' }],
    ['a suspended one', { status: 'Suspend' }, { verdict: 'blocked', cause: 'suspended' }],
    ['one that has not begun', { status: 'NewRequest' }, { verdict: 'new', cause: 'new' }],
  ])('follows the rules of access: %s', async (_, more, verdict) => {
    expect(await told((await service(more)).id)).toMatchObject(verdict);
  });

  it('is the session while there is one, and how long ago it ended', async () => {
    const one = await service();
    const subscriber = new Subscriber(server, nas, one);
    await subscriber.connect();
    expect(await told(one.id)).toMatchObject({ verdict: 'online', online: true, dl: 20_000, nas: expect.any(String) });
    await subscriber.disconnect();
    expect(await told(one.id)).toMatchObject({ verdict: 'offline', online: false, since: expect.any(Date) });
  });

  it('names the volumes of the levels that are used up', async () => {
    const one = await service();
    const gb = 1024n ** 3n;
    const usage = { bwLevel: 2, level1Bytes: 400n * gb, level1Used: 400n * gb, level2Bytes: 50n * gb, level2Used: gb };
    await db.prisma.usage.update({ where: { serviceId: one.id }, data: usage });
    await new Subscriber(server, nas, one).connect();
    expect(await told(one.id)).toMatchObject({
      ...{ verdict: 'reduced', cause: 'volume', used_gb: '400.000', volume_gb: '400.000' },
      text: expect.stringContaining('400 of 400 GB used'),
    });
  });

  it('counts what was refused since the last log-in that was not', async () => {
    const one = await service();
    const subscriber = new Subscriber(server, nas, one);
    for (const password of ['mistyped', 'secret', 'mistyped', 'forgotten']) await subscriber.logIn(password);
    const { prisma } = db;
    const written = () => prisma.authLog.count({ where: { serviceId: one.id } });
    await expect.poll(written).toBe(4);
    const refused = { verdict: 'refused', refusals: 2, reason: 'wrong password' };
    expect(await told(one.id)).toMatchObject(refused);
    // All of them may be of one millisecond.
    await prisma.authLog.updateMany({ where: { serviceId: one.id }, data: { at: new Date() } });
    expect(await told(one.id)).toMatchObject(refused);
    expect((await shown(one.id)).access).toMatchObject({
      last_response: 'Access-Reject',
      last_reason: 'wrong password',
    });
  });

  it('needs the permission to see sessions', async () => {
    const permissions = new Set(PERMISSIONS.filter((each) => each !== 'session.read'));
    const dependencies = { db, network: server.network, clock: systemClock };
    const { verdict } = await readSubscriber(dependencies, { ...caller, permissions }, (await service()).id);
    expect(verdict).toBeNull();
  });
});
