import type { Part } from './part.ts';

/** What voice menus and chat bots ask. */
export const CARE_LINE: Part = {
  anywhere: {},
  within: {
    care: {
      call_id: 'The id that the telephone system or the chat gives the call, unique for the login user',
      caller: 'The handle of the caller that `care/identify` returned; right for 15 minutes and this call',
      serviceid: 'The id of the service, one of those in `services`; when absent, the first',
      language: 'The language to speak to the caller in',
      number: 'The verdict as a number: 0 for a person, 15 for a connection that works; a number keeps its meaning',
      text: 'The sentence to read out; it names no person, device or place',
      since: 'Since when it is so; null: that is not known',
      dues: 'What is owed for the service; null: the caller is not at level 2',
      currency: 'The currency of what is owed, by its ISO 4217 code; null: the caller is not at level 2',
      due_on: 'The day by which the oldest unpaid invoice is to be paid; null: none is unpaid, or not at level 2',
      incident: 'What kind of incident the service is in: `Outage`, `Degraded` or `Maintenance`; null: in none',
      expected_at: 'When the incident is expected to end; null: there is none, or nobody knows',
      target: 'The number on record that the message goes to, without its middle digits',
      categoryid: 'The id of the category of the ticket',
      existing: 'Whether it is a ticket that was open already',
      status: 'Where the ticket is in its life; of a merged one, where the other is',
      resolve_by: 'When it is to be resolved at the latest; null: no limit is set',
      queueid: 'The id of the queue that the task to call back goes to',
      due_at: 'When to call back; now, unless it says otherwise',
      note: 'What the staff is to know before they call back',
    },
    'care.status': {
      postcode:
        'The postcode that the caller types or says; the answer is then only whether an incident concerns a customer there',
    },
    'care.chat': {
      account: 'A username of the subscriber, or the id of the customer, as the person types it; or `number`',
      number: 'The number on record, as the person types it; or `account`',
    },
    'care.identify': {
      from: 'The number of the caller as the telephone system has it; `anonymous` or the like stands for none',
      wa_id:
        'The id of the caller at WhatsApp; one that is a number counts as the number, one that hides it as soon as a code has linked it',
      account: 'A username of the subscriber, or the id of the customer, as the caller types it',
      pin: 'The PIN that the subscriber chose, or the code that `care/pin_send` or `care/chat_code_send` sent; a wrong one is no error',
      language: 'The language to speak to the caller in; when absent, the one of the customer or the ISP',
      caller: 'The handle of the caller, for the other calls about them',
      known:
        'Whether the number, the linked chat or the PIN is right for a customer; a number of several customers is known at level 0',
      level: 'What the caller has proved: 0: nothing; 1: a number on record, which can be faked; 2: a PIN or a code',
      serviceid: 'The id of the service',
      plan: 'The name of its plan; null: the caller is not at level 2',
      services: 'The services that may be asked about: all at level 2, one at level 1, none at level 0',
    },
    'care.branch': {
      from: 'The number of the caller as the telephone system has it; `anonymous` or the like stands for none',
      ask: 'The question: `known`, `blocked`, `incident` or `docket`',
      digits: 'What the caller typed: a docket, or the postcode for `incident`',
      answer: 'Whether the answer is yes; also N where nobody can tell',
    },
    'care.ticket': {
      text: 'What the caller complains about, in words, if there are any; of a ticket that is told, the sentence to read out',
    },
  },
};
