import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { badParameter, badParameters, type FieldFault, notFound } from '../../core/fault.ts';
import { lockForUpdate } from '../../core/row-locks.ts';
import { inOwnLocations, owned, type Scope } from '../../core/scope.ts';
import { definedFields, updatedValue } from '../../core/updates.ts';
import { code, id, ipv4, mac, money, oneOf, percent, secret, text, wholeNumber } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { seal } from '../../db/seal.ts';
import { checkCodes } from '../locations/codes.ts';
import { refreshSessions } from '../sessions/effects.ts';
import { freeAddress, reserveAddress } from './address.ts';
import { refuseFinancials } from './financial.ts';
import { coordinate, serviceFaults } from './new-service.ts';
import { findPool } from './offer.ts';
import * as vocabulary from './vocabulary.ts';

const addressPart = (max = 200) => text(max).nullable().optional();

/** Contract 4.14: everything but `serviceid` may be left out; allowed values and rules as on create. */
export const serviceChange = z.strictObject({
  serviceid: id(),
  password: secret().optional(),
  billing_start_day: wholeNumber(0, 30).optional(),
  discount_percent: percent().optional(),
  discount_amt: money().optional(),
  tax_id: text(32).nullable().optional(),
  location_code: code().optional(),
  sub_location_code: code().optional(),
  protocol: oneOf(vocabulary.SERVICE_PROTOCOLS).optional(),
  connectivity: oneOf(vocabulary.SERVICE_CONNECTIVITIES, { Fiber: 'Fibre' }).optional(),
  prepaid_postpaid: oneOf(vocabulary.PAYMENT_KINDS).optional(),
  ip_assignment: oneOf(vocabulary.CREATED_IP_ASSIGNMENTS).optional(),
  ippool: text(64).nullable().optional(),
  staticip: ipv4().nullable().optional(),
  mac: mac().nullable().optional(),
  mac_bind: oneOf(vocabulary.MAC_BINDS).optional(),
  latitude: coordinate(90).nullable().optional(),
  longitude: coordinate(180).nullable().optional(),
  installation_address: oneOf(vocabulary.INSTALLATION_ADDRESSES).optional(),
  ia_zipcode: addressPart(16),
  ia_state: addressPart(),
  ia_city: addressPart(),
  ia_street: addressPart(),
  billing_address: oneOf(vocabulary.BILLING_ADDRESSES).optional(),
  ba_zipcode: addressPart(16),
  ba_state: addressPart(),
  ba_city: addressPart(),
  ba_street: addressPart(),
});

type ServiceChange = z.output<typeof serviceChange>;
type Stored = Awaited<ReturnType<typeof findService>>;

/** What decides where, and from which address, a session may be. */
const ACCESS = ['ip_assignment', 'ippool', 'staticip', 'mac', 'prepaid_postpaid'] as const;

/** Changes a service; its live session, its next login and the directory of every node follow at once. */
export async function updateService(tx: Tx, { scope, kernel }: Call, input: ServiceChange): Promise<'Done'> {
  const service = await lockService(tx, scope, input.serviceid);
  refuseFinancials(scope, 'update', input);
  const faults = [...serviceFaults(rulesAfter(service, input)), ...planFaults(service, input)];
  if (faults.length > 0) throw badParameters(faults);
  await checkPlace(tx, scope, { service, input });
  const pool = await poolAfter(tx, { service, input });
  await tx.service.update({
    where: { id: service.id },
    data: {
      ...serviceChanges(service, input),
      ...definedFields({
        ipPoolId: input.ippool === undefined ? undefined : (pool?.id ?? null),
        passwordEnc:
          input.password === undefined ? undefined : seal(kernel.secretsKey, 'service.password', input.password),
      }),
      updatedBy: scope.by,
    },
  });
  await moveAddress(tx, { service, input, poolId: pool?.id });
  // Whose device is free again stays online.
  const binds = input.mac_bind !== undefined && input.mac_bind !== 'No';
  if (binds || ACCESS.some((parameter) => input[parameter] !== undefined)) await refreshSessions(tx, service.id);
  return 'Done';
}

/** The service, locked before it is read. */
export async function lockService(tx: Tx, scope: Scope, serviceId: number) {
  await lockForUpdate(tx, scope, { what: 'service', id: serviceId });
  return findService(tx, scope, serviceId);
}

export async function findService(tx: Tx, scope: Scope, serviceId: number) {
  const service = await tx.service.findFirst({
    where: { ...owned(scope), ...inOwnLocations(scope), id: serviceId, deletedAt: null },
    include: {
      plan: { select: { id: true, protocol: true, connectivity: true, planPeriodUnit: true } },
      ipPool: { select: { id: true, name: true } },
    },
  });
  if (!service) throw notFound('service', serviceId);
  return service;
}

/** The fields that rules join, as they will be. */
function rulesAfter(service: Stored, input: ServiceChange): Parameters<typeof serviceFaults>[0] {
  return {
    installation_address: input.installation_address ?? (service.installationAddress as 'new' | 'same'),
    billing_address: input.billing_address ?? (service.billingAddress as 'new' | 'same' | 'ia'),
    ip_assignment: input.ip_assignment ?? service.ipAssignment,
    mac_bind: input.mac_bind ?? service.macBind,
    ippool: updatedValue(input.ippool, service.ipPool?.name ?? null),
    staticip: updatedValue(input.staticip, service.staticip),
    mac: updatedValue(input.mac, service.mac),
    ia_zipcode: updatedValue(input.ia_zipcode, service.iaZipcode),
    ia_state: updatedValue(input.ia_state, service.iaState),
    ia_city: updatedValue(input.ia_city, service.iaCity),
    ia_street: updatedValue(input.ia_street, service.iaStreet),
    ba_zipcode: updatedValue(input.ba_zipcode, service.baZipcode),
    ba_state: updatedValue(input.ba_state, service.baState),
    ba_city: updatedValue(input.ba_city, service.baCity),
    ba_street: updatedValue(input.ba_street, service.baStreet),
  };
}

function planFaults({ plan }: Stored, input: ServiceChange): FieldFault[] {
  const faults: FieldFault[] = [];
  const offers = (parameter: 'protocol' | 'connectivity', offered: string[]) => {
    const wanted = input[parameter];
    if (wanted !== undefined && !offered.includes(wanted))
      faults.push({ parameter, problem: `plan ${plan.id} offers ${offered.join(', ')}` });
  };
  offers('protocol', plan.protocol);
  offers('connectivity', plan.connectivity);
  if (input.billing_start_day && plan.planPeriodUnit !== 'Month') {
    faults.push({ parameter: 'billing_start_day', problem: 'applies only to monthly plans' });
  }
  return faults;
}

async function checkPlace(
  tx: Tx,
  scope: Scope,
  { service, input }: { service: Stored; input: ServiceChange },
): Promise<void> {
  if (input.location_code === undefined && input.sub_location_code === undefined) return;
  const lc = input.location_code ?? service.locationCode;
  const slc = input.sub_location_code ?? (lc === service.locationCode ? service.subLocationCode : undefined);
  if (slc === undefined) throw badParameter('sub_location_code', 'is required with a new location_code');
  await checkCodes(tx, scope, { ispId: service.ispId, resellerId: service.resellerId, lc, slc });
}

async function poolAfter(tx: Tx, { service, input }: { service: Stored; input: ServiceChange }) {
  if (input.ippool === undefined) return service.ipPool;
  return input.ippool === null ? null : findPool(tx, service, input.ippool);
}

/** A reserved address follows the service's static address. */
async function moveAddress(
  tx: Tx,
  { service, input, poolId }: { service: Stored; input: ServiceChange; poolId: number | undefined },
): Promise<void> {
  const staticip = updatedValue(input.staticip, service.staticip);
  if (staticip === (service.staticip ?? undefined) && poolId === service.ipPool?.id) return;
  if (service.staticip !== null) await freeAddress(tx, service.id);
  if (staticip !== undefined && poolId !== undefined)
    await reserveAddress(tx, { poolId, ip: staticip, serviceId: service.id });
}

function serviceChanges(service: Stored, input: ServiceChange) {
  return definedFields({
    billingStartDay: input.billing_start_day,
    discountPercent: input.discount_percent,
    discountAmt: input.discount_amt,
    taxId: input.tax_id,
    locationCode: input.location_code,
    subLocationCode: input.sub_location_code,
    protocol: input.protocol,
    connectivity: input.connectivity,
    prepaidPostpaid: input.prepaid_postpaid,
    ipAssignment: input.ip_assignment,
    staticip: input.staticip,
    mac: input.mac,
    macBind: input.mac_bind,
    latitude: input.latitude,
    longitude: input.longitude,
    ...addressChanges(service, input),
  });
}

/** The parts of an address are there only while it is `new`. */
function addressChanges(service: Stored, input: ServiceChange) {
  const installationAddress = input.installation_address ?? service.installationAddress;
  const billingAddress = input.billing_address ?? service.billingAddress;
  const own = <T>(mode: string, part: T) => (mode === 'new' ? part : null);
  return {
    installationAddress: input.installation_address,
    iaZipcode: own(installationAddress, input.ia_zipcode),
    iaState: own(installationAddress, input.ia_state),
    iaCity: own(installationAddress, input.ia_city),
    iaStreet: own(installationAddress, input.ia_street),
    billingAddress: input.billing_address,
    baZipcode: own(billingAddress, input.ba_zipcode),
    baState: own(billingAddress, input.ba_state),
    baCity: own(billingAddress, input.ba_city),
    baStreet: own(billingAddress, input.ba_street),
  };
}
