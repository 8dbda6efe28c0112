import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { Registry } from 'prom-client';
import { SecretsKeys } from '../../src/config/secrets-keys.ts';
import type { Kernel } from '../../src/core/kernel.ts';
import { NO_NETWORK } from '../../src/core/network/network.ts';
import type { Database } from '../../src/db/database.ts';

/** A module of what `npm run build` made: the code that a node runs. */
const built = async <M>(path: string): Promise<M> => import(new URL(`../../dist/${path}.js`, import.meta.url).href);

interface BuiltNode {
  readonly server: Server;
  readonly db: Database;
}

interface Started {
  readonly kernel: Kernel;
  readonly db: Database;
}

async function builtKernel(
  { url, connections }: { readonly url: string; readonly connections: number },
  environment: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const { readConfig } = await built<typeof import('../../src/config/config.ts')>('config/config');
  const { createLog } = await built<typeof import('../../src/config/log.ts')>('config/log');
  const { systemClock } = await built<typeof import('../../src/core/clock.ts')>('core/clock');
  const { openDatabase } = await built<typeof import('../../src/db/database.ts')>('db/database');
  const log = createLog('warn');
  const db = await openDatabase({ url, log, connections });
  const kernel: Kernel = {
    config: readConfig(environment),
    log,
    db,
    clock: systemClock,
    secretsKeys: new SecretsKeys(randomBytes(32)),
    // A node waits for the notifications of a change before it answers, since RADIUS depends on them.
    network: { ...NO_NETWORK, caughtUp: () => db.flushNotifications() },
    metrics: new Registry(),
    lifecycle: { mode: 'active' },
  };
  return { kernel, db };
}

/** What sends mass messages on a node. */
export async function builtSender({ url }: { readonly url: string }) {
  const { kernel } = await builtKernel({ url, connections: 10 }, TO_THIS_MACHINE);
  const path = 'areas/subscribers/broadcasts/dispatcher';
  const { broadcastDispatcher } =
    await built<typeof import('../../src/areas/subscribers/broadcasts/dispatcher.ts')>(path);
  return broadcastDispatcher(kernel);
}

/** Where the providers of a bench are. */
const TO_THIS_MACHINE = { OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8' };

/** The HTTP part of a node. Without RADIUS and jobs, which would load and change the dataset. */
export async function builtNode({ url, connections }: { url: string; connections: number }): Promise<BuiltNode> {
  const { appRouter } = await built<typeof import('../../src/app-router.ts')>('app-router');
  const { systemClock } = await built<typeof import('../../src/core/clock.ts')>('core/clock');
  const { createHttpServer } = await built<typeof import('../../src/rest/app.ts')>('rest/app');
  const { FailedLogins } = await built<typeof import('../../src/rpc/failed-logins.ts')>('rpc/failed-logins');
  const { consolePages } = await built<typeof import('../../src/console/console.ts')>('console/console');
  const { kernel, db } = await builtKernel({ url, connections }, TO_THIS_MACHINE);
  const { server } = createHttpServer({
    kernel,
    router: appRouter,
    failures: new FailedLogins(systemClock),
    metrics: kernel.metrics,
    panel: { page: () => '', files: {} },
    console: consolePages(),
    readiness: {},
  });
  return { server, db };
}
