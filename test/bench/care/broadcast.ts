import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { request, resultOf } from '../api/ask.ts';
import type { Child } from '../api/child.ts';
import { startChild } from '../api/child.ts';
import { table } from '../api/table.ts';

const ISP = 2;
const WANTED = 2_000;

/** A mass message to all subscribers of an ISP: from the call until the last answer of the provider is noted. */
export async function broadcast(
  child: Child,
  { pool, url }: { readonly pool: pg.Pool; readonly url: string },
  say: (line: string) => void,
): Promise<void> {
  const { server, received } = await provider();
  const { port } = server.address() as AddressInfo;
  const sender = {
    channel: 'sms',
    url: `http://127.0.0.1:${port}/?to={to}`,
    body: '{"text":"{text}"}',
    country_code: '91',
  };
  const written = {
    planid: String(ISP),
    texts: '[{"channel":"sms","language":"en","body":"{name}, no Internet from 2 to 4"}]',
  };
  const ask = async (path: string, parameters: Record<string, string>) =>
    (await resultOf(child, request(`/api/${path}`, ISP, parameters))) as unknown;
  await ask('notice/sender_set', sender);
  const { count } = (await ask('message/preview', written)) as { count: string };
  const id = await ask('message/send', { ...written, title: 'Work', count: String(count) });
  const began = performance.now();
  const node = await startChild('../care/sending-node.ts', { url });
  await ended(pool, id);
  const seconds = (performance.now() - began) / 1_000;
  const print = table([`${received()} messages`, 'seconds', 'a second', 'wanted', 'CPU us of the node'], say);
  print(['message/send', seconds, received() / seconds, WANTED, (await node.cpu()) / received()]);
  await node.stop();
  await forget(pool, id);
  server.close();
}

async function provider(): Promise<{ server: Server; received: () => number }> {
  let received = 0;
  const server = createServer((incoming, answer) => {
    incoming.resume().on('end', () => {
      received++;
      answer.end('{"status":"queued"}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, received: () => received };
}

const LOOK_EVERY_MS = 500;

export async function ended(pool: pg.Pool, id: unknown): Promise<void> {
  for (;;) {
    const { rows } = await pool.query('SELECT FROM crm.broadcast WHERE id = $1 AND ended_at IS NULL', [id]);
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

export async function forget(pool: pg.Pool, id: unknown): Promise<void> {
  await pool.query('DELETE FROM crm.notice_message WHERE broadcast_id = $1', [id]);
  await pool.query('DELETE FROM crm.broadcast_text WHERE broadcast_id = $1', [id]);
  await pool.query('DELETE FROM crm.broadcast WHERE id = $1', [id]);
}
