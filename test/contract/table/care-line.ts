import { byDefaultIn, done, notShown, optional, record, repeatable, required, rows } from '../build.ts';
import { endpoint } from '../endpoint.ts';
import { date, flagYN, id, money, oneOf, orNull, prose, text, timestamp, withExample } from '../kinds.ts';

const extension = true;
const docket = withExample('26013100016', text);
const language = oneOf('en', 'hi');
const calling = required({ call_id: text, caller: text });
const about = { ...calling, ...byDefaultIn('the first in services', { serviceid: id }) };
const sent = record({ target: text });

/** What voice menus and chat bots ask. */
export const careLine = [
  endpoint('/care/identify', {
    extension,
    parameters: {
      ...required({ call_id: text }),
      ...optional({ from: text, wa_id: text, account: text, pin: text, language }),
    },
    result: notShown('the handle of the caller, their level, language and services'),
  }),
  endpoint('/care/status', {
    extension,
    parameters: { ...about, ...optional({ postcode: withExample('560001', text) }) },
    result: record({
      ...{ number: withExample('15', text), text: prose, since: orNull(timestamp) },
      ...{ dues: orNull(money), currency: orNull(text), due_on: orNull(date) },
      ...{ incident: orNull(oneOf('Outage', 'Degraded', 'Maintenance')), expected_at: orNull(timestamp) },
    }),
  }),
  endpoint('/care/branch', {
    extension,
    parameters: {
      ...required({ call_id: text, ask: oneOf('known', 'blocked', 'incident', 'docket') }),
      ...optional({ from: text, digits: text }),
    },
    result: record({ answer: flagYN }),
  }),
  endpoint('/care/pay_link', { extension, parameters: about, result: sent }),
  endpoint('/care/pin_send', { extension, parameters: about, result: sent }),
  endpoint('/care/chat_code_send', {
    extension,
    parameters: { ...calling, ...optional({ account: text, number: text }) },
    result: done,
  }),
  endpoint('/care/chat_unlink', { extension, parameters: calling, result: done }),
  endpoint('/care/ticket_create', {
    extension,
    parameters: { ...about, ...required({ categoryid: id }), ...optional({ text: prose }), ...repeatable },
    result: record({ docket: text, existing: flagYN, resolve_by: orNull(timestamp) }),
  }),
  endpoint('/care/ticket_status', {
    extension,
    parameters: { ...calling, ...optional({ docket }) },
    result: rows({
      ...{ docket: text, text: prose, created_at: timestamp, resolve_by: orNull(timestamp) },
      status: oneOf(...['New', 'Open', 'Waiting', 'Referred', 'Visit', 'Resolved', 'Closed', 'Cancelled', 'Merged']),
    }),
  }),
  endpoint('/care/callback', {
    extension,
    parameters: {
      ...calling,
      ...required({ queueid: id }),
      ...optional({ due_at: timestamp, note: prose }),
      ...repeatable,
    },
    result: done,
  }),
  endpoint('/care/restart', { extension, parameters: about, result: done }),
  endpoint('/care/language', { extension, parameters: { ...calling, ...required({ language }) }, result: done }),
  endpoint('/care/call_end', { extension, parameters: calling, result: done }),
];
