import { adminCreate, adminKey, adminPassword, adminSecondFactorRemove } from './admin.ts';
import { afterRestoreCommand } from './after-restore.ts';
import { auditHead, auditVerify } from './audit.ts';
import { backup, verify } from './backup.ts';
import { cellNumber } from './cell.ts';
import { clockCommand } from './clock.ts';
import type { Command } from './command.ts';
import { demo } from './demo.ts';
import { demoSimulate } from './demo-simulate.ts';
import { exportCommand } from './export.ts';
import { gatewaySimulator } from './gateway-simulator.ts';
import { importCommand } from './import.ts';
import { ledgerVerify } from './ledger.ts';
import { migrateCommand } from './migrate.ts';
import { probe } from './probe.ts';
import { restoreCommand } from './restore.ts';
import { secretsRetire, secretsRotate } from './secrets.ts';
import { tenantExport, tenantFreeze, tenantThaw } from './tenant.ts';
import { tenantImport, tenantRemove } from './tenant-move.ts';

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
  'cell number': cellNumber,
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
  demo,
  'demo simulate': demoSimulate,
  'gateway-simulator': gatewaySimulator,
};
