import type { Database } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';

/** How the ISP wants its invoices paid, as its settings say; empty: nothing is set. */
export interface PayTo {
  readonly bank: string;
  readonly upi: string;
  readonly page: string;
}

interface Owner {
  readonly ispId: number;
  readonly resellerId: number | null;
}

/** Null for subscribers of a reseller who collects the payments: what they paid the ISP, the reseller would ask for again. */
export async function readPayTo({ pool }: Pick<Database, 'pool'>, { ispId, resellerId }: Owner): Promise<PayTo | null> {
  const [set] = await query<PayTo>(
    pool,
    sql`SELECT bank_details AS bank, upi_id AS upi, portal_url AS page FROM crm.isp_setting
        WHERE isp_id = ${ispId} AND NOT EXISTS (SELECT FROM crm.reseller r WHERE r.isp_id = ${ispId}
          AND r.id = ${resellerId}::int AND 'ISP' <> ALL (string_to_array(r.payment_by, '+')))`,
  );
  return set ?? null;
}
