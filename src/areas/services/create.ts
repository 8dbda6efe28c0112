import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { badParameters } from '../../core/fault.ts';
import { created } from '../../core/scope.ts';
import {
  code,
  described,
  id,
  ipv4,
  mac,
  money,
  oneOf,
  percent,
  secret,
  text,
  username,
  wholeNumber,
  ymd,
} from '../../core/wire/index.ts';
import { dayOf } from '../../core/zone.ts';
import type { Tx } from '../../db/database.ts';
import { insertionOf } from '../../db/records.ts';
import { takenBack } from '../../db/savepoint.ts';
import { seal } from '../../db/seal.ts';
import { nextId, send } from '../../db/sql.ts';
import { changeSubscription } from '../billing/change.ts';
import { takeDeposit } from '../billing/charging/deposit.ts';
import type { Draft } from '../billing/model/draft.ts';
import { previewOf } from '../billing/preview.ts';
import { shareCustomer } from '../customers/find.ts';
import { zoneOfIsp } from '../isps/zone.ts';
import { linkLead } from '../leads/link-service.ts';
import { checkCodes } from '../locations/codes.ts';
import { connectivity } from '../plans/vocabulary.ts';
import { checkTaxId } from '../tax/check-tax-id.ts';
import { activate } from './activate.ts';
import { refuseFinancialFields } from './financial.ts';
import { type createOutcome, previewParameter } from './outcome.ts';
import { findFittingPlan } from './plan-fit.ts';
import { addressColumns } from './postal-address.ts';
import { serviceFaults } from './rules.ts';
import { findIpPool, reserveStaticIp } from './static-ip.ts';
import { checkStaticPrefixes, newStaticPrefixes, prefixColumns } from './static-prefixes.ts';
import * as vocabulary from './vocabulary.ts';

/** Contract 4.14. */
export const newService = z.strictObject({
  customerid: id(),
  planid: id(),
  subplanid: id(),
  username: username(),
  password: secret(),
  location_code: code(),
  sub_location_code: code(),
  protocol: oneOf(vocabulary.SERVICE_PROTOCOLS),
  connectivity: connectivity(),
  prepaid_postpaid: oneOf(vocabulary.PAYMENT_KINDS),
  installation_address: described(
    "same: the customer's; new: `ia_*`",
    oneOf(vocabulary.INSTALLATION_ADDRESSES),
  ).default('same'),
  billing_address: described(
    "same: the customer's; ia: the installation address; new: `ba_*`",
    oneOf(vocabulary.BILLING_ADDRESSES),
  ).default('same'),
  ia_zipcode: text(16).optional(),
  ia_state: text().optional(),
  ia_city: text().optional(),
  ia_street: text().optional(),
  ba_zipcode: text(16).optional(),
  ba_state: text().optional(),
  ba_city: text().optional(),
  ba_street: text().optional(),
  bill_from: described('first day of the first period; default: today', ymd()).optional(),
  billing_start_day: described(
    'day of the month on which periods start; 0: the day of the renewal',
    wholeNumber(0, 30),
  ).default(0),
  discount_percent: percent().default('0'),
  discount_amt: money().default('0'),
  tax_id: text(32).optional(),
  ip_assignment: oneOf(vocabulary.CREATED_IP_ASSIGNMENTS).default('NAS'),
  ippool: described('name of a RADIUS IP pool', text(64)).optional(),
  staticip: ipv4().optional(),
  mac: mac().optional(),
  mac_bind: described('Auto: the first MAC that logs in; Manual: `mac`', oneOf(vocabulary.MAC_BINDS)).default('Auto'),
  deposit: money().default('0'),
  installation_amt: money().default('0'),
  credit_limit: described("maximum outstanding amount; default: that of the ISP's settings", money()).optional(),
  latitude: vocabulary.coordinate(90).optional(),
  longitude: vocabulary.coordinate(180).optional(),
  ...newStaticPrefixes,
  leadid: described('the lead that became this service', id()).optional(),
  ...previewParameter,
});

export type NewService = z.output<typeof newService>;

/** Adds a service to a customer, or shows what that would charge. A preview passes every check of the create. */
export async function createOrPreview(tx: Tx, call: Call, input: NewService): Promise<z.output<typeof createOutcome>> {
  if (!input.preview) return (await createService(tx, call, input)).subscription.id;
  return takenBack(tx, async () => previewOf(tx, await createService(tx, call, input)));
}

/** Adds a service to a customer, and opens its first period if nothing has to be awaited first. */
async function createService(tx: Tx, call: Call, input: NewService): Promise<Draft> {
  const { scope, kernel } = call;
  const faults = serviceFaults(input);
  if (faults.length > 0) throw badParameters(faults);
  refuseFinancialFields(scope, 'create', input);
  const owner = await shareCustomer(tx, scope, input.customerid);
  const [{ planId, subPlanId }, timezone, id] = await Promise.all([
    findFittingPlan(tx, owner, input),
    zoneOfIsp(tx, owner.ispId),
    nextId(tx, 'crm.service'),
    checkCodes(tx, scope, { ...owner, lc: input.location_code, slc: input.sub_location_code }),
    checkTaxId(tx, owner, input.tax_id),
  ]);
  await checkStaticPrefixes(tx, { ispId: owner.ispId, serviceId: 0 }, input);
  const pool = input.ippool === undefined ? null : await findIpPool(tx, owner, input.ippool);
  const service = insertionOf('crm.service', {
    ...owner,
    id,
    customerId: input.customerid,
    planId,
    subPlanId,
    passwordEnc: seal(kernel.secretsKeys, 'service.password', input.password),
    ipPoolId: pool?.id ?? null,
    billFrom: input.bill_from ?? dayOf(kernel.clock.now(), timezone),
    ...columnsOf(input),
    ...created(scope),
  });
  send(tx, service);
  if (pool && input.staticip !== undefined) await reserveStaticIp(tx, id, { poolId: pool.id, ip: input.staticip });
  const draft = await changeSubscription(tx, call, { serviceId: id, preview: input.preview, isNew: true }, (each) => {
    takeDeposit(each, new Decimal(input.deposit));
    activate(each);
  });
  if (input.leadid !== undefined) await linkLead(tx, scope, { leadId: input.leadid, service: { id, ...owner } });
  return draft;
}

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
    ...prefixColumns(input),
    mac: input.mac ?? null,
    macBind: input.mac_bind,
    deposit: input.deposit,
    installationAmt: input.installation_amt,
    creditLimit: input.credit_limit ?? null,
    latitude: input.latitude ?? null,
    longitude: input.longitude ?? null,
    installationAddress: input.installation_address,
    billingAddress: input.billing_address,
    ...addressColumns(input, { installation: input.installation_address, billing: input.billing_address }),
  };
}
