import { Decimal } from 'decimal.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { linesOf } from '../../../fixtures/pdf-text.ts';
import type { Shop, Subscriber } from '../../../fixtures/subscriber.ts';
import { documentsOf, MAHARASHTRA, sell, taxedShop } from '../../../fixtures/tax.ts';

// biome-ignore lint/suspicious/noExplicitAny: the test reads foreign JSON
type Json = any;

const KARNATAKA = '29AAGCB7383J1Z4';
const api = await startApi();
let shop: Shop;
let business: Subscriber;
let gstr1: Json;
beforeAll(async () => {
  shop = await taxedShop(api, { on: '2026-11-05' });
  business = await sell(shop, { tax_id: MAHARASHTRA, type: 'Organisation' });
  await sell(shop, { tax_id: KARNATAKA });
  const large = await shop.plan({ amt1: 150_000 });
  const far = await sell(shop, { state: 'Goa' }, large);
  const sold = [
    await sell(shop),
    await sell(shop, { state: 'Kerala' }),
    await sell(shop, {}, { discount_percent: 33 }),
  ];
  shop.day('2026-11-20');
  for (const service of [business, far, ...sold])
    await service.changePlan(await shop.plan({ amt1: 333.33 }), 'immediately');
  // Of other months and sellers, which are not in it.
  await sell(await taxedShop(api, { on: '2026-11-21' }));
  shop.day('2026-12-01');
  await sell(shop);
  gstr1 = JSON.parse(String((await api.call('tax/gstr1', { month: '2026-11' }, shop.me)).result));
});

const FIELDS = ['txval', 'iamt', 'camt', 'samt'] as const;
type Sums = Record<(typeof FIELDS)[number], Decimal>;

function sumOf(rows: Json[], sign = 1): Sums {
  const of = (field: string) => rows.reduce((all, row) => all.plus(row[field] ?? 0), new Decimal(0)).times(sign);
  return { txval: of('txval'), iamt: of('iamt'), camt: of('camt'), samt: of('samt') };
}
const plus = (all: Sums[]): Record<string, string> =>
  Object.fromEntries(
    FIELDS.map((field) => [field, all.reduce((sum, each) => sum.plus(each[field]), new Decimal(0)).toFixed(2)]),
  );
const itemsOf = (documents: Json[]): Json[] => documents.flatMap(({ itms }) => itms.map((item: Json) => item.itm_det));

describe('GSTR-1', () => {
  it('has each document in its section', () => {
    expect(gstr1).toMatchObject({ gstin: KARNATAKA, fp: '112026' });
    expect(gstr1.b2b.map(({ ctin }: Json) => ctin).sort()).toEqual([MAHARASHTRA, KARNATAKA].sort());
    expect(gstr1.b2b[0].inv[0]).toEqual({
      ...{ inum: 'INV/26/1', idt: '05-11-2026', val: 588.82, pos: '27', rchrg: 'N', inv_typ: 'R' },
      itms: [{ num: 1801, itm_det: { rt: 18, txval: 499, iamt: 89.82, csamt: 0 } }],
    });
    // The place of supply is that of the group, and no key of an invoice.
    expect(gstr1.b2cl).toEqual([
      {
        pos: '30',
        inv: [
          {
            ...{ inum: 'INV/26/3', idt: '05-11-2026', val: 177_000 },
            itms: [{ num: 1801, itm_det: { rt: 18, txval: 150_000, iamt: 27_000, csamt: 0 } }],
          },
        ],
      },
    ]);
    expect(gstr1.cdnr).toMatchObject([
      { ctin: MAHARASHTRA, nt: [{ ntty: 'C', nt_num: 'CN/26/1', nt_dt: '20-11-2026' }] },
    ]);
    expect(gstr1.cdnr[0].nt[0].val).toBeGreaterThan(0);
    expect(gstr1.cdnur).toMatchObject([{ typ: 'B2CL', ntty: 'C', pos: '30' }]);
    expect(gstr1.b2cs.map(({ sply_ty, pos }: Json) => `${sply_ty} ${pos}`).sort()).toEqual([
      ...['INTER 30', 'INTER 32', 'INTRA 29'],
    ]);
    expect(gstr1.doc_issue.doc_det).toEqual([
      {
        ...{ doc_num: 1, doc_typ: 'Invoices for outward supply' },
        docs: [{ num: 1, from: 'INV/26/1', to: 'INV/26/11', totnum: 11, cancel: 0, net_issue: 11 }],
      },
      {
        ...{ doc_num: 5, doc_typ: 'Credit Note' },
        docs: [{ num: 1, from: 'CN/26/1', to: 'CN/26/5', totnum: 5, cancel: 0, net_issue: 5 }],
      },
    ]);
  });

  it('sums to the ledger, in its sections and in the summary by code', async () => {
    const { rows } = await api.db.pool.query(
      `SELECT coalesce(-sum(l.amt) FILTER (WHERE a.name LIKE 'revenue:%'), 0) AS txval,
         coalesce(-sum(l.amt) FILTER (WHERE a.name = 'tax: IGST'), 0) AS iamt,
         coalesce(-sum(l.amt) FILTER (WHERE a.name = 'tax: CGST'), 0) AS camt,
         coalesce(-sum(l.amt) FILTER (WHERE a.name = 'tax: SGST'), 0) AS samt
       FROM crm.ledger_line l JOIN crm.ledger_entry e ON e.id = l.entry_id JOIN crm.ledger_account a ON a.id = l.account_id
       WHERE e.isp_id = ${shop.ispid} AND e.posted_on BETWEEN '2026-11-01' AND '2026-11-30'`,
    );
    const sections = [
      sumOf(itemsOf(gstr1.b2b.flatMap(({ inv }: Json) => inv))),
      sumOf(itemsOf(gstr1.b2cl.flatMap(({ inv }: Json) => inv))),
      sumOf(gstr1.b2cs),
      sumOf(itemsOf(gstr1.cdnr.flatMap(({ nt }: Json) => nt)), -1),
      sumOf(itemsOf(gstr1.cdnur), -1),
    ];
    expect(plus(sections)).toEqual(rows[0]);
    expect(plus([sumOf(gstr1.hsn.hsn_b2b), sumOf(gstr1.hsn.hsn_b2c)])).toEqual(rows[0]);
  });

  it('and the report of what is not in it are all documents of the month', async () => {
    shop.day('2026-11-20');
    const debit = { serviceid: business.id, type: 'Debit', amt: 300, tax: 'None', description: 'Bounced cheque' };
    await api.ok('service/adjust', { ...debit, reason: 'bounced' }, shop.me);
    const again = JSON.parse(String((await api.call('tax/gstr1', { month: '2026-11' }, shop.me)).result));
    expect(again).toEqual(gstr1);
    const days = { from: '2026-11-01', to: '2026-11-30' };
    const { rows, total } = await api.ok<{ rows: Json[]; total: Json }>('report/outside_gstr1', days, shop.me);
    expect(rows).toMatchObject([
      { issued_on: '2026-11-20', serviceid: String(business.id), description: 'Bounced cheque', tax_number: null },
    ]);
    expect(total).toEqual({ net: '300.00', tax: '0.00', total: '300.00' });
    const { rows: documents } = await api.db.pool.query(
      `SELECT count(*)::int AS count FROM crm.invoice WHERE isp_id = ${shop.ispid} AND issued_on BETWEEN '2026-11-01' AND '2026-11-30'`,
    );
    const inReturn = gstr1.doc_issue.doc_det.flatMap(({ docs }: Json) => docs.map(({ totnum }: Json) => totnum));
    expect(documents[0].count).toBe(inReturn.reduce((sum: number, each: number) => sum + each, 0) + rows.length);
  });

  it('of a month without documents has nothing but its head', async () => {
    const { result } = await api.call('tax/gstr1', { month: '2020-02' }, shop.me);
    expect(JSON.parse(String(result))).toEqual({ gstin: KARNATAKA, fp: '022020' });
  });

  it.each(['2026-13', '2026-1', 'November'])('is refused for the month %s', async (month) => {
    expect(await api.call('tax/gstr1', { month }, shop.me)).toMatchObject({
      status: 400,
      error: 'month: must be a month, yyyy-mm',
    });
  });
});

describe('an e-invoice', () => {
  const einvoice = async (id = 0) => JSON.parse(String((await api.call('invoice/einvoice', { id }, shop.me)).result));

  it('has what the portal takes, and sums to the invoice', async () => {
    const [invoice, note] = await documentsOf(api, business);
    expect(await einvoice(invoice?.id)).toEqual({
      Version: '1.1',
      TranDtls: { TaxSch: 'GST', SupTyp: 'B2B', RegRev: 'N' },
      DocDtls: { Typ: 'INV', No: 'INV/26/1', Dt: '05/11/2026' },
      SellerDtls: {
        ...{ Gstin: KARNATAKA, LglNm: 'Northern Fibre Private Limited', Addr1: '1 Tower Road', Loc: 'Bengaluru' },
        ...{ Pin: 560001, Stcd: '29' },
      },
      BuyerDtls: {
        ...{ Gstin: MAHARASHTRA, LglNm: 'Ravi', Pos: '27', Addr1: '1 Main Road', Loc: 'Bengaluru', Pin: 560001 },
        Stcd: '27',
      },
      ItemList: [
        {
          ...{ SlNo: '1', PrdDesc: 'Internet', IsServc: 'Y', HsnCd: '998422', Qty: 1, Unit: 'OTH', UnitPrice: 499 },
          ...{ TotAmt: 499, Discount: 0, AssAmt: 499, GstRt: 18, IgstAmt: 89.82, CgstAmt: 0, SgstAmt: 0 },
          TotItemVal: 588.82,
        },
      ],
      ValDtls: { AssVal: 499, CgstVal: 0, SgstVal: 0, IgstVal: 89.82, TotInvVal: 588.82 },
    });
    const credit = await einvoice(note?.id);
    expect(credit).toMatchObject({
      DocDtls: { Typ: 'CRN' },
      RefDtls: { PrecDocDtls: [{ InvNo: 'INV/26/1', InvDt: '05/11/2026' }] },
      ValDtls: { TotInvVal: Math.abs(Number(note?.total)), AssVal: Math.abs(Number(note?.net)) },
    });
  });

  it('is refused for an invoice to a consumer, and not found for another ISP', async () => {
    const [consumer] = await documentsOf(api, await sell(shop));
    expect(await api.call('invoice/einvoice', { id: consumer?.id ?? 0 }, shop.me)).toMatchObject({ status: 409 });
    const [invoice] = await documentsOf(api, business);
    const other = await taxedShop(api);
    const id = invoice?.id ?? 0;
    const gone = { status: 404, error: `there is no invoice ${id}` };
    expect(await api.call('invoice/einvoice', { id }, other.me)).toMatchObject(gone);
    const irn = 'b'.repeat(64);
    expect(await api.call('invoice/einvoice_set', { id, irn }, other.me)).toMatchObject(gone);
  });

  it('is printed with its reference and QR code once it is registered, and is registered once', async () => {
    const [invoice] = await documentsOf(api, business);
    const id = invoice?.id ?? 0;
    const answer = {
      id,
      irn: 'AB'.repeat(32),
      ack_no: '112610123456789',
      ack_on: '2026-11-05',
      signed_qr: 'x'.repeat(950),
    };
    const bad = await api.call('invoice/einvoice_set', { ...answer, irn: 'AB' }, shop.me);
    expect(bad).toMatchObject({ status: 400, error: expect.stringMatching(/^irn: must be the 64/) });
    const before = String((await api.call('invoice/pdf', { id }, shop.me)).result).length;
    await api.ok('invoice/einvoice_set', answer, shop.me);
    await api.ok('invoice/einvoice_set', answer, shop.me);
    const changed = await api.call('invoice/einvoice_set', { ...answer, irn: 'c'.repeat(64) }, shop.me);
    expect(changed).toMatchObject({ status: 409 });
    const { result } = await api.call('invoice/pdf', { id }, shop.me);
    const text = linesOf(result as Buffer)
      .flat()
      .join('\n');
    expect(text).toContain('ab'.repeat(32));
    expect(text).toContain('Acknowledgement 112610123456789');
    expect(String(result).length).toBeGreaterThan(before + 1000);
    await expect(api.db.pool.query(`UPDATE crm.einvoice SET irn = '${'d'.repeat(64)}'`)).rejects.toThrow(
      'does not change',
    );
  });
});
