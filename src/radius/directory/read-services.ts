import type pg from 'pg';
import type { IpAssignment, MacBind, ServiceStatus } from './service.ts';

/** A row of the service table as an array: a million objects with names would take a second more to make. */
export type ServiceRow = [
  id: number,
  ispId: number,
  resellerId: number | null,
  planId: number,
  key: string,
  sealedPassword: string,
  status: ServiceStatus,
  prepaid: boolean,
  level: number,
  exhausted: boolean,
  ipAssignment: IpAssignment,
  poolId: number | null,
  staticIp: string | null,
  mac: string | null,
  macBind: MacBind,
  validUpto: string | null,
  graceUpto: string | null,
  promiseUpto: string | null,
  problemUpto: string | null,
  macGeneration: number,
];

const COLUMNS = `SELECT s.id, s.isp_id, s.reseller_id, s.plan_id, lower(s.username), encode(s.password_enc, 'base64'), s.status,
  s.prepaid_postpaid = 'Prepaid', coalesce(u.bw_level, 1), coalesce(u.exhausted, false), s.ip_assignment, s.ip_pool_id,
  host(s.staticip), s.mac, s.mac_bind, s.valid_upto, s.grace_upto, s.promise_upto, b.access_upto, s.mac_generation
FROM crm.service s LEFT JOIN radius.usage u ON u.service_id = s.id
  LEFT JOIN crm.service_problem b ON b.service_id = s.id`;

const PAGE = 10_000;

export async function readServices(on: Pick<pg.Pool, 'query'>, ids: readonly number[]): Promise<ServiceRow[]> {
  return rowsOf(on, `${COLUMNS} WHERE s.deleted_at IS NULL AND s.id = ANY($1)`, [ids]);
}

/** By ISP and username, whatever its case. */
export async function readServicesByName(
  pool: pg.Pool,
  names: readonly { readonly ispId: number; readonly username: string }[],
): Promise<ServiceRow[]> {
  return rowsOf(
    pool,
    `${COLUMNS} JOIN unnest($1::int[], $2::text[]) AS wanted (isp_id, username)
       ON s.isp_id = wanted.isp_id AND lower(s.username) = lower(wanted.username) WHERE s.deleted_at IS NULL`,
    [names.map(({ ispId }) => ispId), names.map(({ username }) => username)],
  );
}

/** All services, a page at a time in the order of their ids, so that packets are answered in between. */
export async function* readAllServices(pool: pg.Pool): AsyncGenerator<ServiceRow[]> {
  for (let after = 0; ; ) {
    const rows = await rowsOf(pool, `${COLUMNS} WHERE s.deleted_at IS NULL AND s.id > $1 ORDER BY s.id LIMIT ${PAGE}`, [
      after,
    ]);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (rows.length < PAGE || !last) return;
    [after] = last;
  }
}

async function rowsOf(on: Pick<pg.Pool, 'query'>, text: string, values: unknown[]): Promise<ServiceRow[]> {
  const { rows } = await on.query<ServiceRow>({ text, values, rowMode: 'array' });
  return rows;
}
