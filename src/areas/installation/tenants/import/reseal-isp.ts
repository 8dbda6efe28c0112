import type pg from 'pg';
import { type Sql, sql } from '../../../../db/sql.ts';
import { type Resealing, reseal } from '../../secrets/reseal.ts';
import type { SealedColumn } from '../../secrets/sealed-columns.ts';

/** Seals the secrets of an ISP with another key. Returns how many could not be opened, and stay as they are. */
export async function resealIsp(client: pg.ClientBase, ispId: number, keys: Resealing): Promise<number> {
  let unreadable = 0;
  for await (const batch of reseal({ ...keys, of: (column) => ofIsp(ispId, column), run: (work) => work(client) }))
    unreadable += batch.unreadable;
  return unreadable;
}

const ofIsp = (ispId: number, { table }: SealedColumn): Sql =>
  table === 'auth.second_factor'
    ? sql`t.user_id IN (SELECT id FROM auth.login_user WHERE isp_id = ${ispId})`
    : sql`t.isp_id = ${ispId}`;
