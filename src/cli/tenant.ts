import { setTimeout as sleep } from 'node:timers/promises';
import { exportTenant } from '../areas/installation/tenants/export.ts';
import type { TenantRow } from '../areas/installation/tenants/find-tenant.ts';
import { freezeTenant, thawTenant } from '../areas/installation/tenants/freeze.ts';
import type { Database, Tx } from '../db/database.ts';
import { auditCommand } from './audit-command.ts';
import type { Command, Terminal } from './command.ts';
import { withDatabaseToFile } from './output-file.ts';
import { withDatabase } from './running.ts';

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
