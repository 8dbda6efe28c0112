import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { badParameter, badParameters, Fault, type FieldFault, notFound } from '../../core/fault.ts';
import { created, type Scope } from '../../core/scope.ts';
import {
  code,
  decimal,
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
import { seal } from '../../db/seal.ts';
import { findCustomer } from '../customers/update.ts';
import { linkLead } from '../leads/link.ts';
import { checkCodes } from '../locations/create.ts';
import { activate } from './activate.ts';
import { reserveAddress } from './address.ts';
import * as vocabulary from './vocabulary.ts';

export const coordinate = (limit: number) => decimal({ places: 6, min: -limit, max: limit });

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
  connectivity: oneOf(vocabulary.SERVICE_CONNECTIVITIES, { Fiber: 'Fibre' }),
  prepaid_postpaid: oneOf(vocabulary.PAYMENT_KINDS),
  installation_address: oneOf(vocabulary.INSTALLATION_ADDRESSES).default('same'),
  billing_address: oneOf(vocabulary.BILLING_ADDRESSES).default('same'),
  ia_zipcode: text(16).optional(),
  ia_state: text().optional(),
  ia_city: text().optional(),
  ia_street: text().optional(),
  ba_zipcode: text(16).optional(),
  ba_state: text().optional(),
  ba_city: text().optional(),
  ba_street: text().optional(),
  bill_from: ymd().optional(),
  billing_start_day: wholeNumber(0, 30).default(0),
  discount_percent: percent().default('0'),
  discount_amt: money().default('0'),
  tax_id: text(32).optional(),
  ip_assignment: oneOf(vocabulary.CREATED_IP_ASSIGNMENTS).default('NAS'),
  ippool: text(64).optional(),
  staticip: ipv4().optional(),
  mac: mac().optional(),
  mac_bind: oneOf(vocabulary.MAC_BINDS).default('Auto'),
  deposit: money().default('0'),
  installation_amt: money().default('0'),
  credit_limit: money().optional(),
  latitude: coordinate(90).optional(),
  longitude: coordinate(180).optional(),
  leadid: id().optional(),
});

export type NewService = z.output<typeof newService>;

const ADDRESS_PARTS = ['zipcode', 'state', 'city', 'street'] as const;

/** What those rules look at; an update gives them the service as it will be. */
type Rules = Partial<
  Pick<NewService, `${'ia' | 'ba'}_${'zipcode' | 'state' | 'city' | 'street'}` | 'ippool' | 'staticip' | 'mac'>
> &
  Pick<NewService, 'installation_address' | 'billing_address'> & {
    readonly ip_assignment: string;
    readonly mac_bind: string;
  };

/** The rules of contract 4.14 that join several parameters. */
export function serviceFaults(input: Rules): FieldFault[] {
  const faults: FieldFault[] = [];
  const require = (parameter: keyof Rules, why: string) => {
    if (input[parameter] === undefined) faults.push({ parameter, problem: `is required when ${why}` });
  };
  for (const part of ADDRESS_PARTS) {
    if (input.installation_address === 'new') require(`ia_${part}`, 'installation_address is new');
    if (input.billing_address === 'new') require(`ba_${part}`, 'billing_address is new');
  }
  if (input.staticip !== undefined) require('ippool', 'staticip is given');
  if (input.ip_assignment === 'IPpool') require('ippool', 'ip_assignment is IPpool');
  if (input.ip_assignment === 'StaticIP') require('staticip', 'ip_assignment is StaticIP');
  if (input.mac_bind === 'Manual') require('mac', 'mac_bind is Manual');
  return faults;
}

/** What a franchisee leaves to its ISP. */
const FINANCIAL = ['discount_percent', 'discount_amt', 'deposit', 'installation_amt'] as const;

function refuseFinancials(scope: Scope, input: NewService): void {
  if (!scope.franchisee) return;
  const set =
    FINANCIAL.find((parameter) => Number(input[parameter]) !== 0) ??
    (input.credit_limit === undefined ? undefined : 'credit_limit');
  if (set) throw new Fault('forbidden', `${set}: a franchisee may not set it`);
}

/** Adds a service to a customer, and opens its first period where nothing has to be waited for. Returns its id. */
export async function createService(tx: Tx, call: Call, input: NewService): Promise<number> {
  const { scope, kernel, zone } = call;
  const faults = serviceFaults(input);
  if (faults.length > 0) throw badParameters(faults);
  refuseFinancials(scope, input);
  const customer = await findCustomer(tx, scope, input.customerid);
  const { plan, subPlan } = await findPlanFor(tx, customer, input);
  await checkCodes(tx, scope, { ispId: customer.ispId, lc: input.location_code, slc: input.sub_location_code });
  const today = dayOf(kernel.clock.now(), zone);
  const pool = input.ippool === undefined ? null : await findPool(tx, customer, input.ippool);
  const service = await tx.service.create({
    data: {
      ispId: customer.ispId,
      resellerId: customer.resellerId,
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
    await reserveAddress(tx, { poolId: pool.id, ip: input.staticip, serviceId: service.id });
  await activate(tx, { serviceId: service.id, ispId: customer.ispId, plan, subPlan, input, today });
  if (input.leadid !== undefined)
    await linkLead(tx, scope, { leadId: input.leadid, serviceId: service.id, ispId: customer.ispId });
  return service.id;
}

/** A plan, and what a service wants of it. */
interface Wanted {
  readonly planid: number;
  readonly subplanid: number;
  readonly protocol: string;
  readonly connectivity: string;
  readonly billing_start_day: number;
}

/** The plan must be of the customer's reseller or of the ISP itself, in use, and fit what is asked for. */
export async function findPlanFor(
  tx: Tx,
  { ispId, resellerId }: { ispId: number; resellerId: number | null },
  input: Wanted,
) {
  const plan = await tx.plan.findFirst({
    where: { id: input.planid, ispId, OR: [{ resellerId }, { resellerId: null }], deletedAt: null },
  });
  if (!plan) throw notFound('plan', input.planid);
  const subPlan = await tx.subPlan.findFirst({ where: { id: input.subplanid, planId: plan.id, deletedAt: null } });
  if (!subPlan) throw notFound(`sub plan of plan ${plan.id}`, input.subplanid);
  if (!plan.enabled) throw new Fault('conflict', `plan ${plan.id} is not enabled`);
  const faults: FieldFault[] = [];
  if (!plan.protocol.includes(input.protocol))
    faults.push({ parameter: 'protocol', problem: `plan ${plan.id} offers ${plan.protocol.join(', ')}` });
  if (!plan.connectivity.includes(input.connectivity)) {
    faults.push({ parameter: 'connectivity', problem: `plan ${plan.id} offers ${plan.connectivity.join(', ')}` });
  }
  if (input.billing_start_day !== 0 && plan.planPeriodUnit !== 'Month') {
    faults.push({ parameter: 'billing_start_day', problem: 'applies only to monthly plans' });
  }
  if (faults.length > 0) throw badParameters(faults);
  return { plan, subPlan };
}

export async function findPool(
  tx: Tx,
  { ispId, resellerId }: { ispId: number; resellerId: number | null },
  name: string,
) {
  const pool = await tx.ipPool.findFirst({
    where: { ispId, name, OR: [{ resellerId }, { resellerId: null }] },
    select: { id: true, name: true },
  });
  if (!pool) throw badParameter('ippool', `there is no pool ${name}`);
  return pool;
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
