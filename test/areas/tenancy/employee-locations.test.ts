import { beforeAll, describe, expect, it } from 'vitest';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { contact, customerFields, makeTenant, makeUser, serviceFields, type Tenant } from '../../fixtures/tenants.ts';
import { atOnce } from '../updates/at-once.ts';

/** An Employee is limited to locations, not to codes that others could give to their own. */
const api = await startApi();
const together = await atOnce(api.db.url);
let tenant: Tenant;
let employee: Credentials;
let reseller: Credentials;
let theirs: number;

beforeAll(async () => {
  tenant = await makeTenant(api);
  const { ispid, planid, subplanid, resellerid, me } = tenant;
  employee = await makeUser(api, me, { ispid, groupname: 'Employee', resellerid: 0, slc: 'BLR-N' });
  reseller = await makeUser(api, me, { ispid, groupname: 'Reseller', resellerid });
  await api.ok('location/create', { location_code: 'OWN', location: 'Own' }, reseller);
  const sub = { location_code: 'OWN', sub_location_code: 'OWN-1', sub_location: 'x' };
  await api.ok('location/sublocation_create', sub, reseller);
  const customerid = await api.ok<number>('customer/create', customerFields, reseller);
  const service = { customerid, planid, subplanid, username: 'theirs', ...serviceFields };
  const there = { location_code: 'OWN', sub_location_code: 'OWN-1' };
  theirs = await api.ok<number>('service/create', { ...service, ...there }, reseller);
});

const servicesOf = async (as: Credentials) =>
  (await api.ok<{ serviceid: string }[]>('service/list', {}, as)).map(({ serviceid }) => Number(serviceid));
const narrowedTo = async ({ userid }: Credentials) => {
  const [user] = await api.ok<{ lc: string; slc: string }[]>('auth/user/list', { id: userid }, tenant.me);
  return { lc: user?.lc, slc: user?.slc };
};
const renameOwn = (from: string, to: string) =>
  api.ok(
    'location/sublocation_update',
    { location_code: 'OWN', sub_location_code: from, new_sub_location_code: to },
    reseller,
  );

describe('an Employee of an ISP', () => {
  it('gains nothing when a reseller gives a sub location of its own the same code, and loses nothing when it is renamed', async () => {
    await renameOwn('OWN-1', 'BLR-N');
    expect(await servicesOf(employee)).toEqual([tenant.serviceid]);
    expect(await api.call('service/update', { serviceid: theirs, tax_id: 'x' }, employee)).toMatchObject({
      status: 404,
    });
    await renameOwn('BLR-N', 'OWN-2');
    expect(await narrowedTo(employee)).toEqual({ lc: '', slc: 'BLR-N' });
    expect(await servicesOf(employee)).toEqual([tenant.serviceid]);
  });

  it('keeps its location when the ISP changes the code', async () => {
    const names = { location_code: 'BLR', sub_location_code: 'BLR-N' };
    await api.ok('location/sublocation_update', { ...names, new_sub_location_code: 'NORTH' }, tenant.me);
    expect(await narrowedTo(employee)).toEqual({ lc: '', slc: 'NORTH' });
    expect(await servicesOf(employee)).toEqual([tenant.serviceid]);
    const back = { location_code: 'BLR', sub_location_code: 'NORTH', new_sub_location_code: 'BLR-N' };
    await api.ok('location/sublocation_update', back, tenant.me);
  });

  it('prevents the deletion of its location', async () => {
    await api.ok('location/create', { location_code: 'KEPT', location: 'x' }, tenant.me);
    const { ispid } = tenant;
    const kept = await makeUser(api, tenant.me, { ispid, groupname: 'Employee', resellerid: 0, lc: 'KEPT' });
    expect(await api.call('location/delete', { location_code: 'KEPT' }, tenant.me)).toMatchObject({
      status: 409,
      error: 'location KEPT still has 1 login users',
    });
    await api.ok('auth/user/delete', { id: kept.userid }, tenant.me);
    await api.ok('location/delete', { location_code: 'KEPT' }, tenant.me);
  });

  it('keeps lc together with slc, and is refused a sub location of another location', async () => {
    await api.ok('auth/user/update', { id: employee.userid, lc: 'BLR' }, tenant.me);
    expect(await narrowedTo(employee)).toEqual({ lc: 'BLR', slc: 'BLR-N' });
    const wrong = await api.call('auth/user/update', { id: employee.userid, slc: 'NONE' }, tenant.me);
    expect(wrong).toMatchObject({ status: 400, error: 'slc: there is no sub location NONE' });
    await api.ok('auth/user/update', { id: employee.userid, lc: '' }, tenant.me);
    expect(await narrowedTo(employee)).toEqual({ lc: '', slc: 'BLR-N' });
  });

  it('that is limited to deleted locations sees nothing', async () => {
    const { ispid, me } = tenant;
    const gone = await makeUser(api, me, { ispid, groupname: 'Employee', resellerid: 0 });
    expect(await servicesOf(gone)).toHaveLength(2);
    await api.db.prisma.loginUser.update({ where: { id: gone.userid }, data: { locationIds: [0] } });
    await expect.poll(() => servicesOf(gone)).toEqual([]);
    expect(await narrowedTo(gone)).toEqual({ lc: '?', slc: '' });
    await api.ok('auth/user/update', { id: gone.userid, cash_limit: 5 }, me);
    expect(await servicesOf(gone)).toEqual([]);
  });
});

describe('a lead', () => {
  it('does not move to a reseller that may not use its location', async () => {
    const rival = { type: 'Reseller', name: 'x', code: 'RIVAL', invoice_by: 'ISP', payment_by: 'ISP', ...contact };
    const rivalid = await api.ok<number>('reseller/create', rival, tenant.me);
    const lead = { resellerid: tenant.resellerid, name: 'x', address: 'x', source: 'Web', ...contact };
    const id = await api.ok<number>('lead/create', { ...lead, location_code: 'OWN' }, tenant.me);
    const report = { id, status: 'Welcome-Call', report: 'Customer-Accepted', resellerid: rivalid };
    expect(await api.call('lead/update', report, tenant.me)).toMatchObject({
      status: 404,
      error: 'there is no location OWN',
    });
    await api.ok('lead/update', { ...report, location_code: 'BLR' }, tenant.me);
  });
});

describe('two calls at once', () => {
  it('that change the code of a location leave its records with the final one', async () => {
    await api.ok('location/create', { location_code: 'TWICE', location: 'x' }, tenant.me);
    const lead = { name: 'x', address: 'x', source: 'Web', location_code: 'TWICE', ...contact };
    const id = await api.ok<number>('lead/create', lead, tenant.me);
    const rename = (to: string) => () =>
      api.call('location/update', { location_code: 'TWICE', new_location_code: to }, tenant.me);
    const row = `SELECT 1 FROM crm.location WHERE code = 'TWICE'`;
    const statuses = await together({ names: {}, row }, [rename('ONE'), rename('OTHER')]);
    expect([...statuses].sort()).toEqual([200, 404]);
    const [moved] = await api.ok<{ location_code: string }[]>('lead/list', { id }, tenant.me);
    expect(moved?.location_code).toBe(statuses[0] === 200 ? 'ONE' : 'OTHER');
  });

  it('that give a service a static address reserve one', async () => {
    const { serviceid, me } = tenant;
    const pool = { pool_name: 'static', range_from: '10.70.0.1', range_upto: '10.70.0.9' };
    await api.ok('radius/ippool/create', pool, me);
    await api.ok('service/update', { serviceid, ippool: 'static' }, me);
    const calls = [1, 2, 3].map((at) => () => api.call('service/update', { serviceid, staticip: `10.70.0.${at}` }, me));
    const row = `SELECT 1 FROM crm.service WHERE id = ${serviceid}`;
    expect(await together({ names: {}, row }, calls)).toEqual([200, 200, 200]);
    const reserved = await api.ok<{ ip: string }[]>('radius/ippool/iplist', { type: 'staticip' }, me);
    const [service] = await api.ok<{ staticip: string }[]>('service/list', { serviceid }, me);
    expect(reserved.map(({ ip }) => ip)).toEqual([service?.staticip]);
  });
});
