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
    'A node does this itself at startup; run it beforehand to keep startup short.',
    '--retry-failed: retry a migration that failed before, once its cause is fixed.',
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
    `${ALL}: the four databases as of one moment, in one file, ready for restore.`,
    'The finished file is read back and checked. An existing file is never overwritten.',
    'Keep the secrets key (SECRETS_KEY, or secrets.key in DATA_DIR) with it: sealed passwords cannot be read without it.',
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
    'Loads all files or nothing: a truncated or damaged file, rows that refer to rows in no file, or a database that is not',
    'empty stop it before anything is changed. Afterwards the database schema is brought up to date.',
    '--allow-missing: keep rows whose references cannot be resolved, e.g. if only one of the four databases is restored.',
  ],
  takes: { min: 1, max: Number.POSITIVE_INFINITY },
  options: { 'allow-missing': { type: 'boolean' } },
  async run({ config, log, say }, { arguments: files, options }) {
    await withDatabaseUrl(config, log, async (url) => {
      const allowMissing = options['allow-missing'] === true;
      const { databases, rows, missing } = await restore(files, { url, allowMissing });
      say(`Restored ${databases.join(', ')}: ${rows} rows.`);
      for (const { table, target } of missing) say(`Unresolved: rows of ${table} that refer to ${target}.`);
      const applied = await migrate({ url, log });
      if (applied.length > 0) say(`Applied: ${applied.join(', ')}.`);
      say('If anything changed after these backups, run after-restore before a node starts.');
    });
  },
};

export const afterRestoreCommand: Command = {
  usage: '',
  summary: 'Make sure that nothing lost by a restore is given out again',
  details: [
    'Run it once after the database went back to an earlier moment: a backup loaded, a point-in-time recovery, a failover that',
    'lost commits. All ids go on a million further, so that sessions of lost subscribers are counted for nobody else; the',
    'invoices of each seller get a new prefix, since the last numbers are printed already. A node that was running and finds',
    'that the last change it saw is gone does the same before it changes anything, and says so in its log.',
  ],
  takes: { min: 0, max: 0 },
  async run({ config, log, say }) {
    const { sequences, series } = await withDatabase({ ...config, migrated: true }, log, (db) =>
      db.transaction((tx) => afterRestore(tx)),
    );
    say(`Moved ${sequences} sequences on; ${series} series of invoices go on under a new prefix.`);
  },
};
