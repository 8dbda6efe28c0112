import { describe, expect, it } from 'vitest';
import { forecast } from '../../../../src/areas/money/billing/run/forecast.ts';
import { startApi } from '../../../fixtures/api.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';

const api = await startApi();

async function foretold(of: Subscriber, until: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const each of forecast(api.kernel, until)) {
    if (each.serviceId !== of.id) continue;
    lines.push(`${each.day} ${each.was} ${each.becomes} ${each.charged.toFixed(2)} ${each.osAmt.toFixed(2)}`);
  }
  return lines;
}

describe('the forecast', () => {
  it('says day by day what the time rules will do, and changes nothing', async () => {
    const shop = await Shop.open(api, {
      on: '2026-01-10',
      settings: { invoice_due_days: 5, np_grace_days: 10, late_fee_amt: 25 },
    });
    const paid = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    await paid.pay(1100);
    const owing = await shop.subscribe({ billing_start_day: 1 });
    const [of, before] = [await owing.summary(), await owing.ledger()];
    const paidLines = await foretold(paid, '2026-04-30');
    const owingLines = await foretold(owing, '2026-03-31');
    expect(paidLines).toEqual(['2026-02-10 Active Active 499.00 -102.00', '2026-03-10 Active NPD 0.00 -102.00']);
    expect(owingLines).toEqual([
      '2026-02-01 Active Active 354.13 354.13',
      '2026-02-07 Active NP 25.00 379.13',
      '2026-02-18 NP NPD 0.00 379.13',
      '2026-03-01 NPD NPD 499.00 878.13',
    ]);
    expect([await owing.summary(), await owing.ledger()]).toEqual([of, before]);
    await shop.advanceDailyTo('2026-03-31');
    expect(await owing.summary()).toBe('NPD 2026-02-01 2026-02-28 878.13');
    expect((await paid.shown()).status).toBe('NPD');
  });
});
