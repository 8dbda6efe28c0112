import { once } from 'node:events';
import type { Server } from 'node:http';
import { Registry } from 'prom-client';
import { appRouter } from './app-router.ts';
import { ensureFirstAdministrator, type FirstAdministrator } from './areas/users/first-administrator.ts';
import { type Config, ConfigError } from './config/config.ts';
import type { Logger } from './config/log.ts';
import { loadSecretsKey } from './config/secrets-key.ts';
import { type Clock, systemClock } from './core/clock.ts';
import type { Kernel } from './core/kernel.ts';
import { checkSecretsKey } from './db/check-secrets-key.ts';
import { type Database, openDatabase } from './db/database.ts';
import { startEmbedded } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { JobRunner } from './jobs/job-runner.ts';
import { Outbox } from './jobs/outbox.ts';
import { countRejections } from './last-resort.ts';
import { panelPage } from './panel/page.ts';
import { startRadius } from './radius/start.ts';
import { createHttpServer } from './rest/app.ts';
import { FailedLogins } from './rpc/failed-logins.ts';

export interface RunningNode {
  readonly httpPort: number;
  readonly authPort: number;
  readonly acctPort: number;
  /** The administrator made by this start; undefined on every start but the first. */
  readonly administrator: FirstAdministrator | undefined;
  /** Settles when the node cannot go on (its own database is gone for good). */
  readonly lost: Promise<Error>;
  /** Answers what is under way and stops, last started first. Repeatable. */
  stop(): Promise<void>;
}

type Step = () => Promise<unknown>;

/** Config → database → RADIUS, HTTP, jobs. What was started when a later step fails is stopped again. */
export async function startNode(config: Config, log: Logger, clock: Clock = systemClock): Promise<RunningNode> {
  const undo: Step[] = [];
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= unwind(undo, log));
  try {
    return { ...(await start({ config, log, clock }, undo)), stop };
  } catch (error) {
    // What went wrong with the stop is logged; the operator must see why there was no start.
    await stop().catch(() => undefined);
    throw error;
  }
}

/** Undoes what was started, last first. A step that fails leaves the others to be done; the first failure is thrown at the end. */
export async function unwind(undo: Step[], log: Pick<Logger, 'error'>): Promise<void> {
  const failures: unknown[] = [];
  for (let step = undo.pop(); step; step = undo.pop()) {
    try {
      await step();
    } catch (err) {
      log.error({ err }, 'a shutdown step failed');
      failures.push(err);
    }
  }
  if (failures.length > 0) throw failures[0];
}

type Given = Pick<Kernel, 'config' | 'log' | 'clock'>;

async function start({ config, log, clock }: Given, undo: Step[]): Promise<Omit<RunningNode, 'stop'>> {
  const secretsKey = await loadSecretsKey(config, log);
  const embedded = config.databaseUrl === undefined ? await startEmbedded({ dataDir: config.dataDir, log }) : undefined;
  if (embedded) undo.push(() => embedded.stop());
  const url = config.databaseUrl ?? embedded?.url ?? '';
  await migrate({ url, log });
  const db = await openDatabase({ url, log });
  undo.push(() => db.close());
  await checkSecretsKey(db.pool, secretsKey);
  const administrator = await ensureFirstAdministrator(db, config.adminApiKey);
  const metrics = new Registry();
  countRejections(metrics);
  const base = { config, log, db, secretsKey, clock, metrics };
  const radius = await startRadius(base);
  undo.push(() => radius.stop());
  const kernel: Kernel = { ...base, network: radius.network, lifecycle: { mode: 'active' } };
  if (config.jobs) {
    const jobs = await JobRunner.start(kernel);
    undo.push(() => jobs.stop());
    const outbox = await Outbox.start(kernel);
    undo.push(() => outbox.stop());
  }
  const http = createHttpServer({
    kernel,
    router: appRouter,
    failures: new FailedLogins(clock),
    metrics,
    panel: panelPage(appRouter),
    ready: async () => ({
      database: await answers(db),
      radius: radius.isReady(),
      accounting: radius.durability() !== 'failing',
    }),
  });
  undo.push(() => http.close());
  const httpPort = await listen(http.server, config.http);
  undo.push(async () => {
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

async function answers(db: Database): Promise<boolean> {
  return db.ping().then(
    () => true,
    () => false,
  );
}

/** Returns the port, which the system chose where 0 was asked for. @throws ConfigError when it cannot be had */
async function listen(server: Server, { address, port }: Config['http']): Promise<number> {
  server.listen(port, address);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new ConfigError([
      `HTTP_PORT: cannot listen on ${address}:${port} (${error instanceof Error ? error.message : error}).`,
    ]);
  }
  const bound = server.address();
  return typeof bound === 'object' && bound ? bound.port : port;
}
