import { sql } from '../../../../db/sql.ts';
import type { Check } from './check.ts';

export const INVOICE_CHECKS: readonly Check[] = [
  {
    name: 'invoices',
    invariant: 'every invoice is the sum of its lines',
    items: sql`
      SELECT 'invoice ' || i.id AS item,
        CASE WHEN (i.net, i.tax, i.total) IS DISTINCT FROM (l.net, l.tax, l.total) THEN
          format('is %s + %s = %s, its lines are %s + %s = %s', i.net, i.tax, i.total, l.net, l.tax, l.total) END AS problem
      FROM crm.invoice i
      LEFT JOIN (SELECT invoice_id, sum(net) AS net, sum(tax) AS tax, sum(total) AS total
                 FROM crm.invoice_line GROUP BY invoice_id) l ON l.invoice_id = i.id`,
  },
  {
    name: 'invoice_lines',
    invariant: 'every invoice line equals its charge, which is of the same service',
    items: sql`
      SELECT 'invoice ' || l.invoice_id || ', line ' || l.position AS item,
        CASE WHEN c.service_id <> i.service_id
            THEN format('is for service %s, the invoice for %s', c.service_id, i.service_id)
          WHEN (l.amt, l.discount, l.net, l.tax, l.total) IS DISTINCT FROM (c.amt, c.discount, c.net, c.tax, c.total)
            THEN format('totals %s, charge %s is %s', l.total, c.id, c.total) END AS problem
      FROM crm.invoice_line l
      JOIN crm.invoice i ON i.id = l.invoice_id
      JOIN crm.charge c ON c.id = l.charge_id`,
  },
  {
    name: 'invoice_numbers',
    invariant: 'the invoices of a seller are numbered without gaps',
    items: sql`
      SELECT format('ISP %s, seller %s', isp_id, seller_id) AS item,
        CASE WHEN coalesce(i.count, 0) <> coalesce(n.last_number, 0) OR coalesce(i.highest, 0) <> coalesce(n.last_number, 0)
          THEN format('%s invoices up to number %s, the counter is at %s', coalesce(i.count, 0), coalesce(i.highest, 0),
            coalesce(n.last_number, 0)) END AS problem
      FROM crm.invoice_counter n
      FULL JOIN (SELECT isp_id, seller_id, count(*) AS count, max(number) AS highest
                 FROM crm.invoice GROUP BY isp_id, seller_id) i USING (isp_id, seller_id)`,
  },
  {
    name: 'tax_numbers',
    invariant: 'the documents of a tax series are numbered without gaps',
    items: sql`
      SELECT format('ISP %s, series %s', s.isp_id, s.prefix) AS item,
        CASE WHEN (coalesce(i.count, 0), coalesce(i.highest, 0)) <> (s.last_number, s.last_number)
          THEN format('%s documents up to number %s, the counter is at %s', coalesce(i.count, 0), coalesce(i.highest, 0),
            s.last_number) END AS problem
      FROM crm.invoice_series s
      LEFT JOIN (SELECT isp_id, seller_id, left(tax_document ->> 'series', -1) AS prefix, count(*) AS count,
                   max((tax_document ->> 'serial')::int) AS highest
                 FROM crm.invoice WHERE tax_document IS NOT NULL GROUP BY 1, 2, 3) i USING (isp_id, seller_id, prefix)
      WHERE s.last_number IS NOT NULL`,
  },
  {
    name: 'dues',
    invariant:
      'the unpaid amounts of the invoices of a service sum to what it owes without charges that are not invoiced; more is owed only of refunds whose payment was cancelled',
    items: sql`
      SELECT 'service ' || s.id AS item,
        CASE WHEN d.unpaid <> d.due AND (d.unpaid <> d.invoiced OR d.due - d.unpaid NOT BETWEEN 0 AND d.refunded)
          THEN format('%s of its invoices is unpaid, it owes %s', d.unpaid, d.due) END AS problem
      FROM crm.service s
      LEFT JOIN (SELECT service_id, sum(greatest(total, 0) - paid_amt) AS unpaid, sum(greatest(total, 0)) AS invoiced
                 FROM crm.invoice GROUP BY service_id) i ON i.service_id = s.id
      LEFT JOIN (SELECT service_id, sum(amt) AS refunded FROM crm.adjustment
                 WHERE kind = 'Refund' GROUP BY service_id) r ON r.service_id = s.id
      LEFT JOIN (SELECT c.service_id, sum(c.total) AS open
                 FROM crm.charge c LEFT JOIN crm.invoice_line l ON l.charge_id = c.id
                 WHERE l.charge_id IS NULL GROUP BY c.service_id) c ON c.service_id = s.id
      CROSS JOIN LATERAL (SELECT coalesce(i.unpaid, 0) AS unpaid, coalesce(i.invoiced, 0) AS invoiced,
        coalesce(r.refunded, 0) AS refunded, greatest(0, s.os_amt - coalesce(c.open, 0)) AS due) d`,
  },
];
