import type { Part } from './part.ts';

/** Documents. */
export const FILES: Part = {
  anywhere: {},
  within: {
    'customer.export_person': { reason: 'Why the file is taken; the audit keeps it' },
    'customer.erase': {
      customerid: 'The id of the customer, who may be deleted already',
      reason: 'Why, without a name, number, address or username of the person: it is kept',
      leadids: 'Leads that are this person, of those that `unlinked` shows: they are erased too',
      callids: 'Calls of this person, of those that `unlinked` shows: they are removed too',
      unlinked:
        'Leads that became no customer, and calls of strangers, with a number of the person. A shared number is no proof, so they stay unless they are named',
      kind: '`lead` or `call`',
      id: 'The id of the lead or call',
      name: 'The name of the lead; null: it is a call',
      at: 'When the lead was entered, or the call began',
      erased: 'What goes; kinds of which there is nothing are left out',
      kept: 'What stays, under the number of the customer',
      what: '`contact`: names, numbers, addresses and the rest of the customer’s record; `reports`: prepared reports of the ISP; `audit`: events that lose what they tell of the person',
      count: 'How many records',
      upto: 'The last day on which they have the name; null: they have none, and stay for ever',
    },
    file: {
      id: 'The id of the document',
      customerid: 'The id of the customer that it is about; null: a lead, or a stranger’s ticket',
      serviceid: 'The id of the service that it is about; null: it is about no single one',
      username: 'The username of that service; null: there is none, or the caller may not see services',
      leadid: 'The id of the lead that it is about; null: it is about none',
      leadname: 'The name of that lead; null: there is none, or the caller may not see leads',
      ticketid: 'The id of the ticket that it belongs to; null: it belongs to none',
      docket: 'The docket of that ticket; null: it belongs to none',
      kind: '`Identity`, `Address` and `Caf` (the application form) show who somebody is, and need the permission `file.identity` to be seen; `Ticket`: a photo of a complaint',
      name: 'What the uploader calls it',
      media_type: 'What it is, by its first bytes',
      size: 'Its size in bytes',
      sha256: 'The SHA-256 of its bytes, in hexadecimal',
      keep_until: 'The last day on which it is kept; null: as long as the customer, and a while longer',
      reason: 'Why somebody looks at a paper that shows who a person is; the audit keeps it',
    },
  },
};
