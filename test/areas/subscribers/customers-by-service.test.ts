import { beforeAll, describe, expect, it } from 'vitest';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { makeTenant, makeUser, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
let tenant: Tenant;
let sales: Credentials;
let support: Credentials;
beforeAll(async () => {
  tenant = await makeTenant(api);
  sales = await makeUser(api, tenant.me, { ispid: tenant.ispid, roles: 'Sales' });
  support = await makeUser(api, tenant.me, { ispid: tenant.ispid, roles: 'Support' });
});

const list = (fields: Record<string, string | number>, as: Credentials) => api.call('customer/list', fields, as);

describe('a customer', () => {
  it('is found by his service by those who may read services', async () => {
    for (const fields of [{ username: tenant.username }, { username: '%' }, { serviceid: tenant.serviceid }])
      expect(await list(fields, support)).toMatchObject({ result: [{ id: String(tenant.customerid) }] });
  });

  it('is not found by it by others, so nobody learns user names by trying', async () => {
    for (const path of ['customer/list', 'customer/export'])
      for (const [parameter, value] of [
        ['username', tenant.username],
        ['username', 'nobody%'],
        ['serviceid', tenant.serviceid],
      ] as const)
        expect(await api.call(path, { [parameter]: value }, sales)).toMatchObject({
          status: 403,
          error: `${parameter}: needs the permission service.read to filter or sort by it`,
        });
  });

  it('is found by them by what the list shows', async () => {
    for (const fields of [{}, { mobile: '9800000001' }, { name: 'ravi' }, { customerid: tenant.customerid }])
      expect(await list(fields, sales)).toMatchObject({ result: [{ id: String(tenant.customerid) }] });
  });
});
