import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Why the database cannot be migrated, in one sentence for the operator. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

export interface Migration {
  /** The folder name. Migrations are applied in the order of their names. */
  readonly name: string;
  readonly script: string;
  /** For indexes that are built CONCURRENTLY. Each statement must be repeatable. */
  readonly outsideTransaction: boolean;
}

const OUTSIDE_TRANSACTION = '-- outside a transaction';

/** `prisma/migrations` of this package, at the same relative path from `src` and from `dist`. */
const ownFolder = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));

/** @throws MigrationError when the folder, or a script in it, is missing */
export async function readMigrations(folder: string = ownFolder): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new MigrationError(`There are no migrations at ${folder}.`);
  });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.sort().map((name) => readMigration(folder, name)));
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const file = join(folder, name, 'migration.sql');
  const script = await readFile(file, 'utf8').catch(() => {
    throw new MigrationError(`The migration ${name} has no migration.sql.`);
  });
  return { name, script, outsideTransaction: script.startsWith(OUTSIDE_TRANSACTION) };
}

/** The script for a transaction over an empty database, where an index keeps nobody waiting. */
export function scriptInTransaction({ script, outsideTransaction }: Migration): string {
  return outsideTransaction ? script.replace(/\bconcurrently\b/gi, '') : script;
}

/** As Prisma computes it. */
export function checksumOf(script: string): string {
  return createHash('sha256').update(script).digest('hex');
}

/** Ignores line endings, which a checkout may convert. */
export function hasChecksum(script: string, checksum: string): boolean {
  const unix = script.replaceAll('\r\n', '\n');
  return [script, unix, unix.replaceAll('\n', '\r\n')].some((text) => checksumOf(text) === checksum);
}
