import { beforeAll, describe, expect, it } from 'vitest';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { contact, makeTenant, makeUser, planFields, serviceFields, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
let tenant: Tenant;
let own: Credentials;
let rival: Credentials;
let rivalId: number;

beforeAll(async () => {
  tenant = await makeTenant(api);
  const { ispid, resellerid, me } = tenant;
  const reseller = { type: 'Reseller', name: 'Rival', code: 'RIVAL', invoice_by: 'ISP', payment_by: 'ISP', ...contact };
  rivalId = await api.ok<number>('reseller/create', reseller, me);
  own = await makeUser(api, me, { ispid, resellerid, groupname: 'Reseller' });
  rival = await makeUser(api, me, { ispid, resellerid: rivalId, groupname: 'Reseller' });
});

const lcOf = async (serviceid: number) =>
  (await api.ok<{ location_code: string }[]>('service/list', { serviceid }, tenant.me))[0]?.location_code;

describe('a location code', () => {
  it('is unique within the ISP', async () => {
    const answer = await api.call('location/create', { location_code: 'BLR', location: 'Mine' }, rival);
    expect(answer).toMatchObject({ status: 409 });
    expect(answer.error).toContain('location_code');
  });

  it('that is taken is refused with the name of its parameter', async () => {
    const { me } = tenant;
    await api.ok('location/create', { location_code: 'TAKEN', location: 'Taken' }, me);
    const update = { location_code: 'BLR', new_location_code: 'TAKEN' };
    expect(await api.call('location/update', update, me)).toMatchObject({
      status: 409,
      error: 'new_location_code: is already taken',
    });
    const sub = { location_code: 'BLR', sub_location_code: 'BLR-T', sub_location: 'Taken' };
    await api.ok('location/sublocation_create', sub, me);
    const subUpdate = { location_code: 'BLR', sub_location_code: 'BLR-N', new_sub_location_code: 'BLR-T' };
    expect(await api.call('location/sublocation_update', subUpdate, me)).toMatchObject({
      status: 409,
      error: 'new_sub_location_code: is already taken',
    });
  });

  it('is changed in all records at once', async () => {
    const employee = await makeUser(api, tenant.me, {
      ispid: tenant.ispid,
      resellerid: 0,
      groupname: 'Employee',
      roles: 'Support',
      lc: 'BLR',
    });
    await api.ok('location/update', { location_code: 'BLR', new_location_code: 'BNG' }, tenant.me);
    expect(await lcOf(tenant.serviceid)).toBe('BNG');
    expect(await api.ok('service/list', { show_count: 1 }, employee)).toBe(1);
    await api.ok('location/update', { location_code: 'BNG', new_location_code: 'BLR' }, tenant.me);
  });
});

describe('a location of the ISP', () => {
  it.each([
    ['location/update', { location_code: 'BLR', location: 'Mine now' }],
    ['location/update', { location_code: 'BLR', new_location_code: 'PWNED' }],
    ['location/sublocation_create', { location_code: 'BLR', sub_location_code: 'EVIL', sub_location: 'x' }],
    ['location/delete', { location_code: 'BLR' }],
  ])('is not for a reseller to change: %s', async (path, parameters) => {
    expect(await api.call(path, parameters, rival)).toMatchObject({ status: 404, error: 'there is no location BLR' });
    expect(await lcOf(tenant.serviceid)).toBe('BLR');
  });

  it('can be used by all of its resellers', async () => {
    const customer = {
      resellerid: rivalId,
      type: 'Individual',
      name: 'x',
      zipcode: '1',
      state: 's',
      city: 'c',
      street: 's',
      ...contact,
    };
    const customerid = await api.ok<number>('customer/create', customer, rival);
    const planid = await api.ok<number>('plan/create', { resellerid: 0, ...planFields }, tenant.me);
    const subplanid = await api.ok<number>(
      'plan/subplan_create',
      { planid, name: 'x', units: 1, charge1: 'x', amt1: 1 },
      tenant.me,
    );
    await api.ok('service/create', { customerid, planid, subplanid, username: 'rivals', ...serviceFields }, rival);
  });
});

describe('a reseller’s own location', () => {
  beforeAll(async () => {
    await api.ok('location/create', { location_code: 'OWN', location: 'Own' }, own);
    await api.ok(
      'location/sublocation_create',
      { location_code: 'OWN', sub_location_code: 'OWN-1', sub_location: 'x' },
      own,
    );
  });

  it('cannot have records of another reseller, whichever caller tries', async () => {
    const lead = { resellerid: rivalId, name: 'x', address: 'x', source: 'Web', location_code: 'OWN', ...contact };
    expect(await api.call('lead/create', lead, tenant.me)).toMatchObject({
      status: 404,
      error: 'there is no location OWN',
    });
    const user = {
      username: 'probe',
      password: 'probing',
      groupname: 'Employee',
      roles: 'Support',
      ispid: tenant.ispid,
      resellerid: rivalId,
      cash_limit: 0,
    };
    const foreign = await api.call('auth/user/create', { ...user, lc: 'OWN' }, rival);
    const absent = await api.call('auth/user/create', { ...user, lc: 'NONE' }, rival);
    expect(foreign.status).toBe(absent.status);
    expect(foreign.error?.replace('OWN', 'NONE')).toBe(absent.error);
  });

  it('is deleted if it is not in use', async () => {
    await api.ok('location/sublocation_delete', { location_code: 'OWN', sub_location_code: 'OWN-1' }, own);
    await api.ok('location/delete', { location_code: 'OWN' }, own);
  });
});

describe('an Employee limited to a location', () => {
  let employee: Credentials;
  beforeAll(async () => {
    await api.ok('location/create', { location_code: 'MAA', location: 'Chennai' }, tenant.me);
    await api.ok(
      'location/sublocation_create',
      { location_code: 'MAA', sub_location_code: 'MAA-1', sub_location: 'x' },
      tenant.me,
    );
    employee = await makeUser(api, tenant.me, {
      ispid: tenant.ispid,
      resellerid: tenant.resellerid,
      groupname: 'Employee',
      roles: 'Admin',
      lc: 'MAA',
    });
  });

  it('cannot add anything to another location', async () => {
    const customerid = await api.ok<number>(
      'customer/create',
      { type: 'Individual', name: 'x', zipcode: '1', state: 's', city: 'c', street: 's', ...contact },
      employee,
    );
    const { planid, subplanid } = tenant;
    const service = { customerid, planid, subplanid, username: 'narrow', ...serviceFields };
    expect(await api.call('service/create', service, employee)).toMatchObject({
      status: 404,
      error: 'there is no location BLR',
    });
    const there = { ...service, location_code: 'MAA', sub_location_code: 'MAA-1' };
    const serviceid = await api.ok<number>('service/create', there, employee);
    const move = { serviceid, location_code: 'BLR', sub_location_code: 'BLR-N' };
    expect(await api.call('service/update', move, employee)).toMatchObject({ status: 404 });
    const lead = { name: 'x', address: 'x', source: 'Web', location_code: 'BLR', ...contact };
    expect(await api.call('lead/create', lead, employee)).toMatchObject({ status: 404 });
    expect(await api.call('location/update', { location_code: 'BLR', location: 'x' }, employee)).toMatchObject({
      status: 403,
    });
  });
});
