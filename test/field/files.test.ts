import { describe, expect, it } from 'vitest';
import { casesOf } from './cases.ts';
import { encoded, importing, type Right } from './imports.ts';

/** A file of `files/`: what a spreadsheet or another system leaves, and what is imported of it. */
interface Case {
  /** Default `csv`: our own files. */
  readonly format?: 'splynx' | 'user-manager';
  /** Default UTF-8. */
  readonly encoding?: string;
  /** The files begin with a byte order mark. */
  readonly mark?: true;
  /** Default `\n`. */
  readonly newline?: string;
  /** Of the mapping file. */
  readonly mapping?: object;
  readonly files: Readonly<Record<string, readonly string[]>>;
  readonly right: Right;
}

const imports = await importing('FILE');

describe.each(casesOf<Case>('files'))('files: $name', ({ format = 'csv', files, mapping, right, ...form }) => {
  const { encoding, mark, newline = '\n' } = form;
  const octets = (lines: readonly string[]) => encoded(`${mark ? '\uFEFF' : ''}${lines.join(newline)}`, encoding);

  it('become what is right', async () => {
    const written = Object.fromEntries(Object.entries(files).map(([file, lines]) => [file, octets(lines)]));
    expect(await imports(format, written, mapping)).toMatchObject({ refused: [], error: null, ...right });
  });
});
