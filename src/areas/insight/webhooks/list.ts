import {
  column,
  defineList,
  exact,
  exactKey,
  type Needs,
  ownerColumns,
  ownerFilters,
  PAGED,
  stampColumns,
} from '../../../core/list/index.ts';
import { whereTo } from '../../../core/outgoing/where-to.ts';
import * as wire from '../../../core/wire/index.ts';
import { sql } from '../../../db/sql.ts';
import { WEBHOOK_STATUSES } from './vocabulary.ts';

/** Who may not change a webhook sees where it leads, not the key that is often part of its address. */
export const WEBHOOK_NEEDS: Needs = { url: { needs: 'webhook.write', otherwise: whereTo('w.url') } };

export const webhooks = defineList({
  from: 'crm.webhook w',
  key: 'w.id',
  scope: { isp: 'w.isp_id', reseller: 'w.reseller_id', deleted: 'w.deleted_at' },
  columns: {
    id: column(wire.id(), 'w.id'),
    ...ownerColumns('w'),
    url: column(wire.shown(), 'w.url'),
    type: column(wire.shown(), sql`array_to_string(w.types, ',')`),
    description: column(wire.shown().nullable(), 'w.description'),
    status: column(wire.oneOf(WEBHOOK_STATUSES), 'w.status'),
    /** The last event that it has accepted or that is none of its types. */
    cursor: column(wire.amount(), 'w.cursor'),
    accepted_at: column(wire.timestamp().nullable(), 'w.accepted_at'),
    attempts: column(wire.count(), 'w.attempts'),
    failing_since: column(wire.timestamp().nullable(), 'w.failing_since'),
    retry_at: column(wire.timestamp().nullable(), 'w.retry_at'),
    last_error: column(wire.shown().nullable(), 'w.last_error'),
    ...stampColumns('w'),
  },
  filters: {
    ...ownerFilters('w'),
    id: exact(wire.id(), 'w.id'),
    status: exact(wire.oneOf(WEBHOOK_STATUSES), 'w.status'),
  },
  paging: PAGED,
});

/** Each attempt to deliver, newest first. */
export const deliveries = defineList({
  from: 'crm.webhook_delivery d JOIN crm.webhook w ON w.isp_id = d.isp_id AND w.id = d.webhook_id',
  key: 'd.id',
  scope: { isp: 'd.isp_id', reseller: 'w.reseller_id' },
  columns: {
    id: column(wire.amount(), 'd.id'),
    webhookid: column(wire.id(), 'd.webhook_id'),
    /** Null: a test. */
    eventid: column(wire.amount().nullable(), 'd.event_id'),
    type: column(wire.shown(), 'd.type'),
    attempt: column(wire.count(), 'd.attempt'),
    at: column(wire.timestamp(), 'd.at'),
    duration_ms: column(wire.count(), 'd.duration'),
    http_status: column(wire.amount().nullable(), 'd.http_status'),
    error: column(wire.shown().nullable(), 'd.error'),
  },
  filters: {
    webhookid: exactKey(wire.id(), 'd.webhook_id'),
    eventid: exact(wire.wholeNumber(1, Number.MAX_SAFE_INTEGER), 'd.event_id'),
  },
  paging: PAGED,
  order: { by: 'd.id', direction: 'desc' },
});
