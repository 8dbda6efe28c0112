import { type Sql, sql } from '../../../../db/sql.ts';
import type { TaxSeller } from '../../tax/supply.ts';
import type { SezSupply } from '../../tax/vocabulary.ts';
import type { IspTerms } from '../model/isp-terms.ts';
import { taxationOfSale } from '../pricing/sale.ts';

interface SupplyRow {
  readonly seller: TaxSeller;
  readonly tax_ids: readonly (string | null)[];
  readonly state: string | null;
  readonly sez?: SezSupply | null;
}

export interface TaxedRow {
  /** Null: the seller has no scheme. */
  supply: SupplyRow | null;
}

/** The seller `t` of `reseller`'s services in an ISP `o`, if it has a scheme, with what is known of the customer. */
const supplied = (reseller: Sql, buyer: Sql): Sql => sql`(
  SELECT jsonb_build_object('seller', jsonb_build_object('sellerId', t.seller_id, 'scheme', t.scheme,
      'registration', t.registration, 'legalName', t.legal_name, 'address', t.address, 'city', t.city, 'zipcode', t.zipcode,
      'state', t.state, 'country', t.country, 'taxNumber', t.tax_number, 'taxCode', t.tax_code,
      'taxCodes', jsonb_build_object('installation', t.installation_code, 'topup', t.topup_code, 'lateFee', t.late_fee_code),
      'invoiceTemplate', t.invoice_template, 'creditTemplate', t.credit_template, 'yearStart', t.year_start)) || ${buyer}
  FROM crm.tax_seller t
  WHERE t.isp_id = o.id AND t.scheme <> 'none' AND t.seller_id =
    coalesce((SELECT r.id FROM crm.reseller r WHERE r.id = ${reseller} AND r.invoice_by = 'Reseller'), 0)) AS supply`;

/** How a sale of the service `s` is taxed. The place is where it is installed. */
export const SUPPLY: Sql = supplied(
  sql`s.reseller_id`,
  sql`(SELECT jsonb_build_object('tax_ids', jsonb_build_array(s.tax_id, c.tax_id),
      'sez', c.sez, 'state', CASE WHEN s.installation_address = 'new' THEN coalesce(s.ia_state, c.state) ELSE c.state END)
    FROM crm.customer c WHERE c.id = s.customer_id)`,
);

/** Before there is a customer: as one in the seller’s state. */
export const PROSPECT_SUPPLY: Sql = supplied(sql`s.reseller_id`, sql`'{"tax_ids": [], "state": null}'::jsonb`);

/** The terms of an ISP for one service: its taxes are those of the sale if the seller has a scheme. */
export function termsFor(isp: IspTerms, { supply }: TaxedRow): IspTerms {
  if (!supply) return isp;
  const { seller, tax_ids: taxIds, state, sez = null } = supply;
  const sale = { seller, buyer: { taxIds, state, sez } };
  return { ...isp, sale, taxation: taxationOfSale(isp.taxes, sale) };
}
