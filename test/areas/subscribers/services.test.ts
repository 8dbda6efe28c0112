import { beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../../fixtures/api.ts';
import { makeTenant, planFields, serviceFields, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
let tenant: Tenant;
let names = 0;

beforeAll(async () => {
  tenant = await makeTenant(api);
  await api.ok(
    'radius/ippool/create',
    { resellerid: tenant.resellerid, pool_name: 'static', range_from: '10.0.0.0', range_upto: '10.0.0.9' },
    tenant.me,
  );
});

const create = (fields: Record<string, string | number> = {}) => {
  names += 1;
  const { customerid, planid, subplanid } = tenant;
  return api.call(
    'service/create',
    { customerid, planid, subplanid, username: `subscriber${names}`, ...serviceFields, ...fields },
    tenant.me,
  );
};

async function made(fields: Record<string, string | number> = {}) {
  const { result, error } = await create(fields);
  if (error) throw new Error(error);
  return shown(Number(result));
}

async function shown(serviceid: number) {
  const [service] = await api.ok<Record<string, string | null>[]>('service/list', { serviceid }, tenant.me);
  return service ?? {};
}

describe('a new service', () => {
  it('is active at once if it is postpaid', async () => {
    api.clock.at = new Date('2026-01-31T12:00:00Z');
    expect(await made()).toMatchObject({
      status: 'Active',
      valid_from: '2026-01-31',
      valid_upto: '2026-02-27',
      bill_from: '2026-01-31',
    });
    api.clock.at = undefined;
  });

  it('waits as NewRequest for its first prepaid charge', async () => {
    expect(await made({ prepaid_postpaid: 'Prepaid' })).toMatchObject({
      status: 'NewRequest',
      valid_from: null,
      valid_upto: null,
    });
  });

  it('is active at once if the discount leaves nothing to pay', async () => {
    expect(await made({ prepaid_postpaid: 'Prepaid', discount_percent: 100 })).toMatchObject({ status: 'Active' });
  });

  it('waits for a bill_from in the future', async () => {
    expect(await made({ bill_from: '2999-01-01' })).toMatchObject({ status: 'NewRequest', bill_from: '2999-01-01' });
  });

  it('opens a short period up to its billing day', async () => {
    api.clock.at = new Date('2026-01-10T12:00:00Z');
    expect(await made({ billing_start_day: 15 })).toMatchObject({ valid_from: '2026-01-10', valid_upto: '2026-01-14' });
    api.clock.at = undefined;
  });

  it('counts its days in the time zone of the ISP', async () => {
    await api.ok('isp/settings_update', { timezone: 'Asia/Kolkata' }, tenant.me);
    api.clock.at = new Date('2026-01-10T20:00:00Z');
    expect(await made()).toMatchObject({ valid_from: '2026-01-11' });
    api.clock.at = undefined;
    await api.ok('isp/settings_update', { timezone: 'UTC' }, tenant.me);
  });

  it('is refused a first period that ends after the last date of the calendar', async () => {
    const answer = await create({ bill_from: '9999-12-31' });
    expect(answer).toMatchObject({
      status: 400,
      error: 'bill_from: the period from 9999-12-31 would end after the year 9999',
    });
  });

  it('is refused a period that is over', async () => {
    const answer = await create({ bill_from: '2020-01-01' });
    expect(answer).toMatchObject({
      status: 400,
      error: 'bill_from: the period from 2020-01-01 ended on 2020-01-31; give a later day',
    });
  });

  it('takes Fiber for Fibre', async () => {
    expect(await made({ connectivity: 'Fiber' })).toMatchObject({ connectivity: 'Fibre' });
  });

  it('is refused what its plan does not offer, with every such parameter named', async () => {
    const answer = await create({ protocol: 'IPoE', connectivity: 'Wireless' });
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.error).toMatch(/^protocol: plan \d+ offers PPPoE; connectivity: plan \d+ offers Fibre$/);
  });

  it('is refused a username that is taken, in any case', async () => {
    const service = await made();
    const answer = await create({ username: String(service.username).toUpperCase() });
    expect(answer).toMatchObject({ status: 409, error: 'username: is already taken' });
  });

  it('is refused a disabled plan', async () => {
    const planid = await api.ok<number>(
      'plan/create',
      { resellerid: tenant.resellerid, ...planFields, enabled: 'N' },
      tenant.me,
    );
    const subplanid = await api.ok<number>(
      'plan/subplan_create',
      { planid, name: 'x', units: 1, charge1: 'x', amt1: 1 },
      tenant.me,
    );
    expect(await create({ planid, subplanid })).toMatchObject({ status: 409, error: `plan ${planid} is not enabled` });
  });
});

describe('a static address', () => {
  it('is reserved once, shown in the pool, and released with the service', async () => {
    const staticip = '10.0.0.3';
    const service = await made({ ip_assignment: 'StaticIP', ippool: 'static', staticip });
    expect(service).toMatchObject({ staticip, ippool: 'static' });
    expect(await create({ ip_assignment: 'StaticIP', ippool: 'static', staticip })).toMatchObject({ status: 409 });
    const [address] = await api.ok<object[]>('radius/ippool/iplist', { type: 'staticip' }, tenant.me);
    expect(address).toMatchObject({ ip: staticip, username: service.username });
    const [pool] = await api.ok<object[]>('radius/ippool/list', { ip3: '10.0.0' }, tenant.me);
    expect(pool).toEqual({
      pool_name: 'static',
      range_from: '10.0.0.0',
      range_upto: '10.0.0.9',
      count: '10',
      staticip_count: 1,
      free: 9,
      updated_at: expect.any(String),
    });
    await api.ok('service/delete', { serviceid: Number(service.serviceid) }, tenant.me);
    expect(await api.ok('radius/ippool/iplist', { type: 'free', show_count: 1 }, tenant.me)).toBe(10);
  });

  it('goes to one of many calls at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => create({ ip_assignment: 'StaticIP', ippool: 'static', staticip: '10.0.0.4' })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(7);
  });

  it('outside the pool is refused', async () => {
    const answer = await create({ ip_assignment: 'StaticIP', ippool: 'static', staticip: '10.0.1.1' });
    expect(answer).toMatchObject({ status: 409, error: 'staticip: 10.0.1.1 is not in the pool' });
  });

  it('changes with an update', async () => {
    const service = await made({ ip_assignment: 'StaticIP', ippool: 'static', staticip: '10.0.0.5' });
    await api.ok('service/update', { serviceid: Number(service.serviceid), staticip: '10.0.0.6' }, tenant.me);
    const rows = await api.ok<{ ip: string }[]>(
      'radius/ippool/iplist',
      { username: String(service.username) },
      tenant.me,
    );
    expect(rows.map((row) => row.ip)).toEqual(['10.0.0.6']);
  });

  it('in use prevents the pool from shrinking below it', async () => {
    const answer = await api.call('radius/ippool/update', { pool_name: 'static', range_upto: '10.0.0.5' }, tenant.me);
    expect(answer).toMatchObject({ status: 409 });
    expect(answer.error).toContain('10.0.0.6');
  });
});
