import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import type { ServiceStatus } from '../../../core/vocabulary/service.ts';
import type { IpAssignment, MacBind } from './service.ts';

/** A row as an array: creating a million objects with named properties would take a second longer. */
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
  ip6Prefix: string | null,
  pdPrefix: string | null,
  sessionLimit: number | null,
];

/** A pool or an open transaction. */
interface RowReader {
  query<R extends unknown[]>(statement: pg.QueryArrayConfig): Promise<{ readonly rows: R[] }>;
}

/** Reads services by a condition on `s`. `idBounds` may add bounds on the ids of each joined table. */
const rowsWith = (
  condition: string,
  idBounds = (_id: string) => '',
) => `SELECT s.id, s.isp_id, s.reseller_id, s.plan_id, lower(s.username), encode(s.password_enc, 'base64'), s.status,
  s.prepaid_postpaid = 'Prepaid', coalesce(u.bw_level, 1), coalesce(u.exhausted, false), s.ip_assignment, s.ip_pool_id,
  CASE WHEN s.ip_assignment = 'Subnet' THEN text(s.staticip) ELSE host(s.staticip) END, s.mac, s.mac_bind, s.valid_upto, s.grace_upto, s.promise_upto, b.access_upto, s.mac_generation,
  text(s.ip6_prefix), text(s.pd_prefix), s.session_limit
FROM crm.service s LEFT JOIN radius.usage u ON u.service_id = s.id${idBounds('u.service_id')}
  LEFT JOIN crm.service_problem b ON b.service_id = s.id${idBounds('b.service_id')}
${condition}`;

/** Number of ids in a page, which is put into memory in some 10 ms; deleted services leave it with fewer rows. */
const PAGE = 2_500;
const LAST_ID = 2_147_483_647;

export async function readServices(on: RowReader, ids: readonly number[]): Promise<ServiceRow[]> {
  return rowsOf(on, rowsWith('WHERE s.deleted_at IS NULL AND s.id = ANY($1)'), [ids]);
}

/** By ISP and username, case-insensitively. */
export async function readServicesByName(
  pool: pg.Pool,
  names: readonly { readonly ispId: number; readonly username: string }[],
): Promise<ServiceRow[]> {
  return rowsOf(
    pool,
    rowsWith(`JOIN unnest($1::int[], $2::text[]) AS wanted (isp_id, username)
      ON s.isp_id = wanted.isp_id AND lower(s.username) = lower(wanted.username) WHERE s.deleted_at IS NULL`),
    [names.map(({ ispId }) => ispId), names.map(({ username }) => username)],
  );
}

/**
 * All services in pages by id, so that packets are answered in between. The database reads the next page while this one is put
 * into memory.
 */
export async function* readAllServices(pool: pg.Pool): AsyncGenerator<ServiceRow[]> {
  let upto = await lastOfPage(pool, 0);
  for (let page = readPage(pool, 0, upto); ; ) {
    const isLast = upto === LAST_ID;
    const [rows, next] = await Promise.all([page, isLast ? LAST_ID : lastOfPage(pool, upto)]);
    if (!isLast) {
      page = readPage(pool, upto, next);
      page.catch(() => undefined); // it is awaited after the rows have been taken, if at all
      upto = next;
      await nextTurn(); // only then it is sent
    }
    if (rows.length > 0) yield rows;
    if (isLast) return;
  }
}

/** The services with ids above `after`, up to `upto`. */
async function readPage(pool: pg.Pool, after: number, upto: number): Promise<ServiceRow[]> {
  return rowsOf(pool, PAGE_OF_SERVICES, [after, upto]);
}

const withinPage = (id: string) => ` AND ${id} > $1 AND ${id} <= $2`;

/** The ids of every table have both bounds, so each page costs the same whatever join the planner chooses. */
export const PAGE_OF_SERVICES = rowsWith(`WHERE s.deleted_at IS NULL${withinPage('s.id')} ORDER BY s.id`, withinPage);

async function lastOfPage(pool: pg.Pool, after: number): Promise<number> {
  const text = `SELECT id FROM crm.service WHERE id > $1 ORDER BY id OFFSET ${PAGE - 1} LIMIT 1`;
  const { rows } = await pool.query<{ id: number }>(text, [after]);
  return rows[0]?.id ?? LAST_ID;
}

async function rowsOf(on: RowReader, text: string, values: unknown[]): Promise<ServiceRow[]> {
  const { rows } = await on.query<ServiceRow>({ text, values, rowMode: 'array' });
  return rows;
}
