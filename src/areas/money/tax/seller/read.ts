import { z } from 'zod';
import { currencyOfCountry } from '../../../../core/country/defaults.ts';
import { badParameter, notFound } from '../../../../core/fault.ts';
import { readRecord } from '../../../../core/records/row-locks.ts';
import type { Scope } from '../../../../core/tenancy/scope.ts';
import { count, id, oneOf, ownerId, shown, timestamp } from '../../../../core/wire/index.ts';
import { query, type Runner, sql } from '../../../../db/sql.ts';
import { REGISTRATIONS, SCHEMES } from '../vocabulary.ts';
import type { whichSeller } from './parameters.ts';

const unset = () => shown().nullable();

export const sellerShown = z.object({
  ispid: id(),
  resellerid: ownerId(),
  scheme: oneOf(SCHEMES),
  registration: oneOf(REGISTRATIONS).nullable(),
  ...{ legal_name: unset(), address: unset(), city: unset(), zipcode: unset(), state: unset(), country: unset() },
  ...{
    tax_number: unset(),
    tax_code: unset(),
    installation_code: unset(),
    topup_code: unset(),
    late_fee_code: unset(),
    invoice_template: unset(),
    credit_template: unset(),
  },
  year_start: count().nullable(),
  /** What does not fit the scheme, in a sentence. */
  warning: unset(),
  updated_at: timestamp().nullable(),
});

export type SellerShown = z.output<typeof sellerShown>;

/** Scheme `none` and nothing else if nothing was set. @throws Fault `notFound` for a seller outside the scope */
export async function readSeller(on: Runner, scope: Scope, input: z.output<typeof whichSeller>): Promise<SellerShown> {
  const ispId = input.ispid ?? scope.ispId;
  if (ispId === null) throw badParameter('ispid', 'is required');
  const sellerId = input.resellerid ?? scope.resellerId ?? 0;
  await readRecord(on, scope, { what: 'ISP', id: ispId }, sql`1`);
  if (scope.resellerId !== null && scope.resellerId !== sellerId) throw notFound('reseller', sellerId);
  if (sellerId !== 0) {
    const { isp } = await readRecord<{ isp: number }>(
      on,
      scope,
      { what: 'reseller', id: sellerId },
      sql`x.isp_id AS isp`,
    );
    if (isp !== ispId) throw notFound('reseller', sellerId);
  }
  const [stored] = await query<Omit<SellerShown, 'ispid' | 'resellerid' | 'warning'> & { readonly currency: string }>(
    on,
    sql`SELECT scheme, registration, legal_name, address, city, zipcode, state, country, tax_number, tax_code,
          installation_code, topup_code, late_fee_code, invoice_template, credit_template, year_start, t.updated_at,
          i.currency
        FROM crm.tax_seller t JOIN crm.isp_setting i USING (isp_id) WHERE t.isp_id = ${ispId} AND t.seller_id = ${sellerId}`,
  );
  if (!stored) return { ispid: ispId, resellerid: sellerId, ...NOTHING_SET };
  const { currency, ...seller } = stored;
  return { ispid: ispId, resellerid: sellerId, ...seller, warning: currencyWarning(seller, currency) };
}

/** Returns are in the currency of the country whose tax office gets them. */
function currencyWarning(
  { scheme, country }: Pick<SellerShown, 'scheme' | 'country'>,
  currency: string,
): string | null {
  const due = scheme === 'none' || country === null ? null : currencyOfCountry(country);
  if (due === null || due === currency) return null;
  return `Tax documents of ${country} must be in ${due}, but the ISP bills in ${currency}. Change the currency in its settings.`;
}

const NOTHING_SET = {
  ...{ scheme: 'none' as const, registration: null, legal_name: null, address: null, city: null, zipcode: null },
  ...{
    state: null,
    country: null,
    tax_number: null,
    tax_code: null,
    installation_code: null,
    topup_code: null,
    late_fee_code: null,
    invoice_template: null,
    credit_template: null,
  },
  ...{ year_start: null, warning: null, updated_at: null },
};
