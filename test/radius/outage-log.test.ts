import { afterAll, expect, it } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import { openDatabase } from '../../src/db/database.ts';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { endConnections, onServer } from '../fixtures/postgres.ts';
import { accounting } from './fixtures/accounting.ts';
import { expectOnceAMinute } from './fixtures/said-once.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const made = await freshDatabase();
const isp = await makeIsp(made);
const plan = await makePlan(made, isp);
const nasRow = await makeNas(made, isp);
const services = await Promise.all(Array.from({ length: 12 }, () => makeService(made, plan)));
const lines: Record<string, unknown>[] = [];
const log = createLog('info', { write: (text) => void lines.push(JSON.parse(text)) });
const db = await openDatabase({ url: made.url, log });
afterAll(() => db.close());

const nas = await TestNas.open(nasRow);
const server = await startTestServer(db, { log });
// Nodes notify each other of every session, as soon as they have heard of each other.
const present: string[] = [];
await made.listen('online', (notice) => void (notice.type === 'notice' && present.push(notice.payload)));
await startTestServer(made);
await until(() => new Set(present.filter((payload) => payload.endsWith('!'))).size === 2);
afterAll(() => nas.close());

const name = new URL(made.url).pathname.slice(1);
const elsewhere = made.url.replace(/\/[^/]*$/, '/postgres');

it('an outage logs each kind of failure once a minute, without stacks', async () => {
  await onServer(elsewhere, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await endConnections(made.url);
  for (const [index, { username }] of services.entries()) {
    const start = accounting({ type: 'Start', username, session: `s${index}`, at: Date.now() });
    expect((await nas.ask(server.acctPort, nas.accountingRequest(start)))?.code).toBe('Accounting-Response');
  }
  const isLogged = (text: string) => () => lines.some(({ msg }) => msg === text);
  await until(isLogged('accounting records are waiting for the database'));
  await until(isLogged('cannot notify other nodes of new sessions'));
  await onServer(elsewhere, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  await until(() => server.durability() === 'database');
  expectOnceAMinute(lines);
  for (const { level, err } of lines) if (level !== 'info') expect(err).toBeUndefined();
});
