import { afterRestore } from '../areas/installation/backup/after-restore.ts';
import type { Command } from './command.ts';
import { withDatabase } from './running.ts';

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
