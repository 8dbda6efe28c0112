import { DATABASES, type DatabaseName } from '../areas/installation/backup/databases.ts';
import { readBackup } from '../areas/installation/backup/restore/backup-file.ts';
import { takeBackup } from '../areas/installation/backup/take.ts';
import { inWords } from '../core/wire/index.ts';
import { type Command, UsageError } from './command.ts';
import { summaryOf, withDatabaseToFile } from './output-file.ts';

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
