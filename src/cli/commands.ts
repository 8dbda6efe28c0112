import { adminCreate, adminKey, adminPassword, adminSecondFactorRemove } from './admin.ts';
import { auditHead, auditVerify } from './audit.ts';
import { clockCommand } from './clock.ts';
import type { Command } from './command.ts';
import { afterRestoreCommand, backup, migrateCommand, restoreCommand, verify } from './database.ts';
import { demo, demoSimulate } from './demo.ts';
import { exportCommand } from './export.ts';
import { gatewaySimulator } from './gateway-simulator.ts';
import { importCommand } from './import.ts';
import { installationNumber } from './installation-number.ts';
import { ledgerVerify } from './ledger.ts';
import { mcp } from './mcp.ts';
import { probe } from './probe.ts';
import { secretsRetire, secretsRotate } from './secrets.ts';
import { tenantExport, tenantFreeze, tenantImport, tenantRemove, tenantThaw } from './tenant.ts';
import { wrapped } from './wrapped.ts';

/** The commands by name. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  'admin create': adminCreate,
  'admin key': adminKey,
  'admin password': adminPassword,
  'admin second-factor-remove': adminSecondFactorRemove,
  migrate: migrateCommand,
  backup,
  verify,
  restore: restoreCommand,
  'after-restore': afterRestoreCommand,
  'cell number': installationNumber,
  'tenant freeze': tenantFreeze,
  'tenant export': tenantExport,
  'tenant import': tenantImport,
  'tenant thaw': tenantThaw,
  'tenant remove': tenantRemove,
  import: importCommand,
  export: exportCommand,
  clock: clockCommand,
  'ledger verify': ledgerVerify,
  'audit verify': auditVerify,
  'audit head': auditHead,
  'secrets rotate': secretsRotate,
  'secrets retire': secretsRetire,
  probe,
  mcp,
  demo,
  'demo simulate': demoSimulate,
  'gateway-simulator': gatewaySimulator,
};

export function generalHelp(): string {
  const rows = Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary] as const);
  const all = [...rows, ['help <command>', 'Show more about a command'] as const];
  const width = Math.max(...all.map(([name]) => name.length));
  return [
    'Lastmile operator commands.',
    '',
    ...all.map(([name, summary]) => entry(name.padEnd(width), summary)),
    '',
    wrapped(
      'Every command except probe and mcp uses the database at DATABASE_URL, or the embedded one in DATA_DIR, whether or not a node is running.',
    ),
    '',
  ].join('\n');
}

/** Spaces between words are one; those that align the summaries stay. */
function entry(name: string, summary: string): string {
  const indent = name.length + 4;
  return `  ${name}  ${wrapped(' '.repeat(indent) + summary, indent).trimStart()}`;
}

export function helpOf(name: string): string {
  const { usage = '', summary = '', details = [] } = COMMANDS[name] ?? {};
  // A detail that does not end a sentence goes on in the next one.
  const lines = [`${summary}.`, ...details]
    .join('\n')
    .replaceAll(/(?<![.:])\n/g, ' ')
    .split('\n');
  return [wrapped(`${name} ${usage}`.trim(), 4), '', ...lines.map((line) => wrapped(line)), ''].join('\n');
}
