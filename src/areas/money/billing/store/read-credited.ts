import { Decimal } from 'decimal.js';
import type { Tx } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';
import type { CreditedInvoice } from '../pricing/credit-shares.ts';
import { givenUp } from './credited.ts';
import { CHARGE, type ChargeRow, openChargeOf } from './read-history.ts';

interface Row {
  readonly id: number;
  readonly net: string;
  readonly left: string;
  readonly commission: string | null;
  readonly lines: ChargeRow[];
}

/**
 * An invoice of a service, for a credit of it. The service is locked already, so that no other credit of it can be made
 * meanwhile.
 * @returns undefined if the service has no such invoice
 */
export async function readCredited(
  tx: Tx,
  { serviceId, invoiceId }: { readonly serviceId: number; readonly invoiceId: number },
): Promise<CreditedInvoice | undefined> {
  const [row] = await query<Row>(
    tx,
    sql`WITH line AS MATERIALIZED (
          SELECT c.* FROM crm.invoice_line l JOIN crm.charge c ON c.id = l.charge_id WHERE l.invoice_id = ${invoiceId}
        )
        SELECT i.id, i.net,
          greatest(0, least(i.total - u.adjusted, u.charged - u.credited - u.written_off)) AS left,
          (SELECT jsonb_agg(${CHARGE} ORDER BY c.id) FROM line c) AS lines,
          (SELECT coalesce(sum(l.amt) FILTER (WHERE a.name = 'commission'), 0)
           FROM crm.ledger_line l
           JOIN crm.ledger_account a ON a.id = l.account_id AND a.name IN ('commission', 'franchisee_clearing')
           WHERE l.entry_id IN (SELECT c.entry_id FROM line c) HAVING count(*) > 0) AS commission
        FROM crm.invoice i CROSS JOIN ${givenUp(sql`i`)} u WHERE i.id = ${invoiceId} AND i.service_id = ${serviceId}`,
  );
  if (!row) return undefined;
  return {
    id: row.id,
    net: new Decimal(row.net),
    left: new Decimal(row.left),
    lines: row.lines.map(openChargeOf),
    commission: row.commission === null ? null : new Decimal(row.commission),
  };
}
