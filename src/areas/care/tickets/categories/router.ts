import { runList } from '../../../../core/list/index.ts';
import { byId, done, newId } from '../../../../core/records/results.ts';
import { updatedRecord } from '../../../../core/records/unchanged.ts';
import { endpoint } from '../../../../rpc/endpoint.ts';
import { createCategory, newCategory } from './create.ts';
import { ticketCategories } from './list.ts';
import { categoryChange, deleteCategory, updateCategory } from './update.ts';

/** What tickets are about. Beyond the contract. */
export const categoryEndpoints = {
  category_create: endpoint({
    access: 'ticket.manage',
    rest: ['/ticket/category_create'],
    extension: true,
    repeatable: true,
    example: { name: 'Slow Internet', queueid: '1', legal_days: '3' },
    summary: 'Add a category of tickets',
    description: 'Only for an ISP; its resellers file their tickets in the same categories.',
  })
    .input(newCategory)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createCategory(tx, ctx, input))),

  category_list: endpoint({
    access: 'ticket.read',
    rest: ['/ticket/category_list'],
    extension: true,
    summary: 'Categories of tickets',
  })
    .input(ticketCategories.input)
    .output(ticketCategories.output)
    .query(({ ctx, input }) => runList(ctx.db, ticketCategories, { ...ctx, input })),

  category_update: endpoint({
    access: 'ticket.manage',
    rest: ['/ticket/category_update'],
    extension: true,
    example: { name: 'No Internet', priority: 'High', queueid: '1' },
    updates: updatedRecord('ticket category', 'id'),
    summary: 'Change a category for the tickets to come',
  })
    .input(categoryChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateCategory(tx, ctx, input))),

  category_delete: endpoint({
    access: 'ticket.manage',
    rest: ['/ticket/category_delete'],
    extension: true,
    summary: 'Delete a category without open tickets',
  })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteCategory(tx, ctx, input.id))),
};
