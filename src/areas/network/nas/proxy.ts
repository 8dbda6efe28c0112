import { badParameter, type FieldFault, parameterFault } from '../../../core/fault.ts';
import { octetsOf, storedOctetText } from '../../../core/network/octet-text.ts';
import { readShared } from '../../../core/records/row-locks.ts';
import type { Owner } from '../../../core/tenancy/owner.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';

/*
 * A proxy signs for all of its NASes with one secret, so who names a NAS there decides whose subscribers its packets are
 * about. That is for the one who manages the proxy: the ISP for its own, the server administrator for the installation's.
 */

/** Octets of an attribute's value. */
const MAX_IDENTIFIER = 253;

/** What a NAS behind a proxy is known by. */
interface NasIdentity {
  readonly proxyId: number | null;
  readonly ip: string;
  readonly identifier: string | null;
  readonly ipv6: string | null;
}

export interface ProxiedNas extends Owner, NasIdentity {
  /** Null: of the installation, or there is no proxy. */
  readonly proxyIspId: number | null;
}

/** The parameters of an update; undefined keeps what is stored. */
interface IdentityChange {
  readonly proxyid?: number | null | undefined;
  readonly ip?: string | undefined;
  readonly identifier?: string | null | undefined;
  readonly ipv6?: string | null | undefined;
}

/** As the database and the packets have it. */
export function storedIdentifier(identifier: string | null): string | null {
  return identifier === null ? null : storedOctetText(identifier);
}

export function identifierFaults(identifier: string | null | undefined): FieldFault[] {
  const octets = octetsOf(storedOctetText(identifier ?? '')).length;
  return octets > MAX_IDENTIFIER
    ? [{ parameter: 'identifier', problem: `must fit into ${MAX_IDENTIFIER} octets` }]
    : [];
}

/**
 * Keeps the proxy of a NAS of this ISP from being deleted meanwhile. @throws Fault `notFound` if the caller does not manage the
 * proxy, `badInput` if it is another ISP's
 */
export async function lockProxyFor(tx: Tx, scope: Scope, { id, ispId }: { id: number; ispId: number }): Promise<void> {
  const proxy = await readShared<{ ispId: number | null }>(
    tx,
    scope,
    { what: 'RADIUS proxy', id },
    sql`x.isp_id AS "ispId"`,
  );
  if (proxy.ispId !== null && proxy.ispId !== ispId) throw badParameter('proxyid', 'is a proxy of another ISP');
}

/** @throws Fault of kind `forbidden` if the caller changes what names the NAS behind a proxy of somebody else */
export async function authoriseIdentity(
  tx: Tx,
  scope: Scope,
  { nas, input }: { readonly nas: ProxiedNas; readonly input: IdentityChange },
): Promise<void> {
  if (typeof input.proxyid === 'number' && input.proxyid !== nas.proxyId) {
    await lockProxyFor(tx, scope, { id: input.proxyid, ispId: nas.ispId });
    return;
  }
  if (nas.proxyId === null || input.proxyid === null || managesProxyOf(nas, scope)) return;
  const parameter = changedParameter(nas, input);
  if (parameter !== undefined)
    throw parameterFault('forbidden', parameter, 'identifies this NAS behind a RADIUS proxy that you do not manage');
}

function managesProxyOf({ proxyIspId }: ProxiedNas, { ispId, resellerId }: Scope): boolean {
  return ispId === null || (proxyIspId === ispId && resellerId === null);
}

function changedParameter(nas: ProxiedNas, { ip, identifier, ipv6 }: IdentityChange): string | undefined {
  if (ip !== undefined && ip !== nas.ip) return 'ip';
  if (identifier !== undefined && storedIdentifier(identifier) !== nas.identifier) return 'identifier';
  return ipv6 !== undefined && ipv6 !== nas.ipv6 ? 'ipv6' : undefined;
}
