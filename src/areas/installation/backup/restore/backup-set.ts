import { hasChecksum, type Migration, readMigrations } from '../../../../db/migrate/migration.ts';
import type { DatabaseName } from '../databases.ts';
import { BackupError } from '../error.ts';
import { type BackupContents, readBackup } from './backup-file.ts';

/** Files that are restored together into one database. */
export interface BackupSet {
  readonly backups: readonly BackupContents[];
  readonly databases: readonly DatabaseName[];
  /** The migrations that created the tables of all of them. */
  readonly migrations: readonly Migration[];
}

/** Reads all files to their end. @throws BackupError if one is incomplete, or if they do not fit together */
export async function openBackups(files: readonly string[]): Promise<BackupSet> {
  const backups: BackupContents[] = [];
  for (const file of files) backups.push(await readBackup(file));
  const [first] = backups;
  if (!first) throw new BackupError('There is no file to restore.');
  for (const { header, file } of backups) {
    if (header.tenant)
      throw new BackupError(`${file} holds one ISP, ${header.tenant.code}. Load it with tenant import.`);
    if (JSON.stringify(header.migrations) !== JSON.stringify(first.header.migrations))
      throw new BackupError(`${first.file} and ${file} were taken by different versions of Lastmile.`);
  }
  return { backups, databases: distinctDatabases(backups), migrations: await recordedMigrations(first) };
}

function distinctDatabases(backups: readonly BackupContents[]): DatabaseName[] {
  const from = new Map<DatabaseName, string>();
  for (const { header, file } of backups) {
    for (const database of header.databases) {
      const other = from.get(database);
      if (other) throw new BackupError(`${other} and ${file} both hold ${database}. Give only one of them.`);
      from.set(database, file);
    }
  }
  return [...from.keys()];
}

/** The migrations of this program that the backup's database had. Later ones are applied after the restore. */
async function recordedMigrations({ header, file }: BackupContents): Promise<Migration[]> {
  const known = new Map((await readMigrations()).map((migration) => [migration.name, migration]));
  return header.migrations.map(({ name, checksum }) => {
    const migration = known.get(name);
    if (!migration)
      throw new BackupError(
        `${file} was taken by a later version of Lastmile, and this version does not have ${name}.`,
      );
    if (!hasChecksum(migration.script, checksum))
      throw new BackupError(`${file} was taken by another build of Lastmile, with a different migration ${name}.`);
    return migration;
  });
}
