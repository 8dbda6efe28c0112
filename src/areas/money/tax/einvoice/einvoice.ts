import { Decimal } from 'decimal.js';
import { Fault } from '../../../../core/fault.ts';
import type { InvoiceDocument, InvoiceLine } from '../../invoices/document.ts';
import type { TaxDocument } from '../../invoices/tax-document.ts';
import { stateOfGstin } from '../gstin.ts';
import { addLine, nothingAt, numeric, rateOf } from '../gstr1/rates.ts';

/** A tax invoice or credit note to a business, which is registered at the Invoice Registration Portal. */
export type RegisteredDocument = InvoiceDocument & { readonly tax: TaxDocument };

/** @throws Fault of kind `conflict` if the document is not one that is registered */
export function asRegistered(invoice: InvoiceDocument): RegisteredDocument {
  const { tax, documentNo } = invoice;
  if (
    tax?.scheme !== 'gst' ||
    tax.seller.tax_number === null ||
    tax.buyer_tax_number === null ||
    tax.kind === 'BillOfSupply'
  )
    throw new Fault(
      'conflict',
      `invoice ${documentNo} is not a tax invoice to a business with a GSTIN, so it needs no e-invoice`,
    );
  return { ...invoice, tax };
}

const SEZ_TYPES = { WithPayment: 'SEZWP', WithoutPayment: 'SEZWOP' } as const;

/** The e-invoice (form INV-01, schema 1.1) as the portal takes it. Credit notes have amounts without a sign. */
export function einvoiceOf(invoice: RegisteredDocument): Record<string, unknown> {
  const { tax, buyer, documentNo, issuedOn, total, lines } = invoice;
  const { seller, buyer_tax_number: gstin } = tax;
  const items = lines.map((line, at) => itemOf(line, { tax, at }));
  const sum = (name: string) => numeric(Decimal.sum(0, ...items.map((item) => Number(item[name]))));
  return {
    Version: '1.1',
    TranDtls: { TaxSch: 'GST', SupTyp: tax.sez ? SEZ_TYPES[tax.sez] : 'B2B', RegRev: tax.reverse_charge ? 'Y' : 'N' },
    DocDtls: { Typ: tax.kind === 'CreditNote' ? 'CRN' : 'INV', No: documentNo, Dt: dayOf(issuedOn) },
    SellerDtls: {
      Gstin: seller.tax_number,
      ...placed({ name: seller.legal_name, address: seller.address, city: seller.city, pin: seller.zipcode }, 'seller'),
      Stcd: seller.state,
    },
    BuyerDtls: {
      Gstin: gstin,
      ...placed(
        {
          name: buyer.company ?? buyer.name ?? '',
          address: (buyer.address ?? []).join(', '),
          city: buyer.city ?? '',
          pin: buyer.zipcode ?? '',
        },
        'customer',
      ),
      Pos: tax.place.code,
      Stcd: stateOfGstin(gstin ?? ''),
    },
    ItemList: items,
    ValDtls: {
      ...{ AssVal: sum('AssAmt'), CgstVal: sum('CgstAmt'), SgstVal: sum('SgstAmt'), IgstVal: sum('IgstAmt') },
      TotInvVal: numeric(new Decimal(total).abs()),
    },
    ...(tax.refers && {
      RefDtls: { PrecDocDtls: [{ InvNo: tax.refers.document_no, InvDt: dayOf(tax.refers.issued_on) }] },
    }),
  };
}

/** An item is one unit. Prices that include taxes are shown without them, as the portal computes with the net. */
function itemOf(line: InvoiceLine, { tax, at }: { tax: TaxDocument; at: number }): Record<string, unknown> {
  const { code = '', taxes = [] } = tax.lines[at] ?? {};
  const amounts = nothingAt(rateOf(taxes));
  addLine(amounts, line.net, taxes);
  const sign = tax.kind === 'CreditNote' ? -1 : 1;
  const signed = (amount: Decimal | string) => numeric(new Decimal(amount).times(sign));
  const isExclusive = new Decimal(line.amt).minus(line.discount).equals(line.net);
  const whole = signed(isExclusive ? line.amt : line.net);
  return {
    ...{
      SlNo: String(at + 1),
      PrdDesc: line.description.slice(0, 300),
      IsServc: 'Y',
      HsnCd: code,
      Qty: 1,
      Unit: 'OTH',
    },
    ...{ UnitPrice: whole, TotAmt: whole, Discount: isExclusive ? signed(line.discount) : 0, AssAmt: signed(line.net) },
    ...{ GstRt: amounts.rate.toNumber(), IgstAmt: signed(amounts.iamt), CgstAmt: signed(amounts.camt) },
    ...{ SgstAmt: signed(amounts.samt), TotItemVal: signed(line.total) },
  };
}

interface Placed {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly pin: string;
}

/** The limits of the schema. @throws Fault of kind `conflict` where the portal would refuse the document */
function placed({ name, address, city, pin }: Placed, whose: 'seller' | 'customer') {
  if (!/^[1-9]\d{5}$/.test(pin.trim()))
    throw new Fault('conflict', `the zipcode of the ${whose} on this invoice is not a PIN code of six digits`);
  for (const [what, text] of Object.entries({ name, address, city }))
    if (text.trim().length < 3)
      throw new Fault('conflict', `the ${what} of the ${whose} on this invoice has fewer than 3 characters`);
  return { LglNm: name.slice(0, 100), Addr1: address.slice(0, 100), Loc: city.slice(0, 50), Pin: Number(pin) };
}

/** `dd/mm/yyyy` */
const dayOf = (day: string): string => day.split('-').reverse().join('/');
