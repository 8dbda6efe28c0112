import { type Sql, sql } from '../../../../db/sql.ts';

/* Seller and buyer of a document as they are now; `areas/money/invoices/parties.ts` says what they hold. */

/** The seller, as documents show it: of a reseller `r` if there is one, else of the ISP `i`. */
export const SELLER: Sql = sql`CASE WHEN r.id IS NULL THEN jsonb_build_object('name', i.name, 'code', i.code, 'address', i.address,
    'state', i.state, 'country', i.country, 'mobile', i.mobile, 'email', i.email)
  ELSE jsonb_build_object('name', r.name, 'code', r.code, 'address', r.address, 'state', r.state,
    'country', i.country, 'mobile', r.mobile, 'email', r.email) END`;

/** The customer `c` of a service `s`, with its billing address `a`. */
export const BUYER: Sql = sql`jsonb_build_object('customerid', c.id, 'name', concat_ws(' ', c.name, c.surname), 'type', c.type,
    'company', NULL, 'address', jsonb_build_array(coalesce(a.street, c.street)), 'city', coalesce(a.city, c.city), 'state', coalesce(a.state, c.state),
    'zipcode', coalesce(a.zipcode, c.zipcode), 'mobile', c.mobile, 'email', c.email, 'tax_id', s.tax_id,
    'username', s.username)`;

/** Joins the address `a` that a service `s` is billed to, if it is not the customer's. */
export const BILLING_ADDRESS: Sql = sql`LEFT JOIN LATERAL (
    SELECT s.ba_street AS street, s.ba_city AS city, s.ba_state AS state, s.ba_zipcode AS zipcode
    WHERE s.billing_address = 'new'
    UNION ALL SELECT s.ia_street, s.ia_city, s.ia_state, s.ia_zipcode WHERE s.billing_address = 'ia'
  ) a ON true`;
