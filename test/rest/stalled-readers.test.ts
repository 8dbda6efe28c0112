import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { httpServerOf } from '../../src/rest/http-server.ts';
import { StalledReaders } from '../../src/rest/stalled-readers.ts';

/** More than the buffers of a connection take. */
const MUCH = Buffer.alloc(64 * 1024 * 1024);

async function ask(server: Server): Promise<{ client: Socket; response: ServerResponse }> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  onTestFinished(() => void client.destroy());
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [, response] = await once(server, 'request');
  return { client, response };
}

it('closes the connection of a reader who takes nothing of an answer', async () => {
  const http = httpServerOf((_, response) => response.end(MUCH), undefined, { stalledMs: 50, lookEveryMs: 10 });
  onTestFinished(() => http.close(0));
  const { client, response } = await ask(http.server);
  client.pause();
  await once(response, 'close');
  expect(client.bytesRead).toBeLessThan(MUCH.length);
});

it('leaves those alone who wait for an answer, and those who have taken all there was', async () => {
  const server = createServer((_, response) => response.write(MUCH));
  onTestFinished(() => void server.close());
  const readers = new StalledReaders(server, { stalledMs: 3_600_000, lookEveryMs: 3_600_000 });
  server.on('connection', (socket) => sockets.push(socket));
  const sockets: Socket[] = [];
  const { client, response } = await ask(server);
  client.pause();
  readers.look();
  expect(sockets[0]?.timeout).toBe(3_600_000);
  client.resume();
  await once(response, 'drain');
  readers.look();
  expect(sockets[0]?.timeout).toBe(0);
  client.destroy();
});
