import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BackupError } from '../error.ts';
import {
  copyLine,
  ENCODING_LINE,
  FIRST_LINE_OF_ANY,
  firstLine,
  fromJsonLine,
  type Header,
  headerSchema,
  keyOf,
  kindOf,
  sealOf,
  type Table,
  type Trailer,
  trailerSchema,
} from '../format.ts';
import { ScriptReader } from './script-reader.ts';

export interface BackupContents {
  readonly file: string;
  readonly header: Header;
  readonly trailer: Trailer;
  /** Of the script, in hexadecimal digits, as its last line has it: two files with the same are the same. */
  readonly sha256: string;
}

/** Consumes all rows of a section and returns their number. */
export type TakeRows = (table: Table, rows: AsyncIterable<Buffer>) => Promise<number>;

const CHUNK_BYTES = 256 * 1024;

/**
 * Reads a backup, or the file of a tenant, to its end.
 * @throws BackupError if it is not a backup or is damaged; the rows read until then must be discarded
 */
export async function readBackup(file: string, take: TakeRows = countRows): Promise<BackupContents> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  const source = createReadStream(file);
  pipeline(source, gunzip, () => undefined);
  const reader = new ScriptReader(gunzip);
  try {
    const header = await readHeader(file, reader);
    const counts: Record<string, number> = {};
    for (const table of header.tables) counts[keyOf(table)] = await readSection(file, reader, { table, take });
    const { trailer, sha256 } = await readTrailer(file, reader);
    const wrong = header.tables.map(keyOf).find((table) => counts[table] !== trailer.rows[table]);
    if (wrong)
      throw new BackupError(`${file} is damaged: ${wrong} has ${counts[wrong]} rows, not ${trailer.rows[wrong]}.`);
    return { file, header, trailer, sha256 };
  } catch (error) {
    throw asBackupError(file, error);
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

async function readHeader(file: string, reader: ScriptReader): Promise<Header> {
  const first = await reader.line();
  const [, kind, format] = FIRST_LINE_OF_ANY.exec(first ?? '') ?? [];
  if (!kind) throw new BackupError(`${file} is not a Lastmile backup.`);
  if (first !== firstLine(kind === 'tenant' ? kind : 'backup'))
    throw new BackupError(`${file} was written by a later version of Lastmile (format ${format}).`);
  const header = fromJsonLine(headerSchema, await reader.line());
  if (!header || kindOf(header) !== kind || (await reader.line()) !== ENCODING_LINE) throw damaged(file);
  return header;
}

async function readSection(
  file: string,
  reader: ScriptReader,
  { table, take }: { table: Table; take: TakeRows },
): Promise<number> {
  if ((await reader.line()) !== '' || (await reader.line()) !== copyLine(table)) throw damaged(file);
  const rows = reader.rows();
  async function* whole(): AsyncGenerator<Buffer> {
    if ((yield* rows) !== 'whole') throw cutOff(file);
  }
  return take(table, whole());
}

async function readTrailer(file: string, reader: ScriptReader): Promise<Pick<BackupContents, 'trailer' | 'sha256'>> {
  let line = await reader.line();
  // These lines are for psql; the trailer has the same values.
  while (line === '' || line?.startsWith('SELECT pg_catalog.setval(')) line = await reader.line();
  const trailer = fromJsonLine(trailerSchema, line);
  const seal = await reader.line();
  if (seal === undefined) throw cutOff(file);
  const sha256 = reader.digest();
  if (!trailer || sealOf(seal) !== sha256 || (await reader.line()) !== undefined) throw damaged(file);
  return { trailer, sha256 };
}

/** In COPY's text format a row is a line. */
async function countRows(_: Table, rows: AsyncIterable<Buffer>): Promise<number> {
  let count = 0;
  for await (const block of rows) {
    for (let at = block.indexOf(0x0a); at >= 0; at = block.indexOf(0x0a, at + 1)) count += 1;
  }
  return count;
}

const damaged = (file: string) => new BackupError(`${file} is damaged. Take another backup.`);
const cutOff = (file: string) => new BackupError(`${file} is incomplete. Take another backup.`);

function asBackupError(file: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'Z_BUF_ERROR') return cutOff(file);
  if (code === 'Z_DATA_ERROR' && /header check/.test(String(error)))
    return new BackupError(`${file} is not a Lastmile backup.`);
  if (code === 'Z_DATA_ERROR') return damaged(file);
  if (code === 'ENOENT') return new BackupError(`There is no file ${file}.`);
  if (code === 'EACCES' || code === 'EISDIR') return new BackupError(`Cannot read ${file}.`);
  return error;
}
