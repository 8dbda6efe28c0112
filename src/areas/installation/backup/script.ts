import { createHash } from 'node:crypto';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { sequencesOf } from './catalog.ts';
import {
  columnList,
  copyLine,
  ENCODING_LINE,
  END_OF_ROWS,
  firstLine,
  type Header,
  jsonLine,
  keyOf,
  kindOf,
  quoted,
  sealLine,
  setvalLine,
  type Table,
} from './format.ts';

type Chunks = AsyncGenerator<Buffer | string>;

/** The rows of a table that go into the file, as a query. */
export type Selection = (table: Table) => string;

const allRows: Selection = (table) => `SELECT ${columnList(table)} FROM ${quoted(table)}`;

/** The script of a backup in chunks, from the transaction of `openSnapshot`. */
export async function* scriptOf(client: pg.PoolClient, header: Header, select: Selection = allRows): Chunks {
  yield lines(firstLine(kindOf(header)), jsonLine(header), ENCODING_LINE);
  const sections: { table: Table; rows: ReturnType<typeof rowsOf> }[] = [];
  for (const table of header.tables) {
    yield lines('', copyLine(table));
    const rows = rowsOf(client, select(table));
    sections.push({ table, rows });
    for await (const chunk of rows as AsyncIterable<Buffer>) yield chunk;
    yield lines(END_OF_ROWS);
  }
  const sequences = await sequencesOf(client, header.databases);
  await client.query('COMMIT');
  yield lines('', ...Object.entries(sequences).map(([name, value]) => setvalLine(name, value)));
  // The counts of all sections are known only after a further response of the server.
  const rows = Object.fromEntries(sections.map(({ table, rows }) => [keyOf(table), rows.rowCount]));
  yield lines(jsonLine({ rows, sequences }));
}

const lines = (...texts: string[]): string => texts.map((text) => `${text}\n`).join('');

function rowsOf(client: pg.PoolClient, selection: string) {
  const rows = client.query(copyTo(`COPY (${selection}) TO STDOUT`));
  // If the reader stops, the connection is closed; that must not end the process.
  rows.on('error', () => undefined);
  return rows;
}

/** Adds the last line, the digest of everything before it, which shows that a file is complete. */
export async function* sealed(script: Chunks): Chunks {
  const hash = createHash('sha256');
  for await (const chunk of script) {
    hash.update(chunk);
    yield chunk;
  }
  yield lines(sealLine(hash.digest('hex')));
}
