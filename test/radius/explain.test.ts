import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainUser } from '../../src/areas/network/sessions/explain.ts';
import { wholeInstallation } from '../../src/core/tenancy/scope.ts';
import { execute, query, sql } from '../../src/db/sql.ts';
import { makeIpPool, makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { dayFromToday, makeService, type ServiceOptions } from '../factories/services.ts';
import { makeIsp, makeReseller } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { Subscriber } from './fixtures/subscriber.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db, { settings: { npDl: 256, npUl: 128 } });
const plan = await makePlan(db, isp, { bw2Dl: 2_000, bw2Ul: 1_000 });
const nasRow = await makeNas(db, isp);
const cisco = await makeNas(db, isp, { vendor: 'Cisco' });
const server = await startTestServer(db);
let nas: TestNas;

beforeAll(async () => {
  nas = await TestNas.open(nasRow);
});
afterAll(() => nas.close());

const service = (more: ServiceOptions = {}) => makeService(db, plan, more);
const explain = ({ username }: { username: string }, more: { nasip?: string; mac?: string } = {}) =>
  explainUser({ db, network: server.network }, wholeInstallation, { username, ...more });

describe('an accepted log-in', () => {
  it('is explained with the rates and the attributes of the plan, whatever the case of the name', async () => {
    const one = await service({ username: 'Explained' });
    expect(await explain({ username: 'EXPLAINED' })).toMatchObject({
      ...{ serviceid: one.id, username: 'Explained', status: 'Active', bw_level: 1, data_exhausted: false },
      ...{ response: 'Access-Accept', access: 'plan', reason: null, dl: 20_000, ul: 10_000, nasip: nas.ip },
      attributes: expect.arrayContaining([
        { name: 'Mikrotik-Rate-Limit', value: '10000k/20000k' },
        { name: 'Acct-Interim-Interval', value: expect.stringMatching(/^3[0-3]\d$/) },
      ]),
      ...{ online: false, sessionid: null, session_current: null, last_response: null },
    });
  });

  it('is explained in the attributes of the given NAS', async () => {
    const one = await service();
    const { nasip, attributes } = await explain(one, { nasip: cisco.ip });
    expect(nasip).toBe(cisco.ip);
    expect(attributes).toContainEqual({ name: 'Cisco-AVPair', value: 'ip:sub-qos-policy-out=down-20000k' });
    await expect(explain(one, { nasip: '192.0.2.1' })).rejects.toThrow('192.0.2.1');
    await expect(explain({ username: 'nobody' })).rejects.toThrow('nobody');
  });

  it('names the IPv6 pools that are not there, where the NAS is sent prefixes', async () => {
    const offer = await makePlan(db, isp, { ip6Pool: 'links-of-the-nas', pdPool: 'homes-of-the-nas' });
    const one = await makeService(db, offer);
    const [prefixes, pools] = [
      await makeNas(db, isp, { ipv6Mode: 'prefix' }),
      await makeNas(db, isp, { ipv6Mode: 'pool' }),
    ];
    const known = 'there is no IPv6 pool links-of-the-nas; there is no IPv6 pool homes-of-the-nas';
    await expect
      .poll(() => explain(one, { nasip: prefixes.ip }).catch(() => null))
      .toMatchObject({
        ...{ response: 'Access-Accept', access: 'plan', reason: known, ip6_pool: null, pd_pool: null },
      });
    await execute(db.pool, sql`UPDATE radius.usage SET bw_level = 2 WHERE service_id = ${one.id}`);
    const slow = await explain(one, { nasip: prefixes.ip });
    expect(slow.reason).toBe(`the data volume of bandwidth level 1 is used up; ${known}`);
    await expect
      .poll(() => explain(one, { nasip: pools.ip }).catch(() => null))
      .toMatchObject({
        ...{ reason: 'the data volume of bandwidth level 1 is used up', ip6_pool: 'links-of-the-nas' },
      });
    const blocked = await makeService(db, offer, { status: 'NPD' });
    expect((await explain(blocked, { nasip: prefixes.ip })).reason).toBe('the service is not paid');
  });

  it('is slow because of its level, its dues, or both', async () => {
    const slow = await service();
    await execute(db.pool, sql`UPDATE radius.usage SET bw_level = 2 WHERE service_id = ${slow.id}`);
    expect(await explain(slow)).toMatchObject({
      ...{ access: 'plan', dl: 2_000, ul: 1_000, bw_level: 2 },
      reason: 'the data volume of bandwidth level 1 is used up',
    });
    const due = await service({ status: 'NP', graceUpto: dayFromToday(3) });
    expect(await explain(due)).toMatchObject({ access: 'reduced', dl: 256, ul: 128, reason: 'payment is overdue' });
  });

  it('is blocked, with the pool it would get', async () => {
    const used = await service();
    await execute(db.pool, sql`UPDATE radius.usage SET exhausted = true WHERE service_id = ${used.id}`);
    expect(await explain(used)).toMatchObject({
      ...{ response: 'Access-Accept', access: 'blocked', data_exhausted: true, reason: 'the data volume is used up' },
      attributes: expect.arrayContaining([{ name: 'Framed-Pool', value: 'blocked_pool' }]),
    });
  });
});

describe('a rejected log-in', () => {
  it('is explained by its status, its device or its NAS, in the words of the rule', async () => {
    const waiting = await service({ status: 'NewRequest' });
    expect(await explain(waiting)).toMatchObject({
      ...{ response: 'Access-Reject', access: 'none', reason: 'the service has not begun yet', dl: null },
      attributes: [{ name: 'Reply-Message', value: 'the service has not begun yet' }],
    });
    const bound = await service({ mac: '02:00:00:00:00:09', macBind: 'Manual' });
    expect(await explain(bound)).toMatchObject({ response: 'Access-Accept', mac: '02:00:00:00:00:09' });
    expect(await explain(bound, { mac: '02:00:00:00:00:0a' })).toMatchObject({
      ...{ response: 'Access-Reject', reason: 'the service is bound to another MAC address' },
    });
    const alone = await makeNas(db, isp, { resellerId: (await makeReseller(db, isp)).id });
    await until(async () => (await server.metric('lastmile_radius_nases')) === (await db.prisma.nas.count()));
    expect(await explain(bound, { nasip: alone.ip })).toMatchObject({
      reason: 'this NAS does not serve the reseller of the service',
    });
  });

  it('is explained if no NAS serves it', async () => {
    const other = await makeIsp(db);
    const one = await makeService(db, await makePlan(db, other));
    expect(await explain(one)).toMatchObject({ response: 'Access-Reject', nasip: null, attributes: [] });
    await expect(explain(one, { nasip: nas.ip })).rejects.toThrow(one.username);
  });

  it('is not one because of its own session; the last log-in is shown', async () => {
    const one = await service();
    const subscriber = new Subscriber(server, nas, one);
    await subscriber.connect();
    await until(async () => (await explain(one)).last_response !== null);
    expect(await explain(one)).toMatchObject({
      ...{ response: 'Access-Accept', online: true, sessionid: subscriber.session, session_current: true },
      ...{ last_response: 'Access-Accept', last_reason: null, nasip: nas.ip },
    });
  });

  it('is explained by an open session of another device', async () => {
    const one = await service();
    await new Subscriber(server, nas, one).connect();
    await execute(db.pool, sql`UPDATE radius.session SET updated_at = now() WHERE service_id = ${one.id}`);
    expect(await explain(one, { mac: '02:77:77:77:77:77' })).toMatchObject({
      ...{ response: 'Access-Reject', reason: `another session is open on the NAS ${nas.ip}` },
    });
  });

  it('is explained by as many open sessions as may be', async () => {
    const one = await service({ sessionLimit: 2 });
    await new Subscriber(server, nas, one).connect();
    await execute(db.pool, sql`UPDATE radius.session SET updated_at = now() WHERE service_id = ${one.id}`);
    expect(await explain(one, { mac: '02:77:77:77:77:77' })).toMatchObject({ response: 'Access-Accept' });
    await new Subscriber(server, nas, one).connect();
    await execute(db.pool, sql`UPDATE radius.session SET updated_at = now() WHERE service_id = ${one.id}`);
    expect(await explain(one, { mac: '02:77:77:77:77:77' })).toMatchObject({
      ...{ response: 'Access-Reject', reason: `2 sessions are open, which is the limit, on the NAS ${nas.ip}` },
    });
  });

  it('is explained by an open session at another NAS, if the device is unknown', async () => {
    const one = await service();
    await new Subscriber(server, nas, one).connect();
    await execute(db.pool, sql`UPDATE radius.session SET updated_at = now(), mac = NULL WHERE service_id = ${one.id}`);
    expect(await explain(one, { nasip: cisco.ip })).toMatchObject({
      ...{ response: 'Access-Reject', reason: `another session is open on the NAS ${nas.ip}` },
    });
    expect(await explain(one)).toMatchObject({ response: 'Access-Accept', nasip: nas.ip });
  });

  it('is explained by a pool without free addresses; explaining takes none', async () => {
    const pool = await makeIpPool(db, isp, { size: 1 });
    const [first, second] = [
      await service({ ipAssignment: 'IPpool', ipPoolId: pool.id }),
      await service({ ipAssignment: 'IPpool', ipPoolId: pool.id }),
    ];
    const before = await leases(pool.id);
    const address = { name: 'Framed-IP-Address', value: pool.rangeFrom };
    expect((await explain(first)).attributes).toContainEqual(address);
    expect((await explain(second)).attributes).toContainEqual(address);
    expect(await leases(pool.id)).toEqual(before);
    await new Subscriber(server, nas, first).connect();
    expect((await explain(first)).attributes).toContainEqual(address);
    expect(await explain(second)).toMatchObject({
      ...{ response: 'Access-Reject', reason: 'the IP pool has no free address' },
    });
  });

  it('of a name in two ISPs is told apart by the NAS', async () => {
    const other = await makeIsp(db);
    await makeService(db, await makePlan(db, other), { username: 'twice' });
    const mine = await service({ username: 'twice' });
    await expect(explain({ username: 'twice' })).rejects.toThrow(/nasip/);
    expect((await explain({ username: 'twice' }, { nasip: nas.ip })).serviceid).toBe(mine.id);
  });
});

const leases = (poolId: number) =>
  query(
    db.pool,
    sql`SELECT ip, leased_to, last_leased_to, released_at FROM radius.ip_address WHERE pool_id = ${poolId}`,
  );
