import { access, type FileHandle, open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { DATABASES, type DatabaseName } from '../areas/backup/databases.ts';
import { type BackupContents, readBackup } from '../areas/backup/restore/backup-file.ts';
import { takeBackup } from '../areas/backup/take.ts';
import { inWords } from '../core/wire/index.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { withDatabase } from './running.ts';

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
    await refuseExisting(file);
    const draft = `${file}.part`;
    try {
      const output = await newFile(draft);
      await withDatabase({ ...config, migrated: false }, log, (from) =>
        pipeline(takeBackup({ db: from, log }, databases), output.createWriteStream({ flush: true })),
      );
      const contents = await readBackup(draft);
      await rename(draft, file);
      say(summaryOf({ ...contents, file }));
    } finally {
      await rm(draft, { force: true });
    }
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

async function refuseExisting(file: string): Promise<void> {
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists) throw new CommandError(`${file} already exists: choose another file name.`);
}

/** Readable only for this user. */
async function newFile(path: string): Promise<FileHandle> {
  return open(path, 'w', 0o600).catch((error: Error) => {
    throw new CommandError(`${path} cannot be written (${error.message}).`);
  });
}

function summaryOf({ file, header, trailer }: BackupContents): string {
  const rows = Object.values(trailer.rows).reduce((sum, count) => sum + count, 0);
  const { databases, tables, taken_at, version } = header;
  return `${file}: ${databases.join(', ')} of ${taken_at}, ${tables.length} tables, ${rows} rows, by Lastmile ${version}`;
}
