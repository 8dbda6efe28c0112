import { beforeAll, expect, it } from 'vitest';
import { startApi } from '../../fixtures/api.ts';
import { linesOf } from '../../fixtures/pdf-text.ts';
import { Shop, type Subscriber } from '../../fixtures/subscriber.ts';
import { taxedShop } from '../../fixtures/tax.ts';
import { makeUser } from '../../fixtures/tenants.ts';

const api = await startApi();
let shop: Shop;
let customer: Subscriber;
beforeAll(async () => {
  shop = await Shop.open(api, { on: '2026-01-05' });
  customer = await shop.subscribe();
});

async function receiptOf(id: number): Promise<{ file: Buffer; lines: string[]; name: string | null }> {
  const { status, result, headers } = await api.call('payment/receipt', { id }, shop.me);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/pdf');
  const file = result as Buffer;
  return { file, lines: linesOf(file).flat(), name: headers.get('content-disposition') };
}

it('a receipt shows who paid what, how, and to whom', async () => {
  const reference = { mode: 'Cheque', ref_no: 'CH-77', ref_date: '2026-01-04', ref_bank: 'State Bank' };
  const id = await customer.pay('499.50', { ...reference, payment_date: '2026-01-05' });
  const { lines, name, file } = await receiptOf(id);
  expect(name).toBe(`attachment; filename="receipt-${id}.pdf"`);
  const [isp] = await api.ok<{ name: string }[]>('isp/list', {}, shop.me);
  const text = lines.join('\n');
  for (const part of [isp?.name, 'Receipt', '2026-01-04', 'Received from', 'Ravi', '1 Main Road', customer.username])
    expect(text).toContain(part);
  for (const part of ['Cheque', 'CH-77', 'State Bank', 'INR 499.50', `Page 1 of 1`]) expect(text).toContain(part);
  expect(text).not.toContain('ancelled');
  expect((await receiptOf(id)).file).toEqual(file);
});

it('a receipt names the legal seller, what was paid for, and the amount in words', async () => {
  const taxed = await taxedShop(api, { on: '2026-01-05' });
  const sold = await taxed.subscribe(await taxed.plan({ name: 'Fast 20' }));
  const id = await sold.pay('115000.50');
  const { result } = await api.call('payment/receipt', { id }, taxed.me);
  const lines = linesOf(result as Buffer).flat();
  for (const line of [
    ...['Northern Fibre Private Limited', '1 Tower Road', 'Bengaluru 560001', 'Karnataka (29), India'],
    ...['GSTIN 29AAGCB7383J1Z4', 'Paid for Fast 20', 'Received INR 115000.50'],
    'Rupees One Lakh Fifteen Thousand and Fifty Paise only',
    ...['For Northern Fibre Private Limited', 'Authorised signatory'],
    `Receipt ${id}, Northern Fibre Private Limited Page 1 of 1`,
  ])
    expect(lines).toContain(line);
  await api.ok('payment/cancel', { id, reason: 'entered twice' }, taxed.me);
  const cancelled = linesOf((await api.call('payment/receipt', { id }, taxed.me)).result as Buffer).flat();
  expect(cancelled).toContain('Received, cancelled INR 115000.50');
  expect(cancelled).not.toContain('Authorised signatory');
});

it('a receipt names the plan of the day of the payment, though the service has another by now', async () => {
  const fast = await shop.plan({ name: 'Fast 20' });
  const sold = await shop.subscribe(fast);
  const first = await sold.pay('10.00');
  shop.day('2026-01-20');
  expect((await sold.changePlan(await shop.plan({ name: 'Faster 50' }), 'immediately')).error).toBeNull();
  const second = await sold.pay('10.00');
  expect((await receiptOf(first)).lines).toContain('Paid for Fast 20');
  expect((await receiptOf(second)).lines).toContain('Paid for Faster 50');
});

it('the receipt of a cancelled payment says when and why', async () => {
  shop.day('2026-01-05');
  const id = await customer.pay('100.00');
  await api.ok('payment/cancel', { id, reason: 'entered twice' }, shop.me);
  const text = (await receiptOf(id)).lines.join('\n');
  for (const part of ['Cancelled receipt', '2026-01-05', 'entered twice']) expect(text).toContain(part);
  expect(text).toContain('INR 100.00');
});

it('a receipt is given by the reseller if it gives the invoices', async () => {
  const resellerid = await shop.reseller({
    name: 'Own Name Cables',
    invoice_by: 'Reseller',
    payment_by: 'ISP+Reseller',
  });
  const sold = await shop.subscribe({}, resellerid);
  expect((await receiptOf(await sold.pay('10.00'))).lines.join('\n')).toContain('Own Name Cables');
});

it('a receipt is there for a deleted service, and for nobody else', async () => {
  const gone = await shop.subscribe();
  const id = await gone.pay('20.00');
  await api.call('service/delete', { serviceid: gone.id }, shop.me);
  expect((await receiptOf(id)).lines.join('\n')).toContain('INR 20.00');
  const absent = { status: 404, result: null, error: `there is no payment ${id}` };
  expect(await api.call('payment/receipt', { id }, (await Shop.open(api)).me)).toMatchObject(absent);
  shop.day('2026-01-05');
  await api.ok('location/create', { location_code: 'MAA', location: 'Chennai' }, shop.me);
  const employee = { ispid: shop.ispid, groupname: 'Employee', resellerid: 0, roles: 'Accounts', lc: 'MAA' };
  expect(await api.call('payment/receipt', { id }, await makeUser(api, shop.me, employee))).toMatchObject(absent);
  const reader = await makeUser(api, shop.me, { ispid: shop.ispid, roles: 'Sales' });
  expect(await api.call('payment/receipt', { id }, reader)).toMatchObject({ status: 403 });
});
