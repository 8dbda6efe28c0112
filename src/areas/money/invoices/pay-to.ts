import type { Database } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';

/** How an ISP wants its invoices paid, as its settings say; empty: nothing is set. */
export interface PayTo {
  readonly bank: string;
  readonly upi: string;
  readonly page: string;
}

export async function readPayTo({ pool }: Pick<Database, 'pool'>, ispId: number): Promise<PayTo | null> {
  const [set] = await query<PayTo>(
    pool,
    sql`SELECT bank_details AS bank, upi_id AS upi, portal_url AS page FROM crm.isp_setting WHERE isp_id = ${ispId}`,
  );
  return set ?? null;
}
