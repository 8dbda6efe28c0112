import { readNodeAccess } from '../config/node-access.ts';
import type { Command } from './command.ts';
import { relay } from './mcp/relay.ts';

/**
 * It asks a node rather than the database: turns, limits and the audit are the node's, RADIUS hears of changes, and the machine of
 * the assistant needs an API key only.
 */
export const mcp: Command = {
  usage: '',
  summary: 'Connect an assistant that starts its servers as programs (MCP) to a running node',
  details: [
    'Passes the messages of the Model Context Protocol between standard input and output and /mcp of a node, until its input ends. Assistants that can call /mcp themselves do not need it.',
    'LASTMILE_URL (http://127.0.0.1:8080): the address of the node.',
    'LASTMILE_API_KEY: the id of a login user, a dot and one of its API keys. The assistant can do what this user may; see docs/integrate/assistants.md.',
  ],
  takes: { min: 0, max: 0 },
  async run({ log }) {
    const node = readNodeAccess();
    const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
    const client = new StdioServerTransport();
    process.stdin.once('end', () => void client.close());
    await relay(client, node, log);
  },
};
