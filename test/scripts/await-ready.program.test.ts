import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { afterEach, expect, it } from 'vitest';

const PROGRAM = resolve(import.meta.dirname, '../../deploy/systemd/await-ready.mjs');

let asked = 0;
let readyAfter = Number.POSITIVE_INFINITY;
let readyAt = '/readyz/radius';
const server = createServer((request, response) => {
  asked += 1;
  response.statusCode = request.url === readyAt && asked > readyAfter ? 200 : 503;
  response.end();
});
afterEach(() => void server.close());

/** The exit code of the program, for a node of this process id. */
async function waited(mainPid: number, roles = ''): Promise<number | null> {
  const { port } = server.address() as AddressInfo;
  const env = { BIND_ADDRESS: '127.0.0.1', HTTP_PORT: String(port), MAINPID: String(mainPid), ROLES: roles };
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code;
}

async function listen(): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

it('a start is over when the node answers RADIUS', async () => {
  await listen();
  readyAfter = 3;
  expect(await waited(process.pid)).toBe(0);
  expect(asked).toBe(4);
});

it('a start has failed when the node has ended before', async () => {
  await listen();
  readyAfter = Number.POSITIVE_INFINITY;
  const gone = spawn(process.execPath, ['-e', '0']);
  await once(gone, 'exit');
  expect(await waited(gone.pid ?? 0)).toBe(1);
});

it('a start without the role radius is over when the node is ready', async () => {
  await listen();
  asked = 0;
  readyAfter = 0;
  readyAt = '/readyz';
  expect(await waited(process.pid, 'api, jobs')).toBe(0);
  expect(asked).toBe(1);
});
