import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { Registry } from 'prom-client';
import type { Kernel } from '../../../src/core/kernel.ts';
import { NO_NETWORK } from '../../../src/core/network.ts';

/**
 * The HTTP port of a node, a process of its own, over what `npm run build` made. RADIUS and the jobs stay out: they would
 * load and change the dataset.
 */
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
  const db = await openDatabase({ url, log, connections });
  const kernel: Kernel = {
    config: readConfig({}),
    log,
    db,
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
  const statements = recordStatements(db.pool);
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
  process.on('message', (asked) => process.send?.(asked === 'statements' ? statements() : process.cpuUsage()));
});
process.on('disconnect', () => process.exit());

/** Texts of the statements that ran since they were asked for last; none are kept before the first time. */
function recordStatements(pool: pg.Pool): () => string[] {
  let seen: string[] | undefined;
  const query = pool.query.bind(pool) as (...given: unknown[]) => unknown;
  return () => {
    const texts = seen ?? [];
    if (!seen)
      pool.query = ((given: unknown, ...rest: unknown[]) => {
        seen?.push(typeof given === 'string' ? given : (given as { text: string }).text);
        return query(given, ...rest);
      }) as typeof pool.query;
    seen = [];
    return texts;
  };
}
