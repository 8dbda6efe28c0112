import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { clientConfig } from '../../../src/db/client-config.ts';
import type { Target } from './changes.ts';
import { countQueries } from './count-queries.ts';
import type { Recipe } from './recipe.ts';
import type { Value } from './row-values.ts';

/**
 * The rival, a process of its own: nothing but `node:http` and `pg`. It writes the rows of the recipe for the target whose number is sent
 * and answers the ids, over connections with the product's settings. No authentication, no validation, no locks of its own.
 */
process.once('message', (message) => {
  const { url, recipe, targets, connections } = message as {
    url: string;
    recipe: Recipe;
    targets: readonly Target[];
    connections: number;
  };
  const queries = countQueries();
  const pool = new pg.Pool({ ...clientConfig(url, 'bare'), max: connections });
  let calls = 0;

  async function carryOut(target: Target): Promise<string[]> {
    const call = ++calls;
    const ids: string[] = [];
    const textOf = (value: Value): string | null => {
      if (value.kind === 'constant') return value.text;
      if (value.kind === 'target') return value.prefix + target[value.name];
      if (value.kind === 'inserted') return value.prefix + ids[value.row];
      // A call takes at most ten numbers of one kind.
      return value.numeric ? String(Number(value.text) + 10 * call) : `${value.text}-${call}`;
    };
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      for (const [at, { text, values, returns }] of recipe.entries()) {
        const { rows, rowCount } = await client.query({ name: `statement${at}`, text, values: values.map(textOf) });
        if (rowCount !== 1) throw new Error(`${text}: ${rowCount} rows`);
        if (returns !== null) ids[returns] = rows[0].id;
      }
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
    return ids;
  }

  const server = createServer(async (request, response) => {
    const target = targets[await numberIn(request)] ?? {};
    const { status, result } = await carryOut(target).then(
      (ids) => ({ status: 200, result: ids as unknown }),
      (error: unknown) => ({ status: 500, result: String(error) }),
    );
    const body = Buffer.from(JSON.stringify({ result }));
    response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': body.length });
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
  process.on('message', (asked) => process.send?.(asked === 'queries' ? queries() : process.cpuUsage()));
});
process.on('disconnect', () => process.exit());

/** A call that changes something has a body to read. */
async function numberIn(request: IncomingMessage): Promise<number> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Number(Buffer.concat(parts).toString());
}
