import type { Permission } from '../../../../core/access/permission.ts';
import type { ForScope, Scope } from '../../../../core/tenancy/scope.ts';
import { type Sql, sql } from '../../../../db/sql.ts';

export const KINDS = [
  ...(['status', 'plan', 'payment', 'invoice', 'adjustment', 'session', 'topup', 'change', 'login'] as const),
  ...(['note', 'call', 'task', 'ticket', 'visit'] as const),
] as const;
export type Kind = (typeof KINDS)[number];

/** Whose timeline it is. Given as values, so that the planner knows how many rows there are of them. */
export interface Subject {
  readonly id: number;
  readonly ispId: number;
  readonly customerId: number;
  readonly username: string;
}

/** Rows of a table that are entries of a timeline. */
export interface Source {
  /** Part of the ids of its entries. */
  readonly name: string;
  readonly kind: Kind;
  readonly access: Permission;
  readonly at: Sql;
  readonly row: Sql;
  readonly title: Sql | ForScope;
  readonly detail: Sql | ForScope;
  readonly amt?: Sql;
  readonly by?: Sql;
  /** FROM and WHERE. The service is in the scope; other conditions are for what not everybody sees who sees the service. */
  from(of: Subject, scope: Scope): Sql;
}

/** A change of the service by a call. The balance changes with payments and invoices, which are entries of their own. */
const changesOf = ({ id }: Subject): Sql => sql`auth.audit_change c JOIN auth.audit_event e ON e.id = c.event_id
  WHERE c.table_name = 'crm.service' AND c.row_id = ${String(id)}`;
const hasStatus = sql`(c.operation = 'insert' OR c.after ? 'status')`;
/** One by one: a join may read all events of those minutes. */
const eventAt = sql`(SELECT e.at FROM auth.audit_event e WHERE e.id = c.event_id)`;
const change = { row: sql`c.id`, at: sql`e.at`, by: sql`e.username` };

/** Of a session, in words. */
const sessionDetail = sql`concat_ws(', ', host(x.ip), x.mac, x.session_time || ' s',
  round(x.out_bytes / 1048576.0, 2) || ' MB down', round(x.in_bytes / 1048576.0, 2) || ' MB up', x.terminate_cause)`;
/** One name for the tables that a session passes through, so that its entry keeps its id. */
const session: Omit<Source, 'from'> = {
  ...{
    name: 'session',
    kind: 'session',
    access: 'session.read',
    at: sql`x.started_at`,
    row: sql`x.id`,
    title: sql`host(x.nas_ip)`,
  },
  detail: sessionDetail,
};

const billing: readonly Source[] = [
  {
    ...{ name: 'invoice', kind: 'invoice', access: 'payment.read', at: sql`i.created_at`, row: sql`i.id` },
    ...{ title: sql`i.document_no`, detail: sql`'due on ' || i.due_on`, amt: sql`i.total`, by: sql`i.created_by` },
    from: ({ id }) => sql`crm.invoice i WHERE i.service_id = ${id}`,
  },
  {
    ...{ name: 'payment', kind: 'payment', access: 'payment.read', at: sql`y.created_at`, row: sql`y.id` },
    ...{ title: sql`y.mode`, detail: sql`y.ref_no`, amt: sql`y.amt`, by: sql`y.created_by` },
    from: ({ id }) => sql`crm.payment y WHERE y.service_id = ${id}`,
  },
  {
    ...{ name: 'refund', kind: 'payment', access: 'payment.read', at: sql`y.cancelled_at`, row: sql`y.id` },
    ...{ title: sql`y.mode || ' cancelled'`, detail: sql`y.cancel_reason`, amt: sql`-y.amt`, by: sql`y.cancelled_by` },
    from: ({ id }) => sql`crm.payment y WHERE y.service_id = ${id} AND y.cancelled_at IS NOT NULL`,
  },
  {
    ...{ name: 'adjustment', kind: 'adjustment', access: 'payment.read', at: sql`j.created_at`, row: sql`j.id` },
    ...{ title: sql`concat_ws(': ', j.kind, j.description)`, detail: sql`j.reason`, by: sql`j.created_by` },
    amt: sql`CASE WHEN j.kind IN ('Credit', 'WriteOff') THEN -j.amt ELSE j.amt END`,
    from: ({ id }) => sql`crm.adjustment j WHERE j.service_id = ${id}`,
  },
  {
    ...{ name: 'topup', kind: 'topup', access: 'service.read', at: sql`t.created_at`, row: sql`t.id` },
    ...{ title: sql`trim_scale(t.gb) || ' GB'`, detail: sql`t.type`, amt: sql`t.amt`, by: sql`t.created_by` },
    from: ({ id }) => sql`crm.topup t WHERE t.service_id = ${id}`,
  },
];

const plans: readonly Source[] = [
  {
    ...{ name: 'period', kind: 'plan', access: 'service.read', at: sql`p.opened_at`, row: sql`p.id` },
    ...{ title: sql`q.name || ', ' || v.name`, detail: sql`p.starts_on || ' to ' || p.ends_on` },
    from: ({ id }) => sql`crm.period p JOIN crm.plan q ON q.id = p.plan_id JOIN crm.sub_plan v ON v.id = p.sub_plan_id
      WHERE p.service_id = ${id} AND p.voided_at IS NULL`,
  },
  {
    ...{ name: 'planchange', kind: 'plan', access: 'service.read', at: sql`h.created_at`, row: sql`h.id` },
    ...{ title: sql`q.name || ', ' || v.name`, detail: sql`h.schedule || ': ' || h.status`, by: sql`h.created_by` },
    from: ({
      id,
    }) => sql`crm.plan_change h JOIN crm.plan q ON q.id = h.plan_id JOIN crm.sub_plan v ON v.id = h.sub_plan_id
      WHERE h.service_id = ${id}`,
  },
];

const network: readonly Source[] = [
  { ...session, from: ({ id }) => sql`radius.session_log x WHERE x.service_id = ${id}` },
  { ...session, from: ({ id }) => sql`radius.session x WHERE x.service_id = ${id} AND x.ended_at IS NULL` },
  // Those that have just ended have no index by service: for a day they are found by the name that they were started with.
  {
    ...session,
    from: ({ id, username }) =>
      sql`radius.session x WHERE lower(x.username) = lower(${username}) AND x.service_id = ${id} AND x.ended_at IS NOT NULL`,
  },
  {
    ...{ name: 'login', kind: 'login', access: 'session.read', at: sql`g.at`, row: sql`g.id`, title: sql`g.response` },
    detail: sql`concat_ws(', ', g.reason, host(g.nas_ip), g.mac, g.protocol)`,
    // By name, which has the index. The name alone may have been that of a service of another reseller.
    from: ({ id, ispId, username }) =>
      sql`radius.auth_log g WHERE lower(g.username) = lower(${username}) AND g.isp_id = ${ispId} AND g.service_id = ${id}`,
  },
];

/** What happens to a service by itself or by calls; what the staff notes about it is apart. */
export const SERVICE_SOURCES: readonly Source[] = [
  {
    ...{ ...change, name: 'status', kind: 'status', access: 'service.read', detail: sql`e.procedure` },
    title: sql`concat_ws(' to ', c.before ->> 'status', c.after ->> 'status')`,
    from: (of) => sql`${changesOf(of)} AND ${hasStatus}`,
  },
  // Of a change that time made, only the last is known.
  {
    ...{ name: 'statusnow', kind: 'status', access: 'service.read', at: sql`s.status_at`, row: sql`s.id::bigint` },
    ...{ title: sql`s.status`, detail: sql`NULL` },
    from: ({ id }) => sql`crm.service s WHERE s.id = ${id} AND NOT EXISTS (SELECT FROM auth.audit_change c
      WHERE c.table_name = 'crm.service' AND c.row_id = ${String(id)} AND ${hasStatus} AND ${eventAt} BETWEEN
      s.status_at - interval '1 minute' AND s.status_at + interval '1 minute')`,
  },
  {
    ...{ ...change, name: 'change', kind: 'change', access: 'audit.read', title: sql`e.procedure` },
    detail: sql`(SELECT string_agg(k, ', ' ORDER BY k) FROM jsonb_object_keys(c.after - 'os_amt') k)`,
    from: (of) => sql`${changesOf(of)} AND c.operation = 'update' AND NOT ${hasStatus} AND c.after - 'os_amt' <> '{}'`,
  },
  ...billing,
  ...plans,
  ...network,
];
