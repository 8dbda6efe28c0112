import { beforeAll, describe, expect, it } from 'vitest';
import { makePayment } from '../../factories/billing.ts';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { makeTenant, makeUser, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
let tenant: Tenant;
let cheque: number;
let online: number;
let cancelled: number;

beforeAll(async () => {
  tenant = await makeTenant(api);
  await makePayment(api.db, await serviceOf(await makeTenant(api)), { amt: '77.00' });
  const service = await serviceOf(tenant);
  cheque = await makePayment(api.db, service, { amt: '100.00', mode: 'Cheque', paidOn: '2026-10-31', refNo: '000123' });
  online = await makePayment(api.db, service, { amt: '59.00', mode: 'Online', paidOn: '2026-11-01' });
  cancelled = await makePayment(api.db, service, { amt: '60.00', paidOn: '2026-11-02', cancelled: 'entered twice' });
});

const serviceOf = ({ serviceid }: Tenant) => api.db.prisma.service.findUniqueOrThrow({ where: { id: serviceid } });
const list = (filters: Record<string, string | number> = {}, as: Credentials = tenant.me) =>
  api.ok<Record<string, string>[]>('payment/list', filters, as);
const ids = async (filters: Record<string, string | number>, as?: Credentials) =>
  (await list(filters, as)).map(({ id }) => Number(id));

describe('a payment', () => {
  it('is listed with its service, its reference and its day', async () => {
    expect(await list({ id: cheque })).toEqual([
      {
        id: String(cheque),
        ispid: String(tenant.ispid),
        resellerid: String(tenant.resellerid),
        customerid: String(tenant.customerid),
        receiptid: null,
        serviceid: String(tenant.serviceid),
        username: tenant.username,
        amt: '100.00',
        mode: 'Cheque',
        status: 'Paid',
        payment_date: '2026-10-31',
        ref_no: '000123',
        ref_date: null,
        ref_bank: null,
        collected_by: null,
        cancelled_at: null,
        cancelled_by: null,
        bounced_on: null,
        reason: null,
        created_at: expect.any(String),
        created_by: 'system',
      },
    ]);
  });

  it('is still listed when it is cancelled, with the user and the reason', async () => {
    expect(await list({ id: cancelled })).toEqual([
      expect.objectContaining({ status: 'Cancelled', cancelled_by: 'asha', reason: 'entered twice' }),
    ]);
  });
});

describe('payment/list', () => {
  it.each<[Record<string, string | number>, () => number[]]>([
    [{}, () => [cheque, online, cancelled]],
    [{ mode: 'Online' }, () => [online]],
    [{ status: 'Cancelled' }, () => [cancelled]],
    [{ amt: '>=60' }, () => [cheque, cancelled]],
    [{ amt: '59' }, () => [online]],
    [{ paid_from: '2026-11-01' }, () => [online, cancelled]],
    [{ paid_upto: '2026-11-01' }, () => [cheque, online]],
    [{ paid_from: '2026-11-01', paid_upto: '2026-11-01' }, () => [online]],
    [{ sort_field: 'amt', sort_order: 'desc' }, () => [cheque, cancelled, online]],
    [{ sort_field: 'payment_date', rows_limit: 1, rows_offset: 1 }, () => [online]],
    [{ customerid: 987_654 }, () => []],
    [{ serviceid: 987_654 }, () => []],
  ])('finds with %j', async (filters, expected) => {
    expect(await ids(filters)).toEqual(expected());
  });

  it('counts', async () => {
    const { customerid, serviceid, resellerid } = tenant;
    expect(await list({ show_count: 1, customerid, serviceid, resellerid })).toBe(3);
  });

  it.each([
    [{ mode: 'Barter' }, 'mode: must be Cash, Cheque, DD, Card, Bank or Online'],
    [{ status: 'Lost' }, 'status: must be Paid or Cancelled'],
    [{ paid_from: '2026-02-30' }, 'paid_from: must be a date yyyy-mm-dd from year 1000 to 9999'],
  ])('refuses %j', async (filters, error) => {
    expect(await api.call('payment/list', filters, tenant.me)).toMatchObject({ status: 400, error });
  });

  it('shows an Employee the payments of its locations', async () => {
    await api.ok('location/create', { location_code: 'MAA', location: 'Chennai' }, tenant.me);
    const employee = { ispid: tenant.ispid, groupname: 'Employee', resellerid: 0, roles: 'Accounts' };
    const here = await makeUser(api, tenant.me, { ...employee, slc: 'BLR-N' });
    const elsewhere = await makeUser(api, tenant.me, { ...employee, lc: 'MAA' });
    expect(await ids({}, here)).toEqual([cheque, online, cancelled]);
    expect(await ids({}, elsewhere)).toEqual([]);
    expect(await list({ show_count: 1 }, elsewhere)).toBe(0);
  });

  it('is forbidden for Sales', async () => {
    const sales = await makeUser(api, tenant.me, { ispid: tenant.ispid, roles: 'Sales' });
    expect(await api.call('payment/list', {}, sales)).toMatchObject({ status: 403 });
  });
});
