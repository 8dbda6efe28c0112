import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { verifyLedger } from '../../../../src/areas/money/billing/verify/verify.ts';
import { addDays } from '../../../../src/core/zone.ts';
import { startApi } from '../../../fixtures/api.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';

const api = await startApi();
const FIRST_DAY = '2026-03-10';
const shop = await Shop.open(api, { on: FIRST_DAY, settings: { taxes: 'CGST:9,SGST:9' } });
const plans = [await shop.plan({ amt1: 100 }), await shop.plan({ amt1: 900 })];

type Call = readonly [path: string, fields: Record<string, string | number>];

const cents = fc.integer({ min: 1, max: 90_000 }).map((amt) => new Decimal(amt).div(100).toFixed(2));
const reason = 'any';
/** All of the invoice. */
const WHOLE = 'whole';
const call: fc.Arbitrary<Call> = fc.oneof(
  fc
    .record({
      type: fc.constantFrom('Debit', 'Credit'),
      amt: cents,
      tax: fc.constantFrom('Inclusive', 'Exclusive', 'None'),
    })
    .map((fields): Call => ['service/adjust', { ...fields, reason }]),
  // Of the newest invoice.
  cents.map((amt): Call => ['service/adjust', { type: 'Credit', amt, invoiceid: 0, reason }]),
  cents.map((amt): Call => ['payment/new', { amt, mode: 'Bank' }]),
  cents.map((amt): Call => ['payment/refund', { of: 'Advance', amt, mode: 'Bank', reason }]),
  cents.map((amt): Call => ['payment/refund', { of: 'Deposit', amt, mode: 'Bank', reason }]),
  fc.constant<Call>(['service/write_off', { reason }]),
  fc.constantFrom('renew', 'bill', 'invoice').map((action): Call => ['service/action', { action }]),
  fc.constantFrom(...plans).map((plan): Call => ['service/planchange', { ...plan, schedule: 'immediately' }]),
);

/** What gives up the same days: credits of an invoice, in part or as a whole, write-offs and plan changes. */
const giving: fc.Arbitrary<Call> = fc.oneof(
  fc
    .constantFrom('30.00', '250.00', WHOLE)
    .map((amt): Call => ['service/adjust', { type: 'Credit', amt, invoiceid: 0, reason }]),
  fc.constant<Call>(['service/write_off', { reason }]),
  fc.constantFrom(...plans).map((plan): Call => ['service/planchange', { ...plan, schedule: 'immediately' }]),
);

/** A call, some days after the one before. */
const stepOf = (calls: fc.Arbitrary<Call>) => fc.record({ days: fc.constantFrom(0, 0, 1, 9), call: calls });
type Step = { readonly days: number; readonly call: Call };

const isCharged = ({ net = '' }: Record<string, string>) => Number(net) > 0;

/** Each call changes the balance by what it says, or is refused and changes nothing. */
async function follow(service: Subscriber, steps: readonly Step[]): Promise<void> {
  let day = FIRST_DAY;
  for (const { days, call } of steps) {
    day = addDays(day, days);
    shop.day(day);
    const [path, fields] = call;
    const invoice = 'invoiceid' in fields ? (await service.invoices()).findLast(isCharged) : undefined;
    if ('invoiceid' in fields && !invoice) continue;
    const amt = fields.amt === WHOLE ? { amt: invoice?.total ?? '' } : {};
    const input = { serviceid: service.id, ...fields, ...amt, ...(invoice && { invoiceid: invoice.id ?? '' }) };
    const before = (await service.shown()).os_amt;
    const shown = await api.call(path, { ...input, preview: 'Y' }, shop.me);
    const { status } = await api.call(path, input, shop.me);
    expect([path, status]).toEqual([path, shown.status]);
    const { os_amt } = await service.shown();
    expect(os_amt).toBe(status === 200 ? (shown.result as { os_amt: string }).os_amt : before);
  }
}

/** Payments and credits for no invoice, less what was paid out: an advance comes from nothing else. */
async function given(service: Subscriber): Promise<Decimal> {
  const { rows } = await api.db.pool.query<{ given: string }>(
    `SELECT (SELECT coalesce(sum(amt), 0) FROM crm.payment WHERE service_id = $1)
       + coalesce(sum(amt) FILTER (WHERE kind = 'Credit' AND invoice_id IS NULL), 0)
       - coalesce(sum(amt) FILTER (WHERE kind = 'Refund'), 0) AS given
     FROM crm.adjustment WHERE service_id = $1`,
    [service.id],
  );
  return new Decimal(rows[0]?.given ?? 0);
}

async function live(service: Subscriber, steps: readonly Step[]): Promise<void> {
  await follow(service, steps);
  expect((await given(service)).plus((await service.shown()).os_amt ?? 0).isNegative()).toBe(false);
  await api.call('service/delete', { serviceid: service.id, write_off_reason: 'any' }, shop.me);
  expect((await verifyLedger(api.db)).flatMap(({ problems }) => problems)).toEqual([]);
}

const kinds = fc.constantFrom('Prepaid', 'Postpaid');

it('whatever is adjusted, paid, credited, written off and refunded, the ledger is right and previews come true', async () => {
  const steps = fc.array(stepOf(call), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(kinds, fc.boolean(), steps, async (kind, franchised, taken) => {
      shop.day(FIRST_DAY);
      const resellerid = franchised ? await shop.franchisee(2_000) : 0;
      await live(await shop.subscribe({ prepaid_postpaid: kind, deposit: 300 }, resellerid), taken);
    }),
    { numRuns: 10 },
  );
});

it('whatever is credited, written off and changed, nothing is credited twice', async () => {
  const steps = fc.array(stepOf(giving), { minLength: 2, maxLength: 7 });
  await fc.assert(
    fc.asyncProperty(kinds, steps, async (kind, taken) => {
      shop.day(FIRST_DAY);
      const service = await shop.subscribe({ prepaid_postpaid: kind });
      await service.does(kind === 'Prepaid' ? 'renew' : 'invoice');
      await live(service, taken);
    }),
    { numRuns: 10 },
  );
});
