import { z } from 'zod';
import type { Tx } from '../../../db/database.ts';
import { nextId } from '../../../db/sql.ts';
import { insert } from '../../../db/write.ts';
import { authored, type CareCall } from '../author.ts';
import { clientRef, madeBefore } from '../client-ref.ts';
import { neededSubject, subjectShape } from '../subject.ts';
import { noteShape } from './vocabulary.ts';

export const newNote = z.strictObject({
  ...subjectShape(),
  text: noteShape.text,
  pinned: noteShape.pinned.default(false),
  visibility: noteShape.visibility.default('Internal'),
  client_ref: clientRef().optional(),
});

/** Notes something about a customer, or about one service. Returns the id of the note. */
export async function createNote(tx: Tx, call: CareCall, input: z.output<typeof newNote>): Promise<number> {
  const { text, pinned, visibility, client_ref: ref } = input;
  const made = await madeBefore(tx, call, 'crm.note', ref);
  if (made !== undefined) return made;
  const { scope } = call;
  const subject = await neededSubject(tx, scope, input);
  const id = await nextId(tx, 'crm.note');
  const note = { text, pinned, visibility, keeperId: scope.resellerId };
  insert(tx, 'crm.note', [{ id, ...subject, ...note, ...authored(call, ref) }]);
  return id;
}
