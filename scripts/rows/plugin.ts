import { relative, sep } from 'node:path';
import ts from 'typescript';
import type { Plugin } from 'vitest/config';
import { METHODS, READERS, readsOf } from './reads.ts';

const ROOT = `${process.cwd()}${sep}`;
const SOURCE = /^src\/(?!db\/generated\/).*\.ts$/;
const NAMES = [...READERS.map(({ name }) => name), ...METHODS];
const MAY_READ = new RegExp(`\\b(?:${NAMES.join('|')})\\b`);

/**
 * Has the recorder note what each read of the program returns. It comes before anything else that changes the text, so that the
 * positions are those of the file; lines stay as they are, and so do stack traces.
 */
export const recordReads: Plugin = {
  name: 'record-reads',
  enforce: 'pre',
  // The process that starts the server of the tests runs parts of the program too. It notes nothing.
  configResolved() {
    globalThis.rowRecorder ??= { record: (_, returned) => returned };
  },
  transform(text, path) {
    const file = path.startsWith(ROOT) ? relative(ROOT, path).replaceAll(sep, '/') : '';
    if (!SOURCE.test(file) || !MAY_READ.test(text)) return undefined;
    return { code: withRecording(file, text), map: null };
  },
};

/** The text of a source file with its reads recorded. */
export function withRecording(file: string, text: string): string {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
  const insertions = readsOf(source, file).flatMap(({ id, call }) => [
    { at: call.getStart(source), text: `globalThis.rowRecorder.record(${JSON.stringify(id)}, ` },
    { at: call.end, text: ')' },
  ]);
  return insertions
    .sort((a, b) => b.at - a.at)
    .reduce((code, insertion) => code.slice(0, insertion.at) + insertion.text + code.slice(insertion.at), text);
}
