import {
  column,
  defineList,
  exact,
  exactKey,
  filter,
  fromUpto,
  type Needs,
  PAGED,
  stampColumns,
  telephone,
} from '../../../core/list/index.ts';
import { meantBy } from '../../../core/telephone/called-at.ts';
import { ticketScope } from '../../../core/tenancy/care-scope.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { raw, sql } from '../../../db/sql.ts';
import { CARE_NEEDS, careColumns, careFilters, subjectJoins } from '../columns.ts';
import { isMissed } from './clocks/missed.ts';
import { docket } from './docket.ts';
import { STATUSES } from './life-cycle.ts';
import { PRIORITIES, RESOLUTIONS, SOURCES } from './vocabulary.ts';

/** Of the staff that works on it: a reseller is not told who of its ISP does. */
const ofStaff =
  (name: string) =>
  ({ resellerId }: Scope) =>
    resellerId === null ? raw(name) : sql`CASE WHEN t.keeper_id = ${resellerId} THEN ${raw(name)} END`;

const [assignedTo, queueId] = [ofStaff('t.assigned_to'), ofStaff('t.queue_id')];

const breached = sql`(${isMissed('respond')} OR ${isMissed('resolve')})`;
const legalBreached = isMissed('legal');

/** In any spelling. */
const number = filter(
  wire.described('in any format', wire.text()),
  (given, { scope }) => sql`t.e164 = ANY(${meantBy(given, scope)}::text[])`,
);

export const tickets = defineList({
  from: `crm.ticket t ${subjectJoins('t')}
   LEFT JOIN crm.ticket_category k ON k.isp_id = t.isp_id AND k.id = t.category_id
   LEFT JOIN auth.login_user a ON a.isp_id = t.isp_id AND a.id = t.assigned_to
   LEFT JOIN crm.care_queue q ON q.isp_id = t.isp_id AND q.id = t.queue_id
   LEFT JOIN crm.ticket m ON m.isp_id = t.isp_id AND m.id = t.merged_into`,
  key: 't.id',
  scope: ticketScope('t'),
  columns: {
    ...careColumns('t'),
    docket: column(wire.shown(), 't.docket'),
    number: telephone(wire.shown().nullable(), 't.number'),
    e164: telephone(wire.shown().nullable(), 't.e164'),
    categoryid: column(wire.id(), 't.category_id'),
    category: column(wire.shown(), 'k.name'),
    priority: column(wire.oneOf(PRIORITIES), 't.priority'),
    status: column(wire.oneOf(STATUSES), 't.status'),
    queueid: column(wire.id().nullable(), queueId),
    queuename: column(wire.shown().nullable(), ofStaff('q.name')),
    assigned_to: column(wire.id().nullable(), assignedTo),
    assigned_username: column(wire.shown().nullable(), ofStaff('a.username')),
    source: column(wire.oneOf(SOURCES), 't.source'),
    text: column(wire.shown(), 't.text'),
    verdict: column(wire.shown().nullable(), 't.verdict'),
    verdict_code: column(wire.shown().nullable(), 't.verdict_code'),
    nasid: column(wire.id().nullable(), 't.nas_id'),
    incidentid: column(wire.id().nullable(), 't.incident_id'),
    respond_by: column(wire.timestamp().nullable(), 't.respond_by'),
    resolve_by: column(wire.timestamp().nullable(), 't.resolve_by'),
    breached: column(wire.flagYN(), breached),
    paused_at: column(wire.timestamp().nullable(), 't.paused_at'),
    legal_by: column(wire.timestamp().nullable(), 't.legal_by'),
    legal_breached: column(wire.flagYN(), legalBreached),
    first_reply_at: column(wire.timestamp().nullable(), 't.first_reply_at'),
    resolved_at: column(wire.timestamp().nullable(), 't.resolved_at'),
    resolved_by: column(wire.shown().nullable(), 't.resolved_by'),
    resolution: column(wire.oneOf(RESOLUTIONS).nullable(), 't.resolution'),
    reason: column(wire.shown().nullable(), 't.reason'),
    rating: column(wire.wholeNumber(1, 5).nullable(), 't.rating'),
    reopened: column(wire.count(), 't.reopened'),
    merged_into: column(wire.id().nullable(), 't.merged_into'),
    merged_docket: column(wire.shown().nullable(), 'm.docket'),
    closed_at: column(wire.timestamp().nullable(), 't.closed_at'),
    closed_by: column(wire.shown().nullable(), 't.closed_by'),
    ...stampColumns('t'),
  },
  filters: {
    ...careFilters('t'),
    docket: exactKey(docket(), 't.docket'),
    number,
    categoryid: exact(wire.id(), 't.category_id'),
    priority: exact(wire.oneOf(PRIORITIES), 't.priority'),
    status: exact(wire.oneOf(STATUSES), 't.status'),
    queueid: exact(wire.id(), queueId),
    assigned_to: exact(wire.id(), assignedTo),
    source: exact(wire.oneOf(SOURCES), 't.source'),
    nasid: exact(wire.id(), 't.nas_id'),
    incidentid: exactKey(wire.id(), 't.incident_id'),
    breached: filter(wire.flagYN(), (isBreached) => (isBreached ? breached : sql`NOT ${breached}`)),
    legal_breached: filter(wire.flagYN(), (isBreached) => (isBreached ? legalBreached : sql`NOT ${legalBreached}`)),
    ...fromUpto('due', 't.resolve_by'),
    ...fromUpto('created', 't.created_at'),
  },
  paging: PAGED,
  sort: { id: 't.id', created_at: 't.created_at', resolve_by: 't.resolve_by' },
  defaultSort: 'id',
});

export const TICKET_NEEDS: Needs = {
  ...CARE_NEEDS,
  verdict: 'session.read',
  verdict_code: 'session.read',
  nasid: { needs: 'session.read', otherwise: sql`NULL::integer` },
};
