import { basename } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { SourceError } from '../source-row.ts';
import { textBlocks } from '../text-blocks.ts';

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
 * The records of a CSV file (RFC 4180) with a header, separated by commas, semicolons or tabs. It is read block by block.
 * @param encoding of a file without a byte order mark
 * @throws SourceError if it is no such file
 */
export async function* readCsv(file: string, encoding?: string): AsyncGenerator<CsvRecord> {
  const name = basename(file);
  const blocks = textBlocks(file, encoding);
  const { value: first = Buffer.alloc(0) } = await blocks.next();
  const all = Readable.from(
    (async function* () {
      yield first;
      yield* blocks;
    })(),
  );
  const options = {
    info: true,
    encoding: 'latin1',
    max_record_size: MAX_RECORD,
    delimiter: delimiterIn(first),
  } as const;
  // The loop below meets its errors.
  const records = pipeline(
    all,
    parse({ ...options, relax_column_count: true, skip_empty_lines: true, skip_records_with_empty_values: true }),
    () => undefined,
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
    throw error;
  }
  if (!header) throw new SourceError(`${name} is empty. Its first line must name the columns.`);
}

function headerOf(record: readonly string[], file: string): string[] {
  const names = record.map((field) => headerName(decoded(field) ?? ''));
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
  if (twice !== undefined) throw new SourceError(`${file} has two columns named ${twice}.`);
  return names;
}

function recordOf(header: readonly string[], record: readonly string[], at: string): CsvRecord {
  if (record.length < header.length || record.slice(header.length).some(isWritten))
    return { at, values: {}, fault: `it has ${record.length} fields for ${header.length} columns` };
  const values: Record<string, string> = {};
  for (const [index, name] of header.entries()) {
    const value = decoded(record[index] ?? '');
    if (value === undefined)
      return { at, values, fault: `${name} is not in UTF-8; set "encoding" in the mapping file` };
    if (name !== '') values[name] = value;
    else if (isWritten(value)) return { at, values, fault: `it has “${value}” in a column without a name` };
  }
  return { at, values };
}

/** Spreadsheets leave separators where cells or whole columns and rows were emptied: those say nothing. */
const isWritten = (field: string): boolean => field.trim() !== '';

/** Fields are read as octets, so that one in another encoding spoils its record and no other. */
function decoded(field: string): string | undefined {
  try {
    return UTF8.decode(Buffer.from(field, 'latin1'));
  } catch {
    return undefined;
  }
}

/** What separates the names of the header: spreadsheets of many countries write semicolons, and some text files have tabs. */
function delimiterIn(block: Buffer): string {
  const [header = ''] = block.toString('latin1').split('\n', 1);
  const [most = ','] = [',', ';', '\t'].sort((one, other) => header.split(other).length - header.split(one).length);
  return most;
}
