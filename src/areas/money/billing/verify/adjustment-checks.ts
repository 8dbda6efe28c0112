import { sql } from '../../../../db/sql.ts';
import { givenUp } from '../store/credited.ts';
import type { Check } from './check.ts';

/** Adjustments, write-offs and refunds. */
export const ADJUSTMENT_CHECKS: readonly Check[] = [
  {
    name: 'adjustments',
    invariant: 'an adjustment equals what its entry moves on the account of the service, or takes out of its deposit',
    items: sql`
      SELECT 'adjustment ' || d.id AS item,
        CASE WHEN coalesce(l.moved, 0) <> d.amt * CASE WHEN d.kind IN ('Credit', 'WriteOff', 'TransferIn') THEN -1 ELSE 1 END
          THEN format('is a %s of %s, entry %s moves %s', d.kind, d.amt, d.entry_id, coalesce(l.moved, 0)) END AS problem
      FROM crm.adjustment d
      LEFT JOIN LATERAL (
        SELECT sum(l.amt) AS moved FROM crm.ledger_line l JOIN crm.ledger_account a ON a.id = l.account_id
        WHERE l.entry_id = d.entry_id
          AND CASE d.kind WHEN 'DepositRefund' THEN a.kind = 'nominal' AND a.name = 'deposit'
            ELSE a.kind = 'service' AND a.service_id = d.service_id END
      ) l ON true`,
  },
  {
    name: 'adjustment_entries',
    invariant: 'every entry that adjusts, writes off or refunds has its adjustment',
    items: sql`
      SELECT 'entry ' || e.id AS item,
        CASE WHEN d.id IS NULL THEN format('is a %s that nobody is named for', e.kind) END AS problem
      FROM crm.ledger_entry e
      LEFT JOIN crm.adjustment d ON d.entry_id = e.id AND d.service_id = e.service_id
      WHERE e.kind IN ('adjustment', 'write_off', 'refund', 'deposit_refund', 'transfer_out', 'transfer_in')`,
  },
  {
    name: 'credited_invoices',
    invariant:
      'adjustments credit no invoice with more than it is, and with plan changes none with more than it charges',
    items: sql`
      SELECT 'invoice ' || i.id AS item,
        CASE WHEN u.adjusted > i.total THEN format('is %s, adjustments credit %s', i.total, u.adjusted)
          WHEN u.credited > u.charged THEN format('charges %s, credited is %s', u.charged, u.credited) END AS problem
      FROM crm.invoice i CROSS JOIN ${givenUp(sql`i`)} u
      WHERE EXISTS (SELECT FROM crm.adjustment d WHERE d.invoice_id = i.id AND d.service_id = i.service_id)`,
  },
];
