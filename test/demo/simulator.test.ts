import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { unseal } from '../../src/db/seal.ts';
import { query, sql } from '../../src/db/sql.ts';
import { moveDynamicPort, readSimulatedNas } from '../../src/demo/simulator/read-subscribers.ts';
import { RouterBeside } from '../../src/demo/simulator/router-beside.ts';
import { Simulator } from '../../src/demo/simulator/simulator.ts';
import { type Command, trafficOf } from '../../src/routeros/commands.ts';
import { RouterConnection } from '../../src/routeros/connection.ts';
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
  const router = await RouterBeside.start();
  onTestFinished(() => router.stop());
  await router.introduce(db, SECRETS_KEYS, nas.id);
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

  await expectRouter(db, nas.id, { router, simulator });

  ending.abort();
  await running;
  expect(await online()).toEqual([]);
  const causes = await query<{ cause: string }>(
    db.pool,
    sql`SELECT DISTINCT terminate_cause AS cause FROM radius.session WHERE host(nas_ip) = '127.0.0.1'`,
  );
  expect(causes.map(({ cause }) => cause)).toEqual(expect.arrayContaining(['NAS-Reboot', 'Admin-Reset']));
});

/** The router beside the NAS shows the certificate that the node knows, and what it sees of the lines. */
async function expectRouter(
  db: Database,
  nasId: number,
  { router, simulator }: { readonly router: RouterBeside; readonly simulator: Simulator },
): Promise<void> {
  const lines = simulator.lines();
  router.show(lines);
  const [{ username } = { username: '' }] = lines;
  const { apiPort, httpPort, apiPasswordEnc } = await db.prisma.nas.findUniqueOrThrow({ where: { id: nasId } });
  const { fingerprint } = await db.prisma.nasApi.findUniqueOrThrow({ where: { nasId } });
  const target = { ip: '127.0.0.1', port: apiPort ?? 0, fingerprint, isPlain: false };
  const password = unseal(SECRETS_KEYS, 'nas.api_password', Buffer.from(apiPasswordEnc ?? []));
  const connection = await RouterConnection.open(target, { username: 'lastmile', password });
  const { rows } = await connection.ask(trafficOf(username) as Command);
  expect(rows.map((row) => row.get('name'))).toEqual([`<pppoe-${username}>`]);
  connection.close();
  const graphs = `http://127.0.0.1:${httpPort}/graphs`;
  const picture = await fetch(`${graphs}/queue/%3Cpppoe%2D${username.replaceAll('.', '%2E')}%3E/daily.gif`);
  expect(
    Buffer.from(await picture.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  expect((await fetch(`${graphs}/iface/ether9/daily.gif`)).status).toBe(404);
}

it('is silent in its outages alone', async () => {
  const ports = { auth: 1, acct: 1, dynamic: await freePort() };
  const outages = { firstMs: 300_000, forMs: 420_000, everyMs: 1_800_000 };
  const options = { secret: 'x', ports, subscribers: [], rate: 1, interimS: 60, zoneMinutes: 0, outages };
  const simulator = await Simulator.open(options);
  const begin = Date.now();
  const minutes = [4, 6, 11, 13, 34, 36, 43].map((minute) => simulator.isSilent(begin + minute * 60_000));
  expect(minutes).toEqual([false, true, true, false, false, true, false]);
  const ended = AbortSignal.abort();
  await simulator.run(ended, () => undefined);
});
