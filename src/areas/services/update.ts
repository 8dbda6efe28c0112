import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { badParameter, badParameters } from '../../core/fault.ts';
import type { Scope } from '../../core/scope.ts';
import { definedFields, updatedValue } from '../../core/updates.ts';
import { code, id, ipv4, mac, money, oneOf, percent, secret, text, wholeNumber } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { updateOf } from '../../db/records.ts';
import { seal } from '../../db/seal.ts';
import { send } from '../../db/sql.ts';
import { checkCodes } from '../locations/codes.ts';
import { connectivity } from '../plans/vocabulary.ts';
import { refreshOf } from '../sessions/effects.ts';
import { taxIdFaults } from '../tax/check-tax-id.ts';
import { passBefore, refuseFinancialFields } from './financial.ts';
import { lockService, type Service } from './find.ts';
import { planFitFaults } from './plan-fit.ts';
import { addressColumns } from './postal-address.ts';
import { type DependentParameters, serviceFaults } from './rules.ts';
import { findIpPool, moveStaticIp } from './static-ip.ts';
import { changedStaticPrefixes, checkStaticPrefixes, prefixColumns } from './static-prefixes.ts';
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
  connectivity: connectivity().optional(),
  prepaid_postpaid: oneOf(vocabulary.PAYMENT_KINDS).optional(),
  ip_assignment: oneOf(vocabulary.CREATED_IP_ASSIGNMENTS).optional(),
  ippool: text(64).nullable().optional(),
  staticip: ipv4().nullable().optional(),
  mac: mac().nullable().optional(),
  ...changedStaticPrefixes,
  mac_bind: oneOf(vocabulary.MAC_BINDS).optional(),
  latitude: vocabulary.coordinate(90).nullable().optional(),
  longitude: vocabulary.coordinate(180).nullable().optional(),
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

export type ServiceChange = z.output<typeof serviceChange>;

/** These decide where a session may be and which address it gets. */
const ACCESS_PARAMETERS = [
  'ip_assignment',
  'ippool',
  'staticip',
  'ip6_prefix',
  'pd_prefix',
  'mac',
  'prepaid_postpaid',
] as const;

/** Changes a service. The directory of every node, its live session and its next login follow after the commit. */
export async function updateService(tx: Tx, { scope, kernel }: Call, input: ServiceChange): Promise<'Done'> {
  await passBefore(tx, { scope, kernel }, input);
  const service = await lockService(tx, scope, input.serviceid);
  refuseFinancialFields(scope, 'update', input);
  const { protocol, connectivity, billing_start_day } = input;
  const faults = [
    ...serviceFaults(parametersAfter(service, input)),
    ...taxIdFaults(service.taxScheme, input.tax_id),
    ...planFitFaults(service.plan, { protocol, connectivity, billing_start_day }),
  ];
  if (faults.length > 0) throw badParameters(faults);
  await checkLocation(tx, scope, { service, input });
  await checkStaticPrefixes(tx, { ispId: service.ispId, serviceId: service.id }, input);
  const pool = await poolAfter(tx, { service, input });
  send(
    tx,
    updateOf('crm.service', service.id, {
      ...changedColumns(service, input),
      ...definedFields({
        ipPoolId: input.ippool === undefined ? undefined : (pool?.id ?? null),
        passwordEnc:
          input.password === undefined ? undefined : seal(kernel.secretsKeys, 'service.password', input.password),
      }),
      updatedBy: scope.by,
    }),
  );
  await moveStaticIp(tx, service, { ip: updatedValue(input.staticip, service.staticip), poolId: pool?.id });
  // Unbinding a device does not end its session.
  const binds = input.mac_bind !== undefined && input.mac_bind !== 'No';
  if (binds || ACCESS_PARAMETERS.some((parameter) => input[parameter] !== undefined)) send(tx, refreshOf([service.id]));
  return 'Done';
}

/** The parameters that depend on each other, as they will be. */
function parametersAfter(service: Service, input: ServiceChange): DependentParameters {
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

interface Change {
  readonly service: Service;
  readonly input: ServiceChange;
}

async function checkLocation(tx: Tx, scope: Scope, { service, input }: Change): Promise<void> {
  if (input.location_code === undefined && input.sub_location_code === undefined) return;
  const lc = input.location_code ?? service.locationCode;
  const slc = input.sub_location_code ?? (lc === service.locationCode ? service.subLocationCode : undefined);
  if (slc === undefined) throw badParameter('sub_location_code', 'is required with a new location_code');
  await checkCodes(tx, scope, { ispId: service.ispId, resellerId: service.resellerId, lc, slc });
}

async function poolAfter(tx: Tx, { service, input }: Change) {
  if (input.ippool === undefined) return service.ipPool;
  return input.ippool === null ? null : findIpPool(tx, service, input.ippool);
}

function changedColumns(service: Service, input: ServiceChange) {
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
    ...prefixColumns(input),
    mac: input.mac,
    macBind: input.mac_bind,
    latitude: input.latitude,
    longitude: input.longitude,
    installationAddress: input.installation_address,
    billingAddress: input.billing_address,
    ...addressColumns(input, {
      installation: input.installation_address ?? service.installationAddress,
      billing: input.billing_address ?? service.billingAddress,
    }),
  });
}
