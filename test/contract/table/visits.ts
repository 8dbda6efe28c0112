import {
  byDefault,
  byDefaultIn,
  done,
  ispidOfNew,
  newId,
  notShown,
  optional,
  owners,
  paged,
  repeatable,
  required,
  requiredWhen,
  rows,
  sorted,
  when,
} from '../build.ts';
import { endpoint } from '../endpoint.ts';
import {
  alsoTaking,
  code,
  csv,
  date,
  flagYN,
  id,
  integer,
  jsonInteger,
  mac,
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
const kind = oneOf('Survey', 'Installation', 'Repair', 'Removal', 'Other');
const state = oneOf('Booked', 'OnWay', 'Started', 'Done', 'Failed', 'Cancelled');
const report = oneOf('Feasible', 'Not-Feasible', 'Customer-Refused', 'Installation-Completed');
const hours = withExample('09:00-12:00', text);
const weekday = oneOf('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun');
const degrees = alsoTaking(['12.971599', '-33.5'], numeric);
const dbm = alsoTaking(['-19.5'], numeric);
const place = { latitude: degrees, longitude: degrees };
const device = { serial: prose, optical_dbm: dbm };
const stamps = { created_at: timestamp, created_by: text, updated_at: timestamp, updated_by: text };

const row = {
  ...{ id, ispid: id, resellerid: ownerId, keeperid: ownerId, customerid: orNull(id), customername: orNull(prose) },
  ...{ serviceid: orNull(id), username: orNull(text), leadid: orNull(id), ticketid: orNull(id), docket: orNull(text) },
  ...{ kind, state, day: date, hours: text, starts_at: timestamp, ends_at: timestamp, technicianid: orNull(id) },
  ...{ technician: orNull(text), location_code: orNull(text), name: orNull(text), mobile: orNull(text) },
  ...{ address: orNull(text), latitude: orNull(degrees), longitude: orNull(degrees), note: orNull(text) },
  ...{ text: orNull(text), lead_status: orNull(text), mac: orNull(text), serial: orNull(text) },
  ...{ optical_dbm: orNull(dbm), report: orNull(report), outcome: orNull(text), reason: orNull(text) },
  ...{ on_way_at: orNull(timestamp), started_at: orNull(timestamp), ended_at: orNull(timestamp) },
  ...{ conflict: orNull(text), ...stamps },
};
const days = { day_from: date, day_upto: date };

const slots = [
  endpoint('/visit/slots', {
    extension,
    parameters: {
      ...optional({ ispid: id, resellerid: id, location_code: code }),
      ...byDefaultIn('today', { from: date }),
      ...byDefault('7', { days: integer(1, 31) }),
    },
    result: notShown('each window with its free places'),
  }),
  endpoint('/visit/slot_set', {
    extension,
    parameters: {
      ...ispidOfNew,
      ...byDefaultIn('the ISP itself', { resellerid: ownerId }),
      ...required({ hours, capacity: integer(1, 1000) }),
      ...byDefaultIn('every day', { weekdays: csv(weekday) }),
      ...optional({ location_code: code }),
    },
    result: newId,
  }),
  endpoint('/visit/slot_list', {
    extension,
    parameters: { ...owners, ...optional({ id, location_code: code }), ...paged, ...sorted(['id'], 'id') },
    result: rows({
      ...{ id, ispid: id, resellerid: ownerId, location_code: orNull(text), hours: text, weekdays: csv(weekday) },
      ...{ capacity: jsonInteger, ...stamps },
    }),
  }),
  endpoint('/visit/slot_delete', { extension, parameters: required({ id }), result: done }),
];

/** Visits of technicians. */
export const visits = [
  ...slots,
  endpoint('/visit/create', {
    extension,
    parameters: {
      ...requiredWhen(when('leadid and ticketid are absent', {}), { serviceid: id }),
      ...required({ day: date, hours }),
      ...byDefaultIn('by what it goes to', { kind }),
      ...optional({ leadid: id, ticketid: id, technicianid: id, ...place, note: prose, client_ref: text }),
      ...repeatable,
    },
    smallest: { serviceid: '1' },
    result: newId,
  }),
  endpoint('/visit/list', {
    extension,
    parameters: {
      ...owners,
      ...optional({ id, customerid: id, serviceid: id, leadid: id, ticketid: id, technicianid: id, kind, state }),
      ...optional({ location_code: code, in_conflict: flagYN, ...days }),
      ...paged,
      ...sorted(['starts_at', 'id'], 'starts_at'),
    },
    result: rows(row),
  }),
  endpoint('/visit/mine', {
    extension,
    parameters: { ...optional(days), ...paged, ...sorted(['starts_at', 'id'], 'starts_at') },
    result: rows(row),
  }),
  endpoint('/visit/get', {
    extension,
    parameters: required({ id }),
    result: notShown('the visit as in the list, with its history'),
  }),
  endpoint('/visit/move', {
    extension,
    parameters: {
      ...required({ id, state }),
      ...requiredWhen(when('state is Failed', { state: 'Failed' }), { reason: prose }),
      ...requiredWhen(when('state is Booked', { state: 'Booked' }), { day: date, hours }),
      ...byDefaultIn('now', { done_at: timestamp }),
      ...optional({ report, outcome: prose, mac, ...device, ...place, client_ref: text }),
      ...repeatable,
    },
    result: newId,
  }),
  endpoint('/visit/edit', {
    extension,
    clears: true,
    parameters: {
      ...required({ id }),
      ...optional({ kind, day: date, hours, technicianid: id, ...place, note: prose, ...device }),
    },
    result: done,
  }),
  endpoint('/visit/conflict_report', {
    extension,
    parameters: { ...required({ id, text: prose }), ...optional({ client_ref: text }), ...repeatable },
    result: newId,
  }),
  endpoint('/visit/conflict_settle', { extension, parameters: required({ id }), result: done }),
];
