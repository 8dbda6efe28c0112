import {
  byDefault,
  byDefaultIn,
  done,
  ispidOfNew,
  newId,
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
} from '../kinds.ts';
import { careLine } from './care-line.ts';
import { files } from './files.ts';
import { incidents } from './incidents.ts';
import { tickets } from './tickets.ts';
import { visits } from './visits.ts';

const extension = true;
const visibility = oneOf('Internal', 'Shared');
const direction = oneOf('In', 'Out');
const outcome = oneOf('Answered', 'Missed', 'Voicemail', 'Callback', 'Other');
const state = oneOf('Open', 'Done', 'Cancelled');
const source = oneOf('Manual', 'Callback');
const subject = { customerid: id, serviceid: id };
const stamps = { created_at: timestamp, created_by: text, updated_at: timestamp, updated_by: text };
const whose = { id, ispid: id, resellerid: ownerId, keeperid: ownerId };
const about = { customerid: orNull(id), customername: orNull(prose), serviceid: orNull(id), username: orNull(text) };

const notes = [
  endpoint('/note/create', {
    extension,
    parameters: {
      ...requiredWhen(when('serviceid is absent', {}), { customerid: id }),
      ...required({ text: prose }),
      ...byDefault('N', { pinned: flagYN }),
      ...byDefault('Internal', { visibility }),
      ...optional({ serviceid: id, client_ref: text }),
      ...repeatable,
    },
    smallest: { customerid: '1' },
    result: newId,
  }),
  endpoint('/note/list', {
    extension,
    parameters: {
      ...owners,
      ...optional({ id, ...subject, pinned: flagYN, visibility, created_from: date, created_upto: date }),
      ...paged,
      ...sorted(['id', 'created_at'], 'id'),
    },
    result: rows({ ...whose, ...about, customerid: id, text, pinned: flagYN, visibility, ...stamps }),
  }),
  endpoint('/note/update', {
    extension,
    clears: true,
    parameters: { ...required({ id }), ...optional({ text: prose, pinned: flagYN, visibility }) },
    result: done,
  }),
  endpoint('/note/delete', { extension, parameters: required({ id }), result: done }),
];

const callback = { queueid: id, due_at: timestamp };
const calls = [
  endpoint('/call/create', {
    extension,
    parameters: {
      ...ispidOfNew,
      ...required({ direction, number: text, outcome }),
      ...byDefault('0', { seconds: integer(0, 86_400) }),
      ...byDefaultIn('now', { started_at: timestamp }),
      ...byDefaultIn('the caller', { agentid: id }),
      ...optional({ ...subject, note: prose, ...callback, client_ref: text }),
      ...repeatable,
    },
    result: newId,
  }),
  endpoint('/call/list', {
    extension,
    parameters: {
      ...owners,
      ...optional({ id, ...subject, number: text, agentid: id, direction, outcome }),
      ...optional({ started_from: date, started_upto: date }),
      ...paged,
      ...sorted(['started_at', 'id'], 'started_at'),
    },
    result: rows({
      ...{ ...whose, ...about, direction, number: text, e164: orNull(text), agentid: orNull(id), agent: orNull(text) },
      ...{ started_at: timestamp, seconds: jsonInteger, outcome, note: orNull(text), ...stamps },
    }),
  }),
  endpoint('/call/phone_reveal', { extension, parameters: required({ id }), result: record({ numbers: csv(text) }) }),
  endpoint('/call/update', {
    extension,
    clears: true,
    parameters: {
      ...required({ id }),
      ...optional({ ...subject, seconds: integer(0, 86_400), outcome, note: prose, ...callback }),
    },
    result: done,
  }),
];

const task = { title: prose, text: prose, due_at: timestamp, assigned_to: id, queueid: id };
const taskRow = {
  ...{ ...whose, ...about, title: text, text: orNull(text), due_at: timestamp, assigned_to: orNull(id) },
  ...{ assigned_username: orNull(text), queueid: orNull(id), queuename: orNull(text), callid: orNull(id), state },
  ...{ closed_at: orNull(timestamp), closed_by: orNull(text), report: orNull(text), source, ...stamps },
};
const due = { due_from: date, due_upto: date };

const tasks = [
  endpoint('/task/create', {
    extension,
    parameters: {
      ...ispidOfNew,
      ...required({ title: prose, due_at: timestamp }),
      ...byDefaultIn('the caller, unless a queue is named', { assigned_to: id }),
      ...optional({ ...subject, text: prose, queueid: id, client_ref: text }),
      ...repeatable,
    },
    result: newId,
  }),
  endpoint('/task/list', {
    extension,
    parameters: {
      ...owners,
      ...optional({ id, ...subject, assigned_to: id, queueid: id, state, source, ...due }),
      ...paged,
      ...sorted(['due_at', 'id'], 'due_at'),
    },
    result: rows(taskRow),
  }),
  endpoint('/task/mine', {
    extension,
    parameters: { ...optional(due), ...paged, ...sorted(['due_at', 'id'], 'due_at') },
    result: rows(taskRow),
  }),
  endpoint('/task/update', {
    extension,
    clears: true,
    parameters: { ...required({ id }), ...optional(task) },
    result: done,
  }),
  endpoint('/task/move', {
    extension,
    parameters: { ...required({ id, state }), ...optional({ report: prose }), ...repeatable },
    result: done,
  }),
];

const members = csv(id);
const assignment = oneOf('ByHand', 'RoundRobin', 'FewestOpen');
const queues = [
  endpoint('/ticket/queue_create', {
    extension,
    parameters: {
      ...ispidOfNew,
      ...byDefaultIn('the ISP itself', { resellerid: ownerId }),
      ...required({ name: prose }),
      ...optional({ members }),
      ...byDefault('ByHand', { assignment }),
      ...repeatable,
    },
    result: newId,
  }),
  endpoint('/ticket/queue_list', {
    extension,
    parameters: { ...owners, ...optional({ id, name: wildcard }), ...paged, ...sorted(['id', 'name'], 'id') },
    result: rows({ id, ispid: id, resellerid: ownerId, name: text, members, assignment, ...stamps }),
  }),
  endpoint('/ticket/queue_update', {
    extension,
    clears: true,
    parameters: { ...required({ id }), ...optional({ name: prose, members, assignment }) },
    result: done,
  }),
  endpoint('/ticket/queue_delete', { extension, parameters: required({ id }), result: done }),
];

/** What the staff notes, hears and is to do. */
export const care = [
  ...[...notes, ...calls, ...tasks, ...queues, ...tickets, ...incidents, ...visits],
  ...[...careLine, ...files],
];
