import type { z } from 'zod';
import { badParameter, parameterFault } from '../../../../core/fault.ts';
import { ownerOfNew } from '../../../../core/tenancy/owner.ts';
import type { Scope } from '../../../../core/tenancy/scope.ts';
import type { Tx } from '../../../../db/database.ts';
import { execute, query, sql } from '../../../../db/sql.ts';
import { lockUpdatedSettings } from '../../../tenancy/isps/settings/updated.ts';
import { stateOfGstin } from '../gstin.ts';
import { stateCodeOf, stateName } from '../states.ts';
import { isTaxNumber, TAX_NUMBER_PROBLEM } from '../tax-number.ts';
import { countryOfVatId, isVatCountry } from '../vat-id.ts';
import type { sellerDetails } from './parameters.ts';

type Details = z.output<typeof sellerDetails>;

/** Says who a seller is to the tax office and how it is taxed, from its next charge on. What it has issued stays as it is. */
export async function setSeller(tx: Tx, scope: Scope, input: Details): Promise<'done'> {
  const { ispId, resellerId } = await ownerOfNew(tx, scope, { ...input, resellerid: input.resellerid ?? 0 });
  const sellerId = resellerId ?? 0;
  const place = placeOf(input);
  // Two sellers at a time cannot take the same template, nor a tax and the scheme that needs it pass each other.
  await lockUpdatedSettings(tx, scope, { ispid: ispId });
  await refuseTakenTemplates(tx, { ispId, sellerId }, input);
  if (input.scheme === 'vat' && input.registration === 'Regular') await requireRate(tx, ispId);
  const { scheme, registration, legal_name, address, city, zipcode, tax_code, invoice_template, credit_template } =
    input;
  const { installation_code = null, topup_code = null, late_fee_code = null } = input;
  const { year_start = scheme === 'gst' ? 4 : 1, tax_number = null } = input;
  await execute(
    tx,
    sql`INSERT INTO crm.tax_seller (isp_id, seller_id, scheme, registration, legal_name, address, city, zipcode, state, country,
          tax_number, tax_code, installation_code, topup_code, late_fee_code, invoice_template, credit_template, year_start,
          created_by, updated_by)
        VALUES (${ispId}, ${sellerId}, ${scheme}, ${registration}, ${legal_name}, ${address}, ${city}, ${zipcode},
          ${place.state}, ${place.country}, ${tax_number}, ${tax_code}, ${installation_code}, ${topup_code}, ${late_fee_code}, ${invoice_template}, ${credit_template}, ${year_start},
          ${scope.by}, ${scope.by})
        ON CONFLICT (isp_id, seller_id) DO UPDATE SET (scheme, registration, legal_name, address, city, zipcode, state, country,
          tax_number, tax_code, installation_code, topup_code, late_fee_code, invoice_template, credit_template, year_start,
          updated_by, updated_at) =
          (excluded.scheme, excluded.registration, excluded.legal_name, excluded.address, excluded.city, excluded.zipcode,
          excluded.state, excluded.country, excluded.tax_number, excluded.tax_code, excluded.installation_code, excluded.topup_code, excluded.late_fee_code,
          excluded.invoice_template,
          excluded.credit_template, excluded.year_start, excluded.updated_by, now())`,
  );
  return 'done';
}

/** State and country of the seller. @throws Fault that names the parameter which does not agree with the scheme */
function placeOf(input: Details): { readonly state: string | null; readonly country: string } {
  const { scheme, registration, tax_number: number } = input;
  if (scheme !== 'none' && registration !== 'Unregistered') {
    if (number === undefined) throw badParameter('tax_number', 'is required unless registration=Unregistered');
    if (!isTaxNumber(scheme, number)) throw badParameter('tax_number', TAX_NUMBER_PROBLEM[scheme]);
  }
  const state = input.state === undefined ? null : stateCodeOf(input.state);
  if (input.state !== undefined && state === null && scheme === 'gst')
    throw badParameter('state', 'must be a state of India, by its name or its code, such as Karnataka or 29');
  if (scheme === 'gst') return { state: gstStateOf(input, state), country: 'IN' };
  const country = input.country?.toUpperCase() ?? (scheme === 'vat' && number ? countryOfVatId(number) : 'IN');
  if (!/^[A-Z]{2}$/.test(country)) throw badParameter('country', 'must be two letters, such as DE');
  if (scheme === 'vat' && !isVatCountry(country))
    throw badParameter('country', 'must be a country of the EU, such as DE');
  if (scheme === 'vat' && registration !== 'Unregistered' && number && countryOfVatId(number) !== country)
    throw badParameter('country', `must be ${countryOfVatId(number)}, as in tax_number`);
  return { state, country };
}

function gstStateOf({ tax_number, registration, state: given }: Details, state: string | null): string {
  const registered = registration === 'Unregistered' || !tax_number ? null : stateOfGstin(tax_number);
  if (state === null && registered === null) throw badParameter('state', 'is required');
  if (given !== undefined && registered !== null && state !== registered)
    throw badParameter('state', `must be ${stateName(registered)}, the state of tax_number`);
  return registered ?? state ?? '';
}

/** Within an ISP a template belongs to one seller and one kind of document, so that it gets the numbers that it asks for. */
async function refuseTakenTemplates(
  tx: Tx,
  { ispId, sellerId }: { ispId: number; sellerId: number },
  { invoice_template, credit_template }: Details,
): Promise<void> {
  if (invoice_template.toLowerCase() === credit_template.toLowerCase())
    throw badParameter(
      'credit_template',
      'must differ from invoice_template, because credit notes have their own numbers',
    );
  const others = await query<{ seller_id: number; template: string }>(
    tx,
    sql`SELECT t.seller_id, lower(u.template) AS template
        FROM crm.tax_seller t CROSS JOIN LATERAL (VALUES (t.invoice_template), (t.credit_template)) u (template)
        WHERE t.isp_id = ${ispId} AND t.seller_id <> ${sellerId}`,
  );
  for (const [parameter, template] of Object.entries({ invoice_template, credit_template })) {
    const taken = others.find((other) => other.template === template.toLowerCase());
    if (!taken) continue;
    const whose = taken.seller_id === 0 ? 'the ISP itself' : `reseller ${taken.seller_id}`;
    throw parameterFault('conflict', parameter, `is already the template of ${whose}; choose another`);
  }
}

async function requireRate(tx: Tx, ispId: number): Promise<void> {
  const [row] = await query<{ listed: boolean }>(
    tx,
    sql`SELECT jsonb_array_length(taxes) > 0 AS listed FROM crm.isp_setting WHERE isp_id = ${ispId}`,
  );
  if (!row?.listed)
    throw parameterFault(
      'conflict',
      'scheme',
      'the ISP has no taxes; set the rate with isp/settings_update, such as taxes=VAT:19',
    );
}
