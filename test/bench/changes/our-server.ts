import { builtNode } from '../built-node.ts';
import { countQueries } from './count-queries.ts';

/** A node's HTTP server in a process of its own that counts its queries. */
process.once('message', async (message) => {
  const queries = countQueries();
  const { server } = await builtNode(message as { url: string; connections: number });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
  process.on('message', (asked) => process.send?.(asked === 'queries' ? queries() : process.cpuUsage()));
});
process.on('disconnect', () => process.exit());
