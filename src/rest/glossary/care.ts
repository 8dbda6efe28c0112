import type { Part } from './part.ts';

/** Notes, calls and tasks of the staff. */
export const CARE: Part = {
  anywhere: {
    keeperid: 'The reseller whose staff works with the record; 0: the staff of the ISP',
    customername: 'The name of the customer; null: it is about nobody, or the caller may not see customers',
    client_ref:
      'Any text that the client chooses for the record; a login user who repeats it gets the id of the first record, also after months',
  },
  within: {
    note: {
      id: 'The id of the note',
      serviceid: 'The id of the service that the note is about; null: it is about the customer as a whole',
      username: 'The username of that service; null: there is none, or the caller may not see services',
      text: 'The text of the note',
      pinned: 'Whether the note is shown before all others',
      visibility:
        '`Internal`: only for the staff that wrote it, and its ISP; `Shared`: also for the reseller of the customer',
    },
    phonecall: {
      id: 'The id of the call',
      customerid: 'The id of the customer; null: a stranger called',
      serviceid: 'The id of the service that the call was about; null: it was about none',
      username: 'The username of that service; null: there is none, or the caller may not see services',
      direction: '`In`: somebody called; `Out`: the staff called',
      number: 'The telephone number, as it was given; a search finds it in any spelling',
      e164: 'The number in E.164; null: it names none',
      agentid: 'The id of the login user who spoke; in a new call, the caller unless it says otherwise',
      agent: 'The username of the login user who spoke; null: nobody did',
      started_at: 'When the call began; in a new call, now unless it says otherwise',
      started_from: 'Only calls that began on this day or later',
      started_upto: 'Only calls that began on this day or earlier',
      seconds: 'How long it lasted, in seconds',
      outcome: 'What came of the call; `Callback`: a task to call back is in the queue',
      note: 'What was said; null: nothing was noted',
      queueid: 'The queue that the task to call back goes to; required with the outcome `Callback`, and only then',
      due_at: 'When to call back; now, unless it says otherwise',
    },
    task: {
      id: 'The id of the task',
      customerid: 'The id of the customer; null: the task is about nobody',
      serviceid: 'The id of the service; null: the task is about none',
      username: 'The username of that service; null: there is none, or the caller may not see services',
      title: 'What is to be done, in a few words',
      text: 'The details of it; null: there are none',
      due_at: 'When it is to be done',
      due_from: 'Only tasks that are due on this day or later',
      due_upto: 'Only tasks that are due on this day or earlier',
      assigned_to: 'The id of the login user who does it; null: whichever member of the queue takes it',
      assigned_username: 'The username of the login user who does it; null: nobody has taken it',
      queueid: 'The id of the queue that it waits in; null: it is in none',
      queuename: 'The name of the queue; null: it is in none',
      callid: 'The id of the call that asked for it; null: no call did',
      state: 'Whether it is open, done or cancelled; a closed task can be opened again',
      closed_at: 'When it was closed; null: it is open',
      closed_by: 'The username of the login user who closed it; null: it is open',
      report: 'What came of it; null: nothing was reported',
      source: '`Callback`: a call asked for it',
    },
  },
};
