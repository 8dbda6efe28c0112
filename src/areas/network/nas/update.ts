import { z } from 'zod';
import type { SecretsKeys } from '../../../config/secrets-keys.ts';
import type { Call } from '../../../core/call.ts';
import { badParameters } from '../../../core/fault.ts';
import { lockForUpdate } from '../../../core/records/row-locks.ts';
import { definedFields, updatedValue } from '../../../core/records/updates.ts';
import { type Scope, updated } from '../../../core/tenancy/scope.ts';
import { interimInterval } from '../../../core/vocabulary/interim.ts';
import { coordinate } from '../../../core/vocabulary/service.ts';
import { code, csv, flagOnOff, flagYN, id, ip, ipv6, oneOf, ownerId, secret, text } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { seal } from '../../../db/seal.ts';
import { json, update } from '../../../db/write.ts';
import { checkWholeLocation } from '../../tenancy/locations/codes.ts';
import { destinationFaults } from './destination.ts';
import { findNas } from './find.ts';
import { hotspotHosts } from './hotspot-hosts.ts';
import { authoriseIdentity, identifierFaults, storedIdentifier } from './proxy.ts';
import { rateTemplate, templatesOf, vendorSettings } from './rate-template.ts';
import { redirectTemplate } from './redirect-template.ts';
import { nasFaults } from './rules.ts';
import { updateShares } from './sharing.ts';
import { tlsIdentity } from './tls-identity.ts';
import { VENDOR_NAMES, type VendorName } from './vendors.ts';
import {
  COA_NAMINGS,
  COA_ROUTES,
  httpPort,
  IPV6_MODES,
  lineRate,
  MESSAGE_AUTHENTICATOR_POLICIES,
  port,
} from './vocabulary.ts';

/** Contract 4.5: everything but `id` may be left out. An empty text clears an optional field. */
export const nasChange = z.strictObject({
  id: id(),
  resellers: csv(ownerId(), { min: 0 }).nullable().optional(),
  name: text().optional(),
  secret: secret().optional(),
  ip: ip().optional(),
  vendor: oneOf(VENDOR_NAMES).optional(),
  coa_port: port().optional(),
  snmp_graph: flagOnOff().optional(),
  http_port: httpPort().nullable().optional(),
  api_enable: flagOnOff().optional(),
  api_username: text(64).nullable().optional(),
  api_password: secret().nullable().optional(),
  api_port: port().nullable().optional(),
  description: text(500).nullable().optional(),
  require_message_authenticator: oneOf(MESSAGE_AUTHENTICATOR_POLICIES).optional(),
  swap_direction: flagYN().optional(),
  rate_template: rateTemplate().nullable().optional(),
  redirect_template: redirectTemplate().nullable().optional(),
  line_rate_mbps: lineRate().optional(),
  interim_interval: interimInterval().nullable().optional(),
  proxyid: id().nullable().optional(),
  identifier: text(253).nullable().optional(),
  ipv6: ipv6().nullable().optional(),
  ipoe: flagYN().optional(),
  volume_limit: flagYN().optional(),
  coa_by: oneOf(COA_ROUTES).optional(),
  coa_naming: oneOf(COA_NAMINGS).optional(),
  tls_identity: tlsIdentity().nullable().optional(),
  ipv6_mode: oneOf(IPV6_MODES).optional(),
  hotspot_hosts: hotspotHosts().nullable().optional(),
  uam_secret: secret().nullable().optional(),
  location_code: code().nullable().optional(),
  latitude: coordinate(90).nullable().optional(),
  longitude: coordinate(180).nullable().optional(),
});

type NasChange = z.output<typeof nasChange>;

/** Changes a NAS; its next packet is served with the new settings. */
export async function updateNas(tx: Tx, { scope, kernel }: Call, input: NasChange): Promise<'done'> {
  // Before the NAS: a location that gets another code is locked before its NASes too.
  if (typeof input.location_code === 'string') await checkPlace(tx, scope, { id: input.id, lc: input.location_code });
  const locked = lockForUpdate(tx, scope, { what: 'NAS', id: input.id });
  const [, nas] = await Promise.all([locked, findNas(tx, scope, input.id)]);
  const templates = changedTemplates(nas, input);
  const joined = nasFaults({
    ...templates,
    vendor: input.vendor ?? (nas.vendor as VendorName),
    snmp_graph: input.snmp_graph ?? nas.snmpGraph,
    api_enable: input.api_enable ?? nas.apiEnable,
    volume_limit: input.volume_limit ?? nas.volumeLimit,
    http_port: updatedValue(input.http_port, nas.httpPort),
    api_username: updatedValue(input.api_username, nas.apiUsername),
    api_password: updatedValue(input.api_password, nas.hasApiPassword ? '***' : null),
    api_port: updatedValue(input.api_port, nas.apiPort),
    latitude: updatedValue(input.latitude, nas.latitude),
    longitude: updatedValue(input.longitude, nas.longitude),
  });
  const faults = [
    ...destinationFaults(input, kernel.config.nasAddresses),
    ...joined,
    ...identifierFaults(input.identifier),
  ];
  if (faults.length > 0) throw badParameters(faults);
  await authoriseIdentity(tx, scope, { nas, input });
  const changed = { id: nas.id, ...columnsOf(input, templates, kernel.secretsKeys), ...updated(scope) };
  update(tx, 'radius.nas', [changed]);
  if (input.resellers !== undefined) await updateShares(tx, nas, input.resellers ?? []);
  return 'done';
}

/** The owner of a NAS never changes. */
async function checkPlace(tx: Tx, scope: Scope, { id, lc }: { readonly id: number; readonly lc: string }) {
  const { ispId, resellerId } = await findNas(tx, scope, id);
  await checkWholeLocation(tx, scope, { ispId, resellerId, lc });
}

/** Both are in one column. */
function changedTemplates(nas: { readonly vendorSettings: unknown }, input: NasChange) {
  const stored = templatesOf(nas);
  return {
    rate_template: updatedValue(input.rate_template, stored.rate_template ?? null),
    redirect_template: updatedValue(input.redirect_template, stored.redirect_template ?? null),
  };
}

function columnsOf(input: NasChange, templates: ReturnType<typeof changedTemplates>, secretsKeys: SecretsKeys) {
  const settings = vendorSettings(templates);
  const sealed = (purpose: string, value: string) => seal(secretsKeys, purpose, value);
  return definedFields({
    name: input.name,
    ip: input.ip,
    vendor: input.vendor,
    coaPort: input.coa_port,
    snmpGraph: input.snmp_graph,
    httpPort: input.http_port,
    apiEnable: input.api_enable,
    apiUsername: input.api_username,
    apiPort: input.api_port,
    description: input.description,
    requireMessageAuthenticator: input.require_message_authenticator,
    swapDirection: input.swap_direction,
    vendorSettings:
      input.rate_template === undefined && input.redirect_template === undefined
        ? undefined
        : settings && json(settings),
    lineRateMbps: input.line_rate_mbps,
    interimInterval: input.interim_interval,
    proxyId: input.proxyid,
    identifier: input.identifier === undefined ? undefined : storedIdentifier(input.identifier),
    ipv6: input.ipv6,
    ipoe: input.ipoe,
    volumeLimit: input.volume_limit,
    coaBy: input.coa_by,
    coaNaming: input.coa_naming,
    tlsIdentity: input.tls_identity,
    ipv6Mode: input.ipv6_mode,
    hotspotHosts: input.hotspot_hosts === null ? [] : input.hotspot_hosts,
    uamSecretEnc: typeof input.uam_secret === 'string' ? sealed('nas.uam_secret', input.uam_secret) : input.uam_secret,
    locationCode: input.location_code,
    latitude: input.latitude,
    longitude: input.longitude,
    secretEnc: input.secret === undefined ? undefined : sealed('nas.secret', input.secret),
    apiPasswordEnc:
      typeof input.api_password === 'string' ? sealed('nas.api_password', input.api_password) : input.api_password,
  });
}
