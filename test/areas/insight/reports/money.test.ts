import { beforeAll, describe, expect, it } from 'vitest';
import { type Credentials, startApi } from '../../../fixtures/api.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';
import { makeUser } from '../../../fixtures/tenants.ts';

interface Answer {
  readonly rows: readonly Record<string, string | number | null>[];
  readonly total: Record<string, string | number>;
  readonly count: number;
}

const api = await startApi();
const shop = await Shop.open(api, {
  on: '2026-01-05',
  settings: {
    invoice_due_days: 5,
    np_grace_days: 90,
    late_fee_amt: 25,
    taxes: 'CGST:9,SGST:9',
  },
});
const stranger = await Shop.open(api, { on: '2026-01-05' });
const year = { from: '2026-01-01', to: '2026-04-10' };
let reseller: number;
let franchisee: number;
let second: { planid: number; subplanid: number };
let everybody: Subscriber[];
let gone: Subscriber;

const report = (name: string, parameters: Record<string, string | number> = {}, as: Credentials = shop.me) =>
  api.ok<Answer>(`report/${name}`, parameters, as);

/** Sums of ledger lines: `who` is a condition on the entry `e`, `account` one on the account `a`. */
async function ledger(account: string, who = 'true', ispid = shop.ispid): Promise<string> {
  const { rows } = await api.db.pool.query<{ sum: string }>(
    `SELECT coalesce(sum(l.amt), 0)::numeric(14, 2) AS sum FROM crm.ledger_line l
     JOIN crm.ledger_account a ON a.id = l.account_id JOIN crm.ledger_entry e ON e.id = l.entry_id
     WHERE e.isp_id = ${ispid} AND e.posted_on BETWEEN '${year.from}' AND '${year.to}' AND ${account} AND ${who}`,
  );
  return rows[0]?.sum ?? '';
}
const REVENUE = `a.name LIKE 'revenue: %'`;
const TAX = `a.name LIKE 'tax: %'`;
const negated = (amt: string) => (amt.startsWith('-') ? amt.slice(1) : amt === '0.00' ? amt : `-${amt}`);
const at = (answer: Pick<Answer, 'rows'>, key: string, value: unknown) => answer.rows.find((row) => row[key] === value);

beforeAll(async () => {
  reseller = await shop.reseller();
  franchisee = await shop.franchisee(20_000);
  second = await shop.plan({ amt1: 799, charge1: 'Fibre' });
  const north = { location_code: 'BLR', sub_location_code: 'BLR-N' };
  const south = await shop.place('MAA', 'MAA-S');
  const prepaid = { prepaid_postpaid: 'Prepaid' };
  everybody = [
    await shop.subscribe({ ...north, installation_amt: 100 }),
    await shop.subscribe({ ...south, discount_percent: 10 }),
    await shop.subscribe({ ...north, ...prepaid }),
    await shop.subscribe({ ...south, ...second }, reseller),
    await shop.subscribe({ ...north, ...prepaid }, franchisee),
    await shop.subscribe({ ...south }, franchisee),
  ];
  gone = await shop.subscribe({ ...north });
  const [first, , advance, resold, ofFranchisee] = everybody;
  await advance?.pay(1500);
  await ofFranchisee?.pay(1300, { mode: 'Cheque' });
  await shop.advanceDailyTo('2026-02-20');
  await first?.pay(300, { mode: 'Cash' });
  const wrong = await resold?.pay(50);
  await api.ok('payment/cancel', { id: wrong ?? 0, reason: 'entered twice' }, shop.me);
  await resold?.pay('900.25', { payment_date: '2026-02-18' });
  await first?.changePlan(second, 'immediately');
  await gone.pay(588.82);
  await resold?.does('suspend');
  await shop.advanceDailyTo('2026-04-10');
  const { error } = await api.call('service/delete', { serviceid: gone.id }, shop.me);
  const last = await gone.pay(/owes ([\d.]+)/.exec(String(error))?.[1] ?? '');
  await api.ok('service/delete', { serviceid: gone.id }, shop.me);
  await api.ok('payment/cancel', { id: last, reason: 'bounced' }, shop.me);
  const foreign = await stranger.subscribe();
  shop.day('2026-04-10');
  await foreign.pay(3);
});

describe('revenue', () => {
  it('is what the ledger posted to revenue and taxes, by whatever it is shown', async () => {
    const [net, tax] = [negated(await ledger(REVENUE)), negated(await ledger(TAX))];
    expect(Number(net)).toBeGreaterThan(5_000);
    for (const by of ['plan', 'location', 'reseller'])
      expect((await report(`revenue_by_${by}`, year)).total).toMatchObject({ net, tax });
    expect((await report('revenue_by_tax', year)).total).toEqual({ tax });
  });

  it('of a reseller, a location and a tax is that of its entries', async () => {
    const byReseller = await report('revenue_by_reseller', year);
    for (const id of [reseller, franchisee])
      expect(at(byReseller, 'resellerid', String(id))).toMatchObject({
        net: negated(await ledger(REVENUE, `e.reseller_id = ${id}`)),
        tax: negated(await ledger(TAX, `e.reseller_id = ${id}`)),
      });
    expect(at(byReseller, 'resellerid', '0')?.net).toBe(negated(await ledger(REVENUE, 'e.reseller_id IS NULL')));
    const inMaa = `e.service_id IN (SELECT id FROM crm.service WHERE location_code = 'MAA')`;
    const byLocation = await report('revenue_by_location', year);
    expect(at(byLocation, 'location_code', 'MAA')?.net).toBe(negated(await ledger(REVENUE, inMaa)));
    const byTax = await report('revenue_by_tax', year);
    expect(byTax.rows).toHaveLength(2);
    expect(at(byTax, 'name', 'CGST')).toMatchObject({
      percent: '9.00',
      tax: negated(await ledger(`a.name = 'tax: CGST'`)),
    });
  });

  it('goes with the plan that was charged, also after a change of it', async () => {
    const days = { from: '2026-01-01', to: '2026-02-19' };
    const { rows } = await report('revenue_by_plan', days);
    expect((await everybody[0]?.shown())?.planid).toBe(String(second.planid));
    const [first, , , resold] = everybody;
    // What has no period, such as a late fee, goes with the present plan.
    const ofFirst = `(e.service_id <> ${first?.id} OR a.name <> 'revenue: Late fee')`;
    const who = `${ofFirst} AND e.service_id <> ${resold?.id} AND e.posted_on <= '${days.to}'`;
    expect(at({ rows }, 'planid', String(shop.planid))?.net).toBe(negated(await ledger(REVENUE, who)));
  });
});

describe('collections', () => {
  it('are the payments that the ledger has and did not reverse', async () => {
    const paid = await api.db.pool.query<{ sum: string; cancelled: string }>(
      `SELECT -sum(l.amt) FILTER (WHERE x.id IS NULL) AS sum, -sum(l.amt) FILTER (WHERE x.id IS NOT NULL) AS cancelled
       FROM crm.ledger_entry e JOIN crm.ledger_line l ON l.entry_id = e.id JOIN crm.ledger_account a ON a.id = l.account_id
       LEFT JOIN crm.ledger_entry x ON x.reverses_id = e.id
       WHERE e.isp_id = ${shop.ispid} AND e.kind = 'payment' AND a.kind = 'service'`,
    );
    const { sum, cancelled } = paid.rows[0] ?? {};
    for (const by of ['day', 'mode', 'collector'])
      expect((await report(`collections_by_${by}`, year)).total).toMatchObject({
        amt: sum,
        cancelled: 2,
        cancelled_amt: cancelled,
      });
    const byDay = await report('collections_by_day', year);
    expect(byDay.rows.map(({ day, amt }) => `${day} ${amt}`)).toEqual([
      '2026-01-05 2800.00',
      '2026-02-18 900.25',
      '2026-02-20 888.82',
      '2026-04-10 0.00',
    ]);
    const byMode = await report('collections_by_mode', year);
    expect(byMode.rows.map(({ mode, amt }) => `${mode} ${amt}`)).toEqual([
      'Cash 300.00',
      'Cheque 1300.00',
      'Online 2989.07',
    ]);
    expect((await report('collections_by_collector', year)).rows).toMatchObject([
      { collectorid: String(shop.me.userid) },
    ]);
  });
});

describe('cash in hand', () => {
  it('is what collectors have in the ledger, and is of a whole ISP', async () => {
    const { rows, total } = await report('cash_in_hand');
    expect(total).toEqual({ cash: '300.00' });
    expect(total.cash).toBe(await ledger(`a.kind = 'cash'`));
    expect(rows).toMatchObject([{ collectorid: String(shop.me.userid), resellerid: '0', reseller: null }]);
    const here = { ispid: shop.ispid, groupname: 'Employee', resellerid: 0, roles: 'Accounts' };
    expect((await report('cash_in_hand', {}, await makeUser(api, shop.me, here))).count).toBe(1);
    const inMaa = await makeUser(api, shop.me, { ...here, lc: 'MAA' });
    expect(await api.call('report/cash_in_hand', {}, inMaa)).toMatchObject({ status: 403 });
    expect((await report('cash_in_hand', {}, stranger.me)).count).toBe(0);
  });
});

describe('outstanding', () => {
  it('less advances is the balance of all services in the ledger, by whatever it is shown', async () => {
    const balance = Number(await ledger(`a.kind = 'service'`));
    expect(await ledger(`a.service_id = ${gone.id}`)).not.toBe('0.00');
    for (const by of ['reseller', 'location', 'plan']) {
      const { total } = await report(`outstanding_by_${by}`);
      const { owed, advance, upto_30, upto_60, upto_90, over_90, not_invoiced } = total;
      expect((Number(owed) - Number(advance)).toFixed(2)).toBe(balance.toFixed(2));
      const parts = [upto_30, upto_60, upto_90, over_90, not_invoiced].reduce<number>(
        (sum, part) => sum + Number(part),
        0,
      );
      expect(parts.toFixed(2)).toBe(owed);
    }
  });

  it('is as old as its unpaid invoices', async () => {
    const [, owing] = everybody;
    const invoices = await owing?.invoices();
    const sums: Record<string, number> = {};
    for (const { issued_on = '', total, paid_amt } of invoices ?? []) {
      const age = (Date.parse('2026-04-10') - Date.parse(issued_on)) / 86_400_000;
      const bucket = age <= 30 ? 'upto_30' : age <= 60 ? 'upto_60' : age <= 90 ? 'upto_90' : 'over_90';
      sums[bucket] = (sums[bucket] ?? 0) + Number(total) - Number(paid_amt);
    }
    const staff = await makeUser(api, shop.me, {
      ...{ groupname: 'Employee', resellerid: 0, ispid: shop.ispid, lc: 'MAA' },
    });
    const { rows } = await report('outstanding_by_reseller', {}, staff);
    const own = rows.find(({ resellerid }) => resellerid === '0');
    expect(Object.keys(sums).length).toBeGreaterThan(1);
    for (const bucket of ['upto_30', 'upto_60', 'upto_90', 'over_90'])
      expect(own?.[bucket]).toBe((sums[bucket] ?? 0).toFixed(2));
  });
});

describe('commissions', () => {
  it('are what the ledger posted for each franchisee, with the revenue they are on', async () => {
    const who = `e.reseller_id = ${franchisee}`;
    const { rows, total } = await report('commissions', year);
    expect(rows).toEqual([
      {
        resellerid: String(franchisee),
        reseller: expect.any(String),
        charges: expect.any(Number),
        charged: await ledger(`a.kind = 'service'`, `${who} AND e.kind NOT LIKE 'payment%'`),
        net: negated(await ledger(REVENUE, who)),
        commission: await ledger(`a.name = 'commission'`, who),
      },
    ]);
    expect(total.commission).toBe(await ledger(`a.name = 'commission'`));
    expect(Number(total.commission)).toBeGreaterThan(0);
  });
});
