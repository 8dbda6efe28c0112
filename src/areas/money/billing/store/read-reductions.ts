import { Decimal } from 'decimal.js';
import type { Tx } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';
import type { Reduction } from '../pricing/reduction.ts';
import { givenUp } from './credited.ts';

interface Row {
  readonly period_id: number;
  readonly charged: Decimal.Value;
  readonly given: Decimal.Value;
  readonly left: Decimal.Value;
}

/**
 * What was given up by hand of the invoices of periods, by period. A statement of its own, for services of which something was
 * ever given up: PostgreSQL prepares every part of a statement each time, also those that it then does not need.
 */
export async function readReductions(tx: Tx, periodIds: readonly number[]): Promise<ReadonlyMap<number, Reduction>> {
  if (periodIds.length === 0) return new Map();
  const rows = await query<Row>(
    tx,
    sql`SELECT p.id AS period_id, u.charged, u.adjusted + u.written_off AS given,
          greatest(0, u.charged - u.credited - u.written_off) AS left
        FROM crm.period p
        JOIN crm.invoice i ON i.id = (SELECT l.invoice_id FROM crm.charge c JOIN crm.invoice_line l ON l.charge_id = c.id
          WHERE c.service_id = p.service_id AND c.period_id = p.id AND c.kind = 'plan' AND c.total > 0 LIMIT 1)
        CROSS JOIN ${givenUp(sql`i`)} u
        WHERE p.id = ANY(${[...periodIds]}::int[])`,
  );
  return new Map(
    rows.map(({ period_id: id, charged, given, left }) => [
      id,
      { charged: new Decimal(charged), given: new Decimal(given), left: new Decimal(left) },
    ]),
  );
}
