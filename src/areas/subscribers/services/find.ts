import { z } from 'zod';
import { lockForUpdate, readRecord } from '../../../core/records/row-locks.ts';
import type { Owner } from '../../../core/tenancy/owner.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { id } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { type Runner, sql } from '../../../db/sql.ts';
import { TAX_SCHEME } from '../../money/tax/check-tax-id.ts';
import type { Scheme } from '../../money/tax/vocabulary.ts';

export const namedService = z.strictObject({ serviceid: id() });

export interface Service extends Owner {
  readonly id: number;
  readonly customerId: number;
  readonly username: string;
  readonly protocol: string;
  readonly connectivity: string;
  readonly billingStartDay: number;
  readonly locationCode: string;
  readonly subLocationCode: string;
  readonly installationAddress: string;
  readonly iaZipcode: string | null;
  readonly iaState: string | null;
  readonly iaCity: string | null;
  readonly iaStreet: string | null;
  readonly billingAddress: string;
  readonly baZipcode: string | null;
  readonly baState: string | null;
  readonly baCity: string | null;
  readonly baStreet: string | null;
  readonly ipAssignment: string;
  readonly staticip: string | null;
  readonly ip6Prefix: string | null;
  readonly pdPrefix: string | null;
  readonly sessionLimit: number | null;
  readonly mac: string | null;
  readonly macBind: string;
  /** Of who invoices it; null: none. */
  readonly taxScheme: Scheme | null;
  readonly ipPool: { readonly id: number; readonly name: string } | null;
  readonly plan: {
    readonly id: number;
    readonly protocol: readonly string[];
    readonly connectivity: readonly string[];
    readonly planPeriodUnit: string;
  };
}

const OWNER = sql`x.id, x.isp_id AS "ispId", x.reseller_id AS "resellerId"`;

const COLUMNS = sql`${OWNER}, x.customer_id AS "customerId", x.username, x.protocol, x.connectivity, x.billing_start_day AS "billingStartDay",
  x.location_code AS "locationCode", x.sub_location_code AS "subLocationCode",
  x.installation_address AS "installationAddress", x.ia_zipcode AS "iaZipcode", x.ia_state AS "iaState", x.ia_city AS "iaCity",
  x.ia_street AS "iaStreet", x.billing_address AS "billingAddress", x.ba_zipcode AS "baZipcode", x.ba_state AS "baState",
  x.ba_city AS "baCity", x.ba_street AS "baStreet", x.ip_assignment AS "ipAssignment", host(x.staticip) AS staticip,
  text(x.ip6_prefix) AS "ip6Prefix", text(x.pd_prefix) AS "pdPrefix", x.session_limit AS "sessionLimit", x.mac, x.mac_bind AS "macBind", ${TAX_SCHEME} AS "taxScheme",
  (SELECT jsonb_build_object('id', o.id, 'name', o.name) FROM radius.ip_pool o WHERE o.id = x.ip_pool_id) AS "ipPool",
  (SELECT jsonb_build_object('id', p.id, 'protocol', p.protocol, 'connectivity', p.connectivity,
     'planPeriodUnit', p.plan_period_unit) FROM crm.plan p WHERE p.id = x.plan_id) AS plan`;

/** The service, locked before it is read. */
export async function lockService(tx: Tx, scope: Scope, serviceId: number): Promise<Service> {
  const locked = lockForUpdate(tx, scope, { what: 'service', id: serviceId });
  const [, service] = await Promise.all([locked, findService(tx, scope, serviceId)]);
  return service;
}

export const findService = (on: Runner, scope: Scope, serviceId: number): Promise<Service> =>
  readRecord<Service>(on, scope, { what: 'service', id: serviceId }, COLUMNS);

/** For those who need no more than to know that it is in the scope, and whose it is. */
export const findServiceOwner = (tx: Tx, scope: Scope, serviceId: number): Promise<Owner & { readonly id: number }> =>
  readRecord(tx, scope, { what: 'service', id: serviceId }, OWNER);
