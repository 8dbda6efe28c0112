import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/config/log.ts';
import { systemClock } from '../../src/core/clock.ts';
import { query, sql } from '../../src/db/sql.ts';
import { startRadius } from '../../src/radius/start.ts';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService, SECRETS_KEYS } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { accounting } from './fixtures/accounting.ts';
import { startTestServer } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const { username } = await makeService(db, await makePlan(db, isp));
const nasRow = await makeNas(db, isp);
let nas: TestNas;

beforeAll(async () => {
  nas = await TestNas.open(nasRow);
});
afterAll(() => nas.close());

it('a port in use is reported in one clear sentence', async () => {
  const taken = createSocket('udp4');
  taken.bind(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address();
  const config = readConfig({ BIND_ADDRESS: '127.0.0.1', RADIUS_AUTH_PORT: '0', RADIUS_ACCT_PORT: String(port) });
  const start = startRadius({
    config,
    log: createLog('silent'),
    db,
    secretsKeys: SECRETS_KEYS,
    clock: systemClock,
    metrics: new Registry(),
  });
  await expect(start).rejects.toThrow(
    `RADIUS_ACCT_PORT: cannot listen on 127.0.0.1:${port}/udp (another program uses the port).`,
  );
  taken.close();
});

it('stop answers pending requests, writes the log and releases the ports', async () => {
  const server = await startTestServer(db);
  const requests = Array.from({ length: 40 }, (_, at) =>
    nas.ask(
      server.acctPort,
      nas.accountingRequest(accounting({ type: 'Start', username, session: `stop${at}`, at: Date.now() })),
    ),
  );
  const login = await nas.ask(
    server.authPort,
    nas.accessRequest([
      ['User-Name', username],
      ['User-Password', 'secret'],
    ]),
  );
  await Promise.all([server.stop(), server.stop()]);
  expect(login?.code).toMatch(/^Access-/);
  const answered = (await Promise.all(requests)).filter((answer) => answer?.code === 'Accounting-Response').length;
  const [stored] = await query<{ count: number }>(
    db.pool,
    sql`SELECT count(*) FROM radius.session WHERE acct_session_id LIKE 'stop%'`,
  );
  expect(stored?.count).toBe(answered);
  expect(answered).toBe(40);
  const [logged] = await query<{ count: number }>(
    db.pool,
    sql`SELECT count(*) FROM radius.auth_log WHERE username = ${username}`,
  );
  expect(logged?.count).toBe(1);
  const again = createSocket('udp4');
  again.bind(server.authPort, '127.0.0.1');
  await once(again, 'listening');
  again.close();
});

it('open sessions are known after a restart', async () => {
  const { username: other } = await makeService(db, await makePlan(db, isp));
  const first = await startTestServer(db);
  const start = accounting({
    type: 'Start',
    username: other,
    session: 'kept',
    at: Date.now(),
    more: [['Calling-Station-Id', '02-00-00-00-00-01']],
  });
  await nas.ask(first.acctPort, nas.accountingRequest(start));
  await first.stop();
  const second = await startTestServer(db);
  const request = (mac: string) =>
    nas.accessRequest([
      ['User-Name', other],
      ['User-Password', 'secret'],
      ['Calling-Station-Id', mac],
    ]);
  expect((await nas.ask(second.authPort, request('02-00-00-00-00-02')))?.code).toBe('Access-Reject');
  expect((await nas.ask(second.authPort, request('02-00-00-00-00-01')))?.code).toBe('Access-Accept');
  expect(await second.metric('lastmile_radius_services')).toBe(2);
  expect(await second.metric('lastmile_radius_packets_total', { type: 'Access-Request', outcome: 'accept' })).toBe(1);
});
