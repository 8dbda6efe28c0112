import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScriptReader } from '../../../../src/areas/installation/backup/restore/script-reader.ts';

async function* pieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function rowsOf(reader: ScriptReader): Promise<{ rows: string; whole: boolean }> {
  const blocks = reader.rows();
  const parts: Buffer[] = [];
  for (;;) {
    const { done, value } = await blocks.next();
    if (done) return { rows: Buffer.concat(parts).toString(), whole: value === 'whole' };
    parts.push(Buffer.from(value));
  }
}

/** Rows as COPY writes them: a backslash is always the first of two characters, so no row is the mark itself. */
const row = fc
  .array(fc.constantFrom('a', '\t', '\\\\', '\\N', '\\n', '.', '\\.x', ' ', 'é', '🛰'), { maxLength: 6 })
  .map((parts) => `${parts.join('')}\n`);

describe('a script', () => {
  it('reads the same in chunks of any size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row), fc.integer({ min: 1, max: 9 }), async (rows, size) => {
        const text = `COPY x FROM stdin;\n${rows.join('')}\\.\n-- end\n`;
        const reader = new ScriptReader(pieces(text, size));
        expect(await reader.line()).toBe('COPY x FROM stdin;');
        expect(await rowsOf(reader)).toEqual({ rows: rows.join(''), whole: true });
        expect(await reader.line()).toBe('-- end');
        expect(await reader.line()).toBeUndefined();
        expect(reader.digest()).toBe(createHash('sha256').update(text).digest('hex'));
      }),
    );
  });

  it('that ends within its rows is recognised as incomplete', async () => {
    for (const text of ['', 'a\n', 'a\nb', 'a\n\\.', 'a\\.\n']) {
      expect(await rowsOf(new ScriptReader(pieces(text, 2)))).toMatchObject({ whole: false });
    }
  });

  it('excludes the line with the digest from the digest', async () => {
    const reader = new ScriptReader(pieces(`a\n-- sha256 ${'0'.repeat(64)}\n`, 3));
    await reader.line();
    await reader.line();
    expect(reader.digest()).toBe(createHash('sha256').update('a\n').digest('hex'));
  });
});
