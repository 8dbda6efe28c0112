import { column, defineList, filter, type Needs, telephone, wildcard } from '../../../core/list/index.ts';
import { calledAt } from '../../../core/telephone/called-at.ts';
import * as wire from '../../../core/wire/index.ts';
import { sql } from '../../../db/sql.ts';
import { byAnything } from '../search/anything.ts';
import { SERVICE_SORT, SERVICES, services } from '../services/list.ts';

const text = (from: Parameters<typeof column>[1]) => column(wire.shown().nullable(), from);

const open = sql`FROM radius.session x WHERE x.service_id = s.id AND x.ended_at IS NULL`;
/** For the rows of a page: EXISTS among the columns has PostgreSQL read the sessions of all tenants into a hash table. */
const isOnline = sql`((SELECT true ${open} LIMIT 1) IS NOT NULL)`;
const liveIp = sql`(SELECT host(x.ip) ${open} ORDER BY x.started_at DESC LIMIT 1)`;
const online = sql`EXISTS (SELECT ${open})`;

const called = calledAt({ table: 'crm.customer', alias: 'c' });

/** Services that the incident concerns now; those that it has concerned, once it has ended. */
const concernedByIncident = (id: number) =>
  sql`SELECT h.service_id FROM crm.incident_service h JOIN crm.incident i ON i.id = h.incident_id
    WHERE h.incident_id = ${id} AND (h.upto_at IS NULL OR (i.ended_at IS NOT NULL AND h.upto_at > h.from_at))`;

/** Of one question about rows that somebody has chosen. */
const MAX_CHOSEN = 1000;

/** Services with their customer, plan and session: `service/list` with what else a screen shows of each. */
export const subscribers = defineList({
  ...services,
  from: `${SERVICES}
    LEFT JOIN crm.customer c ON c.id = s.customer_id AND c.isp_id = s.isp_id
    LEFT JOIN crm.plan p ON p.id = s.plan_id
    LEFT JOIN crm.sub_plan sp ON sp.id = s.sub_plan_id`,
  columns: {
    ...services.columns,
    customername: text(sql`concat_ws(' ', c.name, c.surname)`),
    mobile: telephone(wire.shown().nullable(), 'c.mobile'),
    planname: text('p.name'),
    subplanname: text('sp.name'),
    online: column(wire.flag01(), isOnline),
    ip: column(wire.ipv4().nullable(), liveIp),
  },
  filters: {
    ...services.filters,
    search: byAnything(),
    serviceids: filter(wire.csv(wire.id(), { max: MAX_CHOSEN }), (ids) => sql`s.id = ANY(${ids}::bigint[])`, {
      isSelective: () => true,
    }),
    customername: wildcard('c.name'),
    // A customer with a service is never deleted; the index has only those that are not.
    mobile: filter(called.schema, (...given) => sql`(${called.condition(...given)} AND c.deleted_at IS NULL)`, {
      isSelective: () => true,
    }),
    incidentid: filter(wire.id(), (id) => sql`s.id IN (${concernedByIncident(id)})`),
    online: filter(wire.flag01(), (yes) => (yes ? online : sql`NOT ${online}`)),
  },
  sort: {
    ...SERVICE_SORT,
    customername: { by: sql`c.name`, joined: sql`(c.isp_id = s.isp_id AND c.deleted_at IS NULL)` },
  },
});

/** The roles that see services do not all see customers, sessions and incidents. */
export const SUBSCRIBER_NEEDS: Needs = {
  ...{ customername: 'customer.read', mobile: 'customer.read', ip: 'session.read' },
  incidentid: 'incident.read',
};
