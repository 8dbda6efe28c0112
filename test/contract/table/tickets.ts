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
  record,
  repeatable,
  required,
  requiredWhen,
  rows,
  sorted,
  when,
} from '../build.ts';
import { endpoint } from '../endpoint.ts';
import {
  code,
  csv,
  date,
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
  wildcard,
  withExample,
} from '../kinds.ts';

const extension = true;
const priority = oneOf('Low', 'Normal', 'High', 'Urgent');
const status = oneOf(...['New', 'Open', 'Waiting', 'Referred', 'Visit', 'Resolved', 'Closed', 'Cancelled', 'Merged']);
const source = oneOf('Staff', 'Portal', 'Voice', 'Api');
const resolution = oneOf('Fixed', 'Explained', 'Adjusted', 'Replaced', 'NoFault', 'Other');
const report = oneOf('take', 'ask', 'refer', 'book', 'resolve', 'cancel', 'back', 'reopen', 'close');
const appealStatus = oneOf('Filed', 'Acknowledged', 'Upheld', 'Rejected', 'Withdrawn');
const appealReport = oneOf('acknowledge', 'uphold', 'reject', 'withdraw');
const docket = withExample('26013100016', text);
const subject = { customerid: id, serviceid: id };
const stamps = { created_at: timestamp, created_by: text, updated_at: timestamp, updated_by: text };
const whose = { id, ispid: id, resellerid: ownerId, keeperid: ownerId };
const about = { customerid: orNull(id), customername: orNull(prose), serviceid: orNull(id), username: orNull(text) };
const handlers = { queueid: id, assigned_to: id };

const categories = [
  endpoint('/ticket/category_create', {
    extension,
    parameters: {
      ...ispidOfNew,
      ...required({ name: prose }),
      ...byDefault('Normal', { priority }),
      ...byDefault('N', { portal: flagYN }),
      ...byDefault('Y', { technical: flagYN }),
      ...optional({ queueid: id, legal_days: integer(1, 365) }),
      ...repeatable,
    },
    result: newId,
  }),
  endpoint('/ticket/category_list', {
    extension,
    parameters: {
      ...optional({ ispid: id, id, name: wildcard, portal: flagYN }),
      ...paged,
      ...sorted(['id', 'name'], 'id'),
    },
    result: rows({
      ...{ id, ispid: id, name: text, priority, queueid: orNull(id), legal_days: orNull(jsonInteger), portal: flagYN },
      technical: flagYN,
      ...stamps,
    }),
  }),
  endpoint('/ticket/category_update', {
    extension,
    clears: true,
    parameters: {
      ...required({ id }),
      ...optional({
        name: prose,
        priority,
        queueid: id,
        legal_days: integer(1, 365),
        portal: flagYN,
        technical: flagYN,
      }),
    },
    result: done,
  }),
  endpoint('/ticket/category_delete', { extension, parameters: required({ id }), result: done }),
];

const days = { due_from: date, due_upto: date, created_from: date, created_upto: date };
const ticketRow = {
  ...{ ...whose, ...about, docket: text, number: orNull(text), e164: orNull(text), categoryid: id, category: text },
  ...{ priority, status, queueid: orNull(id), queuename: orNull(text), assigned_to: orNull(id) },
  ...{ assigned_username: orNull(text), source, text, verdict: orNull(text), verdict_code: orNull(text) },
  ...{
    nasid: orNull(id),
    incidentid: orNull(id),
    respond_by: orNull(timestamp),
    resolve_by: orNull(timestamp),
    breached: flagYN,
  },
  ...{ paused_at: orNull(timestamp), legal_by: orNull(timestamp), legal_breached: flagYN },
  first_reply_at: orNull(timestamp),
  ...{ resolved_at: orNull(timestamp), resolved_by: orNull(text), resolution: orNull(resolution) },
  ...{ reason: orNull(text), rating: orNull(integer(1, 5)), reopened: jsonInteger, merged_into: orNull(id) },
  ...{ merged_docket: orNull(text), closed_at: orNull(timestamp), closed_by: orNull(text), ...stamps },
};

const counted = optional({ ispid: id, resellerid: id, categoryid: id, priority, ...handlers });
const entry = { ...required({ id, text: prose }), ...optional({ client_ref: text }), ...repeatable };

const minutes = { respond_minutes: integer(1, 100_000), resolve_minutes: integer(1, 100_000) };
const hours = csv(withExample('09:00-13:00', text));
const week = { mon: hours, tue: hours, wed: hours, thu: hours, fri: hours, sat: hours, sun: hours };
const weekRow = { mon: csv(text), tue: csv(text), wed: csv(text), thu: csv(text), fri: csv(text), sat: csv(text) };

const clocks = [
  endpoint('/ticket/sla_set', {
    extension,
    parameters: {
      ...required({ categoryid: id, priority }),
      ...requiredWhen(when('respond_minutes is absent', {}, ['respond_minutes']), {
        resolve_minutes: minutes.resolve_minutes,
      }),
      ...optional({ respond_minutes: minutes.respond_minutes }),
    },
    smallest: { respond_minutes: '60' },
    result: newId,
  }),
  endpoint('/ticket/sla_list', {
    extension,
    parameters: { ...optional({ ispid: id, categoryid: id, priority }), ...paged, ...sorted(['id'], 'id') },
    result: rows({
      ...{ id, ispid: id, categoryid: id, category: text, priority },
      ...{ respond_minutes: orNull(jsonInteger), resolve_minutes: orNull(jsonInteger), ...stamps },
    }),
  }),
  endpoint('/ticket/sla_delete', { extension, parameters: required({ id }), result: done }),
  endpoint('/ticket/calendar_set', {
    extension,
    parameters: { ...ispidOfNew, ...optional({ location_code: code, ...week, holidays: csv(date) }) },
    result: newId,
  }),
  endpoint('/ticket/calendar_list', {
    extension,
    parameters: { ...optional({ ispid: id, location_code: code }), ...paged, ...sorted(['id'], 'id') },
    result: rows({
      ...{ id, ispid: id, location_code: orNull(text), ...weekRow, sun: csv(text), holidays: csv(text), ...stamps },
    }),
  }),
  endpoint('/ticket/calendar_delete', { extension, parameters: required({ id }), result: done }),
];

/** Complaints and other requests. */
export const tickets = [
  ...categories,
  ...clocks,
  endpoint('/ticket/create', {
    extension,
    parameters: {
      ...ispidOfNew,
      ...requiredWhen(when('customerid and serviceid are absent', {}), { number: text }),
      ...required({ categoryid: id, text: prose }),
      ...byDefaultIn('the one of the category', { priority }),
      ...byDefaultIn('the one of the category', { queueid: id }),
      ...byDefault('Staff', { source }),
      ...optional({ ...subject, assigned_to: id, client_ref: text }),
      ...repeatable,
    },
    smallest: { number: '9800000001' },
    result: record({ id, docket: text }),
  }),
  endpoint('/ticket/list', {
    extension,
    parameters: {
      ...owners,
      ...optional({ id, ...subject, docket, number: text, categoryid: id, priority, status, ...handlers, source }),
      ...optional({ nasid: id, incidentid: id, breached: flagYN, legal_breached: flagYN, ...days }),
      ...paged,
      ...sorted(['id', 'created_at', 'resolve_by'], 'id'),
    },
    result: rows(ticketRow),
  }),
  endpoint('/ticket/get', {
    extension,
    parameters: {
      ...requiredWhen(when('id is absent', {}, ['id']), { docket }),
      ...optional({ id }),
    },
    smallest: { id: '1' },
    result: notShown('the ticket as in the list, with its entries'),
  }),
  endpoint('/ticket/phone_reveal', { extension, parameters: required({ id }), result: record({ numbers: csv(text) }) }),
  endpoint('/ticket/move', {
    extension,
    parameters: {
      ...required({ id, report }),
      ...optional({ status }),
      ...requiredWhen(when('report is resolve', { report: 'resolve' }), { resolution }),
      ...requiredWhen(when('report is cancel', { report: 'cancel' }), { reason: prose }),
      ...repeatable,
    },
    result: done,
  }),
  endpoint('/ticket/edit', {
    extension,
    clears: true,
    parameters: { ...required({ id }), ...optional({ ...subject, categoryid: id, priority, text: prose }) },
    result: done,
  }),
  endpoint('/ticket/assign', {
    extension,
    clears: true,
    parameters: { ...required({ id }), ...optional(handlers) },
    result: done,
  }),
  endpoint('/ticket/escalate', {
    extension,
    parameters: { ...required({ id }), ...optional({ reason: prose }) },
    result: done,
  }),
  endpoint('/ticket/rate', { extension, parameters: required({ id, rating: integer(1, 5) }), result: done }),
  endpoint('/ticket/note', {
    extension,
    parameters: { ...entry, ...byDefault('Internal', { visibility: oneOf('Internal', 'Shared') }) },
    result: newId,
  }),
  endpoint('/ticket/reply', { extension, parameters: entry, result: newId }),
  endpoint('/ticket/appeal', {
    extension,
    parameters: { ...required({ id, text: prose }), ...repeatable },
    result: newId,
  }),
  endpoint('/ticket/appeal_move', {
    extension,
    parameters: {
      ...required({ id, report: appealReport }),
      ...optional({ status: appealStatus }),
      ...requiredWhen(when('report is uphold or reject', { report: 'uphold' }), { decision: prose }),
      ...repeatable,
    },
    result: done,
  }),
  endpoint('/ticket/appeal_list', {
    extension,
    parameters: {
      ...owners,
      ...optional({ id, ticketid: id, docket, ...subject, status: appealStatus }),
      ...optional({ created_from: date, created_upto: date, decide_from: date, decide_upto: date }),
      ...paged,
      ...sorted(['id', 'decide_by'], 'id'),
    },
    result: rows({
      ...{ id, ispid: id, resellerid: ownerId, ticketid: id, docket: text, customerid: orNull(id) },
      ...{ serviceid: orNull(id), status: appealStatus, text, decision: orNull(text), decide_by: timestamp },
      ...{ acknowledged_at: orNull(timestamp), acknowledged_by: orNull(text), decided_at: orNull(timestamp) },
      ...{ decided_by: orNull(text), ...stamps },
    }),
  }),
  endpoint('/ticket/merge', { extension, parameters: { ...required({ id, into: id }), ...repeatable }, result: done }),
  endpoint('/ticket/board', {
    extension,
    parameters: { ...counted, ...byDefault('20', { limit: integer(1, 50) }) },
    result: notShown('each status with its count and its first tickets'),
  }),
  endpoint('/ticket/status_count', {
    extension,
    parameters: counted,
    result: notShown('tickets by status'),
  }),
];
