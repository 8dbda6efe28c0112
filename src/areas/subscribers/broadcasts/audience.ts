import { conditionsOf, filter } from '../../../core/list/index.ts';
import { partOf, type Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { join, raw, type Sql, sql } from '../../../db/sql.ts';
import { subscribers } from '../overview/list.ts';
import { SERVICES, services } from '../services/list.ts';
import { servicesOfNas } from '../services/services-of-nas.ts';

const nasid = filter(
  wire.id(),
  (id) => sql`s.id IN (${servicesOfNas(sql`(SELECT n.isp_id FROM radius.nas n WHERE n.id = ${id})`, id)})`,
);

const { resellerid, planid, ippool, location_code, sub_location_code, status } = services.filters;
const { serviceids, incidentid } = subscribers.filters;
const filters = { resellerid, planid, ippool, location_code, sub_location_code, status, serviceids, nasid, incidentid };
const chosenServices = { ...services, filters };

/** Which services a mass message is about; without any of them, all of the ISP. */
export const audienceShape = {
  resellerid: resellerid.schema.optional(),
  planid: planid.schema.optional(),
  ippool: ippool.schema.optional(),
  location_code: location_code.schema.optional(),
  sub_location_code: sub_location_code.schema.optional(),
  status: status.schema.optional(),
  serviceids: serviceids.schema.optional(),
  nasid: nasid.schema.optional(),
  incidentid: incidentid.schema.optional(),
};

/** What of the audience was given, as it is stored. */
export type Audience = Readonly<Record<string, string | number | readonly number[]>>;

export const audienceOf = (input: Readonly<Record<string, unknown>>): Audience =>
  Object.fromEntries(
    Object.entries(input).filter(([name, value]) => Object.hasOwn(filters, name) && value !== undefined),
  ) as Audience;

export interface Slice {
  readonly after: number;
  readonly limit: number;
}

/**
 * The customers `chosen` of these services, each with one service that fills the placeholders. `slice`: only the first after a
 * customer.
 */
export function chosenCustomers(scope: Scope, ispId: number, audience: Audience, slice?: Slice): Sql {
  const ofIsp = partOf(scope, { ispId, resellerId: null });
  // None of these filters is about days.
  const conditions = conditionsOf(chosenServices, { scope: ofIsp, zone: 'UTC' }, audience);
  if (slice) conditions.push(sql`s.customer_id > ${slice.after}`);
  const cut = slice ? sql`ORDER BY s.customer_id LIMIT ${slice.limit}` : sql``;
  return sql`SELECT s.customer_id, min(s.id) AS service_id FROM ${raw(SERVICES)}
    WHERE ${join(conditions, ' AND ')} GROUP BY s.customer_id ${cut}`;
}
