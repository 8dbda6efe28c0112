import { badParameter, notFound } from '../../../core/fault.ts';
import { readRecord } from '../../../core/records/row-locks.ts';
import { type Scope, scopeConditions } from '../../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../../db/database.ts';
import { join, query, sql } from '../../../db/sql.ts';
import { nases } from './list.ts';
import type { ProxiedNas } from './proxy.ts';

interface Nas extends ProxiedNas {
  readonly id: number;
  readonly vendor: string;
  readonly vendorSettings: unknown;
  readonly snmpGraph: boolean;
  readonly httpPort: number | null;
  readonly apiEnable: boolean;
  readonly volumeLimit: boolean;
  readonly apiUsername: string | null;
  readonly hasApiPassword: boolean;
  readonly apiPort: number | null;
  readonly latitude: string | null;
  readonly longitude: string | null;
}

const COLUMNS = sql`x.id, x.isp_id AS "ispId", x.reseller_id AS "resellerId", host(x.ip) AS ip, x.vendor,
  x.vendor_settings AS "vendorSettings", x.snmp_graph AS "snmpGraph", x.http_port AS "httpPort", x.api_enable AS "apiEnable", x.volume_limit AS "volumeLimit",
  x.api_username AS "apiUsername", x.api_password_enc IS NOT NULL AS "hasApiPassword", x.api_port AS "apiPort",
  x.latitude::text, x.longitude::text,
  x.proxy_id AS "proxyId", x.identifier, host(x.ipv6) AS ipv6,
  (SELECT p.isp_id FROM radius.proxy p WHERE p.id = x.proxy_id) AS "proxyIspId"`;

/** A NAS that the caller's side owns. */
export const findNas = (tx: Tx, scope: Scope, nasId: number): Promise<Nas> =>
  readRecord<Nas>(tx, scope, { what: 'NAS', id: nasId }, COLUMNS);

/**
 * The ids of the NASes with that address that the caller sees: its own, and those that serve it. One, unless there are more
 * behind a RADIUS proxy. @throws Fault of kind `notFound` if there is none
 */
export async function findVisibleNases(db: Pick<Database, 'pool'>, scope: Scope, ip: string): Promise<number[]> {
  const conditions = [...scopeConditions(scope, nases.scope), sql`n.ip = ${ip}`];
  const found = await query<{ id: number }>(
    db.pool,
    sql`SELECT n.id FROM radius.nas n WHERE ${join(conditions, ' AND ')} ORDER BY n.id`,
  );
  if (found.length === 0) throw notFound('NAS', ip);
  return found.map(({ id }) => id);
}

/** @throws Fault of kind `badInput` if there are several, `notFound` if there is none */
export async function findVisibleNas(db: Pick<Database, 'pool'>, scope: Scope, ip: string): Promise<number> {
  const [id, ...others] = await findVisibleNases(db, scope, ip);
  if (id === undefined || others.length > 0) throw badParameter('nasip', 'is the address of several NASes');
  return id;
}
