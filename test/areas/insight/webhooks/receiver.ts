import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll } from 'vitest';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Connections that were opened to it. */
  connections: number;
  /** What it answers next: a status, or nothing at all. */
  answer: (received: Received) => number | undefined | Promise<number | undefined>;
  headers: Record<string, string>;
  /** Ends all connections. */
  hangUp(): void;
}

/** A receiver of webhooks on this machine. */
export async function startReceiver(): Promise<Receiver> {
  const receiver = {
    ...{ url: '', connections: 0, received: [] as Received[], headers: {} },
    answer: (_: Received): ReturnType<Receiver['answer']> => 204,
    hangUp: () => server.closeAllConnections(),
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const one = { headers: request.headers, body };
    receiver.received.push(one);
    const status = await receiver.answer(one);
    if (status === undefined) return;
    response.writeHead(status, receiver.headers).end();
  });
  // As long as a sender keeps it: what a busy machine delays is no connection more.
  server.keepAliveTimeout = 0;
  server.on('connection', () => {
    receiver.connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}

/** The content of a message, verified by the reference library of Standard Webhooks. @throws if the signature is wrong */
export function verified({ headers, body }: Received, secret: string): { id: number; type: string; data: unknown } {
  return new Webhook(secret).verify(body, headers as Record<string, string>) as never;
}
