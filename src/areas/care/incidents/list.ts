import {
  column,
  defineList,
  exact,
  exactKey,
  filter,
  fromUpto,
  PAGED,
  stampColumns,
} from '../../../core/list/index.ts';
import { concernedOf, incidentScope } from '../../../core/tenancy/care-scope.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { INCIDENT_KINDS } from '../../../core/vocabulary/incident.ts';
import * as wire from '../../../core/wire/index.ts';
import { raw, sql } from '../../../db/sql.ts';
import { INCIDENT_STATUSES, RUNNING } from './life-cycle.ts';
import { COMPENSATIONS, INCIDENT_SOURCES } from './vocabulary.ts';

/** What the ISP has and sells is its own: others are told where it is, and what is done. */
const ofIsp = (name: string) => (scope: Scope) => (concernedOf(scope) === null ? raw(name) : sql`NULL`);
const ofIspId = (name: string) => (scope: Scope) => (concernedOf(scope) === null ? raw(name) : sql`NULL::integer`);

/** Others are told of their own services. */
const services = (scope: Scope) => {
  const theirs = concernedOf(scope);
  return theirs === null
    ? raw('n.services')
    : sql`(SELECT count(DISTINCT h.service_id)::int ${theirs} AND h.incident_id = n.id)`;
};

const running = sql`n.status = ANY(${[...RUNNING]}::text[])`;

export const incidents = defineList({
  from: `crm.incident n
   LEFT JOIN radius.nas a ON a.isp_id = n.isp_id AND a.id = n.nas_id`,
  key: 'n.id',
  scope: incidentScope('n'),
  columns: {
    id: column(wire.id(), 'n.id'),
    ispid: column(wire.id(), 'n.isp_id'),
    kind: column(wire.oneOf(INCIDENT_KINDS), 'n.kind'),
    status: column(wire.oneOf(INCIDENT_STATUSES), 'n.status'),
    source: column(wire.oneOf(INCIDENT_SOURCES), 'n.source'),
    title: column(wire.shown(), 'n.title'),
    text_en: column(wire.shown().nullable(), 'n.text_en'),
    text_hi: column(wire.shown().nullable(), 'n.text_hi'),
    location_code: column(wire.shown().nullable(), 'n.location_code'),
    nasid: column(wire.id().nullable(), ofIspId('n.nas_id')),
    nasname: column(wire.shown().nullable(), ofIsp('a.name')),
    of_resellerid: column(wire.id().nullable(), ofIspId('n.of_reseller_id')),
    planid: column(wire.id().nullable(), ofIspId('n.plan_id')),
    poolid: column(wire.id().nullable(), ofIspId('n.ip_pool_id')),
    services: column(wire.count(), services),
    starts_at: column(wire.timestamp(), 'n.starts_at'),
    expected_at: column(wire.timestamp().nullable(), 'n.expected_at'),
    ended_at: column(wire.timestamp().nullable(), 'n.ended_at'),
    hold_dunning: column(wire.flagYN(), 'n.hold_dunning'),
    opened_at: column(wire.timestamp().nullable(), 'n.opened_at'),
    opened_by: column(wire.shown().nullable(), 'n.opened_by'),
    reason: column(wire.shown().nullable(), 'n.reason'),
    compensation: column(wire.oneOf(COMPENSATIONS).nullable(), 'n.compensation'),
    compensation_days: column(wire.count().nullable(), 'n.compensation_days'),
    ...stampColumns('n'),
  },
  filters: {
    ispid: exact(wire.id(), 'n.isp_id'),
    id: exactKey(wire.id(), 'n.id'),
    kind: exact(wire.oneOf(INCIDENT_KINDS), 'n.kind'),
    status: exact(wire.oneOf(INCIDENT_STATUSES), 'n.status'),
    location_code: exact(wire.code(), 'n.location_code'),
    running: filter(wire.flagYN(), (isRunning) => (isRunning ? running : sql`NOT ${running}`)),
    ...fromUpto('starts', 'n.starts_at'),
  },
  paging: PAGED,
  sort: { id: 'n.id', starts_at: 'n.starts_at' },
  defaultSort: 'id',
});
