import type { Call } from '../../../core/call.ts';
import { badParameter, badParameters } from '../../../core/fault.ts';
import { refreshOf } from '../../../core/network/effects.ts';
import { definedFields, updatedValue } from '../../../core/records/updates.ts';
import { type Scope, updated } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { seal } from '../../../db/seal.ts';
import { send } from '../../../db/sql.ts';
import { update } from '../../../db/write.ts';
import { taxIdFaults } from '../../money/tax/check-tax-id.ts';
import { checkCodes } from '../../tenancy/locations/codes.ts';
import { passBefore, refuseFinancialFields } from './financial.ts';
import { lockService, type Service } from './find.ts';
import { planFitFaults } from './plan-fit.ts';
import { addressColumns } from './postal-address.ts';
import { type DependentParameters, serviceFaults } from './rules.ts';
import type { ServiceChange } from './service-change.ts';
import { findIpPool, moveStaticIp } from './static-ip.ts';
import { checkStaticPrefixes, prefixColumns } from './static-prefixes.ts';

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
  const changed = {
    id: service.id,
    ...changedColumns(service, input),
    ...definedFields({
      ipPoolId: input.ippool === undefined ? undefined : (pool?.id ?? null),
      passwordEnc:
        input.password === undefined ? undefined : seal(kernel.secretsKeys, 'service.password', input.password),
    }),
    ...updated(scope),
  };
  update(tx, 'crm.service', [changed]);
  await moveStaticIp(tx, service, { ip: updatedValue(input.staticip, service.staticip), poolId: pool?.id });
  // Unbinding a device does not end its session.
  const binds = input.mac_bind !== undefined && input.mac_bind !== 'No';
  if (binds || ACCESS_PARAMETERS.some((parameter) => input[parameter] !== undefined)) send(tx, refreshOf([service.id]));
  return 'Done';
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
    sessionLimit: input.session_limit,
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
    ip6_prefix: updatedValue(input.ip6_prefix, service.ip6Prefix),
    pd_prefix: updatedValue(input.pd_prefix, service.pdPrefix),
    session_limit: updatedValue(input.session_limit, service.sessionLimit),
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
