import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { badParameters, Fault, notFound } from '../../core/fault.ts';
import { lockForDelete, lockForUpdate } from '../../core/row-locks.ts';
import { owned, type Scope } from '../../core/scope.ts';
import { definedFields, updatedValue } from '../../core/updates.ts';
import { csv, flagOnOff, flagYN, id, ipv4, oneOf, ownerId, secret, text } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { seal } from '../../db/seal.ts';
import { sql } from '../../db/sql.ts';
import { refreshSessionsWhere } from '../sessions/effects.ts';
import { httpPort, lineRate, nasFaults, port, rateTemplate, share, vendorSettings } from './create.ts';
import { destinationFaults } from './destination.ts';
import { servedBy } from './serves.ts';
import { VENDOR_NAMES, type VendorName } from './vendors.ts';
import { MESSAGE_AUTHENTICATOR_POLICIES } from './vocabulary.ts';

/** Contract 4.5: everything but `id` may be left out. An empty text clears what can be empty. */
export const nasChange = z.strictObject({
  id: id(),
  resellers: csv(ownerId(), { min: 0 }).nullable().optional(),
  name: text().optional(),
  secret: secret().optional(),
  ip: ipv4().optional(),
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
  line_rate_mbps: lineRate().optional(),
});

type NasChange = z.output<typeof nasChange>;

/** Changes a NAS; the next packet is served by the new settings. */
export async function updateNas(tx: Tx, { scope, kernel }: Call, input: NasChange): Promise<'done'> {
  await lockForUpdate(tx, scope, { what: 'NAS', id: input.id });
  const nas = await findNas(tx, scope, input.id);
  const joined = nasFaults({
    vendor: input.vendor ?? (nas.vendor as VendorName),
    rate_template: updatedValue(input.rate_template, rateTemplateOf(nas)),
    snmp_graph: input.snmp_graph ?? nas.snmpGraph,
    api_enable: input.api_enable ?? nas.apiEnable,
    http_port: updatedValue(input.http_port, nas.httpPort),
    api_username: updatedValue(input.api_username, nas.apiUsername),
    api_password: updatedValue(input.api_password, nas.apiPasswordEnc === null ? null : '***'),
    api_port: updatedValue(input.api_port, nas.apiPort),
  });
  const faults = [...destinationFaults(input, kernel.config.nasAddresses), ...joined];
  if (faults.length > 0) throw badParameters(faults);
  const sealed = (purpose: string, value: string) => seal(kernel.secretsKey, purpose, value);
  await tx.nas.update({
    where: { id: nas.id },
    data: {
      ...definedFields({
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
        vendorSettings: input.rate_template === undefined ? undefined : vendorSettings(input.rate_template),
        lineRateMbps: input.line_rate_mbps,
        secretEnc: input.secret === undefined ? undefined : sealed('nas.secret', input.secret),
        apiPasswordEnc:
          typeof input.api_password === 'string' ? sealed('nas.api_password', input.api_password) : input.api_password,
      }),
      updatedBy: scope.by,
    },
  });
  if (input.resellers !== undefined) await reshare(tx, nas, input.resellers ?? []);
  return 'done';
}

/** Takes effect only on a NAS of the ISP itself (contract 4.5). */
async function reshare(
  tx: Tx,
  nas: { id: number; ispId: number; resellerId: number | null },
  resellers: number[],
): Promise<void> {
  if (nas.resellerId !== null) return;
  const resellerIds = resellers.filter((resellerId) => resellerId !== 0);
  await tx.nasShare.deleteMany({ where: { nasId: nas.id } });
  await tx.nas.update({ where: { id: nas.id }, data: { shareAll: resellerIds.length === 0 } });
  await share(tx, { nasId: nas.id, ispId: nas.ispId, resellerIds });
  if (resellerIds.length > 0) await endSessionsOfOthers(tx, nas.id);
}

/** Those whom the NAS does not serve any more have no access there. */
function endSessionsOfOthers(tx: Tx, nasId: number): Promise<void> {
  return refreshSessionsWhere(
    tx,
    sql`x.nas_id = ${nasId} AND EXISTS (
      SELECT FROM crm.service s JOIN radius.nas n ON n.id = x.nas_id
      WHERE s.id = x.service_id AND NOT ${servedBy('n', sql`s.reseller_id`)})`,
  );
}

/** Takes a NAS out of service: its packets are no longer answered. Its sessions' history stays. */
export async function deleteNas(tx: Tx, { scope, kernel }: Call, nasId: number): Promise<'done'> {
  const nas = await findNas(tx, scope, nasId);
  await lockForDelete(tx, 'NAS', nas.id);
  const online = await tx.session.count({ where: { nasId, endedAt: null } });
  if (online > 0) throw new Fault('conflict', `NAS ${nasId} has ${online} open sessions; disconnect them first`);
  await tx.nas.update({ where: { id: nas.id }, data: { deletedAt: kernel.clock.now(), updatedBy: scope.by } });
  return 'done';
}

function rateTemplateOf({ vendorSettings }: { vendorSettings: unknown }): string | null {
  return (vendorSettings as { rate_template?: string } | null)?.rate_template ?? null;
}

async function findNas(tx: Tx, scope: Scope, nasId: number) {
  const nas = await tx.nas.findFirst({ where: { ...owned(scope), id: nasId, deletedAt: null } });
  if (!nas) throw notFound('NAS', nasId);
  return nas;
}
