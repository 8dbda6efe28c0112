import { setTimeout as sleep } from 'node:timers/promises';
import { exportTenant } from '../areas/installation/tenants/export.ts';
import type { TenantRow } from '../areas/installation/tenants/find-tenant.ts';
import { freezeTenant, thawTenant } from '../areas/installation/tenants/freeze.ts';
import { importTenant } from '../areas/installation/tenants/import/import.ts';
import { removeTenant } from '../areas/installation/tenants/remove.ts';
import { loadSecretsKeys, readSecretsKeyFile } from '../config/secrets-key.ts';
import type { Database, Tx } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { sessionAnnouncement } from '../radius/state/sessions/announcement.ts';
import { type Command, type Terminal, UsageError } from './command.ts';
import { withDatabaseToFile } from './output-file.ts';
import { auditCommand, withDatabase, withDatabaseUrl } from './running.ts';

export const tenantFreeze: Command = {
  usage: '<isp>',
  summary: 'Stop all work for an ISP here, before you move it to another installation',
  details: [
    'isp: its id or its code. Its API calls get a 503. Packets of its NASes get no answer, so that the NASes repeat them to the',
    'other installation; sessions stay up. Nothing is billed or ended while it is frozen. docs/operate/moving-a-tenant.md has all',
    'the steps.',
  ],
  takes: { min: 1, max: 1 },
  async run(terminal, { arguments: [isp = ''] }) {
    const { name, code } = await changed(terminal, 'cli.tenant_freeze', isp, freezeTenant);
    // Nodes have heard of it within milliseconds; what they were writing is written by then.
    await sleep(SETTLE_MS);
    terminal.say(`${name} (${code}) is frozen. Export it now, or resume it here with tenant thaw ${code}.`);
  },
};

const SETTLE_MS = 2_000;

export const tenantThaw: Command = {
  usage: '<isp>',
  summary: 'Resume an ISP here after tenant freeze or tenant import',
  details: [
    'isp: its id or its code. Run it in one installation only: the new one, after you have checked the import; or, to go back,',
    'the old one, after removing the ISP from the new one.',
  ],
  takes: { min: 1, max: 1 },
  async run(terminal, { arguments: [isp = ''] }) {
    const { name, code } = await changed(terminal, 'cli.tenant_thaw', isp, thawTenant);
    terminal.say(`${name} (${code}) is running here.`);
  },
};

export const tenantExport: Command = {
  usage: '<isp> <file>',
  summary: 'Save a snapshot of one ISP, with all its records, to a file',
  details: [
    'isp: its id or its code. The file is for tenant import, and verify can check it. Never overwrites an existing file.',
    'To move the ISP, freeze it first: see docs/operate/moving-a-tenant.md. The file has nothing of other ISPs. It holds personal',
    'data, digests of passwords and API keys, and secrets sealed with the secrets key of this installation: keep the two apart.',
  ],
  takes: { min: 2, max: 2 },
  async run(terminal, { arguments: [isp = '', file = ''] }) {
    const { log } = terminal;
    await withDatabaseToFile(file, terminal, (db) => exportTenant({ db, log }, isp));
  },
};

/** The audit of the installation, not of the ISP, says so. */
function changed(
  { config, log }: Terminal,
  procedure: string,
  isp: string,
  change: (tx: Tx, idOrCode: string) => Promise<TenantRow>,
): Promise<TenantRow> {
  return withDatabase({ ...config, migrated: true }, log, (db: Database) =>
    db.transaction(async (tx) => {
      await auditCommand(tx, { procedure, target: `isp=${isp}` });
      return change(tx, isp);
    }),
  );
}

export const tenantImport: Command = {
  usage: '<file> [--secrets-key-file <file>]',
  summary: 'Load an ISP from a file of tenant export; this installation may have other ISPs',
  details: [
    'Loads everything or nothing. Ids stay the same, so both installations need a number (cell number) and the same version. The ISP',
    'is frozen until tenant thaw. A login user, code, NAS address or API key that is already in use here stops the import.',
    '--secrets-key-file: the secrets key of the installation that wrote the file, 64 hex digits, if it differs from the key here.',
    'The secrets are then sealed with the key of this installation.',
    'To bring back an ISP removed here, import the file it was removed with, or a later export from its new installation.',
  ],
  takes: { min: 1, max: 1 },
  options: { 'secrets-key-file': { type: 'string' } },
  async run({ config, log, say }, { arguments: [file = ''], options }) {
    const keyFile = options['secrets-key-file'];
    const sourceKeys = typeof keyFile === 'string' ? await readSecretsKeyFile(keyFile) : undefined;
    const secretsKeys = await loadSecretsKeys(config, log);
    const { tenant, rows, unreadable, removedAt } = await withDatabaseUrl(config, log, async (url) => {
      await migrate({ url, log });
      return importTenant(file, { url, secretsKeys, sourceKeys, announcement: sessionAnnouncement });
    });
    say(`Imported ${tenant.name} (${tenant.code}, id ${tenant.id}): ${rows} rows. Its ledger is correct.`);
    if (unreadable > 0)
      say(`${unreadable} of its secrets were already unreadable in the old installation, and are unreadable here.`);
    if (removedAt)
      say('This is the file it was removed with. Changes made since in another installation are not in it.');
    say(`It is frozen. Check it, then resume it here with tenant thaw ${tenant.code}.`);
  },
};

export const tenantRemove: Command = {
  usage: '<isp> --file <file> --confirm <code> [--even-if-changed]',
  summary: 'Remove an ISP that has moved to another installation, with all its rows',
  details: [
    'The ISP must be frozen. --file: the file of tenant export that the other installation has imported. Rows written after it stop',
    'the removal, unless you add --even-if-changed. --confirm: the code of the ISP.',
    'To undo an import, run it in the installation that imported the ISP, before tenant thaw, with the file that was imported.',
  ],
  takes: { min: 1, max: 1 },
  options: {
    file: { type: 'string' },
    confirm: { type: 'string' },
    'even-if-changed': { type: 'boolean' },
  },
  async run({ config, log, say }, { arguments: [isp = ''], options: { file, confirm, ...flags } }) {
    if (typeof file !== 'string')
      throw new UsageError('--file is required: name the file that the other installation imported');
    if (typeof confirm !== 'string') throw new UsageError('--confirm is required: give the code of the ISP');
    const evenIfChanged = flags['even-if-changed'] === true;
    const { tenant, rows, changed } = await withDatabaseUrl(config, log, (url) =>
      removeTenant(isp, { url, file, code: confirm, evenIfChanged }),
    );
    say(`Removed ${tenant.name} (${tenant.code}): ${rows} rows.`);
    if (changed.length > 0) say(`Rows written after the export are lost, in ${changed.join(', ')}.`);
  },
};
