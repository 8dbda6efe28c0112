import type { DumpText } from './text.ts';

/** A row of a table. `null` is NULL. */
export interface DumpRow {
  readonly table: string;
  readonly line: number;
  readonly values: Readonly<Record<string, string | null>>;
  /** Columns whose octets are not UTF-8; they have no value. */
  readonly damaged: readonly string[];
}

const COPY_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** A value of a line of COPY. */
export function copiedValue(value: string): string | null {
  if (value === '\\N') return null;
  if (!value.includes('\\')) return value;
  return value.replace(/\\(?:x([0-9a-f]{1,2})|([0-7]{1,3})|([\s\S]))/gi, (_, hex, octal, other: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    return COPY_ESCAPES[other] ?? other;
  });
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
const ASCII = /^[\x00-\x7f]*$/;

/** @throws SourceError if values and columns do not fit */
export function rowOf(
  text: DumpText,
  {
    table,
    line,
    columns,
    values,
  }: { table: string; line: number; columns: readonly string[]; values: (string | null)[] },
): DumpRow {
  if (values.length !== columns.length)
    throw text.fault(`a row of ${table} has ${values.length} values for ${columns.length} columns`);
  const named: Record<string, string | null> = {};
  const damaged: string[] = [];
  for (const [at, column] of columns.entries()) {
    const value = values[at] ?? null;
    if (value === null || ASCII.test(value)) named[column] = value;
    else {
      try {
        named[column] = UTF8.decode(Buffer.from(value, 'latin1'));
      } catch {
        damaged.push(column);
      }
    }
  }
  return { table, line, values: named, damaged };
}
