import { beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../../fixtures/api.ts';
import { makeTenant, planFields, serviceFields, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
let tenant: Tenant;
let number = 0;

beforeAll(async () => {
  tenant = await makeTenant(api);
});

type Fields = Record<string, string | number>;

const createPlan = (fields: Fields) =>
  api.call('plan/create', { resellerid: tenant.resellerid, ...planFields, ...fields }, tenant.me);
const createService = (fields: Fields) => {
  const { customerid, planid, subplanid } = tenant;
  const owned = { customerid, planid, subplanid, username: `limited${++number}` };
  return api.call('service/create', { ...serviceFields, ...owned, ...fields }, tenant.me);
};
const update = (serviceid: unknown, fields: Fields) =>
  api.call('service/update', { serviceid: serviceid as number, ...fields }, tenant.me);
const limitOf = async (list: 'plan' | 'service', id: unknown) => {
  const key = list === 'plan' ? { id } : { serviceid: id };
  const [row] = await api.ok<Fields[]>(`${list}/list`, key as Fields, tenant.me);
  return row?.session_limit;
};

describe('the session limit', () => {
  it('of a plan is 1, until it is set', async () => {
    const { result: id } = await createPlan({});
    expect(await limitOf('plan', id)).toBe('1');
    await api.ok('plan/update', { id: id as number, session_limit: 64 }, tenant.me);
    expect(await limitOf('plan', id)).toBe('64');
    const { result: several } = await createPlan({ session_limit: 3 });
    expect(await limitOf('plan', several)).toBe('3');
  });

  it.each([0, 65, -1, 1.5, 'many'])('is not %s', async (session_limit) => {
    const refused = { status: 400, error: expect.stringMatching(/^session_limit: /) };
    expect(await createPlan({ session_limit })).toMatchObject(refused);
    expect(await createService({ session_limit })).toMatchObject(refused);
  });

  it('of a service is that of its plan, until it has its own, and again when that is cleared', async () => {
    const { result: id } = await createService({});
    expect(await limitOf('service', id)).toBeNull();
    expect(await update(id, { session_limit: 4 })).toMatchObject({ status: 200 });
    expect(await limitOf('service', id)).toBe('4');
    expect(await update(id, { session_limit: '' })).toMatchObject({ status: 200 });
    expect(await limitOf('service', id)).toBeNull();
  });

  it('of a service with a static prefix, or one MAC address, is 1', async () => {
    const error = 'session_limit: can only be 1 with a static address or prefix';
    const prefix = { pd_prefix: '2001:db8:77::/56' };
    expect(await createService({ session_limit: 2, ...prefix })).toMatchObject({ status: 400, error });
    const { result: id } = await createService({ session_limit: 2 });
    expect(await update(id, prefix)).toMatchObject({ status: 400, error });
    const bound = { mac_bind: 'Manual', mac: '02:00:00:00:00:01' };
    const isBound = { status: 400, error: 'session_limit: can only be 1 when mac_bind is Manual' };
    expect(await createService({ session_limit: 2, ...bound })).toMatchObject(isBound);
    expect(await update(id, bound)).toMatchObject(isBound);
    expect(await update(id, { session_limit: 1, ...bound })).toMatchObject({ status: 200 });
  });
});
