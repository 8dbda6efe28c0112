import { loadSecretsKeys } from '../config/secrets-key.ts';
import { checkSecretsKey } from '../db/check-secrets-key.ts';
import { exportIsp } from '../moving/export/export-isp.ts';
import { type Command, UsageError } from './command.ts';
import { withDatabase } from './running.ts';

export const exportCommand: Command = {
  usage: '--isp <isp> --dir <folder> [--with-passwords] [--sessions <yyyy-mm,…>]',
  summary: 'Save what an ISP has as CSV files, to be read by people, other systems and import',
  details: [
    'Customers, services, plans, NASes, pools, locations, invoices and payments, as of one moment; docs/operate/moving-in.md describes the',
    'columns. --with-passwords: also the passwords of services and the secrets of NASes, in plain text: keep the files safe.',
    'Without it, an import of the files sets new passwords. --sessions: also the sessions that began in these months (UTC).',
    'To move an ISP to another installation of this program with all its history, use tenant export.',
  ],
  takes: { min: 0, max: 0 },
  options: {
    ...{ isp: { type: 'string' }, dir: { type: 'string' }, sessions: { type: 'string' } },
    'with-passwords': { type: 'boolean' },
  },
  async run({ config, log, say }, { options: { isp, dir, sessions, ...flags } }) {
    if (typeof isp !== 'string') throw new UsageError('--isp: the id or the code of the ISP is required');
    if (typeof dir !== 'string') throw new UsageError('--dir: the folder for the files is required');
    const months = typeof sessions === 'string' ? sessions.split(',') : [];
    if (!months.every((month) => /^\d{4}-(0[1-9]|1[0-2])$/.test(month)))
      throw new UsageError('--sessions: must be months such as 2027-01, separated by commas');
    const secretsKeys = flags['with-passwords'] === true ? await loadSecretsKeys(config, log) : null;
    const counts = await withDatabase({ ...config, migrated: true }, log, async (db) => {
      if (secretsKeys) await checkSecretsKey(db.pool, secretsKeys);
      return exportIsp(db, { isp, dir, secretsKeys, months });
    });
    for (const [file, rows] of counts) say(`${file}: ${rows} rows`);
  },
};
