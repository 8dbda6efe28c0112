import { beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import type { Shop } from '../../../fixtures/subscriber.ts';
import { GST_SELLER, MAHARASHTRA, taxedShop } from '../../../fixtures/tax.ts';
import { customerFields } from '../../../fixtures/tenants.ts';

const api = await startApi();
let shop: Shop;
beforeAll(async () => {
  shop = await taxedShop(api);
});

const set = (fields: Record<string, string | number>, as = shop.me) =>
  api.call('tax/seller_set', { ispid: shop.ispid, ...GST_SELLER, ...fields }, as);
const stored = () => api.ok<Record<string, string>>('tax/seller', {}, shop.me);

describe('the details of a seller', () => {
  it('are shown as they were set, with the defaults of the rest', async () => {
    expect(await stored()).toMatchObject({
      ...{ scheme: 'gst', registration: 'Regular', state: '29', country: 'IN', tax_code: '998422', year_start: 4 },
      ...{ invoice_template: 'INV/{yy}/{n}', credit_template: 'CN/{yy}/{n}', tax_number: GST_SELLER.tax_number },
    });
  });

  it.each([
    [{ tax_number: '29AAGCB7383J1Z5' }, 'tax_number: must be a GSTIN with'],
    [{ state: 'Kerala' }, 'state: must be Karnataka, the state of tax_number'],
    [{ state: 'Atlantis' }, 'state: must be a state of India'],
    [{ tax_number: '' }, 'tax_number'],
    [{ tax_code: '99' }, 'tax_code: must be a code of 4 to 8 digits'],
    [{ invoice_template: 'INVOICE/{yyyy}/{n}' }, 'invoice_template: must end in'],
    [{ invoice_template: 'INV {yy}/{n}' }, 'invoice_template: must end in'],
    [{ invoice_template: 'A/{n}', credit_template: 'a/{n}' }, 'credit_template: must differ from invoice_template'],
    [{ year_start: 13 }, 'year_start'],
    [{ scheme: 'vat', tax_number: 'DE136695978' }, 'tax_number: must be a VAT number'],
    [{ scheme: 'vat', tax_number: 'DE136695976', country: 'FR' }, 'country: must be DE, as in tax_number'],
    [{ scheme: 'vat', tax_number: 'DE136695976' }, 'scheme: the ISP has no taxes'],
  ])('are refused with %j', async (fields, error) => {
    const before = await stored();
    const refused = await set(fields as Record<string, string>);
    expect([400, 409]).toContain(refused.status);
    expect(refused.error).toContain(error);
    expect(await stored()).toEqual(before);
  });

  it('warn while the ISP bills in another currency than the tax office', async () => {
    const { warning } = await stored();
    expect(warning).toBeNull();
    await api.ok('isp/settings_update', { currency: 'USD' }, shop.me);
    expect(await stored()).toMatchObject({
      warning: 'Tax documents of IN must be in INR, but the ISP bills in USD. Change the currency in its settings.',
    });
    await api.ok('isp/settings_update', { currency: 'INR' }, shop.me);
    expect(await stored()).toMatchObject({ warning: null });
  });

  it('are set by the ISP alone; a reseller reads its own', async () => {
    const resellerid = await shop.reseller({ invoice_by: 'Reseller' });
    const user = await shop.user({ resellerid });
    expect(await set({ resellerid }, user)).toMatchObject({ status: 403 });
    expect(await api.ok('tax/seller', {}, user)).toMatchObject({ resellerid: String(resellerid), scheme: 'none' });
    const foreign = await api.call('tax/seller', { resellerid: 0 }, user);
    expect(foreign).toMatchObject({ status: 404 });
    const other = await taxedShop(api);
    expect(await set({}, other.me)).toMatchObject({ status: 404 });
    expect(await api.call('tax/seller', { ispid: shop.ispid }, other.me)).toMatchObject({ status: 404 });
  });

  it('keep a template to one of two sellers who ask for it at once', async () => {
    const sellers = await Promise.all([shop.reseller(), shop.reseller()]);
    const asked = { invoice_template: 'BOTH/{n}', credit_template: 'BC/{n}' };
    const answers = await Promise.all(sellers.map((resellerid) => set({ resellerid, ...asked })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('the tax number of a customer', () => {
  const customer = { resellerid: 0, ...customerFields };

  it('must be a GSTIN where the seller is under GST, and may be any text elsewhere', async () => {
    const wrong = { status: 400, error: expect.stringContaining('tax_id: must be a GSTIN') };
    expect(await api.call('customer/create', { ...customer, tax_id: 'PAN 1' }, shop.me)).toMatchObject(wrong);
    const customerid = await api.ok<number>('customer/create', { ...customer, tax_id: MAHARASHTRA }, shop.me);
    expect(await api.call('customer/update', { customerid, tax_id: 'PAN 1' }, shop.me)).toMatchObject(wrong);
    expect(await api.ok('customer/list', { customerid }, shop.me)).toMatchObject([{ tax_id: MAHARASHTRA }]);
    const service = await shop.subscribe();
    expect(await api.call('service/update', { serviceid: service.id, tax_id: 'x' }, shop.me)).toMatchObject(wrong);
    const resellerid = await shop.reseller({ invoice_by: 'Reseller' });
    await api.ok('customer/create', { ...customer, resellerid, tax_id: 'PAN 1' }, shop.me);
  });
});
