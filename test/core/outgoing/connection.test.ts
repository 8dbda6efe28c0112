import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { Authority } from '../../fixtures/certificates.ts';

const authority = await Authority.create();
const { cert, key } = await authority.issue({ names: 'DNS:receiver.example.net' });
let connections = 0;
const server = createServer({ cert, key, keepAliveTimeout: 0 }, (_, response) => response.writeHead(204).end());
server.on('connection', () => {
  connections += 1;
});
// All addresses of this machine.
server.listen(0, '0.0.0.0');
await once(server, 'listening');
const url = `https://receiver.example.net:${(server.address() as AddressInfo).port}/`;
const child = fork(new URL('outgoing-program.ts', import.meta.url), [url], {
  execArgv: ['--import', 'tsx'],
  env: { ...process.env, NODE_EXTRA_CA_CERTS: authority.certFile },
});
await once(child, 'message');
afterAll(async () => {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  server.closeAllConnections();
  server.close();
});

/** What comes of a request while the name leads to this address. */
async function send(address: string): Promise<unknown> {
  const answer = once(child, 'message');
  child.send(address);
  return (await answer)[0];
}

it('a kept connection leads where it was checked, and each new one is checked anew', async () => {
  expect(await send('127.0.0.1')).toBe(204);
  expect(await send('127.0.0.2')).toBe(204);
  expect(connections).toBe(1);
  server.closeAllConnections();
  const refusal = 'receiver.example.net has no public Internet address';
  // A connection that the receiver has closed is noticed a moment later, and by its first request at the latest.
  expect(await send('127.0.0.2')).toBe(refusal);
  expect(connections).toBe(1);
  expect(await send('127.0.0.1')).toBe(204);
  expect(connections).toBe(2);
});
