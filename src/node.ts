import { Registry } from 'prom-client';
import { appRouter } from './app-router.ts';
import { afterRestore } from './areas/backup/after-restore.ts';
import { ensureFirstAdministrator, type FirstAdministrator } from './areas/users/first-administrator.ts';
import { type CleanupStep, runCleanup } from './cleanup.ts';
import type { Config } from './config/config.ts';
import type { Logger } from './config/log.ts';
import { loadSecretsKey } from './config/secrets-key.ts';
import { consolePages, portalPages } from './console/console.ts';
import { type Clock, systemClock } from './core/clock.ts';
import type { Kernel } from './core/kernel.ts';
import { awaitDatabase } from './db/await-database.ts';
import { checkSecretsKey } from './db/check-secrets-key.ts';
import { type Database, openDatabase } from './db/database.ts';
import { startEmbedded } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { warnWithoutJobs } from './jobs/absent-jobs.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { countRejections } from './last-resort.ts';
import { publishMetrics } from './metrics/publish.ts';
import { panelPages } from './panel/page.ts';
import { type RunningRadius, startRadius } from './radius/start.ts';
import { type NetworkOptions, startNetwork } from './radius/start-network.ts';
import { createHttpServer } from './rest/app.ts';
import { startRedirects } from './rest/captive/redirect.ts';
import type { Readiness } from './rest/health.ts';
import type { HttpServer } from './rest/http-server.ts';
import { listen } from './rest/listen.ts';
import { createStatusServer } from './rest/status-server.ts';
import { FailedLoginNews } from './rpc/failed-login-news.ts';
import { FailedLogins } from './rpc/failed-logins.ts';

export interface RunningNode {
  readonly httpPort: number;
  /** Undefined without the role radius. */
  readonly authPort: number | undefined;
  readonly acctPort: number | undefined;
  /** The administrator that the first start creates; undefined on later starts. */
  readonly administrator: FirstAdministrator | undefined;
  /** Resolves when the node cannot continue because its embedded database is gone for good. */
  readonly lost: Promise<Error>;
  /** Completes what is in progress and stops everything in reverse order. May be called again. */
  stop(): Promise<void>;
}

/**
 * A node that stands still in the middle of a transaction for so long loses it, so that others need not wait for what it has
 * locked. Longer than garbage collections and what else blocks a node that works.
 */
const FROZEN_AFTER_MS = 2_500;

/** Fills the database of a node before it serves anyone. */
export type Prepare = (environment: Pick<Kernel, 'config' | 'log' | 'db' | 'secretsKey' | 'clock'>) => Promise<void>;

/** Starts database, RADIUS, jobs and HTTP, in this order, each as far as the node has the role. If a step fails, stops what has been started. */
export async function startNode(
  config: Config,
  log: Logger,
  { clock = systemClock, prepare }: { readonly clock?: Clock; readonly prepare?: Prepare | undefined } = {},
): Promise<RunningNode> {
  const cleanup: CleanupStep[] = [];
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= runCleanup(cleanup, log));
  try {
    return { ...(await start({ config, log, clock, prepare }, cleanup)), stop };
  } catch (error) {
    // Errors of the stop are logged; the operator has to see why the start failed.
    await stop().catch(() => undefined);
    throw error;
  }
}

interface NodeOptions extends Pick<Kernel, 'config' | 'log' | 'clock'> {
  readonly prepare: Prepare | undefined;
}

async function start(options: NodeOptions, cleanup: CleanupStep[]): Promise<Omit<RunningNode, 'stop'>> {
  const { config, log, clock, prepare } = options;
  const secretsKey = await loadSecretsKey(config, log);
  const embedded = config.databaseUrl === undefined ? await startEmbedded({ dataDir: config.dataDir, log }) : undefined;
  if (embedded) cleanup.push(() => embedded.stop());
  const url = config.databaseUrl ?? embedded?.url ?? '';
  const db = await openMigrated(url, config, log);
  cleanup.push(() => db.close());
  await checkSecretsKey(db.pool, secretsKey);
  const administrator = await ensureFirstAdministrator(db, config.adminApiKey);
  await prepare?.({ config, log, db, secretsKey, clock });
  const metrics = openMetrics(db, log, cleanup);
  const base = { config, log, db, secretsKey, clock, metrics };
  const { network, radius } = await joinNetwork(base, cleanup);
  const kernel: Kernel = { ...base, network, lifecycle: { mode: 'active' } };
  if (config.roles.jobs) await startJobs(kernel, (part) => cleanup.push(() => part.stop()));
  else cleanup.push(warnWithoutJobs(kernel));
  const http = await createServer(kernel, readinessOf(db, radius), cleanup);
  cleanup.push(() => http.close());
  const httpPort = await listen(http.server, config.http);
  if (config.roles.api) cleanup.push(await startRedirects(config));
  cleanup.push(async () => {
    kernel.lifecycle.mode = 'stopping';
  });
  return {
    httpPort,
    authPort: radius?.authPort,
    acctPort: radius?.acctPort,
    administrator,
    lost: embedded?.lost ?? new Promise(() => {}),
  };
}

/** The RADIUS server, or without that role the part of it that the API and jobs need. */
async function joinNetwork(base: NetworkOptions, cleanup: CleanupStep[]) {
  if (!base.config.roles.radius) {
    const { network, stop } = await startNetwork(base);
    cleanup.push(stop);
    return { network, radius: undefined };
  }
  const radius = await startRadius(base);
  cleanup.push(() => radius.stop());
  return { network: radius.network, radius };
}

/** Without the role api it answers only how the node is. */
async function createServer(kernel: Kernel, readiness: Readiness, cleanup: CleanupStep[]): Promise<HttpServer> {
  const { metrics } = kernel;
  if (!kernel.config.roles.api) return createStatusServer({ kernel, metrics, readiness });
  const failures = await countFailures(kernel, cleanup);
  return createHttpServer({
    ...{ kernel, metrics, readiness, failures, router: appRouter },
    panel: panelPages(appRouter),
    ...{ console: consolePages(), portal: portalPages() },
  });
}

/** Counts wrong credentials, together with the other nodes. */
async function countFailures({ db, clock, log }: Pick<Kernel, 'db' | 'clock' | 'log'>, cleanup: CleanupStep[]) {
  const failures = new FailedLogins(clock);
  const news = await FailedLoginNews.start({ db, failures, log });
  cleanup.push(() => news.stop());
  return failures;
}

async function openMigrated(url: string, config: Config, log: Logger): Promise<Database> {
  const servers = await awaitDatabase(url, log);
  await migrate({ url: servers.url, log });
  const { databaseReadUrl: readUrl, databaseConnections: connections } = config;
  const idleTransactionMs = FROZEN_AFTER_MS;
  return openDatabase({ url: servers, readUrl, log, connections, moveOn: afterRestore, idleTransactionMs });
}

function openMetrics(db: Database, log: Logger, cleanup: CleanupStep[]): Registry {
  const metrics = new Registry();
  countRejections(metrics);
  const stopMeasuring = publishMetrics(metrics, { db, log });
  cleanup.push(async () => stopMeasuring());
  return metrics;
}

function readinessOf(db: Database, radius: RunningRadius | undefined): Readiness {
  return {
    database: () =>
      db.ping().then(
        () => true,
        () => false,
      ),
    ...(radius && { radius: () => radius.isReady(), accounting: () => radius.keepsAccounting() }),
  };
}
