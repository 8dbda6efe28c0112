import { afterRestore } from '../areas/installation/backup/after-restore.ts';
import { DATABASES, type DatabaseName } from '../areas/installation/backup/databases.ts';
import { readBackup } from '../areas/installation/backup/restore/backup-file.ts';
import { restore } from '../areas/installation/backup/restore/restore.ts';
import { takeBackup } from '../areas/installation/backup/take.ts';
import { inWords } from '../core/wire/index.ts';
import { migrate } from '../db/migrate.ts';
import { type Command, UsageError } from './command.ts';
import { summaryOf, withDatabaseToFile } from './output-file.ts';
import { withDatabase, withDatabaseUrl } from './running.ts';

export const migrateCommand: Command = {
  usage: '[--retry-failed]',
  summary: 'Bring the database schema up to date',
  details: [
    'A node does this when it starts. Run it first to shorten the start.',
    '--retry-failed: retry a migration that failed. Fix the cause first.',
  ],
  takes: { min: 0, max: 0 },
  options: { 'retry-failed': { type: 'boolean' } },
  async run({ config, log, say }, { options }) {
    const applied = await withDatabaseUrl(config, log, (url) =>
      migrate({ url, log, retryFailed: options['retry-failed'] === true }),
    );
    for (const name of applied) say(`applied ${name}`);
    say(
      applied.length === 0 ? 'The database is up to date.' : `The database is up to date: ${applied.length} applied.`,
    );
  },
};

const ALL = 'all';

export const backup: Command = {
  usage: '<db> <file>',
  summary: `Save ${DATABASES.join(', ')} or ${ALL} to a file`,
  details: [
    `${ALL}: one file with a snapshot of all four databases, ready for restore.`,
    'Reads the finished file back and checks it. Never overwrites an existing file.',
    'Keep the secrets key (SECRETS_KEY, or secrets.key in DATA_DIR) with the file: without it nobody can read the sealed passwords.',
  ],
  takes: { min: 2, max: 2 },
  async run({ config, log, say }, { arguments: [db = '', file = ''] }) {
    const databases = databasesOf(db);
    await withDatabaseToFile(file, { config, log, say }, (from) => takeBackup({ db: from, log }, databases));
  },
};

export const verify: Command = {
  usage: '<file…>',
  summary: 'Check backup files and print what they contain',
  takes: { min: 1, max: Number.POSITIVE_INFINITY },
  async run({ say }, { arguments: files }) {
    for (const file of files) say(summaryOf(await readBackup(file)));
  },
};

function databasesOf(name: string): readonly DatabaseName[] {
  if (name === ALL) return DATABASES;
  const databases = DATABASES.filter((database) => database === name);
  if (databases.length === 0) throw new UsageError(`db: must be ${inWords([...DATABASES, ALL])}`);
  return databases;
}

export const restoreCommand: Command = {
  usage: '<file…> [--allow-missing]',
  summary: 'Load backups into an empty database',
  details: [
    'Loads all the files or none. A truncated or damaged file, a row that refers to a missing row, or a database that is not empty',
    'stops it before it changes anything. Afterwards it brings the database schema up to date.',
    '--allow-missing: keep rows that refer to missing rows, for example when you restore only one of the four databases.',
  ],
  takes: { min: 1, max: Number.POSITIVE_INFINITY },
  options: { 'allow-missing': { type: 'boolean' } },
  async run({ config, log, say }, { arguments: files, options }) {
    await withDatabaseUrl(config, log, async (url) => {
      const allowMissing = options['allow-missing'] === true;
      const { databases, rows, missing } = await restore(files, { url, allowMissing });
      say(`Restored ${databases.join(', ')}: ${rows} rows.`);
      for (const { table, target } of missing) say(`Some rows of ${table} refer to missing rows of ${target}.`);
      const applied = await migrate({ url, log });
      if (applied.length > 0) say(`Applied: ${applied.join(', ')}.`);
      say('If anything changed after these backups were taken, run after-restore before you start a node.');
    });
  },
};

export const afterRestoreCommand: Command = {
  usage: '',
  summary: 'Make sure that no id or invoice number is used twice after a restore',
  details: [
    'Run it once after the database goes back to an earlier moment: after loading a backup, a point-in-time recovery, or a failover',
    'that lost commits. It raises every id sequence by a million, so that sessions of lost subscribers are not counted for others,',
    'and gives each seller’s invoices a new prefix, because the last numbers were already issued. A running node that misses the',
    'last change it saw does the same before it changes anything, and logs it.',
  ],
  takes: { min: 0, max: 0 },
  async run({ config, log, say }) {
    const { sequences, series } = await withDatabase({ ...config, migrated: true }, log, (db) =>
      db.transaction((tx) => afterRestore(tx)),
    );
    say(`Raised ${sequences} id sequences; ${series} invoice series have a new prefix.`);
  },
};
