import {
  byDefault,
  done,
  ispidOfNew,
  newId,
  notShown,
  optional,
  paged,
  record,
  repeatable,
  required,
  rows,
} from '../build.ts';
import { endpoint } from '../endpoint.ts';
import {
  code,
  csv,
  date,
  flagOnOff,
  flagYN,
  id,
  integer,
  jsonInteger,
  oneOf,
  orNull,
  ownerId,
  prose,
  text,
  timestamp,
  withExample,
} from '../kinds.ts';

const extension = true;
const channel = oneOf('email', 'sms', 'whatsapp');
const type = oneOf('Service', 'Promotional');
const status = oneOf('Sending', 'Paused', 'Done', 'Cancelled');
const serviceStatus = oneOf('Active', 'NP', 'NPD', 'Suspend', 'NewRequest');
const texts = withExample('[{"channel":"sms","language":"en","body":"No Internet from 2 to 4"}]', text);
const stamps = { created_at: timestamp, created_by: text, updated_at: timestamp, updated_by: text };
const skipped = { opted_out: jsonInteger, no_address: jsonInteger, same_address: jsonInteger };
const message = {
  ...{ id, ispid: id, title: text, type, urgent: flagYN, status, audience: text, count: jsonInteger },
  ...{ ...skipped, ended_at: orNull(timestamp), ...stamps },
};
const written = {
  ...ispidOfNew,
  ...required({ texts }),
  ...byDefault('Service', { type }),
  ...byDefault('N', { urgent: flagYN }),
  ...optional({ resellerid: ownerId, planid: id, ippool: text, location_code: code, sub_location_code: code }),
  ...optional({ status: serviceStatus, serviceids: csv(id), nasid: id, incidentid: id }),
};

/** One message to many subscribers. */
export const messages = [
  endpoint('/message/preview', {
    extension,
    parameters: written,
    result: record({
      ...{ matched: jsonInteger, count: jsonInteger, sms: jsonInteger, whatsapp: jsonInteger, email: jsonInteger },
      ...skipped,
      begins_at: orNull(timestamp),
    }),
  }),
  endpoint('/message/send', {
    extension,
    parameters: { ...written, ...required({ title: prose, count: integer(0, 100_000_000) }), ...repeatable },
    result: newId,
  }),
  endpoint('/message/pause', { extension, parameters: { ...required({ id }), ...repeatable }, result: done }),
  endpoint('/message/resume', { extension, parameters: { ...required({ id }), ...repeatable }, result: done }),
  endpoint('/message/cancel', { extension, parameters: { ...required({ id }), ...repeatable }, result: done }),
  endpoint('/message/list', {
    extension,
    parameters: {
      ...optional({ ispid: id, id, type, status, created_from: date, created_upto: date }),
      ...paged,
    },
    result: rows(message),
  }),
  endpoint('/message/get', {
    extension,
    parameters: required({ id }),
    result: notShown('the mass message as in the list, with its texts, and how many messages are in each status'),
  }),
  endpoint('/message/opt_out', {
    extension,
    parameters: required({ customerid: id, channel, opt_out: flagOnOff }),
    result: done,
  }),
  endpoint('/message/opt_outs', {
    extension,
    parameters: { ...optional({ ispid: id, customerid: id, channel }), ...paged },
    result: rows({ ispid: id, customerid: id, name: text, channel, created_at: timestamp, created_by: text }),
  }),
];
