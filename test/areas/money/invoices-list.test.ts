import { beforeAll, describe, expect, it } from 'vitest';
import { makeInvoice } from '../../factories/billing.ts';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { makeTenant, makeUser, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
let tenant: Tenant;
let paid: number;
let open: number;
let credit: number;

const vat = (amt: string) => [{ name: 'VAT', percent: '18.00', amt }];

beforeAll(async () => {
  tenant = await makeTenant(api);
  await makeInvoice(api.db, await serviceOf(await makeTenant(api)));
  const service = await serviceOf(tenant);
  paid = await makeInvoice(api.db, service, {
    issuedOn: '2026-10-01',
    dueOn: '2026-10-20',
    documentNo: 'T1-000001',
    lines: [{ amt: '100.00', discount: '50.00', taxes: vat('9.00') }, { amt: '10.00' }],
    paidAmt: '69.00',
  });
  open = await makeInvoice(api.db, service, { issuedOn: '2026-11-01', dueOn: '2026-11-08', documentNo: 'T1-000002' });
  credit = await makeInvoice(api.db, service, {
    issuedOn: '2026-11-02',
    dueOn: '2026-11-02',
    documentNo: 'T1-000003',
    lines: [{ amt: '-40.00', taxes: vat('-7.20') }],
  });
});

const serviceOf = ({ serviceid }: Tenant) => api.db.prisma.service.findUniqueOrThrow({ where: { id: serviceid } });
const list = (filters: Record<string, string | number> = {}, as: Credentials = tenant.me) =>
  api.ok<Record<string, string>[]>('invoice/list', filters, as);
const ids = async (filters: Record<string, string | number>, as?: Credentials) =>
  (await list(filters, as)).map(({ id }) => Number(id));

describe('an invoice', () => {
  it('is listed with its amounts and its days', async () => {
    expect(await list({ id: paid })).toEqual([
      {
        id: String(paid),
        ispid: String(tenant.ispid),
        resellerid: String(tenant.resellerid),
        document_no: 'T1-000001',
        customerid: String(tenant.customerid),
        serviceid: String(tenant.serviceid),
        username: tenant.username,
        issued_on: '2026-10-01',
        due_on: '2026-10-20',
        currency: 'INR',
        net: '60.00',
        tax: '9.00',
        total: '69.00',
        paid_amt: '69.00',
        paid: 'Y',
        paid_at: '2026-10-01 12:00:00',
        created_at: expect.any(String),
        created_by: 'system',
      },
    ]);
  });

  it('below 0 is a credit note with nothing to pay', async () => {
    expect(await list({ id: credit })).toEqual([
      expect.objectContaining({ net: '-40.00', tax: '-7.20', total: '-47.20', paid_amt: '0.00', paid: 'Y' }),
    ]);
  });
});

describe('invoice/list', () => {
  it.each<[Record<string, string | number>, () => number[]]>([
    [{}, () => [paid, open, credit]],
    [{ document_no: 'T1-000002' }, () => [open]],
    [{ document_no: 'T1-00000' }, () => []],
    [{ paid: 'N' }, () => [open]],
    [{ paid: 'Y' }, () => [paid, credit]],
    [{ issued_from: '2026-11-01', issued_upto: '2026-11-01' }, () => [open]],
    [{ due_from: '2026-11-02' }, () => [open, credit]],
    [{ due_upto: '2026-11-02' }, () => [paid, credit]],
    [{ sort_field: 'due_on', sort_order: 'desc' }, () => [open, credit, paid]],
    [{ sort_field: 'document_no', rows_limit: 1, rows_offset: 2 }, () => [credit]],
    [{ serviceid: 987_654 }, () => []],
    [{ customerid: 987_654 }, () => []],
  ])('finds with %j', async (filters, expected) => {
    expect(await ids(filters)).toEqual(expected());
  });

  it('counts', async () => {
    const { customerid, serviceid, resellerid } = tenant;
    expect(await list({ show_count: 1, customerid, serviceid, resellerid })).toBe(3);
  });

  it('shows an Employee the invoices of its locations', async () => {
    await api.ok('location/create', { location_code: 'MAA', location: 'Chennai' }, tenant.me);
    const employee = { ispid: tenant.ispid, groupname: 'Employee', resellerid: 0, roles: 'Accounts' };
    const here = await makeUser(api, tenant.me, { ...employee, slc: 'BLR-N' });
    const elsewhere = await makeUser(api, tenant.me, { ...employee, lc: 'MAA' });
    expect(await ids({}, here)).toEqual([paid, open, credit]);
    expect(await ids({}, elsewhere)).toEqual([]);
  });
});
