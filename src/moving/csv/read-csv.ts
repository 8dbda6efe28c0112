import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { CsvError, parse } from 'csv-parse';
import { SourceError } from '../source-row.ts';

/** A record of a CSV file by the names of its header, in lower case with single blanks. */
export interface CsvRecord {
  readonly at: string;
  readonly values: Readonly<Record<string, string>>;
  readonly fault?: string;
}

const MAX_RECORD = 4 * 1024 * 1024;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

const headerName = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/**
 * The records of a CSV file (RFC 4180) with a header, separated by commas or semicolons, in UTF-8. It is read block by block.
 * @throws SourceError if it is no such file
 */
export async function* readCsv(file: string): AsyncGenerator<CsvRecord> {
  const name = basename(file);
  const options = { bom: true, info: true, encoding: 'latin1', max_record_size: MAX_RECORD } as const;
  const records = createReadStream(file).pipe(
    parse({
      ...options,
      delimiter: await delimiterOf(file),
      relax_column_count: true,
      skip_empty_lines: true,
    }),
  );
  let header: string[] | undefined;
  try {
    for await (const { record, info } of records as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const at = `${name} line ${info.lines}`;
      if (header) yield recordOf(header, record, at);
      else header = headerOf(record, name);
    }
  } catch (error) {
    if (error instanceof CsvError) throw new SourceError(`${name}: ${error.message.replace(/\.$/, '')}.`);
    throw error instanceof SourceError || !(error instanceof Error) || !('code' in error)
      ? error
      : new SourceError(`${name} cannot be read: ${error.message}.`);
  }
  if (!header) throw new SourceError(`${name} is empty: its first line must name the columns.`);
}

function headerOf(record: readonly string[], file: string): string[] {
  const names = record.map((field) => headerName(decoded(field) ?? ''));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new SourceError(`${file} has two columns named ${twice}.`);
  return names;
}

function recordOf(header: readonly string[], record: readonly string[], at: string): CsvRecord {
  if (record.length !== header.length)
    return { at, values: {}, fault: `it has ${record.length} fields for ${header.length} columns` };
  const values: Record<string, string> = {};
  for (const [index, name] of header.entries()) {
    const value = decoded(record[index] ?? '');
    if (value === undefined) return { at, values, fault: `${name} is not UTF-8` };
    values[name] = value;
  }
  return { at, values };
}

/** Fields are read as octets, so that one in another encoding spoils its record and no other. */
function decoded(field: string): string | undefined {
  try {
    return UTF8.decode(Buffer.from(field, 'latin1'));
  } catch {
    return undefined;
  }
}

/** What separates the names of the header: spreadsheets of many countries write semicolons. */
async function delimiterOf(file: string): Promise<string> {
  const handle = await open(file).catch((error: Error) => {
    throw new SourceError(`${file} cannot be read: ${error.message}.`);
  });
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(8_192), position: 0 });
    const [line = ''] = buffer.subarray(0, bytesRead).toString('latin1').split('\n');
    return line.split(';').length > line.split(',').length ? ';' : ',';
  } finally {
    await handle.close();
  }
}
