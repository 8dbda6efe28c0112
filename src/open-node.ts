import { Registry } from 'prom-client';
import { afterRestore } from './areas/installation/backup/after-restore.ts';
import { ensureFirstAdministrator, type FirstAdministrator } from './areas/tenancy/users/first-administrator.ts';
import { type CleanupStep, runCleanup } from './cleanup.ts';
import type { Logger } from './config/log.ts';
import { findSecretsKeys, loadSecretsKeys } from './config/secrets-key.ts';
import type { Kernel } from './core/kernel.ts';
import { awaitDatabase } from './db/await-database.ts';
import { checkSecretsKey } from './db/check-secrets-key.ts';
import { type Database, openDatabase } from './db/database.ts';
import { startEmbedded } from './db/embedded.ts';
import { followSecretsKey } from './db/follow-secrets-key.ts';
import { migrate } from './db/migrate.ts';
import { publishMetrics } from './metrics/publish.ts';

/**
 * A node that stands still in the middle of a transaction for so long loses it, so that others need not wait for what it has
 * locked. Longer than garbage collections and what else blocks a node that works.
 */
const FROZEN_AFTER_MS = 2_500;

/** Fills the database of a node before it serves anyone. */
export type Prepare = (environment: Pick<Kernel, 'config' | 'log' | 'db' | 'secretsKeys' | 'clock'>) => Promise<void>;

export interface NodeOptions extends Pick<Kernel, 'config' | 'log' | 'clock'> {
  readonly prepare?: Prepare | undefined;
  /** Given the administrator that the first start creates, as soon as it is there: what follows may fail. */
  readonly onAdministrator?: ((administrator: FirstAdministrator) => void) | undefined;
  /** Whether another process of this node is counted as the node, and shows what only the database knows. */
  readonly isPart?: boolean;
}

/** What all parts of a node work with. */
export interface OpenedNode {
  readonly base: Pick<Kernel, 'config' | 'log' | 'clock' | 'db' | 'secretsKeys' | 'metrics'>;
  /** Resolves when the node cannot continue because its embedded database is gone for good. */
  readonly lost: Promise<Error>;
}

/** Starts the database if it is embedded, migrates and fills it, and connects to it. */
export async function openNode(options: NodeOptions, cleanup: CleanupStep[]): Promise<OpenedNode> {
  const { config, log, clock, prepare, onAdministrator, isPart = false } = options;
  const secretsKeys = await loadSecretsKeys(config, log);
  const embedded = config.databaseUrl === undefined ? await startEmbedded({ dataDir: config.dataDir, log }) : undefined;
  if (embedded) cleanup.push(() => embedded.stop());
  const url = config.databaseUrl ?? embedded?.url ?? '';
  const db = await openMigrated(url, options);
  cleanup.push(() => db.close());
  await checkSecretsKey(db.pool, secretsKeys);
  cleanup.push(await followSecretsKey({ db, keys: secretsKeys, reload: () => findSecretsKeys(config), log }));
  const administrator = await ensureFirstAdministrator(db, config.adminApiKey);
  if (administrator) onAdministrator?.(administrator);
  await prepare?.({ config, log, db, secretsKeys, clock });
  const metrics = new Registry();
  const stopMeasuring = publishMetrics(metrics, { db, log }, { installation: !isPart });
  cleanup.push(async () => stopMeasuring());
  const base = { config, log, db, secretsKeys, clock, metrics };
  return { base, lost: embedded?.lost ?? new Promise(() => {}) };
}

async function openMigrated(url: string, { config, log, isPart = false }: NodeOptions): Promise<Database> {
  const servers = await awaitDatabase(url, log);
  await migrate({ url: servers.url, log });
  const { databaseReadUrl: readUrl, databaseConnections: connections } = config;
  const idleTransactionMs = FROZEN_AFTER_MS;
  return openDatabase({ url: servers, readUrl, log, connections, moveOn: afterRestore, idleTransactionMs, isPart });
}

/** Starts something in steps that are undone in reverse order: by `stop`, or if one of them fails. */
export async function startInSteps<T>(
  log: Logger,
  start: (cleanup: CleanupStep[]) => Promise<T>,
): Promise<T & { stop(): Promise<void> }> {
  const cleanup: CleanupStep[] = [];
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= runCleanup(cleanup, log));
  try {
    return { ...(await start(cleanup)), stop };
  } catch (error) {
    // Errors of the stop are logged; the operator has to see why the start failed.
    await stop().catch(() => undefined);
    throw error;
  }
}
