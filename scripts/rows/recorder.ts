import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { type Answer, answerOf, type Column, keepDescriptions, sampleOf } from './answer.ts';
import type { Notes } from './notes.ts';
import { fieldNamed, fieldsOf, newShape, noteKind, noteValue, type Shape } from './shape.ts';

declare global {
  /** What the reads call by the text that `plugin.ts` adds. */
  var rowRecorder: Pick<RowRecorder, 'record'> | undefined;
}

/** Of one answer. More rows of the same statement say little more. */
const MAX_ROWS = 50;

/** Notes what the reads of this process return. */
export class RowRecorder {
  readonly notes: Notes = {};
  #isChanged = false;

  /** Notes what a read returns, and returns it. */
  record<T>(id: string, returned: Promise<T>): Promise<T> {
    return returned.then((value) => {
      const answer = answerOf(value);
      if (answer) this.#note(id, answer);
      return value;
    });
  }

  /** Writes what was noted so far, into a file of this process. */
  write(folder: string): void {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${process.pid}-${threadId}.json`), JSON.stringify(this.notes));
  }

  #note(id: string, { columns, rows }: Answer): void {
    this.#isChanged = true;
    this.notes[id] ??= newShape();
    const shape = this.notes[id];
    noteColumns(shape, columns);
    for (const row of rows.slice(0, MAX_ROWS)) noteValue(shape, { ...row });
  }
}

/** The recorder of this process, however often this module is loaded. */
export function startRecording(): RowRecorder {
  const running = globalThis.rowRecorder;
  if (running) return running as RowRecorder;
  keepDescriptions();
  const recorder = new RowRecorder();
  globalThis.rowRecorder = recorder;
  return recorder;
}

/** The description counts as an object, so that a column that one answer lacks is not in all of them. */
function noteColumns(shape: Shape, columns: readonly Column[]): void {
  noteKind(shape, 'object');
  const fields = fieldsOf(shape);
  fields.objects++;
  for (const column of columns) {
    const field = fieldNamed(fields, column.name);
    field.seen++;
    const sample = sampleOf(column);
    if (sample !== undefined) noteSample(field.shape, sample);
  }
}

/** The kinds alone: the text of a sample is none that was read. */
function noteSample(shape: Shape, sample: unknown): void {
  const sampled = newShape();
  noteValue(sampled, sample);
  for (const kind of sampled.kinds) noteKind(shape, kind);
  if (!sampled.items) return;
  shape.items ??= newShape();
  for (const kind of sampled.items.kinds) noteKind(shape.items, kind);
}
