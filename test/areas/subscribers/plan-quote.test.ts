import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startApi } from '../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../fixtures/ledger.ts';
import '../../fixtures/properties.ts';
import { Shop } from '../../fixtures/subscriber.ts';
import { customerFields, serviceFields } from '../../fixtures/tenants.ts';

const api = await startApi();
verifyLedgerAfterAll(api);

interface Line {
  description: string;
  amt: string;
  discount: string;
  tax: string;
  total: string;
}
interface Quote extends Line {
  valid_from: string;
  valid_upto: string;
  days: number;
  of_days: number;
  price: string;
  charges: Line[];
  taxes: { name: string; percent: string; amt: string }[];
  deposit: string;
  charged_at_once: string;
}

const terms = fc.record({
  prepaid_postpaid: fc.constantFrom('Prepaid', 'Postpaid'),
  billing_start_day: fc.integer({ min: 0, max: 30 }),
  discount_percent: fc.constantFrom('0', '7.5', '33.33', '100'),
  discount_amt: fc.constantFrom('0', '0.01', '55.55', '1000'),
  installation_amt: fc.constantFrom('0', '250', '999.99'),
  deposit: fc.constantFrom('0', '500'),
});

const shops = [
  await Shop.open(api, { on: '2026-01-17', settings: { taxes: 'CGST:9,SGST:9' } }),
  await Shop.open(api, {
    on: '2026-01-17',
    settings: { taxes: 'VAT:7.25', tax_inclusive: 'Y' },
    plan: { amt1: '333.33' },
  }),
];

it('a quote is what the service costs that is then created', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...shops), terms, async (shop, fields) => {
      const { planid, subplanid, me } = shop;
      const quote = await api.ok<Quote>('plan/quote', { planid, subplanid, ...fields }, me);
      const customer = await shop.subscribe(fields);
      // Nothing is owed for a service that costs nothing: it begins at once.
      const isFree = Number(quote.total) === 0;
      if (fields.prepaid_postpaid === 'Prepaid' && !isFree) await customer.pay(quote.charged_at_once);
      if (fields.prepaid_postpaid === 'Postpaid') await customer.does('bill');
      const charged = await api.db.prisma.charge.findMany({ where: { serviceId: customer.id } });
      const lines = charged.map(({ description, amt, discount, tax, total }) => ({
        ...{ description, amt: amt.toFixed(2), discount: discount.toFixed(2) },
        ...{ tax: tax.toFixed(2), total: total.toFixed(2) },
      }));
      const order = (one: Line, other: Line) => one.description.localeCompare(other.description);
      const billed = quote.charges.filter(({ total }) => total !== '0.00');
      expect(lines.sort(order)).toEqual(billed.sort(order));
      const { valid_from, valid_upto, os_amt } = await customer.shown();
      expect({ valid_from, valid_upto }).toEqual({ valid_from: quote.valid_from, valid_upto: quote.valid_upto });
      expect(os_amt).toBe(fields.prepaid_postpaid === 'Prepaid' ? '0.00' : quote.total);
    }),
    { numRuns: 40 },
  );
});

it('a quote shows the first share, its taxes, the whole price and the deposit', async () => {
  const shop = await Shop.open(api, { on: '2026-01-21', settings: { taxes: 'CGST:9,SGST:9' }, plan: { amt1: 310 } });
  const { planid, subplanid, me } = shop;
  const fields = { planid, subplanid, billing_start_day: 1, installation_amt: 100, deposit: 250 };
  expect(await api.ok<Quote>('plan/quote', fields, me)).toEqual({
    ...{ planid: String(planid), subplanid: String(subplanid) },
    ...{ valid_from: '2026-01-21', valid_upto: '2026-01-31', days: 11, of_days: 31, price: '365.80' },
    charges: [
      { description: 'Internet', amt: '110.00', discount: '0.00', tax: '19.80', total: '129.80' },
      { description: 'Installation', amt: '100.00', discount: '0.00', tax: '18.00', total: '118.00' },
    ],
    taxes: [
      { name: 'CGST', percent: '9', amt: '18.90' },
      { name: 'SGST', percent: '9', amt: '18.90' },
    ],
    ...{ amt: '210.00', discount: '0.00', tax: '37.80', total: '247.80', deposit: '250.00', charged_at_once: '118.00' },
  });
});

it('a quote is refused where the create would be', async () => {
  const [shop] = shops as [Shop, Shop];
  shop.day('2026-01-17');
  const { planid, subplanid, me } = shop;
  const resellerid = await shop.franchisee(1000);
  const seller = await shop.user({ resellerid, roles: 'Admin' });
  const other = await Shop.open(api, { on: '2026-01-17' });
  const foreign = await other.reseller();
  const off = await shop.plan({ enabled: 'N' });
  const ask = async (fields: Record<string, string | number>, as = me) => {
    const { status, error } = await api.call('plan/quote', { planid, subplanid, ...fields }, as);
    return [status, error];
  };
  expect(await ask({ resellerid }, seller)).toEqual([200, null]);
  expect(await ask({ discount_amt: 1 }, seller)).toEqual([403, 'discount_amt: a franchisee may not set this']);
  expect(await ask({ resellerid: 0 }, seller)).toEqual([404, 'there is no reseller 0']);
  expect(await ask({ resellerid: foreign })).toEqual([404, `there is no reseller ${foreign}`]);
  expect(await ask({}, other.me)).toEqual([404, `there is no plan ${planid}`]);
  expect(await ask({ subplanid: other.subplanid })).toEqual([
    404,
    `there is no sub plan ${other.subplanid} of plan ${planid}`,
  ]);
  expect(await ask(off)).toEqual([409, `plan ${off.planid} is not enabled`]);
  expect(await ask({ bill_from: '2025-11-01' })).toEqual([
    400,
    'bill_from: the period from 2025-11-01 ended on 2025-11-30; give a later day',
  ]);
  expect(await ask({ bill_from: '9999-12-31' })).toEqual([400, expect.stringContaining('bill_from: ')]);
});

/** Every row that a new service could write. */
async function everything(): Promise<unknown> {
  const { rows } = await api.db.pool.query(`
    SELECT (SELECT jsonb_agg(s ORDER BY id) FROM crm.service s) AS services, (SELECT count(*) FROM radius.usage) AS usages,
      (SELECT jsonb_agg(r ORDER BY id) FROM crm.reseller r) AS resellers, (SELECT jsonb_agg(l ORDER BY id) FROM crm.lead l) AS leads,
      (SELECT jsonb_agg(a ORDER BY ip) FROM radius.ip_address a) AS addresses, (SELECT count(*) FROM crm.period) AS periods,
      (SELECT count(*) FROM crm.ledger_entry) AS entries, (SELECT count(*) FROM crm.ledger_account) AS accounts,
      (SELECT count(*) FROM crm.charge) AS charges, (SELECT count(*) FROM auth.audit_change) AS changes`);
  return rows;
}

it('the preview of a new service shows what the create then makes, and changes nothing', async () => {
  const shop = await Shop.open(api, { on: '2026-02-03', settings: { taxes: 'CGST:9,SGST:9' } });
  const resellerid = await shop.franchisee(1000);
  const customerid = await api.ok<number>('customer/create', { resellerid, ...customerFields }, shop.me);
  const lead = {
    resellerid,
    name: 'Asha',
    address: '2 Main Road',
    source: 'Web',
    mobile: '9811111111',
    email: 'a@b.example',
  };
  const leadid = await api.ok<number>('lead/create', lead, shop.me);
  await api.ok(
    'radius/ippool/create',
    { resellerid, pool_name: 'office', range_from: '10.0.0.1', range_upto: '10.0.0.9' },
    shop.me,
  );
  const service = {
    ...{ customerid, planid: shop.planid, subplanid: shop.subplanid, username: 'shown-first', ...serviceFields },
    ...{
      installation_amt: 200,
      deposit: 100,
      leadid,
      ippool: 'office',
      staticip: '10.0.0.3',
      ip_assignment: 'StaticIP',
    },
  };
  const before = await everything();
  const shown = await api.ok<Record<string, unknown>>('service/create', { ...service, preview: 'Y' }, shop.me);
  expect(await everything()).toEqual(before);
  expect(shown).toMatchObject({
    ...{ status: 'Active', valid_from: '2026-02-03', valid_upto: '2026-03-02', os_amt: '236.00', sessions: 0 },
    charges: [{ description: 'Installation', amt: '200.00', discount: '0.00', tax: '36.00', total: '236.00' }],
    invoices: [],
    // The franchisee pays the charge and keeps a tenth of 200.00.
    wallet: { before: '1000.00', after: '784.00' },
    credits: '1.00',
  });
  const serviceid = await api.ok<number>('service/create', service, shop.me);
  const [made] = await api.ok<Record<string, unknown>[]>('service/list', { serviceid }, shop.me);
  const { status, valid_from, valid_upto, os_amt } = shown;
  expect(made).toMatchObject({ status, valid_from, valid_upto, os_amt });
  expect(await api.ok('reseller/list', { resellerid }, shop.me)).toMatchObject([{ wallet: '784.00' }]);
});

it('the preview of a new service is refused as the create would be, with the same sentence', async () => {
  const [shop] = shops as [Shop, Shop];
  shop.day('2026-01-17');
  const { planid, subplanid, me } = shop;
  const taken = await shop.subscribe();
  const resellerid = await shop.franchisee(0);
  const poor = await api.ok<number>('customer/create', { resellerid, ...customerFields }, me);
  const customerid = await api.ok<number>('customer/create', { resellerid: 0, ...customerFields }, me);
  const service = { customerid, planid, subplanid, username: 'never-made', ...serviceFields };
  const refused: [Record<string, string | number>, number][] = [
    [{ username: taken.username }, 409],
    [{ customerid: poor, installation_amt: 5000 }, 409],
    [{ planid: 999_999 }, 404],
    [{ leadid: 999_999 }, 404],
    [{ location_code: 'NOWHERE' }, 404],
    [{ ip_assignment: 'IPpool', ippool: 'none' }, 400],
  ];
  for (const [fields, status] of refused) {
    const before = await everything();
    const shown = await api.call('service/create', { ...service, ...fields, preview: 'Y' }, me);
    const made = await api.call('service/create', { ...service, ...fields }, me);
    expect([shown.status, shown.error]).toEqual([status, made.error]);
    expect(await everything()).toEqual(before);
  }
});
