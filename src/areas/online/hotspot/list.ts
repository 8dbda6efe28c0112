import {
  column,
  defineList,
  exact,
  exactKey,
  ownerColumns,
  ownerFilters,
  PAGED,
  stampColumns,
} from '../../../core/list/index.ts';
import * as wire from '../../../core/wire/index.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { CODE_STATUSES } from './life-cycle.ts';

/** An Employee of some locations sees the batches for these. */
const OF_BATCH = { lc: 'b.location_code', slc: 'b.sub_location_code' } as const;

const countOf = (status: string): Sql =>
  sql`(SELECT count(*)::int FROM crm.hotspot_code c WHERE c.batch_id = b.id AND c.status = ${status})`;

export const batches = defineList({
  from: `crm.hotspot_batch b
    JOIN crm.plan p ON p.id = b.plan_id
    JOIN crm.sub_plan s ON s.id = b.sub_plan_id`,
  key: 'b.id',
  scope: { isp: 'b.isp_id', reseller: 'b.reseller_id', location: OF_BATCH },
  columns: {
    id: column(wire.id(), 'b.id'),
    ...ownerColumns('b'),
    customerid: column(wire.id(), 'b.customer_id'),
    planid: column(wire.id(), 'b.plan_id'),
    plan: column(wire.shown(), 'p.name'),
    subplanid: column(wire.id(), 'b.sub_plan_id'),
    subplan: column(wire.shown(), 's.name'),
    location_code: column(wire.shown(), 'b.location_code'),
    sub_location_code: column(wire.shown(), 'b.sub_location_code'),
    count: column(wire.count(), 'b.count'),
    unused: column(wire.count(), countOf('New')),
    used: column(wire.count(), countOf('Used')),
    valid_hours: column(wire.count(), 'b.valid_hours'),
    use_until: column(wire.ymd(), sql`b.use_until::text`),
    remember_devices: column(wire.flagYN(), 'b.remember_devices'),
    note: column(wire.shown().nullable(), 'b.note'),
    printed_at: column(wire.timestamp().nullable(), 'b.printed_at'),
    printed_by: column(wire.shown().nullable(), 'b.printed_by'),
    voided_at: column(wire.timestamp().nullable(), 'b.voided_at'),
    voided_by: column(wire.shown().nullable(), 'b.voided_by'),
    ...stampColumns('b'),
  },
  filters: {
    ...ownerFilters('b'),
    id: exactKey(wire.id(), 'b.id'),
    customerid: exactKey(wire.id(), 'b.customer_id'),
  },
  paging: PAGED,
  order: { by: 'b.id', direction: 'desc' },
});

/** Without the codes themselves, which only printing shows. */
export const codes = defineList({
  from: `crm.hotspot_code c
    JOIN crm.hotspot_batch b ON b.isp_id = c.isp_id AND b.id = c.batch_id
    LEFT JOIN crm.service v ON v.isp_id = c.isp_id AND v.id = c.service_id`,
  key: 'c.id',
  scope: { isp: 'c.isp_id', reseller: 'c.reseller_id', location: OF_BATCH },
  columns: {
    id: column(wire.id(), 'c.id'),
    ...ownerColumns('c'),
    batchid: column(wire.id(), 'c.batch_id'),
    serial: column(wire.count(), 'c.serial'),
    status: column(wire.oneOf(CODE_STATUSES), 'c.status'),
    serviceid: column(wire.id().nullable(), 'c.service_id'),
    username: column(wire.shown().nullable(), 'v.username'),
    used_at: column(wire.timestamp().nullable(), 'c.used_at'),
    valid_until: column(wire.timestamp().nullable(), 'c.valid_until'),
  },
  filters: {
    ...ownerFilters('c'),
    id: exactKey(wire.id(), 'c.id'),
    batchid: exactKey(wire.id(), 'c.batch_id'),
    serviceid: exactKey(wire.id(), 'c.service_id'),
    status: exact(wire.oneOf(CODE_STATUSES), 'c.status'),
  },
  paging: PAGED,
});
