import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { request, resultOf } from '../api/ask.ts';
import type { Child } from '../api/child.ts';
import { startChild } from '../api/child.ts';
import { table } from '../api/table.ts';
import { ended, forget } from './broadcast.ts';

const ISPS = [2, 3, 4];
/** The sending program is killed whenever the provider has got so many more. */
const EVERY = 30_000;
const KILLS = 3;

/**
 * Mass messages of three ISPs, 120,000 together, whose sender is killed three times on the way: which messages the provider got
 * twice, and whether one of them had its outcome noted before the kill. Leases of the dead are ended by hand, not waited for.
 */
export async function kills(
  child: Child,
  { pool, url }: { readonly pool: pg.Pool; readonly url: string },
  say: (line: string) => void,
): Promise<void> {
  const provider = await startProvider();
  const ids: string[] = [];
  for (const isp of ISPS) ids.push(await send(child, isp, provider.port));
  const noted = new Set<string>();
  for (let kill = 1; kill <= KILLS; kill++) {
    const node = await startChild('../care/sending-node.ts', { url });
    await provider.hasGot(kill * EVERY);
    await node.stop();
    for (const key of await notedIn(pool, ids)) noted.add(key);
    await pool.query(
      'UPDATE crm.notice_message SET leased_until = now() WHERE broadcast_id = ANY($1) AND leased_until > now()',
      [ids],
    );
    // What was under way has arrived by now.
    provider.closeConnections();
  }
  const node = await startChild('../care/sending-node.ts', { url });
  for (const id of ids) await ended(pool, id);
  await node.stop();
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM crm.notice_message WHERE broadcast_id = ANY($1)`,
    [ids],
  );
  const twice = [...provider.times].filter(([, times]) => times > 1).map(([key]) => key);
  const print = table(
    [`${rows[0]?.n} messages, ${KILLS} kills`, 'not got', 'got twice', 'of them noted as sent', 'got more often'],
    say,
  );
  print([
    'message/send',
    (rows[0]?.n ?? 0) - provider.times.size,
    twice.length,
    provider.repeated.filter((key) => noted.has(key)).length,
    [...provider.times.values()].filter((times) => times > 2).length,
  ]);
  for (const id of ids) await forget(pool, id);
  provider.close();
}

async function send(child: Child, isp: number, port: number): Promise<string> {
  const ask = async (path: string, parameters: Record<string, string>) =>
    (await resultOf(child, request(`/api/${path}`, isp, parameters))) as unknown;
  const url = `http://127.0.0.1:${port}/${isp}?to={to}`;
  await ask('notice/sender_set', { channel: 'sms', url, body: '{"text":"{text}"}', country_code: '91' });
  const written = {
    planid: String(isp),
    texts: '[{"channel":"sms","language":"en","body":"{name}, no Internet from 2 to 4"}]',
  };
  const { count } = (await ask('message/preview', written)) as { count: string };
  return String(await ask('message/send', { ...written, title: 'Work', count: String(count) }));
}

/** Of messages whose outcome is noted, as the provider names them. */
async function notedIn(pool: pg.Pool, ids: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>(
    `SELECT isp_id || ' ' || address AS key FROM crm.notice_message WHERE broadcast_id = ANY($1) AND status = 'Sent'`,
    [ids],
  );
  return rows.map(({ key }) => key);
}

async function startProvider() {
  const times = new Map<string, number>();
  const repeated: string[] = [];
  let got = 0;
  let wake = () => {};
  const server = createServer((incoming, answer) => {
    const url = new URL(incoming.url ?? '', 'http://provider');
    const key = `${url.pathname.slice(1)} ${url.searchParams.get('to')}`;
    incoming.resume().on('end', () => {
      got++;
      const before = times.get(key) ?? 0;
      if (before > 0) repeated.push(key);
      times.set(key, before + 1);
      wake();
      answer.end('{"status":"queued"}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    ...{ times, repeated },
    port: (server.address() as AddressInfo).port,
    hasGot: (count: number) =>
      new Promise<void>((resolve) => {
        wake = () => {
          if (got >= count) resolve();
        };
        wake();
      }),
    closeConnections: () => server.closeAllConnections(),
    close: () => server.close(),
  };
}
