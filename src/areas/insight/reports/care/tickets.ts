import { ticketScope } from '../../../../core/tenancy/care-scope.ts';
import { scopeConditions } from '../../../../core/tenancy/scope.ts';
import { endOfDay, startOfDay } from '../../../../core/zone.ts';
import { join, type Sql, sql } from '../../../../db/sql.ts';
import { named, orNone, plain, summed } from '../columns.ts';
import { OF_A_YEAR } from '../parameters.ts';
import type { ReportCall } from '../report.ts';
import { sqlReport } from '../sql-report.ts';

/** Within so many days a second ticket of a service about the same is one that comes back. */
const REPEAT_DAYS = 30;
/** Of 5. */
const SATISFIED = 4;

const FIGURES = {
  tickets: summed('count', 'Tickets'),
  pending: summed('count', 'Pending'),
  resolved: summed('count', 'Resolved'),
  reopened: summed('count', 'Reopened'),
  repeated: summed('count', 'Repeated'),
  respond_missed: summed('count', 'Answered late'),
  resolve_missed: summed('count', 'Resolved late'),
  legal_missed: summed('count', 'Past the legal limit'),
  answer_min: orNone('count', 'Minutes to an answer'),
  resolution_min: orNone('count', 'Minutes to a resolution'),
  rated: summed('count', 'Rated'),
  satisfied: orNone('percent', 'Satisfied'),
};

const shared = {
  ...OF_A_YEAR,
  description: `Tickets that were filed on those days, without those merged into another. A repeated one came within ${REPEAT_DAYS} days of another of the same service and category. Minutes are means, from the filing to the first answer and to the resolution, nights and pauses included. Satisfied are ratings of ${SATISFIED} and 5, in percent of those given.`,
  group: 'care',
  access: 'ticket.read',
} as const;

interface Days {
  readonly from: string;
  readonly to: string;
}

interface Grouping {
  /** Columns of the ticket `t`, in the order of `names`. */
  readonly by: Sql;
  readonly joins: Sql;
}

const isRepeated = sql`EXISTS (SELECT FROM crm.ticket o WHERE o.service_id = t.service_id AND o.category_id = t.category_id
  AND o.id <> t.id AND o.status <> 'Merged' AND o.created_at < t.created_at
  AND o.created_at >= t.created_at - make_interval(days => ${REPEAT_DAYS}))`;

const minutesUntil = (at: Sql): Sql =>
  sql`round(avg(extract(epoch FROM ${at} - t.created_at) / 60) FILTER (WHERE ${at} IS NOT NULL))::int`;

const figures = sql`count(*)::int AS tickets,
  count(*) FILTER (WHERE t.status IN ('New', 'Open', 'Waiting', 'Referred', 'Visit'))::int AS pending,
  count(*) FILTER (WHERE t.status IN ('Resolved', 'Closed'))::int AS resolved,
  count(*) FILTER (WHERE t.reopened > 0)::int AS reopened,
  count(*) FILTER (WHERE ${isRepeated})::int AS repeated,
  count(t.respond_breached_at)::int AS respond_missed,
  count(t.resolve_breached_at)::int AS resolve_missed,
  count(t.legal_breached_at)::int AS legal_missed,
  ${minutesUntil(sql`t.first_reply_at`)} AS answer_min,
  ${minutesUntil(sql`t.resolved_at`)} AS resolution_min,
  count(t.rating)::int AS rated,
  round(100.0 * count(*) FILTER (WHERE t.rating >= ${SATISFIED}) / nullif(count(t.rating), 0), 2) AS satisfied`;

const ticketsBy =
  (grouping: (call: ReportCall) => Grouping) =>
  (call: ReportCall, { from, to }: Days): Sql => {
    const { by, joins } = grouping(call);
    return sql`
      SELECT ${by}, ${figures} FROM crm.ticket t ${joins}
      WHERE ${join(scopeConditions(call.scope, ticketScope('t')), ' AND ')} AND t.status <> 'Merged'
        AND t.created_at >= ${startOfDay(from, call.zone)} AND t.created_at < ${endOfDay(to, call.zone)}
      GROUP BY 1, 2`;
  };

export const ticketsByCategory = sqlReport({
  ...shared,
  name: 'tickets_by_category',
  title: 'Tickets by category',
  columns: {
    categoryid: named('category', plain('id', 'Category id')),
    category: plain('text', 'Category'),
    ...FIGURES,
  },
  chart: { by: 'category', of: ['tickets'] },
  sql: ticketsBy(() => ({
    by: sql`k.id AS categoryid, k.name AS category`,
    joins: sql`JOIN crm.ticket_category k ON k.isp_id = t.isp_id AND k.id = t.category_id`,
  })),
  order: sql`tickets DESC, categoryid`,
});

export const ticketsByLocation = sqlReport({
  ...shared,
  name: 'tickets_by_location',
  title: 'Tickets by location',
  description: `${shared.description} Those about no service have no location.`,
  columns: {
    location_code: named('location', orNone('text', 'Location code')),
    location: orNone('text', 'Location'),
    ...FIGURES,
  },
  chart: { by: 'location', of: ['tickets'] },
  sql: ticketsBy(() => ({
    by: sql`s.location_code, l.name AS location`,
    joins: sql`LEFT JOIN crm.service s ON s.isp_id = t.isp_id AND s.id = t.service_id
      LEFT JOIN crm.location l ON l.isp_id = s.isp_id AND l.code = s.location_code`,
  })),
  order: sql`tickets DESC, location_code`,
});

export const ticketsByNas = sqlReport({
  ...shared,
  name: 'tickets_by_nas',
  title: 'Tickets by NAS',
  description: `${shared.description} The NAS is that of the last session before the filing.`,
  columns: { nasid: named('nas', orNone('id', 'NAS id')), nas: orNone('text', 'NAS'), ...FIGURES },
  chart: { by: 'nas', of: ['tickets'] },
  sql: ticketsBy(() => ({
    by: sql`n.id AS nasid, n.name AS nas`,
    joins: sql`LEFT JOIN radius.nas n ON n.isp_id = t.isp_id AND n.id = t.nas_id`,
  })),
  order: sql`tickets DESC, nasid`,
});

export const ticketsByReseller = sqlReport({
  ...shared,
  name: 'tickets_by_reseller',
  title: 'Tickets by reseller',
  columns: {
    resellerid: named('reseller', plain('ownerid', 'Reseller id')),
    reseller: orNone('text', 'Reseller'),
    ...FIGURES,
  },
  chart: { by: 'reseller', of: ['tickets'] },
  sql: ticketsBy(() => ({
    by: sql`coalesce(t.reseller_id, 0) AS resellerid, r.name AS reseller`,
    joins: sql`LEFT JOIN crm.reseller r ON r.isp_id = t.isp_id AND r.id = t.reseller_id`,
  })),
  order: sql`tickets DESC, resellerid`,
});

export const ticketsByAgent = sqlReport({
  ...shared,
  name: 'tickets_by_agent',
  title: 'Tickets by agent',
  description: `${shared.description} The agent is who has the ticket now, or had it last; a reseller sees agents of its own.`,
  columns: {
    agentid: named('agent', orNone('id', 'Agent id')),
    agent: orNone('text', 'Agent'),
    ...FIGURES,
  },
  chart: { by: 'agent', of: ['tickets'] },
  sql: ticketsBy(({ scope: { resellerId } }) => ({
    by: sql`u.id AS agentid, u.username AS agent`,
    joins: sql`LEFT JOIN auth.login_user u ON u.isp_id = t.isp_id AND u.id = t.assigned_to
      ${resellerId === null ? sql`` : sql`AND t.keeper_id = ${resellerId}`}`,
  })),
  order: sql`tickets DESC, agentid`,
});
