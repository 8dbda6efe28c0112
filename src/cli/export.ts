import { loadSecretsKeys } from '../config/secrets-key.ts';
import { checkSecretsKey } from '../db/check-secrets-key.ts';
import { exportIsp } from '../moving/export/export-isp.ts';
import { type Command, UsageError } from './command.ts';
import { withDatabase } from './running.ts';

export const exportCommand: Command = {
  usage: '--isp <isp> --dir <folder> [--with-passwords] [--sessions <yyyy-mm,…>]',
  summary: 'Save an ISP’s records as CSV files, for people, other systems and import',
  details: [
    'A snapshot of customers, services, plans, NASes, pools, locations, invoices and payments. docs/operate/moving-in.md describes',
    'the columns. --with-passwords: include service passwords and NAS secrets in plain text; keep the files safe. Without it, an',
    'import of the files sets new passwords. --sessions: include the sessions that began in these months (UTC).',
    'To move an ISP with all its history to another installation of this program, use tenant export.',
  ],
  takes: { min: 0, max: 0 },
  options: {
    ...{ isp: { type: 'string' }, dir: { type: 'string' }, sessions: { type: 'string' } },
    'with-passwords': { type: 'boolean' },
  },
  async run({ config, log, say }, { options: { isp, dir, sessions, ...flags } }) {
    if (typeof isp !== 'string') throw new UsageError('--isp is required: give the id or the code of the ISP');
    if (typeof dir !== 'string') throw new UsageError('--dir is required: name the folder for the files');
    const months = typeof sessions === 'string' ? sessions.split(',') : [];
    if (!months.every((month) => /^\d{4}-(0[1-9]|1[0-2])$/.test(month)))
      throw new UsageError('--sessions must be months such as 2027-01, separated by commas');
    const secretsKeys = flags['with-passwords'] === true ? await loadSecretsKeys(config, log) : null;
    const counts = await withDatabase({ ...config, migrated: true }, log, async (db) => {
      if (secretsKeys) await checkSecretsKey(db.pool, secretsKeys);
      return exportIsp(db, { isp, dir, secretsKeys, months });
    });
    for (const [file, rows] of counts) say(`${file}: ${rows} rows`);
  },
};
