import { beforeAll, describe, expect, it } from 'vitest';
import { execute, sql } from '../../../src/db/sql.ts';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { lockWaits } from '../../fixtures/lock-waits.ts';
import { contact, customerFields, makeTenant, makeUser, serviceFields, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
let tenant: Tenant;
let pools = 0;

beforeAll(async () => {
  tenant = await makeTenant(api);
});

/** A pool of the ISP with 20 addresses, in a network of its own. */
async function makePool(as: Credentials = tenant.me) {
  pools += 1;
  const pool = { pool_name: `pool${pools}`, range_from: `10.${pools}.0.1`, range_upto: `10.${pools}.0.20` };
  await api.ok('radius/ippool/create', pool, as);
  return pool;
}

const address = (pool: { range_from: string }, last: number) => pool.range_from.replace(/\d+$/, String(last));

let services = 0;
function createService(fields: Record<string, string | number>) {
  services += 1;
  const { customerid, planid, subplanid } = tenant;
  const service = { customerid, planid, subplanid, username: `static${services}`, ...serviceFields, ...fields };
  return api.call('service/create', service, tenant.me);
}

const addressesOf = async (pool_name: string) =>
  (await api.ok<{ ip: string }[]>('radius/ippool/iplist', { pool_name, rows_limit: 100 }, tenant.me)).map(
    ({ ip }) => ip,
  );

it('is found by the vendor of a NAS only by those who see the NAS', async () => {
  const { pool_name } = await makePool();
  const { ispid, resellerid, me } = tenant;
  const seller = await makeUser(api, me, { ispid, resellerid, groupname: 'Reseller' });
  const found = async (vendor: string, as: Credentials) =>
    (await api.ok<{ pool_name: string }[]>('radius/ippool/list', { vendor, rows_limit: 100 }, as)).some(
      (pool) => pool.pool_name === pool_name,
    );
  const other = { type: 'Reseller', name: 'Other', code: 'OTH', invoice_by: 'ISP', payment_by: 'ISP', ...contact };
  const resellers = await api.ok<number>('reseller/create', other, me);
  const nas = { resellerid: 0, resellers, name: 'Own', ip: '127.77.0.1', secret: 'nas secret', vendor: 'Huawei' };
  expect(await found('Huawei', me)).toBe(false);
  const id = await api.ok<number>('radius/nas/create', nas, me);
  expect([await found('Huawei', me), await found('Huawei', seller)]).toEqual([true, false]);
  await api.ok('radius/nas/update', { id, resellers: resellerid }, me);
  expect(await found('Huawei', seller)).toBe(true);
});

describe('the user of an address', () => {
  let ip: string;
  let pool_name: string;
  let username: string;
  beforeAll(async () => {
    const pool = await makePool();
    ({ pool_name } = pool);
    ip = address(pool, 5);
    const { result } = await createService({ ip_assignment: 'StaticIP', ippool: pool_name, staticip: ip });
    username = `static${services}`;
    expect(result).toEqual(expect.any(Number));
  });

  const seen = (as: Credentials, parameters: Record<string, string> = {}) =>
    api.ok<{ ip: string; username: string }[]>('radius/ippool/iplist', { pool_name, ip, ...parameters }, as);

  it('is shown to the ISP and to the reseller whose subscriber it is', async () => {
    const reseller = { groupname: 'Reseller', resellerid: tenant.resellerid };
    for (const caller of [tenant.me, await makeUser(api, tenant.me, { ispid: tenant.ispid, ...reseller })]) {
      expect(await seen(caller)).toMatchObject([{ ip, username }]);
      expect(await seen(caller, { username })).toHaveLength(1);
    }
  });

  it('is not shown to another reseller of the ISP, nor found by username', async () => {
    const resellerid = await api.ok<number>(
      'reseller/create',
      { type: 'Reseller', name: 'Other', code: 'OTHER', invoice_by: 'ISP', payment_by: 'ISP', ...contact },
      tenant.me,
    );
    const other = await makeUser(api, tenant.me, { ispid: tenant.ispid, groupname: 'Reseller', resellerid });
    expect(await seen(other)).toMatchObject([{ ip, username: '' }]);
    expect(await seen(other, { username })).toEqual([]);
  });

  it('is not shown to an Employee of other locations', async () => {
    await api.ok('location/create', { location_code: 'MAA', location: 'Chennai' }, tenant.me);
    const employee = { ispid: tenant.ispid, groupname: 'Employee', resellerid: 0, roles: 'Support' };
    const here = await makeUser(api, tenant.me, { ...employee, lc: 'BLR' });
    const elsewhere = await makeUser(api, tenant.me, { ...employee, lc: 'MAA' });
    expect(await seen(here)).toMatchObject([{ ip, username }]);
    expect(await seen(elsewhere)).toMatchObject([{ ip, username: '' }]);
    expect(await seen(elsewhere, { username })).toEqual([]);
  });
});

describe('an update of a pool', () => {
  it('returns the number of addresses added', async () => {
    const { pool_name, ...pool } = await makePool();
    const update = (fields: Record<string, string>) =>
      api.ok('radius/ippool/update', { pool_name, ...fields }, tenant.me);
    expect(await update({ range_upto: address(pool, 25) })).toBe(5);
    expect(await update({ range_upto: address(pool, 10) })).toBe(0);
    expect(await update({ range_from: address(pool, 5), range_upto: address(pool, 12) })).toBe(2);
    expect(await addressesOf(pool_name)).toEqual([5, 6, 7, 8, 9, 10, 11, 12].map((last) => address(pool, last)));
  });

  it('returns the number of all addresses if it is renamed', async () => {
    const { pool_name, ...pool } = await makePool();
    const renamed = { new_pool_name: `${pool_name}-renamed`, range_upto: address(pool, 22) };
    expect(await api.ok('radius/ippool/update', { pool_name, ...renamed }, tenant.me)).toBe(22);
    expect(await api.call('radius/ippool/update', { pool_name }, tenant.me)).toMatchObject({ status: 404 });
  });

  it('is refused the name of another pool', async () => {
    const [{ pool_name }, other] = [await makePool(), await makePool()];
    const answer = await api.call('radius/ippool/update', { pool_name, new_pool_name: other.pool_name }, tenant.me);
    expect(answer).toMatchObject({ status: 409, error: 'new_pool_name: is already taken' });
  });

  it('is refused an empty new name', async () => {
    const { pool_name } = await makePool();
    const answer = await api.call('radius/ippool/update', { pool_name, new_pool_name: '' }, tenant.me);
    expect(answer).toMatchObject({ status: 400, result: null });
    expect(answer.error).toMatch(/^new_pool_name: /);
  });

  it('starts from the result of the update before it', async () => {
    const { pool_name, ...pool } = await makePool();
    const update = (fields: Record<string, string>) =>
      api.call('radius/ippool/update', { pool_name, ...fields }, tenant.me);
    let answers: ReturnType<typeof update>[] = [];
    await api.db.transaction(async (tx) => {
      await execute(tx, sql`SELECT FROM radius.ip_pool WHERE name = ${pool_name} FOR UPDATE`);
      answers = [update({ range_upto: address(pool, 30) }), update({ range_from: address(pool, 5) })];
      await lockWaits(api.db, 2);
    });
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    const bounds = { range_from: address(pool, 5), range_upto: address(pool, 30), count: '26' };
    expect(await api.ok('radius/ippool/list', { pool_name }, tenant.me)).toMatchObject([bounds]);
    expect(await addressesOf(pool_name)).toEqual(Array.from({ length: 26 }, (_, at) => address(pool, at + 5)));
  });
});

describe('a shrink', () => {
  it('never drops an address that is reserved at the same moment', async () => {
    const races = Array.from({ length: 12 }, async () => {
      const { pool_name, ...pool } = await makePool();
      const staticip = address(pool, 20);
      const [reserved, shrunk] = await Promise.all([
        createService({ ip_assignment: 'StaticIP', ippool: pool_name, staticip }),
        api.call('radius/ippool/update', { pool_name, range_upto: address(pool, 10) }, tenant.me),
      ]);
      return [reserved.status, shrunk.status].sort();
    });
    for (const statuses of await Promise.all(races)) expect(statuses).toEqual([200, 409]);
  });

  it('waits for a lease in progress, and is then refused', async () => {
    const { pool_name, ...pool } = await makePool();
    const leased = address(pool, 20);
    let shrink: ReturnType<typeof api.call> | undefined;
    await api.db.transaction(async (tx) => {
      await execute(
        tx,
        sql`UPDATE radius.ip_address SET leased_to = ${tenant.serviceid}, lease_kind = 'dynamic', leased_at = now()
            WHERE isp_id = ${tenant.ispid} AND ip = ${leased}`,
      );
      shrink = api.call('radius/ippool/update', { pool_name, range_upto: address(pool, 10) }, tenant.me);
      await lockWaits(api.db, 1);
    });
    expect(await shrink).toMatchObject({ status: 409, error: expect.stringContaining(leased) });
    expect(await addressesOf(pool_name)).toContain(leased);
  });
});

describe('deleting a pool', () => {
  it('succeeds once if many calls do it at once', async () => {
    const { pool_name } = await makePool();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => api.call('radius/ippool/delete', { pool_name }, tenant.me)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
  });

  it('by a range affects the pool that contains it, and no other', async () => {
    const [{ pool_name: left }, { pool_name, range_from, ...pool }] = [await makePool(), await makePool()];
    const part = { range_from: range_from.replace(/\d+$/, '11'), range_upto: pool.range_upto };
    await api.ok('radius/ippool/delete', part, tenant.me);
    expect(await addressesOf(pool_name)).toHaveLength(10);
    expect(await addressesOf(left)).toHaveLength(20);
    const beyond = { range_from: part.range_from, range_upto: pool.range_upto.replace(/\d+$/, '30') };
    expect(await api.call('radius/ippool/delete', beyond, tenant.me)).toMatchObject({ status: 404 });
  });

  it('by a range that several ISPs have requires ispid', async () => {
    const other = await makeTenant(api);
    const mine = await makePool();
    const theirs = { ...mine, pool_name: 'theirs' };
    await api.ok('radius/ippool/create', theirs, other.me);
    const { pool_name: _, ...part } = mine;
    expect(await api.call('radius/ippool/delete', part, api.admin)).toMatchObject({
      status: 400,
      error: 'ispid: is required, because several ISPs have a pool with that range',
    });
    await api.ok('radius/ippool/delete', { ...part, ispid: other.ispid }, api.admin);
    expect(await addressesOf(mine.pool_name)).toHaveLength(20);
    expect(await api.ok('radius/ippool/list', { pool_name: 'theirs' }, other.me)).toEqual([]);
  });
});

describe('the free addresses of a pool', () => {
  it('are counted, reserved and leased addresses separately', async () => {
    const { pool_name, ...pool } = await makePool();
    const customerid = await api.ok<number>(
      'customer/create',
      { resellerid: tenant.resellerid, ...customerFields },
      tenant.me,
    );
    await createService({ customerid, ip_assignment: 'StaticIP', ippool: pool_name, staticip: address(pool, 2) });
    const { result } = await createService({ customerid, ip_assignment: 'IPpool', ippool: pool_name });
    await execute(
      api.db.pool,
      sql`UPDATE radius.ip_address SET leased_to = ${Number(result)}, lease_kind = 'dynamic', leased_at = now()
          WHERE isp_id = ${tenant.ispid} AND ip = ${address(pool, 3)}`,
    );
    expect(await api.ok('radius/ippool/list', { pool_name }, tenant.me)).toEqual([
      { pool_name, ...pool, count: '20', staticip_count: 1, free: 18, updated_at: expect.any(String) },
    ]);
  });
});
