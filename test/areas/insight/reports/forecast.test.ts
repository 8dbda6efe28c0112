import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../../../src/core/zone.ts';
import { startApi } from '../../../fixtures/api.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';

interface Event {
  readonly day: string;
  readonly serviceid: string;
  readonly was: string;
  readonly becomes: string;
  readonly charged: string;
  readonly invoiced: string;
  readonly balance: string;
}

interface Answer<R> {
  readonly rows: readonly R[];
  readonly total: Record<string, string | number>;
  readonly count: number;
}

const api = await startApi();
const START = '2026-01-20';
const DAYS = 62;

const order = fc.record({
  prepaid_postpaid: fc.constantFrom('Prepaid', 'Postpaid'),
  billing_start_day: fc.constantFrom(0, 1, 25),
  installation_amt: fc.constantFrom(0, 0, 100),
  discount_percent: fc.constantFrom(0, 0, 50, 100),
  days: fc.constantFrom(0, 0, 5, 15),
  seller: fc.constantFrom('isp', 'isp', 'poor', 'rich'),
  paid: fc.constantFrom(0, 0, 499, 1100, 2500),
  later: fc.constantFrom('nothing', 'nothing', 'suspend', 'promise', 'change plan'),
});

const settings = fc.record({
  suspend_clock: fc.constantFrom('freeze', 'run'),
  default_credit_limit: fc.constantFrom('', '700'),
  late_fee_amt: fc.constantFrom(0, 10),
  invoice_due_days: fc.constantFrom(0, 7),
  np_grace_days: fc.constantFrom(0, 10),
  cutoff_days: fc.constantFrom('Credit', 'Bill', 'Credit'),
});

type Of<A> = A extends fc.Arbitrary<infer T> ? T : never;

async function opened(given: Of<typeof settings>, orders: readonly Of<typeof order>[], credits: number | null) {
  const shop = await Shop.open(api, { on: START, settings: { ...given, taxes: 'GST:18' } });
  const sellers = { isp: 0, poor: await shop.franchisee(900), rich: await shop.franchisee(30_000) };
  const other = await shop.plan({ amt1: 299 });
  const services: Subscriber[] = [];
  for (const { days, seller, paid, later: _, ...fields } of orders) {
    const bill_from = addDays(START, days);
    const service = await shop.subscribe({ ...fields, ...(days > 0 ? { bill_from } : {}) }, sellers[seller]);
    services.push(service);
    if (paid > 0) await service.pay(paid);
  }
  if (credits !== null) await api.ok('isp/credits_update', { ispid: shop.ispid, action: 'Set', credits }, api.admin);
  if (credits !== null) await api.ok('isp/update', { ispid: shop.ispid, enable_usage_limit: 1 }, api.admin);
  await shop.advanceDailyTo(addDays(START, 25));
  for (const [at, { later }] of orders.entries()) {
    if (later === 'suspend') await services[at]?.act('suspend');
    if (later === 'promise') await services[at]?.act('restore');
    if (later === 'change plan') await services[at]?.changePlan(other, 'next_bill');
  }
  await shop.advance();
  return shop;
}

/** What stands of an ISP's services in the database, and was charged and invoiced on a day. */
async function standing({ ispid }: Shop, day: string) {
  const { rows } = await api.db.pool.query<{
    id: number;
    status: string;
    os: string;
    charged: string;
    invoiced: string;
  }>(
    `SELECT s.id, s.status, s.os_amt AS os,
       coalesce((SELECT sum(c.total) FROM crm.charge c WHERE c.service_id = s.id AND c.charged_on = $2), 0)::numeric(14, 2) AS charged,
       coalesce((SELECT sum(v.total) FROM crm.invoice v WHERE v.service_id = s.id AND v.issued_on = $2), 0)::numeric(14, 2) AS invoiced
     FROM crm.service s WHERE s.isp_id = $1 ORDER BY s.id`,
    [ispid, day],
  );
  return rows;
}

const kept = new Set<string>();

async function compare(shop: Shop) {
  const today = api.clock.now().toISOString().slice(0, 10);
  const until = addDays(today, DAYS);
  const before = await standing(shop, today);
  const told = await api.ok<Answer<Event>>('report/forecast_services', { until }, shop.me);
  const sums = await api.ok<Answer<Record<string, string | number>>>('billing/forecast', { until }, shop.me);
  expect(await standing(shop, today)).toEqual(before);
  const state = new Map(before.map(({ id, status, os }) => [id, { status, os }]));
  const happened: string[] = [];
  const byDay = new Map<string, { charged: number; np: number; npd: number }>();
  for (let day = addDays(today, 1); day <= until; day = addDays(day, 1)) {
    await shop.advanceOn(day);
    for (const { id, status, os, charged, invoiced } of await standing(shop, day)) {
      const was = state.get(id);
      if (was?.status === status && was.os === os && charged === '0.00' && invoiced === '0.00') continue;
      happened.push(`${day} ${id} ${was?.status} ${status} ${charged} ${invoiced} ${os}`);
      kept.add(`${was?.status} ${status}`);
      const sum = byDay.get(day) ?? { charged: 0, np: 0, npd: 0 };
      sum.charged += Number(charged);
      sum.np += was?.status !== 'NP' && status === 'NP' ? 1 : 0;
      sum.npd += was?.status !== 'NPD' && status === 'NPD' ? 1 : 0;
      byDay.set(day, sum);
      state.set(id, { status, os });
    }
  }
  const changing = told.rows.filter(
    ({ was, becomes, charged, invoiced }) => was !== becomes || charged !== '0.00' || invoiced !== '0.00',
  );
  const lines = changing.map(
    (e) => `${e.day} ${e.serviceid} ${e.was} ${e.becomes} ${e.charged} ${e.invoiced} ${e.balance}`,
  );
  expect(lines).toEqual(happened);
  for (const [day, { charged, np, npd }] of byDay) {
    const row = sums.rows.find((each) => each.day === day);
    expect([row?.charged, row?.np, row?.npd]).toEqual([charged.toFixed(2), np, npd]);
  }
}

describe('the forecast', () => {
  it('is what the night then does, day by day, for whatever services there are', async () => {
    await fc.assert(
      fc.asyncProperty(
        settings,
        fc.array(order, { minLength: 12, maxLength: 14 }),
        fc.constantFrom(null, null, 8),
        async (given, orders, credits) => {
          await compare(await opened(given, orders, credits));
        },
      ),
      { numRuns: 2, endOnFailure: true },
    );
    expect([...kept].sort()).toEqual(
      expect.arrayContaining(['Active Active', 'Active NP', 'Active NPD', 'NP NPD', 'NPD NPD']),
    );
  });
});
