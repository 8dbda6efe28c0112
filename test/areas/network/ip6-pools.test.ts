import { beforeAll, describe, expect, it } from 'vitest';
import { execute, sql } from '../../../src/db/sql.ts';
import { startApi } from '../../fixtures/api.ts';
import { makeTenant, serviceFields, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
let tenant: Tenant;
let other: Tenant;
let made = 0;

beforeAll(async () => {
  tenant = await makeTenant(api);
  other = await makeTenant(api);
});

const create = (fields: Record<string, string | number>, as = tenant.me) =>
  api.call('radius/ip6pool/create', { name: `pool${++made}`, length: 56, kind: 'Delegated', ...fields }, as);

/** A pool of 2^16 /56 prefixes. */
async function makePool(prefix: string, fields: Record<string, string | number> = {}): Promise<number> {
  const { result } = await create({ prefix, ...fields });
  expect(result).toEqual(expect.any(Number));
  return result as number;
}

function service(fields: Record<string, string | number>, of = tenant) {
  const { customerid, planid, subplanid } = of;
  const names = { customerid, planid, subplanid, username: `ipv6-${++made}` };
  return api.call('service/create', { ...names, ...serviceFields, ...fields }, of.me);
}

const lease = (poolId: number, prefix: string, serviceId: number) =>
  execute(
    api.db.pool,
    sql`INSERT INTO radius.ip6_lease (pool_id, prefix, isp_id, kind, leased_to, session_key, leased_at, last_leased_to)
        VALUES (${poolId}, ${prefix}::inet, ${tenant.ispid}, 'Delegated', ${serviceId}, 'key', now(), ${serviceId})`,
  );

describe('a pool of IPv6 prefixes', () => {
  it('is listed with what is left of it', async () => {
    const id = await makePool('2001:db8::/40');
    await lease(id, '2001:db8:0:100::/56', tenant.serviceid);
    const [pool] = await api.ok<object[]>('radius/ip6pool/list', { prefix: '2001:db8:0:7::1' }, tenant.me);
    expect(pool).toMatchObject({ id: String(id), prefix: '2001:db8::/40', length: '56', kind: 'Delegated' });
    expect(pool).toMatchObject({ count: '65536', leased: 1, free: '65535' });
    expect(await api.ok('radius/ip6pool/list', {}, other.me)).toEqual([]);
  });

  it.each<[Record<string, string | number>, number, string]>([
    [
      { prefix: '2001:db8:80::1/40' },
      400,
      'prefix: must be an IPv6 prefix of 16 to 64 bits such as 2001:db8::/40, with no bits set beyond its length',
    ],
    [{ prefix: '2001:db9::/40', length: 32 }, 400, 'length: must not be below the 40 bits of the prefix'],
    [{ prefix: '2001::/20', length: 56 }, 400, 'length: must be at most 52: a pool has at most 2^32 prefixes'],
    [{ prefix: '2001:db8:10::/48' }, 409, 'prefix: overlaps a pool or a static prefix of the ISP'],
    [{ prefix: '2001:db8::/36' }, 409, 'prefix: overlaps a pool or a static prefix of the ISP'],
    [{ prefix: '2001:db9::/40', kind: 'Other' }, 400, 'kind: must be Framed or Delegated'],
  ])('that is %j is refused', async (fields, status, error) => {
    expect(await create(fields)).toMatchObject({ status, error });
  });

  it('may have the network of another ISP’s', async () => {
    expect(await create({ prefix: '2001:db8::/40' }, other.me)).toMatchObject({ status: 200 });
  });

  it('is extended and shrunk around the prefixes in use, and renamed with the plans that name it', async () => {
    const id = await makePool('2001:dba::/40', { name: 'before' });
    await api.ok('plan/update', { id: tenant.planid, pd_pool: 'before' }, tenant.me);
    const service2 = (await service({})).result as number;
    await lease(id, '2001:dba:0:ff00::/56', service2);
    const update = (fields: object) => api.call('radius/ip6pool/update', { id, ...fields }, tenant.me);
    expect(await update({ prefix: '2001:dba::/36' })).toMatchObject({ status: 200 });
    expect(await update({ prefix: '2001:dba:1::/48' })).toMatchObject({
      status: 409,
      error: '2001:dba:1::/48 would remove 1 prefixes in use, starting with 2001:dba:0:ff00::/56',
    });
    expect(await update({ prefix: '2001:dba::/48', name: 'after' })).toMatchObject({ status: 200 });
    const [plan] = await api.ok<{ pd_pool: string }[]>('plan/list', { id: tenant.planid }, tenant.me);
    expect(plan?.pd_pool).toBe('after');
  });

  it('is deleted when nobody uses it', async () => {
    const id = await makePool('2001:dbb::/40', { name: 'used' });
    const remove = () => api.call('radius/ip6pool/delete', { id }, tenant.me);
    await api.ok('plan/update', { id: tenant.planid, pd_pool: 'used' }, tenant.me);
    expect(await remove()).toMatchObject({ status: 409, error: '1 plans use the pool used' });
    await api.ok('plan/update', { id: tenant.planid, pd_pool: '' }, tenant.me);
    const user = (await service({})).result as number;
    await lease(id, '2001:dbb::/56', user);
    expect(await remove()).toMatchObject({ status: 409, error: 'pool used still has 1 prefixes in use' });
    await execute(
      api.db.pool,
      sql`UPDATE radius.ip6_lease SET leased_to = NULL, leased_at = NULL WHERE leased_to = ${user}`,
    );
    expect(await remove()).toMatchObject({ status: 200 });
    expect(await create({ prefix: '2001:dbb::/40' })).toMatchObject({ status: 200 });
  });

  it('of the wrong kind is no pool of a plan', async () => {
    await makePool('2001:dbc::/48', { name: 'links', kind: 'Framed', length: 64 });
    expect(await api.call('plan/update', { id: tenant.planid, pd_pool: 'links' }, tenant.me)).toMatchObject({
      status: 400,
      error: 'pd_pool: must name a pool of kind Delegated; links is of kind Framed',
    });
    expect(await api.call('plan/update', { id: tenant.planid, ip6_pool: 'on-the-nas' }, tenant.me)).toMatchObject({
      status: 200,
    });
  });
});

describe('a static prefix', () => {
  it('is shown, is nobody else’s and in no pool, and is free again when its service is deleted', async () => {
    const prefixes = { ip6_prefix: '2001:DB8:F000:1::/64', pd_prefix: '2001:db8:f100::/56' };
    const serviceid = (await service(prefixes)).result as number;
    const [shown] = await api.ok<object[]>('service/list', { serviceid }, tenant.me);
    expect(shown).toMatchObject({ ip6_prefix: '2001:db8:f000:1::/64', pd_prefix: '2001:db8:f100::/56' });
    expect(await service({ pd_prefix: '2001:db8:f100:10::/60' })).toMatchObject({
      status: 409,
      error: 'pd_prefix: overlaps the prefix of another service',
    });
    expect(await create({ prefix: '2001:db8:f000::/40' })).toMatchObject({ status: 409 });
    await makePool('2001:dbd::/40', { name: 'homes' });
    expect(await api.call('service/update', { serviceid, pd_prefix: '2001:dbd::/56' }, tenant.me)).toMatchObject({
      status: 409,
      error: 'pd_prefix: is in the pool homes',
    });
    expect(await service({ pd_prefix: '2001:db8:f100::/56' }, other)).toMatchObject({ status: 200 });
    await api.ok('service/update', { serviceid, pd_prefix: '' }, tenant.me);
    expect(await service({ pd_prefix: '2001:db8:f100::/56' })).toMatchObject({ status: 200 });
    await api.ok('service/update', { serviceid, discount_percent: 100 }, tenant.me);
    await api.call('service/delete', { serviceid }, tenant.me);
    expect(await service({ ip6_prefix: '2001:db8:f000:1::/64' })).toMatchObject({ status: 200 });
  });

  it('that two calls give at once is one service’s', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => service({ pd_prefix: '2001:dbe::/56' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });
});
