import { createServer } from 'node:http';
import pg from 'pg';
import { clientConfig } from '../../../src/db/client-config.ts';
import type { Statement } from './statement.ts';

/**
 * The rival, a process of its own: nothing but `node:http` and `pg`. It runs statement n of those it was given for `/n` and
 * sends the rows as they come, over connections with the product's settings. No authentication, no validation, no texts of the contract.
 */
process.once('message', (message) => {
  const { url, statements, connections } = message as { url: string; statements: Statement[]; connections: number };
  const pool = new pg.Pool({ ...clientConfig(url, 'bare'), max: connections });
  const server = createServer(async (request, response) => {
    const { text, values } = statements[Number(request.url?.slice(1))] ?? { text: '', values: [] };
    const { rows } = await pool.query(text, values);
    const body = Buffer.from(JSON.stringify(rows));
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
  process.on('message', () => process.send?.(process.cpuUsage()));
});
process.on('disconnect', () => process.exit());
