import { download } from '../../../../core/content/download.ts';
import { endpoint } from '../../../../rpc/endpoint.ts';
import { exportedPerson, exportPerson } from '../../../care/persons/export-person.ts';
import { erasedPerson, erasePerson, erasureOutcome } from '../../../installation/erasure/erase-person.ts';

/** What a person may ask for by law: all that is held about them, and to be forgotten. */
export const personalData = {
  // A mutation, although it changes nothing, so that the audit records who took it, and why.
  export_person: endpoint({
    access: 'file.identity',
    rest: ['/customer/export_person'],
    extension: true,
    example: { reason: 'The customer asked for it' },
    summary: 'Everything that is held about a customer, as a JSON file',
    description:
      'Answers with the file: records of each kind, secrets masked, and the documents in base64. Of a kind there are the newest 5,000 records, and 200 documents; `left_out` names the kinds of which there are more. Only the ISP itself may take it.',
  })
    .input(exportedPerson)
    .output(download('application/octet-stream'))
    .mutation(({ ctx, input }) => exportPerson(ctx, input.customerid)),

  erase: endpoint({
    access: 'customer.erase',
    rest: ['/customer/erase'],
    extension: true,
    confirmed: true,
    example: { reason: 'Asked for in writing on 30 November' },
    summary: 'Erase what tells who a customer is',
    description:
      'For good: names, numbers, addresses, notes, calls, the texts of tickets, documents, messages, sessions and log-ins go, also from the audit. Bookings, payments and volumes stay under the number of the customer, and invoices keep name and address as long as the law wants it. `preview=Y` says what would go and what would stay. Answers 409 while a service is not deleted, money is owed or held, a ticket, visit or task is open, or before `erase_after_days` are over, with the first of these that it finds. Leads that became no customer and calls of strangers with a number of the person are shown by the preview, and go only if `leadids` and `callids` name them.',
  })
    .input(erasedPerson)
    .output(erasureOutcome)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => erasePerson(tx, ctx, input))),
};
