import { z } from 'zod';
import {
  column,
  defineList,
  exact,
  filter,
  fromUpto,
  ownerFilters,
  PAGED,
  telephone,
} from '../../../core/list/index.ts';
import { maskedRecord } from '../../../core/telephone/masked.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { raw, type Sql, sql } from '../../../db/sql.ts';
import { targetName } from './target-name.ts';

/** Row images as the database wrote them, without secrets: JSON objects with the columns of the table. */
const image = () => wire.jsonObject().nullable();

const change = z.object({
  table: wire.shown(),
  row: wire.shown(),
  operation: wire.shown(),
  before: image(),
  after: image(),
});

/** One call may change every service of an ISP; an event shows only its first changes. */
const MAX_CHANGES = 100;

/** A reseller's call may change its ISP's records too; the reseller sees only the changes of its own. */
const ofRecords = ({ resellerId }: Scope): Sql =>
  resellerId === null
    ? sql`true`
    : sql`coalesce(c.reseller_id, auth.reseller_of(c.table_name, coalesce(c.after, c.before))) = ${resellerId}`;

type Schema = 'auth' | 'crm_archive';

const changes = (schema: Schema) => (scope: Scope) =>
  sql`coalesce((SELECT json_agg(json_build_object('table', c.table_name, 'row', c.row_id, 'operation', c.operation,
  'before', c.before, 'after', c.after) ORDER BY c.id) FROM (SELECT * FROM ${raw(schema)}.audit_change c WHERE c.event_id = e.id AND ${ofRecords(scope)}
  ORDER BY c.id LIMIT ${MAX_CHANGES}) c), '[]'::json)`;
const maskedChanges = (schema: Schema) => (scope: Scope) => maskedRecord(sql`(${changes(schema)(scope)})::jsonb`);
const changesCount = (schema: Schema) => (scope: Scope) =>
  sql`(SELECT count(*) FROM ${raw(schema)}.audit_change c WHERE c.event_id = e.id AND ${ofRecords(scope)})::int`;

/** A mutation that was asked what it would do. Of `preview` alone, since no call has it for anything else. */
const isPreview = sql`coalesce(e.input ->> 'preview' = 'true', false)`;

/** Events of calls that name the service, or changed it. */
const ofService = (schema: Schema) =>
  filter(wire.id(), (id, { scope }) => {
    const changed = sql`FROM ${raw(schema)}.audit_change c WHERE c.table_name = 'crm.service' AND c.row_id = ${String(id)}
      AND ${ofRecords(scope)}`;
    // The archive has no index by row.
    const isChanged =
      schema === 'auth'
        ? sql`e.id = ANY(ARRAY(SELECT c.event_id ${changed}))`
        : sql`EXISTS (SELECT ${changed} AND c.event_id = e.id)`;
    return sql`(e.target = ${`serviceid=${id}`} OR ${isChanged})`;
  });

/** Audit events with their changes, newest first. */
const eventsIn = (schema: Schema) =>
  defineList({
    from: `${schema}.audit_event e`,
    key: 'e.id',
    scope: { isp: 'e.isp_id', reseller: 'e.reseller_id' },
    columns: {
      id: column(wire.amount(), 'e.id'),
      at: column(wire.timestamp(), 'e.at'),
      userid: column(wire.id().nullable(), 'e.user_id'),
      username: column(wire.shown().nullable(), 'e.username'),
      address: column(wire.shown().nullable(), sql`host(e.address)`),
      /** `key`, `session`; null: nobody called, such as on the command line. */
      via: column(wire.shown().nullable(), 'e.via'),
      procedure: column(wire.shown(), 'e.procedure'),
      target: column(wire.shown().nullable(), 'e.target'),
      target_name: column(wire.shown().nullable(), targetName),
      preview: column(wire.flagYN(), isPreview),
      input: telephone(image(), 'e.input', maskedRecord),
      changes: { ...column(z.array(change), changes(schema)), masked: maskedChanges(schema) },
      changes_count: column(wire.count(), changesCount(schema)),
    },
    filters: {
      ...ownerFilters('e'),
      user: exact(wire.text(), 'e.username'),
      procedure: exact(wire.text(), 'e.procedure'),
      target: exact(wire.text(), 'e.target'),
      serviceid: ofService(schema),
      preview: filter(wire.flagYN(), (yes) => (yes ? isPreview : sql`NOT ${isPreview}`)),
      ...fromUpto('date', 'e.at'),
    },
    paging: PAGED,
    order: { by: 'e.id', direction: 'desc' },
  });

export const auditEvents = eventsIn('auth');
export const archivedAuditEvents = eventsIn('crm_archive');

const { changes: _, ...withoutImages } = auditEvents.columns;
/** As a file: what a call changed is too much for a cell. */
export const auditFile = defineList({ ...auditEvents, columns: withoutImages });
