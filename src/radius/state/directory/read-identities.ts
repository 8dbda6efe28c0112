import type pg from 'pg';
import { query, sql } from '../../../db/sql.ts';
import type { IdentityRow } from './identities.ts';

const COLUMNS = sql`i.id, i.isp_id AS "ispId", i.service_id AS "serviceId", i.circuit_id AS "circuitId",
  i.remote_id AS "remoteId", i.mac`;

const PAGE = 2_500;

export async function readIdentities(pool: pg.Pool, serviceIds: readonly number[]): Promise<IdentityRow[]> {
  return query<IdentityRow>(
    pool,
    sql`SELECT ${COLUMNS} FROM crm.service_identity i WHERE i.service_id = ANY(${serviceIds}::int[])`,
  );
}

/** All identities in pages by id, so that packets are answered in between. */
export async function* readAllIdentities(pool: pg.Pool): AsyncGenerator<readonly IdentityRow[]> {
  for (let after = 0; ; ) {
    const rows = await query<IdentityRow & { readonly id: number }>(
      pool,
      sql`SELECT ${COLUMNS} FROM crm.service_identity i WHERE i.id > ${after} ORDER BY i.id LIMIT ${PAGE}`,
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}
