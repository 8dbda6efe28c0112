import {
  binaryStream,
  byDefault,
  done,
  notShown,
  optional,
  owners,
  paged,
  record,
  required,
  rows,
  rowsLimit,
} from '../build.ts';
import { endpoint } from '../endpoint.ts';
import {
  csv,
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
const types = csv(withExample('payment.received', text));
const position = { after: integer(0) };
const secret = record({ id, secret: text });
const url = withExample('https://crm.example.net/lastmile', text);

/** The event feed and webhooks. */
export const events = [
  endpoint('/event/list', {
    extension,
    parameters: { ...owners, ...optional({ ...position, type: types, serviceid: id }), ...rowsLimit },
    result: rows({
      ...{ id: numeric, type: text, version: numeric, at: timestamp, ispid: id, resellerid: ownerId },
      ...{ serviceid: orNull(id), customerid: orNull(id), procedure: orNull(text), username: orNull(text) },
    }),
  }),
  endpoint('/event/stream', {
    extension,
    parameters: optional({ ...position, type: types }),
    result: binaryStream,
  }),
  endpoint('/webhook/list', {
    extension,
    parameters: { ...owners, ...optional({ id, status: oneOf('Enabled', 'Paused', 'Disabled') }), ...paged },
    result: rows(
      {
        ...{ id, ispid: id, resellerid: ownerId, url: text, type: text, description: orNull(text) },
        ...{ status: oneOf('Enabled', 'Paused', 'Disabled'), cursor: numeric, accepted_at: orNull(timestamp) },
        ...{ attempts: jsonInteger, failing_since: orNull(timestamp), retry_at: orNull(timestamp) },
        last_error: orNull(text),
      },
      ['secret'],
    ),
  }),
  endpoint('/webhook/create', {
    extension,
    parameters: { ...owners, ...required({ url }), ...optional({ type: types, description: prose }) },
    result: secret,
  }),
  endpoint('/webhook/update', {
    extension,
    clears: true,
    parameters: {
      ...required({ id }),
      ...optional({ url, type: types, description: prose, status: oneOf('Enabled', 'Paused') }),
    },
    result: done,
  }),
  endpoint('/webhook/delete', { extension, parameters: required({ id }), result: done }),
  endpoint('/webhook/rotate', {
    extension,
    parameters: { ...required({ id }), ...byDefault('24', { overlap_hours: integer(0, 168) }) },
    result: secret,
  }),
  endpoint('/webhook/test', {
    extension,
    parameters: required({ id }),
    result: record({ accepted: flagYN, http_status: orNull(numeric), duration_ms: jsonInteger, error: orNull(text) }),
  }),
  endpoint('/webhook/deliveries', {
    extension,
    parameters: { ...optional({ webhookid: id, eventid: integer(1) }), ...paged },
    result: rows({
      ...{ id: numeric, webhookid: id, eventid: orNull(numeric), type: text, attempt: jsonInteger, at: timestamp },
      ...{ duration_ms: jsonInteger, http_status: orNull(numeric), error: orNull(text) },
    }),
  }),
  endpoint('/webhook/replay', {
    extension,
    parameters: { ...required({ id }), ...optional({ ...position, from: timestamp }) },
    needsOneOf: ['after', 'from'],
    smallest: { id: '1', after: '0' },
    result: notShown('done'),
  }),
];
