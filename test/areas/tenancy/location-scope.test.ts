import { beforeAll, describe, expect, it } from 'vitest';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { contact, makeTenant, makeUser, type Tenant } from '../../fixtures/tenants.ts';

/** An Employee with all permissions, limited to locations. */
const api = await startApi();
let tenant: Tenant;
let here: Credentials;
let elsewhere: Credentials;

beforeAll(async () => {
  tenant = await makeTenant(api);
  const { ispid, me } = tenant;
  await api.ok('location/create', { location_code: 'MAA', location: 'Chennai' }, me);
  const employee = { ispid, groupname: 'Employee', resellerid: 0, roles: 'Admin' };
  here = await makeUser(api, me, { ...employee, slc: 'BLR-N' });
  elsewhere = await makeUser(api, me, { ...employee, lc: 'MAA' });
});

describe('an Employee limited to locations', () => {
  it('sees the logins of the subscribers there, and no others', async () => {
    const { ispid, resellerid, nasid, username, serviceid } = tenant;
    const login = { ispId: ispid, resellerId: resellerid, nasId: nasid, nasIp: '127.0.0.1', response: 'Access-Accept' };
    await api.db.prisma.authLog.createMany({
      data: [
        { ...login, username, serviceId: serviceid },
        { ...login, username: 'nobody' },
      ],
    });
    const names = async (as: Credentials) =>
      (await api.ok<{ username: string }[]>('radius/user/auth_log', {}, as)).map((row) => row.username).sort();
    expect(await names(tenant.me)).toEqual(['nobody', username].sort());
    expect(await names(here)).toEqual([username]);
    expect(await names(elsewhere)).toEqual([]);
  });

  it.each<[string, Record<string, string | number>]>([
    ['audit/list', {}],
    ['reseller/wallet_update', { action: 'TopUp', amt: 100 }],
    ['reseller/update', { name: 'Renamed' }],
    ['reseller/delete', {}],
    ['radius/nas/create', { name: 'x', ip: '127.9.9.9', secret: 'nas secret' }],
    ['radius/ippool/create', { pool_name: 'x', range_from: '10.0.0.1', range_upto: '10.0.0.2' }],
    ['radius/nas/ippool_create', { name: 'x' }],
    ['location/update', { location_code: 'MAA', location: 'Madras' }],
    ['location/create', { location_code: 'DEL', location: 'Delhi', ...contact }],
  ])('is refused %s, which reaches beyond them', async (path, parameters) => {
    const given = { resellerid: tenant.resellerid, ...parameters };
    expect(await api.call(path, given, elsewhere)).toMatchObject({ status: 403, result: null });
  });
});
