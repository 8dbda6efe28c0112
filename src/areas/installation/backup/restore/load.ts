import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { query, sql } from '../../../../db/sql.ts';
import { tablesOf } from '../catalog.ts';
import { BackupError } from '../error.ts';
import { copyLine, keyOf, quoted, type Table } from '../format.ts';
import { type BackupContents, readBackup } from './backup-file.ts';

/** Loads the rows of one backup and sets its sequences. */
export async function loadBackup(client: pg.Client, { file, header }: BackupContents): Promise<void> {
  await checkTables(client, { file, header });
  // Migrations may have inserted rows.
  await client.query(`TRUNCATE ${header.tables.map(quoted).join(', ')}`);
  const { trailer } = await readBackup(file, (table, rows) => copyInto(client, table, rows));
  for (const [sequence, value] of Object.entries(trailer.sequences)) {
    const [schema = '', name = ''] = sequence.split('.');
    await query(client, sql`SELECT setval(${quoted({ schema, name })}::regclass, ${value}::bigint)`);
  }
}

/** The same migrations create the same tables. A file that differs has been tampered with, and its names would become SQL. */
async function checkTables(client: pg.Client, { file, header }: Pick<BackupContents, 'file' | 'header'>) {
  const spelled = (tables: readonly Table[]) =>
    JSON.stringify(tables.map((table) => [keyOf(table), [...table.columns].sort()]).sort());
  if (spelled(await tablesOf(client, header.databases)) !== spelled(header.tables))
    throw new BackupError(`${file} does not hold the tables that its migrations create.`);
}

/** Returns the number of rows that the server took. */
export async function copyInto(client: pg.Client, table: Table, rows: AsyncIterable<Buffer>): Promise<number> {
  const sink = client.query(copyFrom(copyLine(table).replace(/;$/, '')));
  let failure: unknown;
  const failed = once(sink, 'error').then(([error]) => {
    failure = error;
    throw error;
  });
  failed.catch(() => undefined);
  for await (const block of rows) {
    if (failure) throw failure;
    if (!sink.write(block)) await Promise.race([once(sink, 'drain'), failed]);
  }
  const finished = once(sink, 'finish');
  sink.end();
  await Promise.race([finished, failed]);
  return sink.rowCount;
}
