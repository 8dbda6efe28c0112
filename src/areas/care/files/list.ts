import type { Permission } from '../../../core/access/permission.ts';
import {
  column,
  defineList,
  exact,
  exactKey,
  fromUpto,
  type Needs,
  ownerColumns,
  ownerFilters,
  PAGED,
  stampColumns,
} from '../../../core/list/index.ts';
import { fileScope } from '../../../core/tenancy/care-scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { join, raw, type Sql, sql } from '../../../db/sql.ts';
import { CARE_NEEDS, subjectJoins } from '../columns.ts';
import { MEDIA_TYPES } from './media-type.ts';
import { FILE_KINDS, WORK_KINDS } from './vocabulary.ts';

export const files = defineList({
  from: `crm.file f ${subjectJoins('f')}
   LEFT JOIN crm.lead d ON d.id = f.lead_id
   LEFT JOIN crm.ticket t ON t.isp_id = f.isp_id AND t.id = f.ticket_id`,
  key: 'f.id',
  scope: fileScope('f'),
  columns: {
    id: column(wire.id(), 'f.id'),
    ...ownerColumns('f'),
    customerid: column(wire.id().nullable(), 'f.customer_id'),
    customername: column(wire.shown().nullable(), sql`nullif(concat_ws(' ', c.name, c.surname), '')`),
    serviceid: column(wire.id().nullable(), 'f.service_id'),
    username: column(wire.shown().nullable(), 's.username'),
    leadid: column(wire.id().nullable(), 'f.lead_id'),
    leadname: column(wire.shown().nullable(), 'd.name'),
    ticketid: column(wire.id().nullable(), 'f.ticket_id'),
    docket: column(wire.shown().nullable(), 't.docket'),
    kind: column(wire.oneOf(FILE_KINDS), 'f.kind'),
    name: column(wire.shown(), 'f.name'),
    media_type: column(wire.oneOf(MEDIA_TYPES), 'f.media_type'),
    size: column(wire.count(), 'f.size'),
    sha256: column(wire.shown(), 'f.sha256'),
    keep_until: column(wire.ymd().nullable(), 'f.keep_until::text'),
    ...stampColumns('f'),
  },
  filters: {
    ...ownerFilters('f'),
    id: exactKey(wire.id(), 'f.id'),
    customerid: exactKey(wire.id(), 'f.customer_id'),
    serviceid: exactKey(wire.id(), 'f.service_id'),
    leadid: exactKey(wire.id(), 'f.lead_id'),
    ticketid: exactKey(wire.id(), 'f.ticket_id'),
    kind: exact(wire.oneOf(FILE_KINDS), 'f.kind'),
    ...fromUpto('created', 'f.created_at'),
  },
  paging: PAGED,
  sort: { id: 'f.id', created_at: 'f.created_at' },
  defaultSort: 'id',
});

export const FILE_NEEDS: Needs = { ...CARE_NEEDS, leadname: 'lead.read' };

/**
 * Files of leads and tickets are only for those who may see leads and tickets, and those of customers for those who may see customers;
 * photos of the work for everybody who does it.
 */
export function isFileShown(alias: string, permissions: ReadonlySet<Permission>): Sql {
  const file = raw(alias);
  const conditions = [
    ...(permissions.has('lead.read') ? [] : [sql`${file}.lead_id IS NULL`]),
    ...(permissions.has('ticket.read') ? [] : [sql`${file}.ticket_id IS NULL`]),
    ...(permissions.has('customer.read')
      ? []
      : [sql`(${file}.lead_id IS NOT NULL OR ${file}.kind = ANY(${[...WORK_KINDS]}))`]),
  ];
  return conditions.length === 0 ? sql`TRUE` : join(conditions, ' AND ');
}

const variants = new Map<string, typeof files>();

/** The list as these permissions show it; one for each set of them, since the engine keeps the parts of a list by its identity. */
export function filesShown(permissions: ReadonlySet<Permission>): typeof files {
  const key = (['lead.read', 'ticket.read', 'customer.read'] as const).filter((each) => permissions.has(each)).join();
  const known = variants.get(key) ?? { ...files, only: isFileShown('f', permissions) };
  variants.set(key, known);
  return known;
}
