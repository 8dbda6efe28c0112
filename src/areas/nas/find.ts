import { notFound } from '../../core/fault.ts';
import { readRecord } from '../../core/row-locks.ts';
import { type Scope, scopeConditions } from '../../core/scope.ts';
import type { Database, Tx } from '../../db/database.ts';
import { join, query, sql } from '../../db/sql.ts';
import type { Owner } from '../isps/owner.ts';
import { nases } from './list.ts';

interface Nas extends Owner {
  readonly id: number;
  readonly ip: string;
  readonly vendor: string;
  readonly vendorSettings: unknown;
  readonly snmpGraph: boolean;
  readonly httpPort: number | null;
  readonly apiEnable: boolean;
  readonly apiUsername: string | null;
  readonly hasApiPassword: boolean;
  readonly apiPort: number | null;
}

const COLUMNS = sql`x.id, x.isp_id AS "ispId", x.reseller_id AS "resellerId", host(x.ip) AS ip, x.vendor,
  x.vendor_settings AS "vendorSettings", x.snmp_graph AS "snmpGraph", x.http_port AS "httpPort", x.api_enable AS "apiEnable",
  x.api_username AS "apiUsername", x.api_password_enc IS NOT NULL AS "hasApiPassword", x.api_port AS "apiPort"`;

/** A NAS that the caller's side owns. */
export const findNas = (tx: Tx, scope: Scope, nasId: number): Promise<Nas> =>
  readRecord<Nas>(tx, scope, { what: 'NAS', id: nasId }, COLUMNS);

/** The id of the NAS with that address that the caller sees: its own, or one that serves it. */
export async function findVisibleNas(db: Pick<Database, 'pool'>, scope: Scope, ip: string): Promise<number> {
  const conditions = [...scopeConditions(scope, nases.scope), sql`n.ip = ${ip}`];
  const [nas] = await query<{ id: number }>(
    db.pool,
    sql`SELECT n.id FROM radius.nas n WHERE ${join(conditions, ' AND ')}`,
  );
  if (!nas) throw notFound('NAS', ip);
  return nas.id;
}
