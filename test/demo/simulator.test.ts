import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { query, sql } from '../../src/db/sql.ts';
import { moveDynamicPort, readSimulatedNas } from '../../src/demo/simulator/read-subscribers.ts';
import { Simulator } from '../../src/demo/simulator/simulator.ts';
import { SECRETS_KEYS } from '../factories/services.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { startTestServer, until } from '../radius/fixtures/server.ts';
import { makeDemo } from './made.ts';

async function freePort(): Promise<number> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}

it('logs in and accounts subscribers, answers the node, and stops every session in the end', async () => {
  const db = await freshDatabase();
  await makeDemo(db, { seed: 'simulator', days: 20, subscribers: 30 });
  const server = await startTestServer(db, { settings: { NAS_ALLOWED_NETWORKS: '127.0.0.1' } });
  const found = await readSimulatedNas(db, SECRETS_KEYS);
  if (!found) throw new Error('there is no demo');
  // The node is told, however long it has been running.
  const nas = await moveDynamicPort(db, found, await freePort());
  const ports = { auth: server.authPort, acct: server.acctPort, dynamic: nas.dynamicPort };
  const simulator = await Simulator.open({ ...nas, ports, rate: 20, interimS: 1, zoneMinutes: 330 });
  const ending = new AbortController();
  const running = simulator.run(ending.signal, () => undefined);
  const { counts } = simulator;
  const online = () =>
    query<{ nasId: number; username: string; acctSessionId: string; framedIp: string; bytes: number }>(
      db.pool,
      sql`SELECT nas_id AS "nasId", username, acct_session_id AS "acctSessionId", host(ip) AS "framedIp",
            (in_bytes + out_bytes)::float8 AS bytes
          FROM radius.session WHERE host(nas_ip) = '127.0.0.1' AND ended_at IS NULL ORDER BY id`,
    );
  await until(async () => counts.accepted > 10 && (await online()).filter(({ bytes }) => bytes > 0).length > 5);
  expect(counts.unanswered).toBe(0);

  const [session] = await online();
  if (!session) throw new Error('nobody is online');
  expect(await server.network.disconnect(session)).toEqual({ result: 'acknowledged' });
  const ended = async () => !(await online()).some(({ acctSessionId }) => acctSessionId === session.acctSessionId);
  await until(ended);
  expect(await server.network.disconnect(session)).toMatchObject({ result: 'refused' });

  ending.abort();
  await running;
  expect(await online()).toEqual([]);
  const causes = await query<{ cause: string }>(
    db.pool,
    sql`SELECT DISTINCT terminate_cause AS cause FROM radius.session WHERE host(nas_ip) = '127.0.0.1'`,
  );
  expect(causes.map(({ cause }) => cause)).toEqual(expect.arrayContaining(['NAS-Reboot', 'Admin-Reset']));
});
