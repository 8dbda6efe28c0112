import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { verifyLedger } from '../../../src/areas/billing/verify/verify.ts';
import { startApi } from '../../fixtures/api.ts';
import { Shop, type Subscriber } from '../../fixtures/subscriber.ts';

const api = await startApi();
const shop = await Shop.open(api, { on: '2026-03-10', settings: { taxes: 'CGST:9,SGST:9' } });

type Call = readonly [path: string, fields: Record<string, string | number>];

const cents = fc.integer({ min: 1, max: 90_000 }).map((amt) => new Decimal(amt).div(100).toFixed(2));
const reason = 'any';
const call: fc.Arbitrary<Call> = fc.oneof(
  fc
    .record({
      type: fc.constantFrom('Debit', 'Credit'),
      amt: cents,
      tax: fc.constantFrom('Inclusive', 'Exclusive', 'None'),
    })
    .map((fields): Call => ['service/adjust', { ...fields, reason }]),
  // Of the first invoice.
  cents.map((amt): Call => ['service/adjust', { type: 'Credit', amt, invoiceid: 0, reason }]),
  cents.map((amt): Call => ['payment/new', { amt, mode: 'Bank' }]),
  cents.map((amt): Call => ['payment/refund', { of: 'Advance', amt, mode: 'Bank', reason }]),
  cents.map((amt): Call => ['payment/refund', { of: 'Deposit', amt, mode: 'Bank', reason }]),
  fc.constant<Call>(['service/write_off', { reason }]),
  fc.constantFrom('renew', 'bill', 'invoice').map((action): Call => ['service/action', { action }]),
);

/** Each call changes the balance by what it says, or is refused and changes nothing. */
async function follow(service: Subscriber, calls: readonly Call[]): Promise<void> {
  for (const [path, fields] of calls) {
    const [invoice] = 'invoiceid' in fields ? await service.invoices() : [];
    if ('invoiceid' in fields && !invoice) continue;
    const input = { serviceid: service.id, ...fields, ...(invoice && { invoiceid: invoice.id ?? '' }) };
    const before = (await service.shown()).os_amt;
    const shown = await api.call(path, { ...input, preview: 'Y' }, shop.me);
    const { status } = await api.call(path, input, shop.me);
    expect([path, status]).toEqual([path, shown.status]);
    const { os_amt } = await service.shown();
    expect(os_amt).toBe(status === 200 ? (shown.result as { os_amt: string }).os_amt : before);
  }
}

it('whatever is adjusted, paid, written off and refunded, the ledger is right and previews come true', async () => {
  const kinds = fc.constantFrom('Prepaid', 'Postpaid');
  await fc.assert(
    fc.asyncProperty(kinds, fc.boolean(), fc.array(call, { maxLength: 12 }), async (kind, franchised, calls) => {
      const resellerid = franchised ? await shop.franchisee(2_000) : 0;
      const service = await shop.subscribe({ prepaid_postpaid: kind, deposit: 300 }, resellerid);
      await follow(service, calls);
      expect((await verifyLedger(api.db)).flatMap(({ problems }) => problems)).toEqual([]);
    }),
    { numRuns: 12 },
  );
});
