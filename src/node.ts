import { Registry } from 'prom-client';
import { appRouter } from './app-router.ts';
import { afterRestore } from './areas/backup/after-restore.ts';
import { startEventFeed } from './areas/events/event-feed.ts';
import { noticeDispatcher } from './areas/notices/dispatcher.ts';
import { ensureFirstAdministrator, type FirstAdministrator } from './areas/users/first-administrator.ts';
import { webhookDispatcher } from './areas/webhooks/dispatcher.ts';
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
import { JobRunner } from './jobs/job-runner.ts';
import { Outbox } from './jobs/outbox.ts';
import { countRejections } from './last-resort.ts';
import { publishMetrics } from './metrics/publish.ts';
import { panelPage } from './panel/page.ts';
import { type RunningRadius, startRadius } from './radius/start.ts';
import { createHttpServer } from './rest/app.ts';
import { startRedirects } from './rest/captive/redirect.ts';
import type { Readiness } from './rest/health.ts';
import { listen } from './rest/listen.ts';
import { FailedLoginNews } from './rpc/failed-login-news.ts';
import { FailedLogins } from './rpc/failed-logins.ts';

export interface RunningNode {
  readonly httpPort: number;
  readonly authPort: number;
  readonly acctPort: number;
  /** The administrator that the first start creates; undefined on later starts. */
  readonly administrator: FirstAdministrator | undefined;
  /** Resolves when the node cannot continue because its embedded database is gone for good. */
  readonly lost: Promise<Error>;
  /** Completes what is in progress and stops everything in reverse order. May be called again. */
  stop(): Promise<void>;
}

type CleanupStep = () => Promise<unknown>;

/** Fills the database of a node before it serves anyone. */
export type Prepare = (environment: Pick<Kernel, 'config' | 'log' | 'db' | 'secretsKey' | 'clock'>) => Promise<void>;

/** Starts database, RADIUS, jobs and HTTP, in this order. If a step fails, stops what has been started. */
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

/** Runs the steps in reverse order, all of them even if some fail. @throws the first error, at the end */
export async function runCleanup(cleanup: CleanupStep[], log: Pick<Logger, 'error'>): Promise<void> {
  const failures: unknown[] = [];
  for (let step = cleanup.pop(); step; step = cleanup.pop()) {
    try {
      await step();
    } catch (err) {
      log.error({ err }, 'a shutdown step failed');
      failures.push(err);
    }
  }
  if (failures.length > 0) throw failures[0];
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
  const radius = await startRadius(base);
  cleanup.push(() => radius.stop());
  const kernel: Kernel = { ...base, network: radius.network, lifecycle: { mode: 'active' } };
  if (config.jobs) {
    const jobs = await JobRunner.start(kernel);
    cleanup.push(() => jobs.stop());
    const events = startEventFeed(kernel);
    cleanup.push(() => events.stop());
    const dispatchers = [webhookDispatcher(kernel).start(), noticeDispatcher(kernel).start()];
    for (const each of dispatchers) cleanup.push(() => each.stop());
    const outbox = await Outbox.start(kernel);
    cleanup.push(() => outbox.stop());
  }
  const failures = await countFailures(base, cleanup);
  const http = createHttpServer({
    kernel,
    router: appRouter,
    failures,
    metrics,
    panel: panelPage(appRouter),
    ...{ console: consolePages(), portal: portalPages() },
    readiness: readinessOf(db, radius),
  });
  cleanup.push(() => http.close());
  const httpPort = await listen(http.server, config.http);
  cleanup.push(await startRedirects(config));
  cleanup.push(async () => {
    kernel.lifecycle.mode = 'stopping';
  });
  return {
    httpPort,
    authPort: radius.authPort,
    acctPort: radius.acctPort,
    administrator,
    lost: embedded?.lost ?? new Promise(() => {}),
  };
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
  return openDatabase({ url: servers, readUrl, log, connections, moveOn: afterRestore });
}

function openMetrics(db: Database, log: Logger, cleanup: CleanupStep[]): Registry {
  const metrics = new Registry();
  countRejections(metrics);
  const stopMeasuring = publishMetrics(metrics, { db, log });
  cleanup.push(async () => stopMeasuring());
  return metrics;
}

function readinessOf(db: Database, radius: RunningRadius): Readiness {
  return {
    database: () =>
      db.ping().then(
        () => true,
        () => false,
      ),
    radius: () => radius.isReady(),
    accounting: () => radius.keepsAccounting(),
  };
}
