import {
  column,
  daysFromUpto,
  defineList,
  exact,
  exactKey,
  filter,
  PAGED,
  stampColumns,
  telephone,
} from '../../../core/list/index.ts';
import { masked } from '../../../core/telephone/masked.ts';
import { callerOf, visitScope } from '../../../core/tenancy/care-scope.ts';
import type { Scope, ScopeColumns } from '../../../core/tenancy/scope.ts';
import { coordinate } from '../../../core/vocabulary/service.ts';
import * as wire from '../../../core/wire/index.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { careColumns, careFilters, subjectJoins } from '../columns.ts';
import { VISIT_STATES } from './life-cycle.ts';
import { deviceShape, LEAD_REPORTS, VISIT_KINDS } from './vocabulary.ts';

/** Where the technician goes: a lead, the installation of a service, or a customer. */
const address = sql`CASE
  WHEN l.id IS NOT NULL THEN concat_ws(', ', l.address, nullif(l.city, ''), nullif(l.zipcode, ''))
  WHEN s.installation_address = 'new' THEN concat_ws(', ', s.ia_street, s.ia_city, s.ia_zipcode)
  WHEN c.id IS NOT NULL THEN concat_ws(', ', c.street, c.city, c.zipcode) END`;

/** A technician calls at the places that they are sent to, and sees no other visits. */
const ofOthers = (number: Sql) => (scope: Scope) => (scope.ownVisits ? number : masked(number));

const table = {
  from: `crm.visit v ${subjectJoins('v')}
   LEFT JOIN crm.lead l ON l.isp_id = v.isp_id AND l.id = v.lead_id
   LEFT JOIN crm.ticket k ON k.isp_id = v.isp_id AND k.id = v.ticket_id
   LEFT JOIN auth.login_user a ON a.isp_id = v.isp_id AND a.id = v.technician_id`,
  key: 'v.id',
  columns: {
    ...careColumns('v'),
    leadid: column(wire.id().nullable(), 'v.lead_id'),
    ticketid: column(wire.id().nullable(), 'v.ticket_id'),
    docket: column(wire.shown().nullable(), 'k.docket'),
    kind: column(wire.oneOf(VISIT_KINDS), 'v.kind'),
    state: column(wire.oneOf(VISIT_STATES), 'v.state'),
    day: column(wire.ymd(), 'v.day'),
    hours: column(wire.shown(), 'v.hours'),
    starts_at: column(wire.timestamp(), 'v.starts_at'),
    ends_at: column(wire.timestamp(), 'v.ends_at'),
    technicianid: column(wire.id().nullable(), 'v.technician_id'),
    technician: column(wire.shown().nullable(), 'a.username'),
    location_code: column(wire.shown().nullable(), 'v.location_code'),
    name: column(wire.shown().nullable(), sql`coalesce(l.name, nullif(concat_ws(' ', c.name, c.surname), ''))`),
    mobile: telephone(wire.shown().nullable(), sql`coalesce(l.mobile, nullif(c.mobile, ''), k.number)`, ofOthers),
    address: column(wire.shown().nullable(), address),
    latitude: column(coordinate(90).nullable(), sql`coalesce(v.latitude, s.latitude)::text`),
    longitude: column(coordinate(180).nullable(), sql`coalesce(v.longitude, s.longitude)::text`),
    note: column(wire.shown().nullable(), 'v.note'),
    text: column(wire.shown().nullable(), 'k.text'),
    lead_status: column(wire.shown().nullable(), 'l.status'),
    mac: column(wire.shown().nullable(), 'v.mac'),
    serial: column(wire.shown().nullable(), 'v.serial'),
    optical_dbm: column(deviceShape.optical_dbm.nullable(), sql`v.optical_dbm::text`),
    report: column(wire.oneOf(LEAD_REPORTS).nullable(), 'v.report'),
    outcome: column(wire.shown().nullable(), 'v.outcome'),
    reason: column(wire.shown().nullable(), 'v.reason'),
    on_way_at: column(wire.timestamp().nullable(), 'v.on_way_at'),
    started_at: column(wire.timestamp().nullable(), 'v.started_at'),
    ended_at: column(wire.timestamp().nullable(), 'v.ended_at'),
    conflict: column(wire.shown().nullable(), 'v.conflict'),
    ...stampColumns('v'),
  },
  paging: PAGED,
  sort: { starts_at: 'v.starts_at', id: 'v.id' },
  defaultSort: 'starts_at',
} as const;

const isInConflict = sql`v.conflict IS NOT NULL`;

export const visits = defineList({
  ...table,
  scope: visitScope('v'),
  filters: {
    ...careFilters('v'),
    leadid: exactKey(wire.id(), 'v.lead_id'),
    ticketid: exactKey(wire.id(), 'v.ticket_id'),
    technicianid: exact(wire.id(), 'v.technician_id'),
    kind: exact(wire.oneOf(VISIT_KINDS), 'v.kind'),
    state: exact(wire.oneOf(VISIT_STATES), 'v.state'),
    location_code: exact(wire.code(), 'v.location_code'),
    in_conflict: filter(wire.flagYN(), (isSo) => (isSo ? isInConflict : sql`NOT ${isInConflict}`)),
    ...daysFromUpto('day', 'v.day'),
  },
});

/** Those that the caller is sent to. */
const mine: ScopeColumns = {
  ...visitScope('v'),
  own: (scope) => {
    const isSeen = visitScope('v').own?.(scope) ?? sql`TRUE`;
    return sql`${isSeen} AND v.technician_id = ${callerOf(scope)}`;
  },
};

export const myVisits = defineList({ ...table, scope: mine, filters: daysFromUpto('day', 'v.day') });
