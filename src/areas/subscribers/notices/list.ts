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
  telephone,
} from '../../../core/list/index.ts';
import { whereTo } from '../../../core/outgoing/where-to.ts';
import { masked } from '../../../core/telephone/masked.ts';
import { CHANNELS, MESSAGE_STATUSES, NOTICE_STATUSES, TRIGGERS } from '../../../core/vocabulary/notice.ts';
import * as wire from '../../../core/wire/index.ts';
import { type Sql, sql } from '../../../db/sql.ts';

export const notices = defineList({
  from: 'crm.notice n',
  key: 'n.id',
  scope: { isp: 'n.isp_id', deleted: 'n.deleted_at' },
  columns: {
    id: column(wire.id(), 'n.id'),
    ispid: column(wire.id(), 'n.isp_id'),
    on: column(wire.oneOf(TRIGGERS), 'n.trigger'),
    days: column(wire.count(), 'n.days'),
    channel: column(wire.oneOf(CHANNELS), 'n.channel'),
    language: column(wire.shown(), 'n.language'),
    subject: column(wire.shown().nullable(), 'n.subject'),
    body: column(wire.shown(), 'n.body'),
    dlt_template_id: column(wire.shown().nullable(), 'n.dlt_template_id'),
    attach: column(wire.flagYN(), 'n.attach'),
    status: column(wire.oneOf(NOTICE_STATUSES), 'n.status'),
    ...stampColumns('n'),
  },
  filters: {
    ispid: exact(wire.id(), 'n.isp_id'),
    id: exact(wire.id(), 'n.id'),
    on: exact(wire.oneOf(TRIGGERS), 'n.trigger'),
    channel: exact(wire.oneOf(CHANNELS), 'n.channel'),
    status: exact(wire.oneOf(NOTICE_STATUSES), 'n.status'),
  },
  paging: PAGED,
});

/** An e-mail address is no telephone number. */
const ofChannel = (address: Sql) => sql`CASE WHEN m.channel = 'email' THEN ${address} ELSE ${masked(address)} END`;

/** Newest first, with what became of each. */
export const messages = defineList({
  from: 'crm.notice_message m LEFT JOIN crm.notice n ON n.isp_id = m.isp_id AND n.id = m.notice_id',
  key: 'm.id',
  scope: { isp: 'm.isp_id', reseller: 'm.reseller_id' },
  columns: {
    id: column(wire.amount(), 'm.id'),
    ...ownerColumns('m'),
    /** Null: it is part of a mass message. */
    noticeid: column(wire.id().nullable(), 'm.notice_id'),
    messageid: column(wire.id().nullable(), 'm.broadcast_id'),
    on: column(wire.oneOf(TRIGGERS).nullable(), 'n.trigger'),
    channel: column(wire.oneOf(CHANNELS), 'm.channel'),
    serviceid: column(wire.id().nullable(), 'm.service_id'),
    customerid: column(wire.id().nullable(), 'm.customer_id'),
    status: column(wire.oneOf(MESSAGE_STATUSES), 'm.status'),
    /** Why it was not sent, or not yet. */
    reason: column(wire.shown().nullable(), 'm.reason'),
    attempts: column(wire.count(), 'm.attempts'),
    created_at: column(wire.timestamp(), 'm.created_at'),
    due_at: column(wire.timestamp(), 'm.due_at'),
    done_at: column(wire.timestamp().nullable(), 'm.done_at'),
    address: telephone(wire.shown().nullable(), 'm.address', ofChannel),
    subject: column(wire.shown().nullable(), 'm.subject'),
    body: column(wire.shown().nullable(), 'm.body'),
  },
  filters: {
    ...ownerFilters('m'),
    noticeid: exact(wire.id(), 'm.notice_id'),
    messageid: exactKey(wire.id(), 'm.broadcast_id'),
    serviceid: exactKey(wire.id(), 'm.service_id'),
    customerid: exactKey(wire.id(), 'm.customer_id'),
    channel: exact(wire.oneOf(CHANNELS), 'm.channel'),
    status: exact(wire.oneOf(MESSAGE_STATUSES), 'm.status'),
    ...fromUpto('created', 'm.created_at'),
  },
  paging: PAGED,
  order: { by: 'm.id', direction: 'desc' },
});

/** Without their secrets. Who may not change a sender sees where it leads, not the keys that are often part of a request. */
export const SENDER_NEEDS: Needs = {
  username: 'notice.write',
  url: { needs: 'notice.write', otherwise: whereTo('r.url') },
  headers: 'notice.write',
  body: 'notice.write',
};

export const senders = defineList({
  from: 'crm.notice_sender r',
  key: 'r.id',
  scope: { isp: 'r.isp_id' },
  columns: {
    ispid: column(wire.id(), 'r.isp_id'),
    channel: column(wire.oneOf(CHANNELS), 'r.channel'),
    host: column(wire.shown().nullable(), 'r.host'),
    port: column(wire.amount().nullable(), 'r.port'),
    username: column(wire.shown().nullable(), 'r.username'),
    from: column(wire.shown().nullable(), 'r.sender'),
    url: column(wire.shown().nullable(), 'r.url'),
    headers: column(wire.shown().nullable(), 'r.headers'),
    body: column(wire.shown().nullable(), 'r.body'),
    expect: column(wire.shown().nullable(), 'r.expect'),
    country_code: column(wire.shown().nullable(), 'r.country_code'),
    per_second: column(wire.amount().nullable(), 'r.per_second'),
    per_day: column(wire.amount().nullable(), 'r.per_day'),
    has_secret: column(wire.flagYN(), sql`r.secret_enc IS NOT NULL`),
    ...stampColumns('r'),
  },
  filters: { ispid: exact(wire.id(), 'r.isp_id'), channel: exact(wire.oneOf(CHANNELS), 'r.channel') },
  paging: PAGED,
});

/** Customers who want no messages by a channel. */
export const optOuts = defineList({
  from: 'crm.notice_opt_out x JOIN crm.customer c ON c.isp_id = x.isp_id AND c.id = x.customer_id',
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
