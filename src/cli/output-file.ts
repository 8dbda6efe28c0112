import { access, type FileHandle, open, rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BackupContents, readBackup } from '../areas/installation/backup/restore/backup-file.ts';
import type { Database } from '../db/database.ts';
import { CommandError, type Terminal } from './command.ts';
import { withDatabase } from './running.ts';

/**
 * Saves what is taken from the database to a new file, reads it back, and prints what it contains. If any of it fails, there is
 * no file.
 */
export async function withDatabaseToFile(
  file: string,
  { config, log, say }: Terminal,
  take: (from: Database) => Readable,
): Promise<BackupContents> {
  await refuseExisting(file);
  const draft = `${file}.part`;
  try {
    const output = await newFile(draft);
    await withDatabase({ ...config, migrated: false }, log, (from) =>
      pipeline(take(from), output.createWriteStream({ flush: true })),
    );
    const contents = await readBackup(draft);
    await rename(draft, file);
    say(summaryOf({ ...contents, file }));
    return contents;
  } finally {
    await rm(draft, { force: true });
  }
}

async function refuseExisting(file: string): Promise<void> {
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists) throw new CommandError(`${file} already exists. Choose another file name.`);
}

/** Readable only for this user. */
async function newFile(path: string): Promise<FileHandle> {
  return open(path, 'w', 0o600).catch((error: Error) => {
    throw new CommandError(`Cannot write ${path} (${error.message}).`);
  });
}

export function summaryOf({ file, header, trailer }: BackupContents): string {
  const rows = Object.values(trailer.rows).reduce((sum, count) => sum + count, 0);
  const { databases, tables, taken_at, tenant, version } = header;
  const what = tenant ? `${tenant.name} (${tenant.code}, id ${tenant.id})` : databases.join(', ');
  return `${file}: ${what} of ${taken_at}, ${tables.length} tables, ${rows} rows, by Lastmile ${version}`;
}
