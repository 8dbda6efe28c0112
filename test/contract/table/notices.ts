import { byDefault, done, newId, optional, owners, paged, record, required, rows } from '../build.ts';
import { endpoint } from '../endpoint.ts';
import {
  date,
  email,
  flagOnOff,
  flagYN,
  id,
  integer,
  jsonInteger,
  numeric,
  oneOf,
  orNull,
  ownerId,
  prose,
  text,
  timestamp,
  withExample,
} from '../kinds.ts';

const extension = true;
const ispid = id;
const on = oneOf(
  ...(['before_expiry', 'before_due', 'np', 'npd', 'restored', 'payment_received', 'payment_bounced'] as const),
  'invoice_issued' as const,
  ...(['volume_80', 'volume_100', 'password_changed', 'sign_in_code', 'pay_link'] as const),
  ...(['ticket_created', 'ticket_waiting', 'ticket_resolved', 'ticket_reopened'] as const),
  ...(['appeal_filed', 'appeal_decided'] as const),
  ...(['visit_booked', 'visit_on_way', 'visit_cancelled'] as const),
);
const channel = oneOf('email', 'sms', 'whatsapp');
const status = oneOf('Enabled', 'Paused');
const messageStatus = oneOf('Waiting', 'Queued', 'Sent', 'Failed', 'Skipped');
const language = withExample('en', text);
const stamps = { created_at: timestamp, created_by: text, updated_at: timestamp, updated_by: text };

/** Notices to subscribers. */
export const notices = [
  endpoint('/notice/list', {
    extension,
    parameters: { ...optional({ ispid, id, on, channel, status }), ...paged },
    result: rows({
      ...{ id, ispid, on, days: jsonInteger, channel, language: text, subject: orNull(text), body: text },
      ...{ dlt_template_id: orNull(text), attach: flagYN, status, ...stamps },
    }),
  }),
  endpoint('/notice/create', {
    extension,
    parameters: {
      ...required({ on, channel, body: prose }),
      ...byDefault('0', { days: integer(0, 90) }),
      ...byDefault('en', { language }),
      ...byDefault('N', { attach: flagYN }),
      ...byDefault('Enabled', { status }),
      ...optional({ ispid, subject: prose, dlt_template_id: text }),
    },
    smallest: { on: 'np', channel: 'sms', body: 'Please pay.' },
    result: newId,
  }),
  endpoint('/notice/update', {
    extension,
    clears: true,
    parameters: {
      ...required({ id }),
      ...optional({ language, subject: prose, body: prose, dlt_template_id: text }),
      ...optional({ attach: flagYN, status }),
    },
    result: done,
  }),
  endpoint('/notice/delete', { extension, parameters: required({ id }), result: done }),
  endpoint('/notice/preview', {
    extension,
    parameters: {
      ...required({ serviceid: id }),
      ...optional({ id, on, channel, days: integer(0, 90), language, subject: prose, body: prose, attach: flagYN }),
    },
    smallest: { id: '1', serviceid: '1' },
    result: record({ address: text, subject: orNull(text), body: text, obstacle: orNull(text) }),
  }),
  endpoint('/notice/test', {
    extension,
    parameters: required({ id, serviceid: id, to: text }),
    result: record({ accepted: flagYN, error: orNull(text) }),
  }),
  endpoint('/notice/messages', {
    extension,
    parameters: {
      ...owners,
      ...optional({ noticeid: id, messageid: id, serviceid: id, customerid: id, channel, status: messageStatus }),
      ...optional({ created_from: date, created_upto: date }),
      ...paged,
    },
    result: rows({
      ...{
        id: numeric,
        ispid,
        resellerid: ownerId,
        noticeid: orNull(id),
        messageid: orNull(id),
        on: orNull(on),
        channel,
      },
      ...{ serviceid: orNull(id), customerid: orNull(id) },
      ...{ status: messageStatus, reason: orNull(text), attempts: jsonInteger, created_at: timestamp },
      ...{ due_at: timestamp, done_at: orNull(timestamp), address: orNull(text), subject: orNull(text) },
      body: orNull(text),
    }),
  }),
  endpoint('/notice/sender_set', {
    extension,
    parameters: {
      ...required({ channel }),
      ...optional({ ispid, host: text, port: integer(1, 65535), username: text, from: email, url: text }),
      ...optional({ headers: prose, body: prose, expect: prose, country_code: integer(1, 9999), secret: text }),
      ...optional({ per_second: integer(1, 10_000), per_day: integer(1, 100_000_000) }),
    },
    smallest: { channel: 'email', host: 'smtp.example.net', from: 'billing@example.net' },
    result: done,
  }),
  endpoint('/notice/sender_list', {
    extension,
    parameters: { ...optional({ ispid, channel }), ...paged },
    result: rows(
      {
        ...{ ispid, channel, host: orNull(text), port: orNull(numeric), username: orNull(text), from: orNull(text) },
        ...{ url: orNull(text), headers: orNull(text), body: orNull(text), expect: orNull(text) },
        ...{
          country_code: orNull(text),
          per_second: orNull(numeric),
          per_day: orNull(numeric),
          has_secret: flagYN,
          ...stamps,
        },
      },
      ['secret'],
    ),
  }),
  endpoint('/notice/opt_out', {
    extension,
    parameters: required({ customerid: id, channel, opt_out: flagOnOff }),
    result: done,
  }),
  endpoint('/notice/opt_outs', {
    extension,
    parameters: { ...optional({ ispid, customerid: id, channel }), ...paged },
    result: rows({ ispid, customerid: id, name: text, channel, created_at: timestamp, created_by: text }),
  }),
];
