import type pg from 'pg';
import { builtNode } from '../built-node.ts';

/** A node's HTTP server in a process of its own, which tells the texts of its statements and its CPU time. */
process.once('message', async (message) => {
  const { server, db } = await builtNode(message as { url: string; connections: number });
  const statements = recordStatements([db.pool, db.lookups]);
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
  process.on('message', (asked) => process.send?.(asked === 'statements' ? statements() : process.cpuUsage()));
});
process.on('disconnect', () => process.exit());

/** Texts of the statements that ran since they were asked for last; none are kept before the first time. */
function recordStatements(pools: readonly pg.Pool[]): () => string[] {
  let seen: string[] | undefined;
  return () => {
    const texts = seen ?? [];
    if (!seen) for (const pool of pools) record(pool, (text) => seen?.push(text));
    seen = [];
    return texts;
  };
}

function record(pool: pg.Pool, add: (text: string) => void): void {
  const query = pool.query.bind(pool) as (...given: unknown[]) => unknown;
  pool.query = ((given: unknown, ...rest: unknown[]) => {
    add(typeof given === 'string' ? given : (given as { text: string }).text);
    return query(given, ...rest);
  }) as typeof pool.query;
}
