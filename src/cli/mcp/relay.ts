import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import type { Logger } from '../../config/log.ts';
import type { NodeAccess } from '../../config/node-access.ts';

/** Of JSON-RPC 2.0: the first of those that a server may define. */
const SERVER_ERROR = -32_000;

/** Passes a client's messages on to a node, and its answers back, until the client has closed and all are answered. */
export async function relay(client: Transport, node: NodeAccess, log: Pick<Logger, 'warn'>): Promise<void> {
  const open = new Set<Promise<void>>();
  const closed = new Promise<void>((resolve) => {
    client.onclose = resolve;
  });
  client.onerror = (err) => log.warn({ err }, 'the input has a line that is no message of the protocol');
  client.onmessage = (message) => {
    const passing: Promise<void> = pass(client, node, message).finally(() => open.delete(passing));
    open.add(passing);
  };
  await client.start();
  await closed;
  await Promise.all(open);
}

async function pass(client: Transport, node: NodeAccess, message: JSONRPCMessage): Promise<void> {
  const answer = await ask(node, message).catch((error: unknown) => new Error(causeOf(error)));
  // Nobody waits for an answer to a notification.
  if (!('method' in message && 'id' in message)) return;
  await client.send(answer instanceof Error ? failure(message, `cannot reach ${node.url}: ${answer.message}`) : answer);
}

async function ask({ url, token }: NodeAccess, message: JSONRPCMessage): Promise<JSONRPCMessage> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(message),
  });
  const answer = parsed(await response.text());
  const request = message as JSONRPCRequest;
  // The refusal of a request that the node has not read has no id.
  if (answer) return { ...answer, id: request.id } as JSONRPCMessage;
  return failure(request, `${url} answered with HTTP status ${response.status}; is it a node, with MCP on?`);
}

const failure = ({ id }: JSONRPCRequest, message: string): JSONRPCMessage => ({
  ...{ jsonrpc: '2.0', id, error: { code: SERVER_ERROR, message } },
});

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'jsonrpc' in value ? value : undefined;
  } catch {
    return undefined;
  }
}

/** `fetch` tells what went wrong in the cause. */
function causeOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return inner instanceof Error ? inner.message : String(inner);
}
