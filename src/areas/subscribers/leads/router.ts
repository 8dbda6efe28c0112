import { runList } from '../../../core/list/index.ts';
import { byId, done, newId } from '../../../core/records/results.ts';
import { updatedRecord } from '../../../core/records/unchanged.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { REVEAL, revealedNumbers, revealNumbers } from '../reveal-numbers.ts';
import { board, boardInput, readBoard } from './board.ts';
import { createLead, newLead } from './create.ts';
import { editLead, leadEdit } from './edit.ts';
import { closedLeads, pendingLeads } from './list.ts';
import { leadReminder, remindOfLead } from './reminder.ts';
import { leadReturn, returnLead } from './return.ts';
import { countLeads, leadCountInput, leadCounts } from './status-count.ts';
import { leadChange, updateLead } from './update.ts';

/** Contract 4.8. */
export const leadRouter = router({
  list: endpoint({ access: 'lead.read', rest: ['/lead/list'], summary: 'Pending leads' })
    .input(pendingLeads.input)
    .output(pendingLeads.output)
    .query(({ ctx, input }) => runList(ctx.db, pendingLeads, { ...ctx, input })),

  closed: endpoint({ access: 'lead.read', rest: ['/lead/closed'], summary: 'Closed leads' })
    .input(closedLeads.input)
    .output(closedLeads.output)
    .query(({ ctx, input }) => runList(ctx.db, closedLeads, { ...ctx, input })),

  status_count: endpoint({ access: 'lead.read', rest: ['/lead/status_count'], summary: 'Leads by status' })
    .input(leadCountInput)
    .output(leadCounts)
    .query(({ ctx, input }) => countLeads(ctx.db, ctx.scope, input)),

  create: endpoint({
    access: 'lead.write',
    rest: ['/lead/create'],
    example: { name: 'Asha', address: '2 Main Road' },
    summary: 'Add a lead',
  })
    .input(newLead)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createLead(tx, ctx.scope, input))),

  update: endpoint({ access: 'lead.write', rest: ['/lead/update'], summary: 'Report the outcome of the current stage' })
    .input(leadChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateLead(tx, ctx, input))),

  edit: endpoint({
    access: 'lead.write',
    rest: ['/lead/edit'],
    example: { name: 'Asha Rao' },
    extension: true,
    updates: updatedRecord('lead', 'id'),
    summary: 'Change the contact data of a pending lead, and who handles it',
  })
    .input(leadEdit)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => editLead(tx, ctx, input))),

  board: endpoint({
    access: 'lead.read',
    rest: ['/lead/board'],
    extension: true,
    summary: 'Pending leads by stage',
    description: 'The number of leads in each stage, up to 10,000, and the first of them, oldest first.',
  })
    .input(boardInput)
    .output(board)
    .query(({ ctx, input }) => readBoard(ctx, input)),

  phone_reveal: endpoint({
    access: 'phone.reveal',
    rest: ['/lead/phone_reveal'],
    extension: true,
    summary: 'The telephone number of a lead, where the ISP masks it',
    description: `${REVEAL} The caller also needs \`lead.read\`.`,
  })
    .input(byId)
    .output(revealedNumbers)
    .mutation(({ ctx, input: { id } }) => ctx.transaction((tx) => revealNumbers(tx, ctx, { what: 'lead', id }))),

  return: endpoint({
    access: 'lead.write',
    rest: ['/lead/return'],
    summary: 'Send a lead back to an earlier stage',
  })
    .input(leadReturn)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => returnLead(tx, ctx, input))),

  reminder: endpoint({
    access: 'lead.write',
    rest: ['/lead/reminder'],
    example: { timestamp: '2027-01-31 10:00:00' },
    summary: 'Set or clear a reminder',
  })
    .input(leadReminder)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => remindOfLead(tx, ctx, input))),
});
