import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mergeShapes, newShape, type Shape } from './shape.ts';

/** The rows that each read returned, by the read's id. */
export type Notes = Record<string, Shape>;

/** The notes of all processes of a run. */
export async function readNotes(folder: string): Promise<Notes> {
  const notes: Notes = {};
  for (const name of await readdir(folder)) {
    const part: Notes = JSON.parse(await readFile(join(folder, name), 'utf8'));
    for (const [id, shape] of Object.entries(part)) {
      notes[id] ??= newShape();
      mergeShapes(notes[id], shape);
    }
  }
  return notes;
}
