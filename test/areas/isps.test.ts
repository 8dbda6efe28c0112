import { describe, expect, it } from 'vitest';
import { startApi } from '../fixtures/api.ts';
import { makeTenant, makeUser } from '../fixtures/tenants.ts';

const api = await startApi();

describe('credits of an ISP', () => {
  it('are shown to its own users and the server administrator, not to its resellers', async () => {
    const { ispid, resellerid, me } = await makeTenant(api);
    await api.ok('isp/credits_update', { ispid, action: 'Set', credits: 50 }, api.admin);
    const credits = { usage_credits: '50.00' };
    expect(await api.ok('isp/list', {}, me)).toMatchObject([credits]);
    expect(await api.ok('isp/list', { ispid }, api.admin)).toMatchObject([credits]);
    const reseller = await makeUser(api, me, { ispid, groupname: 'Reseller', resellerid });
    const employee = await makeUser(api, me, { ispid, groupname: 'Employee', resellerid, roles: 'Support' });
    for (const caller of [reseller, employee])
      expect(await api.ok('isp/list', {}, caller)).toMatchObject([{ id: String(ispid), usage_credits: null }]);
  });
});
