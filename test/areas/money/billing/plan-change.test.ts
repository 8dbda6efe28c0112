import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
let shop: Shop;
let dear: { planid: number; subplanid: number };
let cheap: { planid: number; subplanid: number };
beforeAll(async () => {
  shop = await Shop.open(api);
  dear = await shop.plan({ amt1: 899, bw1_gb: 200 });
  cheap = await shop.plan({ amt1: 99 });
});
beforeEach(() => shop.day('2026-03-10'));

async function prepaid(): Promise<Subscriber> {
  const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
  await service.pay(499);
  return service;
}

const totals = async (service: Subscriber) => (await service.invoices()).map(({ total }) => total);
const changes = async ({ id }: Subscriber) =>
  (await api.db.prisma.planChange.findMany({ where: { serviceId: id }, orderBy: { id: 'asc' } })).map(
    ({ schedule, status }) => `${schedule} ${status}`,
  );

describe('an immediate plan change', () => {
  it('begins a new prepaid validity and credits the unused days', async () => {
    const service = await prepaid();
    shop.day('2026-03-20');
    await service.changePlan(dear, 'immediately');
    // 10 of 31 days of 499.00 were used: 160.97.
    expect(await service.summary()).toBe('Active 2026-03-20 2026-04-19 560.97');
    expect((await service.ledger()).filter((line) => !line.startsWith('credit_use')).slice(4)).toEqual([
      'plan_credit service -338.03',
      'plan_credit revenue: Internet 338.03',
      'plan service 899.00',
      'plan revenue: Internet -899.00',
    ]);
    expect(await totals(service)).toEqual(['499.00', '560.97']);
    expect((await service.shown()).planid).toBe(String(dear.planid));
    expect(await changes(service)).toEqual(['immediately Applied']);
  });

  it('to a cheaper plan leaves an advance, by a credit note', async () => {
    const service = await prepaid();
    shop.day('2026-03-20');
    await service.changePlan(cheap, 'immediately');
    expect(await service.summary()).toBe('Active 2026-03-20 2026-04-19 -239.03');
    expect(await totals(service)).toEqual(['499.00', '-239.03']);
  });

  it('credits the whole price on the first day, and all months renewed ahead', async () => {
    const service = await prepaid();
    await service.changePlan(dear, 'immediately');
    expect(await service.summary()).toBe('Active 2026-03-10 2026-04-09 400.00');
    await service.does('renew');
    expect(await service.summary()).toBe('Active 2026-03-10 2026-05-09 1299.00');
    await service.changePlan(cheap, 'immediately');
    expect(await service.summary()).toBe('Active 2026-03-10 2026-04-09 -400.00');
  });

  it('splits the postpaid period in two prorated lines', async () => {
    const taxed = await Shop.open(api, { on: '2026-03-10', settings: { taxes: 'CGST:9,SGST:9' } });
    const other = await taxed.plan({ amt1: 899 });
    const service = await taxed.subscribe();
    taxed.day('2026-03-20');
    await service.changePlan(other, 'immediately');
    expect(await service.summary()).toBe('Active 2026-03-10 2026-04-09 189.94');
    await taxed.advanceOn('2026-04-10');
    // 10 of 31 days of 499.00 plus 28.97, 21 of 31 days of 899.00 plus 109.62.
    expect(await service.summary()).toBe('Active 2026-04-10 2026-05-09 908.56');
    const where = { invoice: { serviceId: service.id } };
    const lines = await api.db.prisma.invoiceLine.findMany({ where, orderBy: { position: 'asc' } });
    expect(lines.map(({ net, tax, total }) => [net, tax, total].map((amt) => amt.toFixed(2)).join(' '))).toEqual([
      '160.97 28.97 189.94',
      '609.00 109.62 718.62',
    ]);
  });

  it('on the day of a postpaid renewal leaves today to the previous plan', async () => {
    const service = await shop.subscribe();
    await service.does('bill');
    shop.day('2026-03-20');
    await service.does('renew');
    await service.changePlan(dear, 'immediately');
    expect(await service.summary()).toBe('Active 2026-03-10 2026-04-20 177.06');
  });

  it('is priced by a whole month wherever the period ends', async () => {
    shop.day('2026-01-30');
    const days = await shop.plan({ plan_period: 30, plan_period_unit: 'Day', amt1: 300 });
    const service = await shop.subscribe(days);
    expect(await service.summary()).toBe('Active 2026-01-30 2026-02-28 0.00');
    shop.day('2026-02-09');
    await service.changePlan({ planid: shop.planid, subplanid: shop.subplanid }, 'immediately');
    await shop.advanceOn('2026-03-01');
    // 10 of 30 days of 300.00, and 20 of the 28 days before 1 March of 499.00.
    expect((await service.shown()).os_amt).toBe('456.43');
  });

  it('is priced without the days added by a suspension', async () => {
    const service = await shop.subscribe();
    shop.day('2026-03-12');
    await service.does('suspend');
    shop.day('2026-03-22');
    await service.does('restore');
    expect(await service.summary()).toBe('Active 2026-03-10 2026-04-19 0.00');
    shop.day('2026-03-25');
    await service.changePlan(dear, 'immediately');
    await shop.advanceOn('2026-04-20');
    // 5 of 31 days of 499.00, 26 of 31 days of 899.00.
    expect((await service.shown()).os_amt).toBe('834.48');
  });

  it('leaves a month that is over to the previous plan', async () => {
    const service = await shop.subscribe();
    shop.day('2026-04-10');
    await service.changePlan(dear, 'immediately');
    await shop.advance();
    expect(await service.summary()).toBe('Active 2026-04-10 2026-05-09 499.00');
  });

  it('is refused while the service is suspended, and above the credit limit', async () => {
    const suspended = await prepaid();
    await suspended.does('suspend');
    expect((await suspended.changePlan(dear, 'immediately')).status).toBe(409);
    const limited = await shop.subscribe({ prepaid_postpaid: 'Prepaid', credit_limit: 300 });
    await limited.pay(499);
    const before = [await limited.summary(), await limited.ledger()];
    const { status, error } = await limited.changePlan(dear, 'immediately');
    expect(status).toBe(409);
    expect(error).toContain('would rise to 400.00, above the credit limit of 300.00');
    expect([await limited.summary(), await limited.ledger()]).toEqual(before);
    expect(await changes(limited)).toEqual([]);
  });
});

describe('a plan change with the next bill', () => {
  it('waits for the renewal; a newer one replaces it', async () => {
    const service = await prepaid();
    await service.changePlan(dear, 'next_bill');
    await service.changePlan(cheap, 'next_bill');
    expect((await service.shown()).planid).toBe(String(shop.planid));
    await service.pay(99);
    await shop.advanceOn('2026-04-10');
    expect(await service.summary()).toBe('Active 2026-04-10 2026-05-09 0.00');
    expect((await service.shown()).planid).toBe(String(cheap.planid));
    expect(await changes(service)).toEqual(['next_bill Replaced', 'next_bill Applied']);
  });

  it('bills the postpaid period that ends under the previous plan', async () => {
    const service = await shop.subscribe();
    await service.changePlan(dear, 'next_bill');
    await shop.advanceOn('2026-04-10');
    expect(await service.summary()).toBe('Active 2026-04-10 2026-05-09 499.00');
    await shop.advanceOn('2026-05-10');
    expect((await service.shown()).os_amt).toBe('1398.00');
  });

  it('is replaced by an immediate change', async () => {
    const service = await prepaid();
    await service.changePlan(dear, 'next_bill');
    await service.changePlan(cheap, 'immediately');
    expect(await changes(service)).toEqual(['next_bill Replaced', 'immediately Applied']);
    await service.does('renew');
    expect((await service.shown()).planid).toBe(String(cheap.planid));
  });
});
