import { randomBytes } from 'node:crypto';
import { Registry } from 'prom-client';
import type { Kernel } from '../../../src/core/kernel.ts';
import { NO_NETWORK } from '../../../src/core/network.ts';
import { countQueries } from './count-queries.ts';

/** The HTTP port of a node over what `npm run build` made, in a process of its own that counts its queries. */
const built = async <M>(path: string): Promise<M> => import(new URL(`../../../dist/${path}.js`, import.meta.url).href);

const { appRouter } = await built<typeof import('../../../src/app-router.ts')>('app-router');
const { readConfig } = await built<typeof import('../../../src/config/config.ts')>('config/config');
const { createLog } = await built<typeof import('../../../src/config/log.ts')>('config/log');
const { systemClock } = await built<typeof import('../../../src/core/clock.ts')>('core/clock');
const { openDatabase } = await built<typeof import('../../../src/db/database.ts')>('db/database');
const { createHttpServer } = await built<typeof import('../../../src/rest/app.ts')>('rest/app');
const { FailedLogins } = await built<typeof import('../../../src/rpc/failed-logins.ts')>('rpc/failed-logins');

process.once('message', async (message) => {
  const { url, connections } = message as { url: string; connections: number };
  const log = createLog('warn');
  const queries = countQueries();
  const kernel: Kernel = {
    config: readConfig({}),
    log,
    db: await openDatabase({ url, log, connections }),
    clock: systemClock,
    secretsKey: randomBytes(32),
    network: NO_NETWORK,
    metrics: new Registry(),
    lifecycle: { mode: 'active' },
  };
  const { server } = createHttpServer({
    kernel,
    router: appRouter,
    failures: new FailedLogins(systemClock),
    metrics: kernel.metrics,
    panel: () => '',
    ready: async () => ({}),
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
  process.on('message', (asked) => process.send?.(asked === 'queries' ? queries() : process.cpuUsage()));
});
process.on('disconnect', () => process.exit());
