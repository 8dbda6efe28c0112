import { migrate } from '../db/migrate.ts';
import type { Command } from './command.ts';
import { withDatabaseUrl } from './running.ts';

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
