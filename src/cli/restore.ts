import { restore } from '../areas/installation/backup/restore/restore.ts';
import { migrate } from '../db/migrate.ts';
import type { Command } from './command.ts';
import { withDatabaseUrl } from './running.ts';

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
