import { beforeAll, expect, it } from 'vitest';
import { upiLink } from '../../../src/areas/money/invoices/pdf/how-to-pay.ts';
import { type InvoiceOptions, makeInvoice } from '../../factories/billing.ts';
import { startApi } from '../../fixtures/api.ts';
import { linesOf } from '../../fixtures/pdf-text.ts';
import { makeTenant, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await makeTenant(api);
});

const set = (settings: Record<string, string>) =>
  api.call('isp/settings_update', { ispid: tenant.ispid, ...settings }, tenant.me);

async function printed(options: InvoiceOptions = {}): Promise<string[]> {
  const service = await api.db.prisma.service.findUniqueOrThrow({ where: { id: tenant.serviceid } });
  const id = await makeInvoice(api.db, service, options);
  return linesOf((await api.call('invoice/pdf', { id }, tenant.me)).result as Buffer).flat();
}

it('an unpaid invoice says how to pay it, as far as that is set', async () => {
  expect(await printed()).not.toContain('How to pay');
  const bank_details = 'State Bank of India, account 12345678901\nIFSC SBIN0000001';
  const settings = { bank_details, upi_id: 'isp@okbank', portal_url: 'https://pay.example.net' };
  expect(await set(settings)).toMatchObject({ status: 200 });
  expect(await api.ok('isp/settings', { ispid: tenant.ispid }, tenant.me)).toMatchObject(settings);
  const lines = await printed();
  for (const line of [
    ...['How to pay', 'State Bank of India, account 12345678901', 'IFSC SBIN0000001'],
    ...['Pay online: https://pay.example.net', 'UPI: isp@okbank'],
  ])
    expect(lines).toContain(line);
  expect(await printed({ currency: 'EUR' })).not.toContain('UPI: isp@okbank');
  for (const nothingOpen of [{ paidAmt: '100.00' }, { lines: [{ amt: '-5.00' }] }])
    expect(await printed(nothingOpen)).not.toContain('How to pay');
});

it('lines of bank details may end as browsers end them', async () => {
  expect(await set({ bank_details: 'State Bank\r\nIFSC SBIN0000001' })).toMatchObject({ status: 200 });
  expect(await api.ok('isp/settings', { ispid: tenant.ispid }, tenant.me)).toMatchObject({
    bank_details: 'State Bank\nIFSC SBIN0000001',
  });
});

it('says nothing where a reseller collects: the ISP would get money that is owed to the reseller', async () => {
  await set({ bank_details: 'State Bank of India' });
  const { resellerid: id } = tenant;
  const before = await api.db.prisma.reseller.findUniqueOrThrow({ where: { id } });
  expect(await printed()).toContain('How to pay');
  await api.db.prisma.reseller.update({ where: { id }, data: { paymentBy: 'Reseller' } });
  expect(await printed()).not.toContain('How to pay');
  await api.db.prisma.reseller.update({ where: { id }, data: { paymentBy: before.paymentBy } });
});

it('the QR code opens a UPI app with the payee, the open amount and the number', () => {
  expect(upiLink('isp@okbank', { documentNo: 'NF/26/12', open: '608.00' }, 'Northern Fibre')).toBe(
    'upi://pay?pa=isp@okbank&pn=Northern%20Fibre&am=608.00&cu=INR&tn=NF%2F26%2F12',
  );
});

it.each([
  ['upi_id', 'no address', 'upi_id: must be a UPI ID such as isp@okbank, or empty'],
  ['bank_details', 'x'.repeat(501), 'bank_details: must be a text of at most 500 characters, or empty'],
])('refuses %s of another form', async (name, value, error) => {
  expect(await set({ [name]: value })).toMatchObject({ status: 400, error });
  expect(await set({ [name]: '' })).toMatchObject({ status: 200 });
});
