import { Decimal } from 'decimal.js';
import type { Call } from '../../core/call.ts';
import { badParameters } from '../../core/fault.ts';
import { lockShared } from '../../core/row-locks.ts';
import { created } from '../../core/scope.ts';
import { dayOf } from '../../core/zone.ts';
import type { Tx } from '../../db/database.ts';
import { seal } from '../../db/seal.ts';
import { changeSubscription } from '../billing/change.ts';
import { takeDeposit } from '../billing/charging/deposit.ts';
import { findCustomer } from '../customers/update.ts';
import { zoneOfIsp } from '../isps/zone.ts';
import { linkLead } from '../leads/link.ts';
import { checkCodes } from '../locations/codes.ts';
import { activate } from './activate.ts';
import { reserveAddress } from './address.ts';
import { refuseFinancials } from './financial.ts';
import { type NewService, serviceFaults } from './new-service.ts';
import { findPlanFor, findPool } from './offer.ts';

/** Adds a service to a customer, and opens its first period where nothing has to be waited for. Returns its id. */
export async function createService(tx: Tx, call: Call, input: NewService): Promise<number> {
  const { scope, kernel } = call;
  const faults = serviceFaults(input);
  if (faults.length > 0) throw badParameters(faults);
  refuseFinancials(scope, 'create', input);
  const customer = await findCustomer(tx, scope, input.customerid);
  await lockShared(tx, 'customer', customer.id);
  const owner = { ispId: customer.ispId, resellerId: customer.resellerId };
  const { plan, subPlan } = await findPlanFor(tx, owner, input);
  await checkCodes(tx, scope, { ...owner, lc: input.location_code, slc: input.sub_location_code });
  const today = dayOf(kernel.clock.now(), await zoneOfIsp(tx, owner.ispId));
  const pool = input.ippool === undefined ? null : await findPool(tx, owner, input.ippool);
  const { id } = await tx.service.create({
    data: {
      ...owner,
      customerId: customer.id,
      planId: plan.id,
      subPlanId: subPlan.id,
      passwordEnc: seal(kernel.secretsKey, 'service.password', input.password),
      ipPoolId: pool?.id ?? null,
      billFrom: new Date(input.bill_from ?? today),
      ...serviceFields(input),
      ...created(scope),
    },
    select: { id: true },
  });
  if (pool && input.staticip !== undefined)
    await reserveAddress(tx, { poolId: pool.id, ip: input.staticip, serviceId: id });
  await changeSubscription(tx, call, { ispId: owner.ispId, serviceId: id }, (draft) => {
    takeDeposit(draft, new Decimal(input.deposit));
    activate(draft);
  });
  if (input.leadid !== undefined) await linkLead(tx, scope, { leadId: input.leadid, service: { id, ...owner } });
  return id;
}

function serviceFields(input: NewService) {
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
    mac: input.mac ?? null,
    macBind: input.mac_bind,
    deposit: input.deposit,
    installationAmt: input.installation_amt,
    creditLimit: input.credit_limit ?? null,
    latitude: input.latitude ?? null,
    longitude: input.longitude ?? null,
    ...addressFields(input),
  };
}

/** An address that is `same` is not copied: it follows the customer's. */
function addressFields(input: NewService) {
  const own = <T>(mode: string, value: T | undefined) => (mode === 'new' ? (value ?? null) : null);
  return {
    installationAddress: input.installation_address,
    iaZipcode: own(input.installation_address, input.ia_zipcode),
    iaState: own(input.installation_address, input.ia_state),
    iaCity: own(input.installation_address, input.ia_city),
    iaStreet: own(input.installation_address, input.ia_street),
    billingAddress: input.billing_address,
    baZipcode: own(input.billing_address, input.ba_zipcode),
    baState: own(input.billing_address, input.ba_state),
    baCity: own(input.billing_address, input.ba_city),
    baStreet: own(input.billing_address, input.ba_street),
  };
}
