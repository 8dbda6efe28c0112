import { beforeAll, describe, expect, it } from 'vitest';
import { makeInvoice, makePayment } from '../../factories/billing.ts';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { makeTenant, makeUser, serviceFields, type Tenant } from '../../fixtures/tenants.ts';

interface Statement {
  readonly opening_balance: string;
  readonly closing_balance: string;
  readonly count: number;
  readonly entries: readonly Record<string, string | null>[];
}

const api = await startApi();
let tenant: Tenant;

beforeAll(async () => {
  tenant = await makeTenant(api);
  await bill(await makeTenant(api));
  await bill(tenant);
});

/** Charged 100 and 20 on the first of October, paid 60 on the fifth, charged 100 in November, paid 50 and took that back. */
async function bill({ serviceid }: Tenant) {
  const service = await api.db.prisma.service.findUniqueOrThrow({ where: { id: serviceid } });
  const lines = [
    { description: 'Internet', amt: '100.00' },
    { description: 'Installation', amt: '20.00' },
  ];
  await makeInvoice(api.db, service, { issuedOn: '2026-11-01', lines: lines.slice(0, 1) });
  await makeInvoice(api.db, service, { issuedOn: '2026-10-01', dueOn: '2026-10-08', lines });
  await makePayment(api.db, service, { amt: '60.00', paidOn: '2026-10-05' });
  await makePayment(api.db, service, { amt: '50.00', paidOn: '2026-11-02', cancelled: 'entered twice' });
}

const read = (parameters: Record<string, string | number> = {}, as: Credentials = tenant.me) =>
  api.ok<Statement>('service/statement', { serviceid: tenant.serviceid, ...parameters }, as);

describe('a statement of account', () => {
  it('lists everything charged and paid, by day, with the balance after it', async () => {
    const { entries, ...sums } = await read();
    expect(sums).toEqual({
      serviceid: String(tenant.serviceid),
      currency: 'USD',
      opening_balance: '0.00',
      closing_balance: '160.00',
      count: 6,
    });
    const told = entries.map(({ date, kind, memo, debit, credit, balance }) => [
      date,
      kind,
      memo,
      debit,
      credit,
      balance,
    ]);
    expect(told).toEqual([
      ['2026-10-01', 'charge', 'Internet', '100.00', '0.00', '100.00'],
      ['2026-10-01', 'charge', 'Installation', '20.00', '0.00', '120.00'],
      ['2026-10-05', 'payment', 'Bank', '0.00', '60.00', '60.00'],
      ['2026-11-01', 'charge', 'Internet', '100.00', '0.00', '160.00'],
      ['2026-11-02', 'payment', 'Bank', '0.00', '50.00', '110.00'],
      ['2026-11-02', 'payment_cancelled', 'entered twice', '50.00', '0.00', '160.00'],
    ]);
    const [service] = await api.ok<{ os_amt: string }[]>('service/list', { serviceid: tenant.serviceid }, tenant.me);
    expect(service?.os_amt).toBe('160.00');
  });

  it('starts with the balance before its first day and ends with its last day', async () => {
    const { entries, ...sums } = await read({ date_from: '2026-10-02', date_upto: '2026-11-01' });
    expect(sums).toMatchObject({ opening_balance: '120.00', closing_balance: '160.00', count: 2 });
    expect(entries.map(({ balance }) => balance)).toEqual(['60.00', '160.00']);
    expect(await read({ date_from: '2026-12-01' })).toMatchObject({
      opening_balance: '160.00',
      closing_balance: '160.00',
      count: 0,
      entries: [],
    });
  });

  it('comes in pages with continuous balances', async () => {
    const page = await read({ rows_limit: 2, rows_offset: 2 });
    expect(page).toMatchObject({ opening_balance: '0.00', closing_balance: '160.00', count: 6 });
    expect(page.entries.map(({ balance }) => balance)).toEqual(['60.00', '160.00']);
  });

  it('refuses days in the wrong order', async () => {
    const days = { serviceid: tenant.serviceid, date_from: '2026-11-02', date_upto: '2026-11-01' };
    expect(await api.call('service/statement', days, tenant.me)).toMatchObject({
      status: 400,
      error: 'date_upto: must not be before date_from',
    });
  });

  it('does not exist for another ISP, nor for an Employee of other locations', async () => {
    await api.ok('location/create', { location_code: 'MAA', location: 'Chennai' }, tenant.me);
    const employee = { ispid: tenant.ispid, groupname: 'Employee', resellerid: 0, roles: 'Accounts' };
    const elsewhere = await makeUser(api, tenant.me, { ...employee, lc: 'MAA' });
    const gone = { status: 404, error: `there is no service ${tenant.serviceid}` };
    for (const caller of [(await makeTenant(api)).me, elsewhere])
      expect(await api.call('service/statement', { serviceid: tenant.serviceid }, caller)).toMatchObject(gone);
  });

  it('of a customer has the entries of all services that the caller sees, which add up', async () => {
    const { customerid, planid, subplanid, me } = tenant;
    const fields = { ...serviceFields, customerid, planid, subplanid, username: 'second' };
    const second = await api.ok<number>('service/create', fields, me);
    await api.ok('payment/new', { serviceid: second, amt: 30, mode: 'Bank' }, me);
    const whole = await api.ok<Statement>('customer/statement', { customerid, rows_limit: 100 }, me);
    const { closing_balance: own } = await api.ok<Statement>('service/statement', { serviceid: second }, me);
    expect([(await read()).closing_balance, own, whole.closing_balance]).toEqual(['160.00', '-30.00', '130.00']);
    expect(whole.entries.at(-1)).toMatchObject({
      kind: 'payment',
      username: 'second',
      credit: '30.00',
      balance: '130.00',
    });
    expect(whole.entries.map(({ date }) => date)).toEqual(whole.entries.map(({ date }) => date).toSorted());
    const page = await api.ok<Statement>(
      'customer/statement',
      { customerid, rows_limit: 1, rows_offset: whole.count - 1 },
      me,
    );
    expect(page.entries).toEqual(whole.entries.slice(-1));
    const { me: theirs } = await makeTenant(api);
    expect(await api.call('customer/statement', { customerid }, theirs)).toMatchObject({ status: 404 });
  });

  it('is still there after the service is deleted', async () => {
    await api.db.prisma.service.update({ where: { id: tenant.serviceid }, data: { deletedAt: new Date() } });
    expect(await read()).toMatchObject({ closing_balance: '160.00' });
  });
});
