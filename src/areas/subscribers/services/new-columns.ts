import { emptyAsNull } from '../../../core/records/updates.ts';
import type { NewService } from './new-service.ts';
import { addressColumns } from './postal-address.ts';
import { prefixColumns } from './static-prefixes.ts';

/** The columns of a new service that are its parameters. */
export function columnsOf(input: NewService) {
  return {
    username: input.username,
    locationCode: input.location_code,
    subLocationCode: input.sub_location_code,
    protocol: input.protocol,
    connectivity: input.connectivity,
    prepaidPostpaid: input.prepaid_postpaid,
    billingStartDay: input.billing_start_day,
    discountPercent: input.discount_percent,
    discountAmt: input.discount_amt,
    taxId: input.tax_id ?? null,
    ipAssignment: input.ip_assignment,
    staticip: input.staticip ?? null,
    sessionLimit: input.session_limit ?? null,
    mac: input.mac ?? null,
    macBind: input.mac_bind,
    deposit: input.deposit,
    installationAmt: input.installation_amt,
    creditLimit: input.credit_limit ?? null,
    latitude: input.latitude ?? null,
    longitude: input.longitude ?? null,
    installationAddress: input.installation_address,
    billingAddress: input.billing_address,
    ...emptyAsNull({
      ...prefixColumns(input),
      ...addressColumns(input, { installation: input.installation_address, billing: input.billing_address }),
    }),
  };
}
