import { beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';
import { documentsOf, taxedShop } from '../../../fixtures/tax.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
let shop: Shop;
beforeEach(async () => {
  const settings = { invoice_due_days: 5, np_grace_days: 3, late_fee_amt: 50, taxes: 'GST:18' };
  shop = await Shop.open(api, { on: '2026-03-10', settings });
});

const standing = async (service: Subscriber) => {
  const { status, os_amt } = await service.shown();
  return `${status} ${os_amt}`;
};
const statementOf = async ({ id }: Subscriber) => {
  const { entries } = await api.ok<{ entries: Record<string, string | null>[] }>(
    'service/statement',
    { serviceid: id, rows_limit: 100 },
    shop.me,
  );
  return entries.map(({ date, payment_date, kind, memo, balance }) => [date, payment_date, kind, memo, balance]);
};
const cancel = (id: number) => api.ok('payment/cancel', { id, reason: 'bounced' }, shop.me);

/** An invoice of 588.82 that is due on the fifteenth; the fee of 59.00 is charged on the sixteenth. */
async function late(fields: Record<string, string | number> = {}, resellerid = 0): Promise<Subscriber> {
  shop.day('2026-03-10');
  const service = await shop.subscribe(fields, resellerid);
  await service.does('invoice');
  await shop.advanceOn('2026-03-16');
  return service;
}

describe('a payment that was made in time and is entered late', () => {
  it('takes the late fee back with an entry that says why, and shows both of its days', async () => {
    const service = await late();
    expect(await standing(service)).toBe('NP 647.82');
    shop.day('2026-03-18');
    await service.pay('588.82', { payment_date: '2026-03-15' });
    expect(await standing(service)).toBe('Active 0.00');
    expect(await statementOf(service)).toEqual([
      ['2026-03-10', null, 'plan', 'Internet', '588.82'],
      ['2026-03-16', null, 'late_fee', 'Late fee', '647.82'],
      ['2026-03-18', '2026-03-15', 'payment', 'Payment, Online', '59.00'],
      [
        ...['2026-03-18', null, 'late_fee_return'],
        ...['Late fee taken back: paid on 2026-03-15, entered on 2026-03-18', '0.00'],
      ],
    ]);
    await shop.advanceOn('2026-04-10');
    expect((await service.invoices()).map(({ total, paid_amt }) => `${total} ${paid_amt}`)).toEqual([
      '588.82 588.82',
      '0.00 0.00',
    ]);
  });

  it('keeps the fee when it was made after the due day, or covers the invoice only in part', async () => {
    const [tooLate, part] = [await late(), await late()];
    shop.day('2026-03-18');
    await tooLate.pay('588.82', { payment_date: '2026-03-16' });
    expect(await standing(tooLate)).toBe('Active 59.00');
    await part.pay('588.81', { payment_date: '2026-03-15' });
    expect(await standing(part)).toBe('NP 59.01');
    await part.pay('0.01', { payment_date: '2026-03-14' });
    expect(await standing(part)).toBe('Active 0.00');
  });

  it('credits a fee that is on an invoice with a document, once', async () => {
    const service = await late();
    await service.does('invoice');
    shop.day('2026-03-18');
    await service.pay('588.82', { payment_date: '2026-03-15' });
    expect((await service.invoices()).map(({ total, paid }) => `${total} ${paid}`)).toEqual([
      ...['588.82 Y', '59.00 Y', '-59.00 Y'],
    ]);
    expect(await standing(service)).toBe('Active 0.00');
    await service.pay(1, { payment_date: '2026-03-15' });
    expect(await standing(service)).toBe('Active -1.00');
  });

  it('takes back the fees of the invoices that were paid in time, each with its own payment', async () => {
    await api.ok('isp/settings_update', { np_grace_days: 90 }, shop.me);
    const service = await shop.subscribe();
    await shop.advanceDailyTo('2026-05-20');
    // The second invoice has the fee of the first, and is late itself.
    expect((await service.invoices()).map(({ total }) => total)).toEqual(['588.82', '647.82']);
    expect(await standing(service)).toBe('NP 1295.64');
    await service.pay('588.82', { payment_date: '2026-04-15' });
    expect(await standing(service)).toBe('NP 647.82');
    await service.pay('588.82', { payment_date: '2026-05-15' });
    expect(await standing(service)).toBe('Active 0.00');
    expect((await service.invoices()).map(({ total, paid }) => `${total} ${paid}`)).toEqual([
      ...['588.82 Y', '647.82 Y', '0.00 Y', '-59.00 Y'],
    ]);
  });

  it('leaves the same to pay in whatever order payments are entered, and cancelled', async () => {
    await api.ok('isp/settings_update', { np_grace_days: 90 }, shop.me);
    const payments = [
      ['588.82', '2026-04-15'],
      ['588.82', '2026-05-15'],
      ['100.00', '2026-05-18'],
    ] as const;
    const orders = ['012', '021', '102', '120', '201', '210'];
    const services = await Promise.all(orders.map(() => shop.subscribe()));
    await shop.advanceDailyTo('2026-05-20');
    for (const [at, service] of services.entries()) {
      const ids: number[] = [];
      for (const each of [...(orders[at] ?? '')].map(Number)) {
        const [amt, payment_date] = payments[each] ?? ['0', ''];
        ids[each] = await service.pay(amt, { payment_date });
      }
      expect([at, await standing(service)]).toEqual([at, 'Active -100.00']);
      await cancel(ids[at % 2] ?? 0);
      // Without the first both invoices were late; without the second the second was.
      expect([at, (await service.shown()).os_amt]).toEqual([at, at % 2 === 0 ? '606.82' : '547.82']);
      await service.pay('588.82', { payment_date: at % 2 === 0 ? '2026-04-15' : '2026-05-15' });
      expect([at, await standing(service)]).toEqual([at, 'Active -100.00']);
    }
  });

  it('credits a fee under GST by a note that names its invoice, with its taxes', async () => {
    const settings = { invoice_due_days: 5, np_grace_days: 3, late_fee_amt: 50 };
    shop = await taxedShop(api, { on: '2026-03-10', settings });
    const service = await late();
    await service.does('invoice');
    shop.day('2026-03-18');
    await service.pay('588.82', { payment_date: '2026-03-15' });
    const [, fee, note] = await documentsOf(api, service);
    expect(note?.taxDocument).toMatchObject({ kind: 'CreditNote', refers: { id: fee?.id } });
    expect([note?.net.toFixed(2), note?.tax.toFixed(2)]).toEqual(['-50.00', '-9.00']);
    expect(await standing(service)).toBe('Active 0.00');
  });

  it('leaves a fee that was given up already', async () => {
    const service = await late();
    await api.ok('service/action', { serviceid: service.id, action: 'invoice' }, shop.me);
    const [, fee] = await service.invoices();
    const credit = { serviceid: service.id, type: 'Credit', amt: 59, invoiceid: fee?.id ?? 0, reason: 'goodwill' };
    await api.ok('service/adjust', credit, shop.me);
    await service.pay('588.82', { payment_date: '2026-03-15' });
    expect(await standing(service)).toBe('Active 0.00');
    const writtenOff = await late();
    await writtenOff.does('invoice');
    await api.ok('service/write_off', { serviceid: writtenOff.id, reason: 'moved away' }, shop.me);
    await writtenOff.pay('588.82', { payment_date: '2026-03-15' });
    expect((await writtenOff.shown()).os_amt).toBe('-588.82');
  });

  it('that took a fee back and bounces makes it due again, and another one takes it back again', async () => {
    const service = await late();
    shop.day('2026-03-18');
    const id = await service.pay('588.82', { payment_date: '2026-03-15', mode: 'Cheque' });
    await cancel(id);
    expect(await standing(service)).toBe('Active 647.82');
    expect((await statementOf(service)).slice(-2)).toEqual([
      ['2026-03-18', '2026-03-15', 'payment_reversal', 'Payment, Cheque', '588.82'],
      ['2026-03-18', null, 'late_fee', 'Late fee: the payment of 2026-03-15 was cancelled', '647.82'],
    ]);
    await service.pay('588.82', { payment_date: '2026-03-14' });
    expect(await standing(service)).toBe('Active 0.00');
  });

  it('gives a franchisee the fee back as it was booked', async () => {
    const resellerid = await shop.franchisee(5000);
    const service = await late({}, resellerid);
    await api.ok('reseller/update', { resellerid, commission_percent: 50 }, shop.me);
    const before = (await api.ok<{ wallet: string }[]>('reseller/list', { resellerid }, shop.me))[0]?.wallet;
    const { wallet } = await api.ok<{ wallet: { before: string; after: string } }>(
      'payment/new',
      { serviceid: service.id, amt: '588.82', mode: 'Online', payment_date: '2026-03-15', preview: 'Y' },
      shop.me,
    );
    // The payment, the fee of 59.00, and its commission of ten percent of 50.00.
    expect(wallet).toEqual({ before, after: (Number(before) + 588.82 + 59 - 5).toFixed(2) });
  });

  it('gives a reseller that paid nothing for its customer nothing back', async () => {
    const resellerid = await shop.reseller();
    const service = await late({}, resellerid);
    const terms = { type: 'Franchisee', commission_percent: 10, credit_limit: 100, payment_by: 'ISP+Reseller' };
    await api.ok('reseller/update', { resellerid, ...terms }, shop.me);
    await service.pay('588.82', { payment_date: '2026-03-15' });
    expect(await standing(service)).toBe('Active 0.00');
    const [reseller] = await api.ok<{ wallet: string }[]>('reseller/list', { resellerid }, shop.me);
    expect(reseller?.wallet).toBe('588.82');
  });
});
