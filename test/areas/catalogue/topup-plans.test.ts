import { beforeAll, describe, expect, it } from 'vitest';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { contact, makeTenant, makeUser, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
let tenant: Tenant;
let reseller: Credentials;
let franchisee: Credentials;
let franchiseeId: number;

const topup = { name: '5 GB', gb: 5, amt: 49.5, type: 'Expiring' };

beforeAll(async () => {
  tenant = await makeTenant(api);
  const { ispid, resellerid, me } = tenant;
  reseller = await makeUser(api, me, { ispid, resellerid, groupname: 'Reseller' });
  const terms = { invoice_by: 'ISP', payment_by: 'ISP', commission_percent: 10, credit_limit: 0 };
  franchiseeId = await api.ok<number>(
    'reseller/create',
    { type: 'Franchisee', name: 'Corner shop', code: 'CS', ...terms, ...contact },
    me,
  );
  franchisee = await makeUser(api, me, { ispid, resellerid: franchiseeId, groupname: 'Reseller' });
});

const create = (fields: object, as = tenant.me) => api.ok<number>('topupplan/create', { ...topup, ...fields }, as);
const list = (filters: Record<string, string | number> = {}, as = tenant.me) =>
  api.ok<Record<string, string>[]>('topupplan/list', filters, as);
const names = async (filters: Record<string, string | number>, as?: Credentials) =>
  (await list(filters, as)).map(({ name }) => name);

describe('a top-up plan', () => {
  it('is listed as it was created', async () => {
    const id = await create({ resellerid: 0 });
    expect(await list({ id })).toEqual([
      expect.objectContaining({
        id: String(id),
        name: '5 GB',
        ispid: String(tenant.ispid),
        resellerid: '0',
        gb: '5.000',
        amt: '49.50',
        type: 'Expiring',
      }),
    ]);
  });

  it('changes only in the given fields', async () => {
    const id = await create({ resellerid: 0 });
    await api.ok('topupplan/update', { id, amt: 45, type: 'NonExpiring' }, tenant.me);
    expect(await list({ id })).toEqual([
      expect.objectContaining({ name: '5 GB', gb: '5.000', amt: '45.00', type: 'NonExpiring' }),
    ]);
  });

  it('is not listed after its deletion, and cannot be changed or deleted again', async () => {
    const id = await create({ resellerid: 0 });
    await api.ok('topupplan/delete', { id }, tenant.me);
    expect(await list({ id })).toEqual([]);
    const gone = { status: 404, error: `there is no top-up plan ${id}` };
    expect(await api.call('topupplan/update', { id, amt: 1 }, tenant.me)).toMatchObject(gone);
    expect(await api.call('topupplan/delete', { id }, tenant.me)).toMatchObject(gone);
    expect(await api.db.prisma.topupPlan.count({ where: { id } })).toBe(1);
  });

  it.each([
    [{ gb: 0 }, 'gb: must be a number from 0.001 to 9999999 with at most 3 decimals'],
    [{ amt: -1 }, 'amt: must be a number from 0 to 9999999999.99 with at most 2 decimals'],
    [{ type: 'Monthly' }, 'type: must be Expiring or NonExpiring'],
    [{ name: '' }, 'name: is required'],
  ])('is refused with %j', async (fields, error) => {
    const answer = await api.call('topupplan/create', { ...topup, resellerid: 0, ...fields }, tenant.me);
    expect(answer).toMatchObject({ status: 400, error });
  });
});

describe('the top-up plans of an ISP', () => {
  it('can be used by its resellers, who change only their own', async () => {
    const shared = await create({ resellerid: 0, name: 'of the ISP' });
    const own = await create({ name: 'of the reseller' }, reseller);
    await create({ resellerid: franchiseeId, name: 'of another' });
    expect(await names({ name: 'of ' }, reseller)).toEqual(['of the ISP', 'of the reseller']);
    expect(await api.call('topupplan/update', { id: shared, amt: 1 }, reseller)).toMatchObject({ status: 404 });
    expect(await api.call('topupplan/delete', { id: shared }, reseller)).toMatchObject({ status: 404 });
    expect(await api.call('topupplan/update', { id: own, resellerid: franchiseeId }, reseller)).toMatchObject({
      status: 404,
    });
    await api.ok('topupplan/update', { id: own, amt: 1 }, reseller);
  });

  it('cannot be created, changed or deleted by a franchisee', async () => {
    const id = await create({ resellerid: franchiseeId, name: 'for the corner shop' });
    expect(await names({ name: 'corner' }, franchisee)).toEqual(['for the corner shop']);
    for (const [path, parameters] of [
      ['topupplan/create', topup],
      ['topupplan/update', { id, amt: 1 }],
      ['topupplan/delete', { id }],
    ] as const) {
      expect(await api.call(path, parameters, franchisee)).toMatchObject({ status: 403, result: null });
    }
  });

  it('are found by every filter, sorted and counted', async () => {
    const resellerid = tenant.resellerid;
    await create({ resellerid, name: 'Night 1', gb: 1, amt: 10, type: 'Expiring' });
    await create({ resellerid, name: 'Night 2', gb: 2.5, amt: 30, type: 'NonExpiring' });
    await create({ resellerid, name: 'Night 3', gb: 10, amt: 20, type: 'NonExpiring' });
    const name = 'night';
    expect(await names({ name, type: 'NonExpiring' })).toEqual(['Night 2', 'Night 3']);
    expect(await names({ name, gb: '<=2.5' })).toEqual(['Night 1', 'Night 2']);
    expect(await names({ name, amt: '>20' })).toEqual(['Night 2']);
    expect(await names({ name, sort_field: 'amt', sort_order: 'desc' })).toEqual(['Night 2', 'Night 3', 'Night 1']);
    expect(await names({ name, rows_limit: 1, rows_offset: 1 })).toEqual(['Night 2']);
    expect(await api.ok('topupplan/list', { name, show_count: 1 }, tenant.me)).toBe(3);
    expect(await names({ name, created_upto: '2020-01-01' })).toEqual([]);
    expect(await names({ name, resellerid: 0 })).toEqual([]);
  });
});
