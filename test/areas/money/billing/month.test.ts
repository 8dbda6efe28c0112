import { describe, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { Shop } from '../../../fixtures/subscriber.ts';

const api = await startApi();

describe('a prepaid service', () => {
  it('waits for its first payment, runs a month, renews while the advance lasts, then becomes NPD', async () => {
    const shop = await Shop.open(api, { on: '2026-01-31' });
    const ravi = await shop.subscribe({ prepaid_postpaid: 'Prepaid', installation_amt: 200 });
    expect(await ravi.summary()).toBe('NewRequest - - 0.00');
    await ravi.pay('698.99');
    expect(await ravi.summary()).toBe('NewRequest - - -698.99');
    await ravi.pay('500.01');
    expect(await ravi.summary()).toBe('Active 2026-01-31 2026-02-27 -500.00');
    await shop.advanceDailyTo('2026-03-05');
    expect(await ravi.summary()).toBe('Active 2026-02-28 2026-03-30 -1.00');
    await shop.advanceDailyTo('2026-04-02');
    expect(await ravi.summary()).toBe('NPD 2026-02-28 2026-03-30 -1.00');
    await ravi.pay(498);
    expect(await ravi.summary()).toBe('Active 2026-04-02 2026-05-01 0.00');
    expect((await ravi.invoices()).map(({ total, paid_amt }) => [total, paid_amt])).toEqual([
      ['699.00', '699.00'],
      ['499.00', '499.00'],
      ['499.00', '499.00'],
    ]);
  });
});

describe('a postpaid service', () => {
  it('is billed after each month, becomes NP when it does not pay, and NPD after the grace', async () => {
    const shop = await Shop.open(api, { on: '2026-01-10', settings: { taxes: 'CGST:9,SGST:9' } });
    const asha = await shop.subscribe({ billing_start_day: 1 });
    expect(await asha.summary()).toBe('Active 2026-01-10 2026-01-31 0.00');
    await shop.advanceDailyTo('2026-02-01');
    // 22 of 31 days of 499.00: 354.13, plus 18 percent.
    expect(await asha.summary()).toBe('Active 2026-02-01 2026-02-28 417.87');
    await shop.advanceDailyTo('2026-02-08');
    expect((await asha.shown()).status).toBe('Active');
    await shop.advanceDailyTo('2026-02-09');
    expect((await asha.shown()).status).toBe('NP');
    await shop.advanceDailyTo('2026-02-17');
    expect(await asha.summary()).toBe('NPD 2026-02-01 2026-02-28 417.87');
    await asha.pay('417.87');
    expect(await asha.summary()).toBe('Active 2026-02-01 2026-02-28 0.00');
    expect(await asha.ledger()).toEqual([
      'credit_use credits -1.00',
      'credit_use credits_used 1.00',
      'plan service 417.87',
      'plan revenue: Internet -354.13',
      'plan tax: CGST -31.87',
      'plan tax: SGST -31.87',
      'credit_use credits -1.00',
      'credit_use credits_used 1.00',
      'payment bank 417.87',
      'payment service -417.87',
    ]);
  });
});
