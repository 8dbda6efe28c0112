import { readableBy, runList } from '../../../core/list/index.ts';
import { byId, done, newId } from '../../../core/records/results.ts';
import { updatedRecord } from '../../../core/records/unchanged.ts';
import { endpoint, router } from '../../../rpc/endpoint.ts';
import { CARE_NEEDS } from '../columns.ts';
import { createNote, newNote } from './create.ts';
import { notes } from './list.ts';
import { deleteNote, noteChange, updateNote } from './update.ts';

/** What the staff writes down about customers. Beyond the contract. */
export const noteRouter = router({
  create: endpoint({
    access: 'note.write',
    rest: ['/note/create'],
    extension: true,
    repeatable: true,
    example: { customerid: '1', text: 'Prefers calls in the evening' },
    summary: 'Note something about a customer or a service',
    description:
      'An internal note of an ISP is never shown to its resellers; a shared one is shown to the reseller of the customer.',
  })
    .input(newNote)
    .output(newId())
    .mutation(({ ctx, input }) => ctx.transaction((tx) => createNote(tx, ctx, input))),

  list: endpoint({ access: 'note.read', rest: ['/note/list'], extension: true, summary: 'Notes about customers' })
    .input(notes.input)
    .output(notes.output)
    .query(({ ctx, input }) => {
      const list = readableBy(notes, CARE_NEEDS, { permissions: ctx.actor.permissions, input });
      return runList(ctx.db, list, { ...ctx, input });
    }),

  update: endpoint({
    access: 'note.write',
    rest: ['/note/update'],
    extension: true,
    example: { text: 'Prefers calls in the morning' },
    updates: updatedRecord('note', 'id'),
    summary: 'Change, pin or share a note',
  })
    .input(noteChange)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => updateNote(tx, ctx, input))),

  delete: endpoint({ access: 'note.write', rest: ['/note/delete'], extension: true, summary: 'Delete a note' })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => deleteNote(tx, ctx, input.id))),
});
