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
  summary: 'Stop all that is done for an ISP here, before it is moved to another installation',
  details: [
    'isp: its id or its code. Its calls get 503 with one sentence. Packets of its NASes get no answer, so that they repeat them to',
    'the other installation; sessions stay up. Nothing is billed or ended meanwhile. docs/operate/moving-a-tenant.md has all steps.',
  ],
  takes: { min: 1, max: 1 },
  async run(terminal, { arguments: [isp = ''] }) {
    const { name, code } = await changed(terminal, 'cli.tenant_freeze', isp, freezeTenant);
    // Nodes have heard of it within milliseconds; what they were writing is written by then.
    await sleep(SETTLE_MS);
    terminal.say(`${name} (${code}) is frozen. Export it now, or let it go on here with tenant thaw ${code}.`);
  },
};

const SETTLE_MS = 2_000;

export const tenantThaw: Command = {
  usage: '<isp>',
  summary: 'Let an ISP that was frozen, or imported, go on here',
  details: [
    'isp: its id or its code. Run it in one installation only: where the ISP was imported, after it was checked; or where it came',
    'from, to go back, after it was removed from the other.',
  ],
  takes: { min: 1, max: 1 },
  async run(terminal, { arguments: [isp = ''] }) {
    const { name, code } = await changed(terminal, 'cli.tenant_thaw', isp, thawTenant);
    terminal.say(`${name} (${code}) goes on here.`);
  },
};

export const tenantExport: Command = {
  usage: '<isp> <file>',
  summary: 'Save one ISP with all that is its own to a file, as of one moment',
  details: [
    'isp: its id or its code. The file is for tenant import; verify reads it. An existing file is never overwritten.',
    'To move the ISP, freeze it first: docs/operate/moving-a-tenant.md. Nothing of another ISP is in the file. It holds personal data,',
    'digests of passwords and API keys, and secrets that only the secrets key of this installation opens: keep it apart from that.',
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
  summary: 'Load an ISP from a file of tenant export into this installation, which may have others',
  details: [
    'All of it or nothing. Its ids stay, so this installation needs a number (cell number) and the same version. The ISP is frozen',
    'until tenant thaw. A login user, a code, a NAS address or an API key that is in use here already stops it, in one sentence.',
    '--secrets-key-file: 64 hex digits, the secrets key of the installation that the file comes from, if it is not the one here.',
    'The secrets are then sealed with the key of this installation.',
    'An ISP that was removed here comes back with the file that it was removed with, or with one of where it went.',
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
    if (unreadable > 0) say(`${unreadable} of its secrets could not be read where it comes from, nor can they here.`);
    if (removedAt)
      say('It was removed from here with this file: what another installation has done for it since is not in there.');
    say(`It is frozen: check it, and let it go on here with tenant thaw ${tenant.code}.`);
  },
};

export const tenantRemove: Command = {
  usage: '<isp> --file <file> --confirm <code> [--even-if-changed]',
  summary: 'Remove an ISP that goes on in another installation, with all its rows',
  details: [
    'Only a frozen one. --file: what tenant export wrote and the other installation has imported; rows that were written after it',
    'stop the removal, unless you say --even-if-changed. --confirm: the code of the ISP.',
    'To undo an import instead, run it there: the ISP is still frozen, and the file is the one that was imported.',
  ],
  takes: { min: 1, max: 1 },
  options: {
    file: { type: 'string' },
    confirm: { type: 'string' },
    'even-if-changed': { type: 'boolean' },
  },
  async run({ config, log, say }, { arguments: [isp = ''], options: { file, confirm, ...flags } }) {
    if (typeof file !== 'string') throw new UsageError('--file: the file that the other installation has is required');
    if (typeof confirm !== 'string') throw new UsageError('--confirm: the code of the ISP is required');
    const evenIfChanged = flags['even-if-changed'] === true;
    const { tenant, rows, changed } = await withDatabaseUrl(config, log, (url) =>
      removeTenant(isp, { url, file, code: confirm, evenIfChanged }),
    );
    say(`Removed ${tenant.name} (${tenant.code}): ${rows} rows.`);
    if (changed.length > 0) say(`Lost what was written after the export, in ${changed.join(', ')}.`);
  },
};
