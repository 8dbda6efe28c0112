import {
  byDefault,
  byDefaultIn,
  count,
  done,
  ispidOfNew,
  newId,
  notShown,
  optional,
  paged,
  previewed,
  repeatable,
  required,
  requiredWhen,
  rows,
  sorted,
  when,
} from '../build.ts';
import { endpoint } from '../endpoint.ts';
import { code, csv, date, flagYN, id, integer, jsonInteger, oneOf, orNull, prose, text, timestamp } from '../kinds.ts';

const extension = true;
const kind = oneOf('Outage', 'Degraded', 'Maintenance');
const status = oneOf('Suggested', 'Dismissed', 'Planned', 'Open', 'Monitoring', 'Resolved');
const report = oneOf('open', 'dismiss', 'monitor', 'back', 'resolve');
const compensation = oneOf('Days', 'Money');
const filters = { location_code: code, nasid: id, of_resellerid: id, planid: id, poolid: id, serviceids: csv(id) };
const texts = { text_en: prose, text_hi: prose };
const named = required({ id, serviceids: csv(id) });

const incidentRow = {
  ...{ id, ispid: id, kind, status, source: oneOf('Staff', 'Nas', 'Location'), title: text, text_en: orNull(text) },
  ...{ text_hi: orNull(text), location_code: orNull(text), nasid: orNull(id), nasname: orNull(text) },
  ...{ of_resellerid: orNull(id), planid: orNull(id), poolid: orNull(id), services: jsonInteger },
  ...{ starts_at: timestamp, expected_at: orNull(timestamp), ended_at: orNull(timestamp), hold_dunning: flagYN },
  ...{ opened_at: orNull(timestamp), opened_by: orNull(text), reason: orNull(text) },
  ...{ compensation: orNull(compensation), compensation_days: orNull(jsonInteger) },
  ...{ created_at: timestamp, created_by: text, updated_at: timestamp, updated_by: text },
};

/** Faults of the network and planned work. */
export const incidents = [
  endpoint('/incident/preview', {
    extension,
    parameters: { ...ispidOfNew, ...optional(filters) },
    result: notShown('how many services there are, by location and by reseller'),
  }),
  endpoint('/incident/create', {
    extension,
    parameters: {
      ...ispidOfNew,
      ...required({ kind, title: prose, count: integer(0, 100_000_000) }),
      ...optional({ ...filters, ...texts, expected_at: timestamp }),
      ...byDefault('Open', { status: oneOf('Open', 'Planned') }),
      ...byDefaultIn('now', { starts_at: timestamp }),
      ...byDefault('Y', { hold_dunning: flagYN }),
      ...repeatable,
    },
    result: newId,
  }),
  endpoint('/incident/list', {
    extension,
    parameters: {
      ...optional({ ispid: id, id, kind, status, location_code: code, running: flagYN }),
      ...optional({ starts_from: date, starts_upto: date }),
      ...paged,
      ...sorted(['id', 'starts_at'], 'id'),
    },
    result: rows(incidentRow),
  }),
  endpoint('/incident/get', {
    extension,
    parameters: required({ id }),
    result: notShown('the incident as in the list, with counts of its services, tickets and compensations'),
  }),
  endpoint('/incident/update', {
    extension,
    clears: true,
    parameters: {
      ...required({ id }),
      ...optional({ kind, title: prose, ...texts, starts_at: timestamp, expected_at: timestamp, hold_dunning: flagYN }),
    },
    result: done,
  }),
  endpoint('/incident/add', {
    extension,
    parameters: { ...named, ...byDefaultIn('now', { from: timestamp }), ...repeatable },
    result: count,
  }),
  endpoint('/incident/remove', {
    extension,
    parameters: { ...named, ...byDefaultIn('now', { upto: timestamp }), ...repeatable },
    result: count,
  }),
  endpoint('/incident/move', {
    extension,
    parameters: {
      ...required({ id, report }),
      ...byDefaultIn('any that allows the move', { status }),
      ...byDefaultIn('however many there are', { count: integer(0, 100_000_000) }),
      ...byDefaultIn('now', { ended_at: timestamp }),
      ...optional({ reason: prose }),
      ...repeatable,
    },
    result: done,
  }),
  endpoint('/incident/compensate', {
    extension,
    parameters: {
      ...required({ id, compensation }),
      ...requiredWhen(when('actual is N', {}, ['actual']), { days: integer(1, 31) }),
      ...byDefault('N', { actual: flagYN }),
      ...previewed,
      ...repeatable,
    },
    smallest: { days: '1' },
    result: notShown('what the services of the slice were given, and how many are left'),
  }),
];
