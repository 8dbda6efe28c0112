import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
let shop: Shop;
beforeAll(async () => {
  const settings = { invoice_due_days: 5, np_grace_days: 3, late_fee_amt: 50, late_fee_percent: 10 };
  shop = await Shop.open(api, { settings });
});
beforeEach(() => shop.day('2026-03-10'));

const standing = async (service: Subscriber) => {
  const { status, os_amt } = await service.shown();
  return `${status} ${os_amt}`;
};

describe('an invoice that is not paid', () => {
  it('after its due date: NP with a single fee, NPD after the grace, Active when it is paid', async () => {
    const service = await shop.subscribe();
    await service.does('invoice');
    await shop.advanceOn('2026-03-15');
    expect(await standing(service)).toBe('Active 499.00');
    await shop.advanceOn('2026-03-16');
    // 50.00 plus ten percent of 499.00.
    expect(await standing(service)).toBe('NP 598.90');
    await Promise.all([shop.advance(), shop.advance()]);
    await shop.advanceOn('2026-03-19');
    expect(await standing(service)).toBe('NP 598.90');
    await shop.advanceOn('2026-03-20');
    expect(await standing(service)).toBe('NPD 598.90');
    await service.pay(498);
    expect(await standing(service)).toBe('NPD 100.90');
    await service.pay(1);
    expect(await standing(service)).toBe('Active 99.90');
  });

  it('has its late fee on the next invoice, whose own fee has no percentage of that fee', async () => {
    const service = await shop.subscribe();
    await service.does('invoice');
    await shop.advanceOn('2026-03-16');
    await service.pay(499);
    await shop.advanceOn('2026-04-10');
    expect((await service.invoices()).map(({ total, paid_amt }) => `${total} ${paid_amt}`)).toEqual([
      '499.00 499.00',
      '99.90 0.00',
    ]);
    await shop.advanceOn('2026-04-16');
    expect(await standing(service)).toBe('NP 149.90');
  });

  it('does not end a prepaid service before its validity', async () => {
    const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    await service.does('renew');
    await shop.advanceOn('2026-04-09');
    expect(await standing(service)).toBe('Active 499.00');
    await shop.advanceOn('2026-04-10');
    expect(await standing(service)).toBe('NPD 499.00');
  });
});

describe('what is too little to matter', () => {
  const settings = { invoice_due_days: 5, np_grace_days: 3, late_fee_amt: 50, taxes: 'GST:18', min_dues: 10 };
  let small: Shop;
  beforeEach(async () => {
    small = await Shop.open(api, { on: '2026-03-10', settings });
  });

  it('leads to no fee, NP or NPD, and is owed with the next invoice', async () => {
    const service = await small.subscribe();
    await service.does('invoice');
    await service.pay('588.00');
    await small.advanceOn('2026-04-09');
    expect(await standing(service)).toBe('Active 0.82');
    await small.advanceOn('2026-05-15');
    expect(await standing(service)).toBe('Active 589.64');
    // There is no fee for the rest of the older invoice.
    await small.advanceOn('2026-05-16');
    expect(await standing(service)).toBe('NP 648.64');
  });

  it('is enough to resume a service', async () => {
    const service = await small.subscribe();
    await service.does('invoice');
    await small.advanceOn('2026-03-20');
    expect(await standing(service)).toBe('NPD 647.82');
    await service.pay('578.82');
    expect(await standing(service)).toBe('NPD 69.00');
    await service.pay('0.01');
    // The fee is not invoiced yet.
    expect(await standing(service)).toBe('Active 68.99');
  });

  it('takes a fee back if nothing but that was open, by the day of the payment', async () => {
    const service = await small.subscribe();
    await service.does('invoice');
    await small.advanceOn('2026-03-16');
    expect(await standing(service)).toBe('NP 647.82');
    await service.pay('578.82', { payment_date: '2026-03-15' });
    expect(await standing(service)).toBe('NP 69.00');
    await service.pay('0.01', { payment_date: '2026-03-15' });
    expect(await standing(service)).toBe('Active 9.99');
  });
});

describe('a late fee', () => {
  const settings = { invoice_due_days: 5, np_grace_days: 3, late_fee_amt: 0, late_fee_percent: 10 };

  it('has a limit', async () => {
    const capped = await Shop.open(api, { on: '2026-03-10', settings: { ...settings, late_fee_max: 20 } });
    const service = await capped.subscribe();
    await service.does('invoice');
    await capped.advanceOn('2026-03-16');
    expect(await standing(service)).toBe('NP 519.00');
  });

  it('is charged some days after the due day, also to who is cut off by then, unless it is paid in time', async () => {
    const later = await Shop.open(api, { on: '2026-03-10', settings: { ...settings, late_fee_after_days: 7 } });
    const [late, intime, entered] = [await later.subscribe(), await later.subscribe(), await later.subscribe()];
    for (const each of [late, intime, entered]) await each.does('invoice');
    await later.advanceOn('2026-03-22');
    expect(await standing(late)).toBe('NPD 499.00');
    await intime.pay(499);
    await later.advanceOn('2026-03-23');
    await later.advance();
    expect(await standing(late)).toBe('NPD 548.90');
    expect(await standing(intime)).toBe('Active 0.00');
    await entered.pay(499, { payment_date: '2026-03-22' });
    expect(await standing(entered)).toBe('Active 0.00');
  });
});

describe('the credit limit', () => {
  it('is that of the service, else of its ISP, else none; that of a franchisee limits its wallet', async () => {
    const limited = await Shop.open(api, { on: '2026-03-10', settings: { default_credit_limit: 300 } });
    const resellerid = await limited.franchisee(5000, { credit_limit: 600 });
    const plain = await limited.reseller();
    const services = {
      'of the ISP': [await limited.subscribe(), 'NPD 499.00'],
      'of the ISP, with a reseller': [await limited.subscribe({}, plain), 'NPD 499.00'],
      'of the ISP, with a franchisee': [await limited.subscribe({}, resellerid), 'NPD 499.00'],
      'of its own, with a franchisee': [await limited.subscribe({ credit_limit: 600 }, resellerid), 'Active 499.00'],
      'of its own, lower': [await limited.subscribe({ credit_limit: 450 }, resellerid), 'NPD 499.00'],
      'of its own, higher': [await limited.subscribe({ credit_limit: 499 }), 'Active 499.00'],
    } as const;
    for (const [service] of Object.values(services)) await service.does('bill');
    await limited.advance();
    for (const [whose, [service, expected]] of Object.entries(services))
      expect([whose, await standing(service)]).toEqual([whose, expected]);
    const unlimited = await shop.subscribe();
    for (let times = 0; times < 3; times++) await unlimited.topUp({ gb: 1, amt: 9999, type: 'Expiring' });
    await shop.advance();
    expect(await standing(unlimited)).toBe('Active 29997.00');
  });
});

describe('a new service', () => {
  it('begins on bill_from', async () => {
    const [postpaid, prepaid] = await Promise.all(
      ['Postpaid', 'Prepaid'].map((kind) => shop.subscribe({ prepaid_postpaid: kind, bill_from: '2026-03-20' })),
    );
    await prepaid?.pay(499);
    await shop.advanceOn('2026-03-19');
    expect(await postpaid?.summary()).toBe('NewRequest - - 0.00');
    expect(await prepaid?.summary()).toBe('NewRequest - - -499.00');
    await shop.advanceOn('2026-03-20');
    expect(await postpaid?.summary()).toBe('Active 2026-03-20 2026-04-19 0.00');
    expect(await prepaid?.summary()).toBe('Active 2026-03-20 2026-04-19 0.00');
  });
});

describe('a run of the time rules', () => {
  it('that is months late does what daily runs would have done, once for any number of nodes', async () => {
    const [postpaid, prepaid] = [await shop.subscribe(), await shop.subscribe({ prepaid_postpaid: 'Prepaid' })];
    await prepaid.pay(1200);
    shop.day('2026-05-25');
    await Promise.all([shop.advance(), shop.advance(), shop.advance()]);
    // Billed on 10 April, NP on the 16th with a fee of 99.90, NPD on the 20th; so no third month begins.
    expect(await postpaid.summary()).toBe('NPD 2026-04-10 2026-05-09 1097.90');
    // Renewed once, without a gap.
    expect(await prepaid.summary()).toBe('NPD 2026-04-10 2026-05-09 -202.00');
    expect((await postpaid.invoices()).map(({ total, due_on }) => `${total} ${due_on}`)).toEqual([
      '499.00 2026-04-15',
      '598.90 2026-05-15',
    ]);
  });
});

describe('days without access', () => {
  const settings = { invoice_due_days: 7, np_grace_days: 3, cutoff_days: 'Credit' };
  let shop: Shop;
  beforeEach(async () => {
    shop = await Shop.open(api, { on: '2026-04-01', settings, plan: { amt1: 500 } });
  });
  const totals = async (service: Subscriber) => (await service.invoices()).map(({ total }) => total);

  it('are not billed: the period ends on the day before, and a payment opens a new one', async () => {
    const service = await shop.subscribe();
    await shop.advanceDailyTo('2026-05-12');
    expect(await standing(service)).toBe('NP 500.00');
    await shop.advanceOn('2026-05-13');
    expect(await standing(service)).toBe('NPD 693.55');
    expect(await totals(service)).toEqual(['500.00', '193.55']);
    await shop.advanceDailyTo('2026-06-20');
    expect(await standing(service)).toBe('NPD 693.55');
    await service.pay('693.55');
    expect(await standing(service)).toBe('Active 0.00');
    const { valid_from, valid_upto } = await service.shown();
    expect([valid_from, valid_upto]).toEqual(['2026-06-20', '2026-07-19']);
  });

  it('are credited of a month that was charged ahead', async () => {
    const service = await shop.subscribe();
    await shop.advanceDailyTo('2026-05-01');
    await service.does('bill');
    expect(await standing(service)).toBe('Active 1000.00');
    await shop.advanceDailyTo('2026-05-13');
    expect(await standing(service)).toBe('NPD 693.55');
    expect(await totals(service)).toEqual(['500.00', '193.55']);
  });

  it('cost nothing of a month that was to begin the day after', async () => {
    const service = await shop.subscribe({ credit_limit: 300 });
    await shop.advanceDailyTo('2026-04-19');
    shop.day('2026-04-20');
    await service.does('renew');
    expect((await service.shown()).valid_upto).toBe('2026-05-20');
    await shop.advance();
    expect(await standing(service)).toBe('NPD 316.66');
    expect((await service.shown()).valid_upto).toBe('2026-04-19');
    await shop.advanceDailyTo('2026-06-01');
    await service.pay('316.66');
    expect(await standing(service)).toBe('Active 0.00');
    expect((await service.shown()).valid_from).toBe('2026-06-01');
  });
});
