import { scopeConditions } from '../../../../core/tenancy/scope.ts';
import { join, sql } from '../../../../db/sql.ts';
import { named, orNone, plain, summed } from '../columns.ts';
import { OF_A_YEAR } from '../parameters.ts';
import { sqlReport } from '../sql-report.ts';

/** The other side of `tax/gstr1`: with it, all documents of the days are accounted for. */
export const outsideGstr1 = sqlReport({
  name: 'outside_gstr1',
  title: 'Not in GSTR-1',
  description:
    'Documents that sellers with a GSTIN issued on those days and that are not in their GSTR-1: charges or credits without tax (`tax=None`, opening balances) or from before the seller was taxed under GST, and documents with another GSTIN. Your accountant decides whether to declare such an amount.',
  ...OF_A_YEAR,
  group: 'tax',
  access: 'report.read',
  columns: {
    issued_on: plain('day', 'Issued'),
    document_no: plain('text', 'Document'),
    sellerid: named('seller', plain('ownerid', 'Seller id')),
    seller: orNone('text', 'Seller'),
    serviceid: named('username', plain('id', 'Service id')),
    username: plain('text', 'Username'),
    description: plain('text', 'Description'),
    tax_number: orNone('text', 'GSTIN'),
    net: summed('money', 'Net'),
    tax: summed('money', 'Tax'),
    total: summed('money', 'Total'),
  },
  sql: ({ scope }, { from, to }) => {
    const conditions = scopeConditions(scope, {
      isp: 'i.isp_id',
      reseller: 'i.reseller_id',
      location: { lc: 's.location_code', slc: 's.sub_location_code' },
    });
    return sql`
      SELECT i.issued_on, i.document_no, i.seller_id AS sellerid, r.name AS seller,
        i.service_id AS serviceid, s.username,
        (SELECT string_agg(l.description, ', ' ORDER BY l.position) FROM crm.invoice_line l WHERE l.invoice_id = i.id) AS description,
        i.tax_document -> 'seller' ->> 'tax_number' AS tax_number, i.net, i.tax, i.total, i.id
      FROM crm.invoice i
      JOIN crm.service s ON s.id = i.service_id
      JOIN crm.tax_seller t ON t.isp_id = i.isp_id AND t.seller_id = i.seller_id AND t.scheme = 'gst' AND t.tax_number IS NOT NULL
      LEFT JOIN crm.reseller r ON r.isp_id = i.isp_id AND r.id = i.seller_id
      WHERE ${join(conditions, ' AND ')} AND i.issued_on BETWEEN ${from}::date AND ${to}::date
        AND (i.tax_document ->> 'scheme' = 'gst' AND i.tax_document -> 'seller' ->> 'tax_number' = t.tax_number) IS NOT TRUE`;
  },
  order: sql`issued_on, document_no`,
});
