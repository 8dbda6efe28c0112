import { notFound } from '../../../../core/fault.ts';
import { allMasked, numberFor } from '../../../../core/telephone/masked.ts';
import { type Scope, scopeConditions, servedInLocations, serviceScope } from '../../../../core/tenancy/scope.ts';
import { dayOf } from '../../../../core/zone.ts';
import { join, query, type Runner, sql } from '../../../../db/sql.ts';
import { SELLER } from '../../../money/billing/store/parties.ts';
import { type Known, partyOf, type Seller, seller } from '../../../money/invoices/parties.ts';

/** More than a household has. */
const MAX_CONNECTIONS = 20;

/** A connection that the customer applies for or has. */
export interface Connection {
  readonly username: string;
  readonly plan: string;
  readonly connectivity: string;
  readonly payment: string;
  readonly location: string;
  /** Null: that of the customer. */
  readonly address: string | null;
  readonly on: string;
}

/** What the application form of a customer says. */
export interface Application {
  readonly customerId: number;
  readonly createdAt: Date;
  readonly on: string;
  readonly seller: Known<Seller>;
  readonly logo: Buffer | null;
  readonly type: string;
  readonly name: string;
  readonly born: string | null;
  readonly uniqueid: string | null;
  readonly taxId: string | null;
  readonly mobile: string;
  readonly others: readonly string[];
  readonly email: string;
  readonly street: string;
  /** City, postcode, state. */
  readonly place: string;
  readonly connections: readonly Connection[];
}

interface Row extends Omit<Application, 'seller' | 'on' | 'connections'> {
  readonly seller: unknown;
  readonly timezone: string;
}

interface ServiceRow extends Omit<Connection, 'on'> {
  readonly createdAt: Date;
}

interface Caller {
  readonly scope: Scope;
  readonly maySeeServices: boolean;
}

/** The record as it is now. @throws Fault of kind `notFound` for a customer whom the caller does not see */
export async function readApplication(on: Runner, caller: Caller, customerId: number): Promise<Application> {
  const { scope, maySeeServices } = caller;
  const columns = {
    isp: 'c.isp_id',
    reseller: 'c.reseller_id',
    deleted: 'c.deleted_at',
    own: servedInLocations('c.id'),
  };
  const [row] = await query<Row>(
    on,
    sql`SELECT c.id AS "customerId", c.created_at AS "createdAt", c.type, concat_ws(' ', c.name, c.surname) AS name,
          c.dob::text AS born, c.uniqueid, c.tax_id AS "taxId", ${numberFor(scope, sql`c.mobile`)} AS mobile,
          ${scope.masksPhones ? allMasked(sql`c.other_mobiles`) : sql`c.other_mobiles`} AS others, c.email, c.street,
          concat_ws(', ', c.city, c.zipcode, c.state) AS place, t.timezone, ${SELLER} AS seller,
          (SELECT l.content FROM crm.isp_logo l WHERE l.isp_id = c.isp_id AND r.id IS NULL) AS logo
        FROM crm.customer c
        JOIN crm.isp i ON i.id = c.isp_id
        JOIN crm.isp_setting t ON t.isp_id = c.isp_id
        LEFT JOIN crm.reseller r ON r.id = c.reseller_id AND r.invoice_by = 'Reseller'
        WHERE ${join([sql`c.id = ${customerId}`, ...scopeConditions(scope, columns)], ' AND ')}`,
  );
  if (!row) throw notFound('customer', customerId);
  const { timezone, seller: ofRow, ...application } = row;
  const rows = maySeeServices ? await readConnections(on, scope, customerId) : [];
  return {
    ...application,
    on: dayOf(row.createdAt, timezone),
    seller: partyOf(seller, ofRow),
    connections: rows.map(({ createdAt, ...each }) => ({ ...each, on: dayOf(createdAt, timezone) })),
  };
}

const readConnections = (on: Runner, scope: Scope, customerId: number): Promise<ServiceRow[]> =>
  query<ServiceRow>(
    on,
    sql`SELECT s.username, p.name AS plan, s.connectivity, s.prepaid_postpaid AS payment,
          concat_ws(', ', l.name, s.sub_location_code) AS location, s.created_at AS "createdAt",
          CASE WHEN s.installation_address = 'new' THEN concat_ws(', ', s.ia_street, s.ia_city, s.ia_zipcode, s.ia_state) END AS address
        FROM crm.service s
        JOIN crm.plan p ON p.id = s.plan_id
        LEFT JOIN crm.location l ON l.isp_id = s.isp_id AND l.code = s.location_code
        WHERE ${join([sql`s.customer_id = ${customerId}`, ...scopeConditions(scope, serviceScope('s'))], ' AND ')}
        ORDER BY s.id LIMIT ${MAX_CONNECTIONS}`,
  );
