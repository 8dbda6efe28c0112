import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { badParameters } from '../../../core/fault.ts';
import { ownerOfNew, ownerShape } from '../../../core/tenancy/owner.ts';
import { created } from '../../../core/tenancy/scope.ts';
import { interimInterval } from '../../../core/vocabulary/interim.ts';
import { coordinate } from '../../../core/vocabulary/service.ts';
import { code, csv, flagOnOff, flagYN, id, ip, ipv6, oneOf, ownerId, secret, text } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { Prisma } from '../../../db/generated/client.ts';
import { seal } from '../../../db/seal.ts';
import { checkWholeLocation } from '../../tenancy/locations/codes.ts';
import { destinationFaults } from './destination.ts';
import { hotspotHosts } from './hotspot-hosts.ts';
import { identifierFaults, lockProxyFor, storedIdentifier } from './proxy.ts';
import { rateTemplate, vendorSettings } from './rate-template.ts';
import { redirectTemplate } from './redirect-template.ts';
import { nasFaults } from './rules.ts';
import { shareNas } from './sharing.ts';
import { tlsIdentity } from './tls-identity.ts';
import { VENDOR_NAMES } from './vendors.ts';
import {
  COA_NAMINGS,
  COA_ROUTES,
  httpPort,
  IPV6_MODES,
  LINE_RATE_MBPS,
  lineRate,
  MESSAGE_AUTHENTICATOR_POLICIES,
  port,
} from './vocabulary.ts';

/** Contract 4.5. */
export const newNas = z.strictObject({
  ...ownerShape(),
  resellers: csv(ownerId(), { min: 0 }).optional(),
  name: text(),
  secret: secret(),
  ip: ip(),
  vendor: oneOf(VENDOR_NAMES).default(VENDOR_NAMES[0]),
  coa_port: port().default(3799),
  snmp_graph: flagOnOff().default(false),
  http_port: httpPort().optional(),
  api_enable: flagOnOff().default(false),
  api_username: text(64).optional(),
  api_password: secret().optional(),
  api_port: port().optional(),
  description: text(500).optional(),
  require_message_authenticator: oneOf(MESSAGE_AUTHENTICATOR_POLICIES).default('auto'),
  swap_direction: flagYN().default(false),
  rate_template: rateTemplate().optional(),
  redirect_template: redirectTemplate().optional(),
  line_rate_mbps: lineRate().default(LINE_RATE_MBPS),
  interim_interval: interimInterval().optional(),
  proxyid: id().optional(),
  identifier: text(253).optional(),
  ipv6: ipv6().optional(),
  ipoe: flagYN().default(false),
  volume_limit: flagYN().default(false),
  coa_by: oneOf(COA_ROUTES).default('nas'),
  coa_naming: oneOf(COA_NAMINGS).default('auto'),
  tls_identity: tlsIdentity().optional(),
  ipv6_mode: oneOf(IPV6_MODES).default('off'),
  hotspot_hosts: hotspotHosts().optional(),
  uam_secret: secret().optional(),
  location_code: code().optional(),
  latitude: coordinate(90).optional(),
  longitude: coordinate(180).optional(),
});

type NewNas = z.output<typeof newNas>;

/** Adds a NAS, which is served from its next packet on. Returns its id. */
export async function createNas(tx: Tx, { scope, kernel }: Call, input: NewNas): Promise<number> {
  const faults = [
    ...destinationFaults(input, kernel.config.nasAddresses),
    ...nasFaults(input),
    ...identifierFaults(input.identifier),
  ];
  const sharing = input.resellers?.filter((resellerId) => resellerId !== 0) ?? [];
  if ((input.resellerid ?? scope.resellerId) !== 0 && sharing.length > 0) {
    faults.push({ parameter: 'resellers', problem: 'applies only when resellerid is 0' });
  }
  if (faults.length > 0) throw badParameters(faults);
  const owner = await ownerOfNew(tx, scope, input);
  if (input.proxyid !== undefined) await lockProxyFor(tx, scope, { id: input.proxyid, ispId: owner.ispId });
  if (input.location_code !== undefined) await checkWholeLocation(tx, scope, { ...owner, lc: input.location_code });
  const nas = await tx.nas.create({
    data: {
      ...owner,
      ...nasFields(input),
      shareAll: owner.resellerId === null && sharing.length === 0,
      secretEnc: seal(kernel.secretsKeys, 'nas.secret', input.secret),
      apiPasswordEnc:
        input.api_password === undefined ? null : seal(kernel.secretsKeys, 'nas.api_password', input.api_password),
      uamSecretEnc:
        input.uam_secret === undefined ? null : seal(kernel.secretsKeys, 'nas.uam_secret', input.uam_secret),
      ...created(scope),
    },
    select: { id: true },
  });
  await shareNas(tx, { nasId: nas.id, ispId: owner.ispId, resellerIds: sharing });
  return nas.id;
}

function nasFields(input: NewNas) {
  return {
    name: input.name,
    ip: input.ip,
    vendor: input.vendor,
    coaPort: input.coa_port,
    snmpGraph: input.snmp_graph,
    httpPort: input.http_port ?? null,
    apiEnable: input.api_enable,
    apiUsername: input.api_username ?? null,
    apiPort: input.api_port ?? null,
    description: input.description ?? null,
    requireMessageAuthenticator: input.require_message_authenticator,
    swapDirection: input.swap_direction,
    vendorSettings: vendorSettings(input) ?? Prisma.DbNull,
    lineRateMbps: input.line_rate_mbps,
    interimInterval: input.interim_interval ?? null,
    proxyId: input.proxyid ?? null,
    identifier: storedIdentifier(input.identifier ?? null),
    ipv6: input.ipv6 ?? null,
    ipoe: input.ipoe,
    volumeLimit: input.volume_limit,
    coaBy: input.coa_by,
    coaNaming: input.coa_naming,
    tlsIdentity: input.tls_identity ?? null,
    ipv6Mode: input.ipv6_mode,
    hotspotHosts: input.hotspot_hosts ?? [],
    locationCode: input.location_code ?? null,
    latitude: input.latitude ?? null,
    longitude: input.longitude ?? null,
  };
}
