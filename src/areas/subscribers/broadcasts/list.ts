import { column, defineList, exact, exactKey, fromUpto, PAGED, stampColumns } from '../../../core/list/index.ts';
import { CHANNELS } from '../../../core/vocabulary/notice.ts';
import * as wire from '../../../core/wire/index.ts';
import { sql } from '../../../db/sql.ts';
import { BROADCAST_STATUSES } from './life-cycle.ts';
import { BROADCAST_TYPES } from './vocabulary.ts';

/** As it was given: `location_code=BLR, planid=3`. */
const audience = sql`(SELECT coalesce(string_agg(concat(a.key, '=', CASE jsonb_typeof(a.value)
    WHEN 'array' THEN (SELECT string_agg(e.value, ',') FROM jsonb_array_elements_text(a.value) e) ELSE a.value #>> '{}' END),
  ', ' ORDER BY a.key), '') FROM jsonb_each(b.audience) a)`;

/** Newest first. */
export const broadcasts = defineList({
  from: 'crm.broadcast b',
  key: 'b.id',
  scope: { isp: 'b.isp_id' },
  columns: {
    id: column(wire.id(), 'b.id'),
    ispid: column(wire.id(), 'b.isp_id'),
    title: column(wire.shown(), 'b.title'),
    type: column(wire.oneOf(BROADCAST_TYPES), 'b.type'),
    urgent: column(wire.flagYN(), 'b.urgent'),
    status: column(wire.oneOf(BROADCAST_STATUSES), 'b.status'),
    audience: column(wire.shown(), audience),
    count: column(wire.count(), 'b.count'),
    opted_out: column(wire.count(), 'b.opted_out'),
    no_address: column(wire.count(), 'b.no_address'),
    same_address: column(wire.count(), 'b.same_address'),
    ended_at: column(wire.timestamp().nullable(), 'b.ended_at'),
    ...stampColumns('b'),
  },
  filters: {
    ispid: exact(wire.id(), 'b.isp_id'),
    id: exactKey(wire.id(), 'b.id'),
    type: exact(wire.oneOf(BROADCAST_TYPES), 'b.type'),
    status: exact(wire.oneOf(BROADCAST_STATUSES), 'b.status'),
    ...fromUpto('created', 'b.created_at'),
  },
  paging: PAGED,
  order: { by: 'b.id', direction: 'desc' },
});

/** Customers who want no advertising by a channel. */
export const promotionOptOuts = defineList({
  from: 'crm.promotion_opt_out x JOIN crm.customer c ON c.isp_id = x.isp_id AND c.id = x.customer_id',
  key: 'x.id',
  scope: { isp: 'x.isp_id', reseller: 'c.reseller_id', deleted: 'c.deleted_at' },
  columns: {
    ispid: column(wire.id(), 'x.isp_id'),
    customerid: column(wire.id(), 'x.customer_id'),
    name: column(wire.shown(), 'c.name'),
    channel: column(wire.oneOf(CHANNELS), 'x.channel'),
    created_at: column(wire.timestamp(), 'x.created_at'),
    created_by: column(wire.shown(), 'x.created_by'),
  },
  filters: {
    ispid: exact(wire.id(), 'x.isp_id'),
    customerid: exactKey(wire.id(), 'x.customer_id'),
    channel: exact(wire.oneOf(CHANNELS), 'x.channel'),
  },
  paging: PAGED,
});
