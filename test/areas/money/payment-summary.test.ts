import { beforeAll, describe, expect, it } from 'vitest';
import { sumPayments } from '../../../src/areas/money/payments/summary.ts';
import { partOf, wholeInstallation } from '../../../src/core/tenancy/scope.ts';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { multiply } from '../../fixtures/multiply.ts';
import { Shop, type Subscriber } from '../../fixtures/subscriber.ts';
import { makeUser } from '../../fixtures/tenants.ts';

const api = await startApi();
const shop = await Shop.open(api);
const other = await Shop.open(api);
const range = { from_date: '2026-03-01', to_date: '2026-03-31' };
let reseller: number;
let counter: Credentials;
let first: Subscriber;

const sums = (parameters: Record<string, string | number>, as = shop.me) =>
  api.ok<Record<string, unknown>[]>('payment/summary', { ...range, ...parameters }, as);

const sum = (of: object, payments: number, amt: string) => ({
  ...{ day: null, mode: null, collectorid: null, collected_by: null },
  ...{ payments, amt, cancelled: 0, cancelled_amt: '0.00' },
  ...of,
});

beforeAll(async () => {
  reseller = await shop.reseller();
  counter = await makeUser(api, shop.me, {
    ispid: shop.ispid,
    username: 'counter',
    roles: 'Accounts',
    cash_limit: 1000,
  });
  first = await shop.subscribe();
  const resold = await shop.subscribe({}, reseller);
  const pay = (serviceid: number, amt: number, mode: string, as = shop.me) =>
    api.ok<number>('payment/new', { serviceid, amt, mode }, as);
  shop.day('2026-03-10');
  await pay(first.id, 100, 'Cash', counter);
  await pay(first.id, 20.5, 'Online');
  shop.day('2026-03-11');
  await pay(resold.id, 7, 'Online');
  const wrong = await pay(first.id, 50, 'Online');
  await api.ok('payment/cancel', { id: wrong, reason: 'entered twice' }, shop.me);
  shop.day('2026-04-01');
  await pay(first.id, 1000, 'Online');
  const foreign = await other.subscribe();
  shop.day('2026-03-10');
  await api.ok('payment/new', { serviceid: foreign.id, amt: 3, mode: 'Online' }, other.me);
});

describe('the sums of payments', () => {
  it('are by day', async () => {
    expect(await sums({ by: 'day' })).toEqual([
      sum({ day: '2026-03-10' }, 2, '120.50'),
      sum({ day: '2026-03-11', cancelled: 1, cancelled_amt: '50.00' }, 1, '7.00'),
    ]);
  });

  it('are by mode', async () => {
    expect(await sums({ by: 'mode' })).toEqual([
      sum({ mode: 'Cash' }, 1, '100.00'),
      sum({ mode: 'Online', cancelled: 1, cancelled_amt: '50.00' }, 2, '27.50'),
    ]);
  });

  it('are by collector', async () => {
    const by = await sums({ by: 'collector' });
    expect(by).toHaveLength(2);
    expect(by).toContainEqual(sum({ collectorid: String(counter.userid), collected_by: 'counter' }, 1, '100.00'));
  });

  it('are those of the caller’s scope', async () => {
    const staff = await makeUser(api, shop.me, { groupname: 'Reseller', resellerid: reseller, ispid: shop.ispid });
    const ofReseller = [sum({ mode: 'Online' }, 1, '7.00')];
    expect(await sums({ by: 'mode' }, staff)).toEqual(ofReseller);
    expect(await sums({ by: 'mode', resellerid: reseller })).toEqual(ofReseller);
    expect(await sums({ by: 'mode' }, other.me)).toEqual([sum({ mode: 'Online' }, 1, '3.00')]);
    expect(await sums({ by: 'mode', ispid: other.ispid }, api.admin)).toEqual([sum({ mode: 'Online' }, 1, '3.00')]);
    await api.ok('location/create', { location_code: 'MAA', location: 'Chennai' }, shop.me);
    const employee = { groupname: 'Employee', resellerid: 0, ispid: shop.ispid };
    expect(await sums({ by: 'day' }, await makeUser(api, shop.me, { ...employee, lc: 'MAA' }))).toEqual([]);
    expect(await sums({ by: 'day' }, await makeUser(api, shop.me, { ...employee, lc: 'BLR' }))).toHaveLength(2);
    expect(await api.call('payment/summary', { ...range, by: 'day', ispid: other.ispid }, shop.me)).toMatchObject({
      status: 404,
    });
  });

  it('are those of a single day, and of at most a hundred', async () => {
    expect(await sums({ by: 'mode', from_date: '2026-03-11', to_date: '2026-03-11' })).toMatchObject([
      { mode: 'Online', payments: 1, amt: '7.00' },
    ]);
    expect(await sums({ by: 'day', from_date: '2026-01-01', to_date: '2026-04-10' })).toHaveLength(3);
  });

  it.each([
    [{ from_date: '2026-03-02', to_date: '2026-03-01' }, 'to_date: must not be before from_date'],
    [{ from_date: '2026-01-01', to_date: '2026-04-11' }, 'to_date: must be within 100 days of from_date'],
  ])('are refused for %j', async (dates, error) => {
    expect(await api.call('payment/summary', { ...dates, by: 'day' }, shop.me)).toMatchObject({ status: 400, error });
  });

  it('are read from the index of the days alone', async () => {
    const single = await shop.subscribe();
    await single.pay(5);
    await multiply(api.db.pool, single.id, { from: 1, to: 2000 });
    await api.db.pool.query('ALTER TABLE crm.payment DISABLE TRIGGER USER');
    await api.db.pool.query(`UPDATE crm.payment SET paid_on = paid_on - (id % 900)::int WHERE id > 1000000`);
    await api.db.pool.query('VACUUM ANALYZE crm.payment');
    for (const ispId of [shop.ispid, null]) {
      const scope = partOf(wholeInstallation, { ispId, resellerId: null });
      let plan = '';
      const pool = {
        query: async ({ text, values }: { text: string; values: unknown[] }) => {
          const { rows } = await api.db.pool.query({ text: `EXPLAIN ${text}`, values });
          plan = rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
          return { rows: [] };
        },
      } as unknown as typeof api.db.pool;
      await sumPayments({ pool }, scope, { ...range, by: 'collector' });
      expect(plan).toContain('Index Only Scan using payment_paid_on_idx');
    }
  });
});
