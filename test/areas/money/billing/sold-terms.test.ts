import { beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';
import { GST_SELLER } from '../../../fixtures/tax.ts';

const api = await startApi();
verifyLedgerAfterAll(api);

const totals = async (service: Subscriber) => (await service.invoices()).map(({ total }) => total);

describe('a postpaid period that is running', () => {
  let shop: Shop;
  beforeEach(async () => {
    shop = await Shop.open(api, { on: '2026-06-01', plan: { amt1: 500 }, settings: { invoice_due_days: 90 } });
  });

  it('costs what it cost when it began, and the next one what the plan costs then', async () => {
    const service = await shop.subscribe();
    shop.day('2026-06-02');
    await api.ok('plan/subplan_update', { id: shop.subplanid, amt1: 1000 }, shop.me);
    await shop.advanceDailyTo('2026-08-01');
    expect(await totals(service)).toEqual(['500.00', '1000.00']);
  });

  it('keeps its charges, whichever are added to the sub plan', async () => {
    const service = await shop.subscribe();
    await api.ok('plan/subplan_update', { id: shop.subplanid, charge2: 'Rental', amt2: 100 }, shop.me);
    await shop.advanceDailyTo('2026-08-01');
    expect(await totals(service)).toEqual(['500.00', '600.00']);
  });

  it('keeps its price when it is billed or ended early, or when the plan is changed', async () => {
    const other = await shop.plan({ amt1: 3000 });
    const [billed, renewed, changed] = [await shop.subscribe(), await shop.subscribe(), await shop.subscribe()];
    shop.day('2026-06-02');
    await api.ok('plan/subplan_update', { id: shop.subplanid, amt1: 1000 }, shop.me);
    await billed.does('invoice');
    expect(await totals(billed)).toEqual(['500.00']);
    shop.day('2026-06-03');
    await renewed.does('renew');
    // 3 of 30 days.
    expect(await totals(renewed)).toEqual(['50.00']);
    shop.day('2026-06-11');
    await changed.changePlan(other, 'immediately');
    await shop.advanceDailyTo('2026-07-01');
    // 10 of 30 days of 500.00, and 20 of 30 days of 3000.00.
    expect((await totals(changed)).at(0)).toBe('2166.67');
  });

  it('is sold again under the terms of today by a change to the same plan', async () => {
    const service = await shop.subscribe();
    shop.day('2026-06-16');
    await api.ok('plan/subplan_update', { id: shop.subplanid, amt1: 1000 }, shop.me);
    await service.changePlan({ planid: shop.planid, subplanid: shop.subplanid }, 'immediately');
    await shop.advanceDailyTo('2026-07-01');
    expect((await totals(service)).at(0)).toBe('750.00');
  });

  it('keeps the discount of its service', async () => {
    const service = await shop.subscribe({ discount_percent: 10 });
    await api.ok('service/update', { serviceid: service.id, discount_percent: 50 }, shop.me);
    await shop.advanceDailyTo('2026-08-01');
    expect(await totals(service)).toEqual(['450.00', '250.00']);
  });

  it('keeps the taxes of the settings', async () => {
    const service = await shop.subscribe();
    await api.ok('isp/settings_update', { ispid: shop.ispid, taxes: 'VAT:20' }, shop.me);
    await shop.advanceDailyTo('2026-07-01');
    expect(await totals(service)).toEqual(['500.00']);
    await api.ok('isp/settings_update', { ispid: shop.ispid, tax_inclusive: 'Y' }, shop.me);
    await shop.advanceDailyTo('2026-09-01');
    expect(await totals(service)).toEqual(['500.00', '600.00', '500.00']);
  });

  it('is charged under the scheme that the seller has by then, by the rate of before', async () => {
    await api.ok('isp/settings_update', { ispid: shop.ispid, taxes: 'GST:12' }, shop.me);
    const service = await shop.subscribe();
    await api.ok('isp/settings_update', { ispid: shop.ispid, taxes: 'GST:18' }, shop.me);
    await api.ok('tax/seller_set', { ispid: shop.ispid, ...GST_SELLER }, shop.me);
    await shop.advanceDailyTo('2026-08-01');
    expect(await totals(service)).toEqual(['560.00', '590.00']);
    const charge = await api.db.prisma.charge.findFirstOrThrow({ where: { serviceId: service.id } });
    expect(charge.taxes).toMatchObject([{ percent: '6' }, { percent: '6' }]);
  });

  it('earns the commission that was agreed when it began', async () => {
    const resellerid = await shop.franchisee(5000);
    const service = await shop.subscribe({}, resellerid);
    await api.ok('reseller/update', { resellerid, commission_percent: 50 }, shop.me);
    await shop.advanceDailyTo('2026-08-01');
    const commissions = (await service.ledger()).filter((line) => line.startsWith('plan commission'));
    expect(commissions).toEqual(['plan commission 50.00', 'plan commission 250.00']);
  });

  it('needs as much in the wallet of its franchisee as it takes', async () => {
    const resellerid = await shop.franchisee(390);
    const service = await shop.subscribe({}, resellerid);
    await api.ok('reseller/update', { resellerid, commission_percent: 1 }, shop.me);
    const { error } = await service.act('invoice');
    expect(error).toBeNull();
  });
});

describe('a volume', () => {
  it('is carried over as the plan said when the period began, and topped up if it was limited then', async () => {
    const plan = { bw1_gb: 100, data_carryover: 'Y' };
    const settings = { invoice_due_days: 90 };
    const shop = await Shop.open(api, { on: '2026-06-01', plan, settings });
    const service = await shop.subscribe();
    await api.ok('plan/update', { id: shop.planid, bw1_gb: 0, data_carryover: 'N' }, shop.me);
    expect((await service.topUp({ gb: 1, amt: 10, type: 'Expiring' })).error).toBeNull();
    await api.ok('plan/update', { id: shop.planid, bw1_gb: 200 }, shop.me);
    await shop.advanceDailyTo('2026-07-01');
    const periods = await api.db.prisma.period.findMany({ where: { serviceId: service.id }, orderBy: { id: 'asc' } });
    const gb = (bytes: bigint | null) => Number(bytes ?? 0n) / 2 ** 30;
    expect(periods.map(({ quotaBytes, carryoverBytes }) => [gb(quotaBytes), gb(carryoverBytes)])).toEqual([
      [100, 0],
      [300, 100],
    ]);
    await shop.advanceDailyTo('2026-08-01');
    const last = await api.db.prisma.period.findFirstOrThrow({
      where: { serviceId: service.id },
      orderBy: { id: 'desc' },
    });
    expect([gb(last.quotaBytes), gb(last.carryoverBytes)]).toEqual([200, 0]);
  });
});
