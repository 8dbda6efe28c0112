import { createWriteStream } from 'node:fs';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { findTenant } from '../../areas/installation/tenants/find-tenant.ts';
import type { SecretsKeys } from '../../config/secrets-keys.ts';
import type { Database } from '../../db/database.ts';
import { unseal } from '../../db/seal.ts';
import { execute, join as joined, query, raw, sql } from '../../db/sql.ts';
import { exactLine } from '../csv/spreadsheet.ts';
import { SourceError } from '../source-row.ts';
import { DOCUMENTS, sessionsOf } from './documents.ts';
import { type ExportedFile, RECORDS } from './tables.ts';

/** Rows that are in memory at a time. */
const PAGE = 1_000;

export interface ExportOptions {
  readonly isp: string;
  readonly dir: string;
  /** Opens passwords and shared secrets; null leaves them out. */
  readonly secretsKeys: SecretsKeys | null;
  /** Months of sessions, `yyyy-mm`. */
  readonly months: readonly string[];
}

/**
 * Writes what an ISP has to CSV files, all of one moment, page by page. A file is there when it is complete.
 * @returns the number of rows of each file
 * @throws SourceError if a file exists or cannot be written
 */
export async function exportIsp(db: Database, options: ExportOptions): Promise<Map<string, number>> {
  const { id } = await findTenant(db.pool, options.isp);
  const files = [...RECORDS, ...DOCUMENTS, ...options.months.map(sessionsOf)];
  await prepare(options.dir, files);
  const client = await db.openPool({ name: 'export', max: 1, statementTimeoutMs: 0 }).connect();
  const counts = new Map<string, number>();
  try {
    await execute(client, sql`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`);
    for (const file of files) counts.set(file.file, await exportFile(client, { ...options, ispId: id, file }));
    await execute(client, sql`COMMIT`);
  } finally {
    client.release(true);
  }
  return counts;
}

async function prepare(dir: string, files: readonly ExportedFile[]): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 }).catch(asSourceError);
  for (const { file } of files) {
    const exists = await access(join(dir, file)).then(
      () => true,
      () => false,
    );
    if (exists) throw new SourceError(`${join(dir, file)} already exists. Choose another --dir.`);
  }
}

type FileExport = ExportOptions & { readonly ispId: number; readonly file: ExportedFile };

async function exportFile(client: pg.PoolClient, exported: FileExport): Promise<number> {
  const path = join(exported.dir, exported.file.file);
  const draft = `${path}.part`;
  const count = { rows: 0 };
  try {
    const output = createWriteStream(draft, { mode: 0o600, flush: true });
    await pipeline(Readable.from(linesOf(client, exported, count)), output).catch(asSourceError);
    await rename(draft, path);
    return count.rows;
  } finally {
    await rm(draft, { force: true });
  }
}

async function* linesOf(
  client: pg.PoolClient,
  { ispId, file: { columns, secrets = {}, from }, secretsKeys }: FileExport,
  count: { rows: number },
): AsyncGenerator<string> {
  const names = Object.keys(columns);
  const texts = joined(
    Object.entries(columns).map(([name, column]) => sql`${column} AS ${raw(name)}`),
    ', ',
  );
  await execute(client, sql`DECLARE exported NO SCROLL CURSOR FOR SELECT ${texts} FROM ${from(ispId)}`);
  const isSealed = names.some((name) => name in secrets);
  const withNew = isSealed && 'password' in secrets && secretsKeys === null;
  yield exactLine([...names, ...(withNew ? ['new_password'] : [])]);
  for (;;) {
    const rows = await query<Record<string, string | null>>(client, sql`FETCH ${raw(String(PAGE))} FROM exported`);
    if (rows.length === 0) break;
    count.rows += rows.length;
    const lines = rows.map((row) => {
      const values = names.map((name) => textOf(row[name] ?? '', secrets[name], secretsKeys));
      return exactLine([...values, ...(withNew ? ['Y'] : [])]);
    });
    yield lines.join('');
  }
  await execute(client, sql`CLOSE exported`);
}

function textOf(text: string, purpose: string | undefined, keys: SecretsKeys | null): string {
  if (purpose === undefined) return text;
  return keys === null || text === '' ? '' : unseal(keys, purpose, Buffer.from(text, 'hex'));
}

function asSourceError(error: NodeJS.ErrnoException): never {
  if (error.syscall === undefined) throw error;
  throw new SourceError(`Cannot write the export: ${error.message}.`);
}
