import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { ConfigError } from '../../src/config/config.ts';
import { createLog } from '../../src/config/log.ts';
import { awaitDatabase } from '../../src/db/await-database.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { openLine } from '../fixtures/line.ts';
import { databaseUrl, onServer } from '../fixtures/postgres.ts';

const db = await freshDatabase();
const name = new URL(db.url).pathname.slice(1);
const elsewhere = databaseUrl(db.url, 'postgres');

interface Waiting {
  readonly lines: { readonly msg: string }[];
  readonly ended: Promise<unknown>;
  isOver(): boolean;
}

/** Begins to wait, asking every 20 ms. */
function waitFor(url: string): Waiting {
  const lines: { readonly msg: string }[] = [];
  const log = createLog('info', { write: (text) => void lines.push(JSON.parse(text)) });
  let over = false;
  const ended = awaitDatabase(url, log, 20)
    .then(() => undefined)
    .catch((error: unknown) => error)
    .finally(() => {
      over = true;
    });
  return { lines, ended, isOver: () => over };
}

const changed = (change: (url: URL) => void) => {
  const url = new URL(db.url);
  change(url);
  return url.href;
};

it('a database that can be written to is not waited for', async () => {
  const { lines, ended } = waitFor(db.url);
  expect([await ended, lines]).toEqual([undefined, []]);
});

it('a server that is not there yet is waited for, with one line in the log', async () => {
  const place = createServer().listen(0, '127.0.0.1');
  await once(place, 'listening');
  const { port } = place.address() as { port: number };
  place.close();
  const waiting = waitFor(changed((url) => Object.assign(url, { hostname: '127.0.0.1', port: String(port) })));
  await expect.poll(() => waiting.lines).toMatchObject([{ level: 'warn', msg: 'waiting for the database' }]);
  expect(waiting.isOver()).toBe(false);
  // The first that finds a server is turned away by it.
  let asked = 0;
  const relay = createServer((socket) => (++asked === 1 ? socket.destroy() : forward(socket)));
  relay.listen(port, '127.0.0.1');
  onTestFinished(() => void relay.close());
  expect(await waiting.ended).toBeUndefined();
  expect(asked).toBeGreaterThan(1);
  expect(waiting.lines).toHaveLength(1);
});

function forward(socket: Socket): void {
  const { hostname, port } = new URL(db.url);
  const server = connect(Number(port), hostname);
  for (const each of [socket, server]) each.on('error', () => undefined);
  socket.pipe(server).pipe(socket);
}

it('a server that accepts connections and says nothing is waited for', async () => {
  const line = await openLine(db.url);
  line.silence();
  const waiting = waitFor(line.url);
  await expect.poll(line.connections).toBeGreaterThan(0);
  expect(waiting.isOver()).toBe(false);
  line.restore();
  expect(await waiting.ended).toBeUndefined();
});

it('a standby is waited for until it is promoted', async () => {
  await onServer(elsewhere, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  const waiting = waitFor(db.url);
  await expect.poll(() => waiting.lines).toMatchObject([{ msg: 'waiting for the database, which is read-only' }]);
  expect(waiting.isOver()).toBe(false);
  await onServer(elsewhere, `ALTER DATABASE ${name} RESET default_transaction_read_only`);
  expect(await waiting.ended).toBeUndefined();
});

it.each([
  ['a user', changed((url) => Object.assign(url, { username: 'nobody-here' })), /rejects the user/],
  ['a password', changed((url) => Object.assign(url, { password: 'wrong' })), /rejects the user or the password/],
  ['a database', databaseUrl(db.url, 'not_there'), /has no database with this name/],
])('%s that is wrong ends the start with one sentence', async (_what, url, sentence) => {
  const { ended, lines } = waitFor(url);
  const error = await ended;
  expect(error).toBeInstanceOf(ConfigError);
  expect((error as ConfigError).sentences).toEqual([expect.stringMatching(sentence)]);
  expect(lines).toEqual([]);
});
