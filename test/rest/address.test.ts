import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/config/log.ts';
import { addressOf } from '../../src/rest/address.ts';

/** What says who calls, and its log. */
function node(TRUSTED_PROXIES = '') {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { config: readConfig({ TRUSTED_PROXIES }), log, lines };
}

const trusting = node('127.0.0.1, 10.0.0.0/8');
const server = createServer((incoming, response) => response.end(addressOf(incoming, trusting)));
await once(server.listen(0, '127.0.0.1'), 'listening');
afterAll(() => void server.close());

/** Whom a node sees that trusts this test. */
async function seenFrom(...headers: readonly string[]): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const outgoing = request({ port, host: '127.0.0.1', headers: ['Host', 'localhost', ...headers], agent: false });
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return text(response);
}

it('several lines of X-Forwarded-For are one list, and other headers are not read', async () => {
  const others = ['Forwarded', 'for=198.51.100.2', 'X-Real-IP', '198.51.100.3', 'X-Client-IP', '198.51.100.4'];
  const two = ['X-Forwarded-For', '203.0.113.9', 'x-forwarded-for', '10.1.2.3'];
  expect(await seenFrom('X-Forwarded-For', '198.51.100.1', ...others, ...two)).toBe('203.0.113.9');
  expect(await seenFrom(...others)).toBe('127.0.0.1');
});

const callFrom = (remoteAddress: string, header: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': header } }) as unknown as IncomingMessage;

it('a private address that sends the header, and is no trusted proxy, is named in the log once a minute', () => {
  const wary = node('192.0.2.1');
  for (let call = 0; call < 3; call++)
    for (const peer of ['10.0.0.7', '::ffff:10.0.0.8', 'fd00::7'])
      expect(addressOf(callFrom(peer, '203.0.113.9'), wary)).toBe(peer.replace('::ffff:', ''));
  expect(wary.lines).toMatchObject([
    {
      level: 'warn',
      address: '10.0.0.7',
      msg: 'ignoring X-Forwarded-For from a private address',
      err: expect.stringContaining('add it to TRUSTED_PROXIES'),
    },
  ]);
});

it('neither a stranger who sends the header nor a trusted proxy is', () => {
  const wary = node('10.0.0.7');
  expect(addressOf(callFrom('8.8.8.8', '203.0.113.9'), wary)).toBe('8.8.8.8');
  expect(addressOf(callFrom('::ffff:10.0.0.7', '203.0.113.9'), wary)).toBe('203.0.113.9');
  expect(wary.lines).toEqual([]);
});
