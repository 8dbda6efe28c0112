import { afterAll, beforeAll, expect, it } from 'vitest';
import { query, sql } from '../../src/db/sql.ts';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { startTestServer, type TestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
const nasRow = await makeNas(db, isp);
const server = await startTestServer(db);
let nas: TestNas;
const payloads: string[] = [];

beforeAll(async () => {
  nas = await TestNas.open(nasRow);
  await db.listen('online', (notice) => void payloads.push(notice.type === 'reset' ? '' : notice.payload));
});
afterAll(() => nas.close());

/** Logs a new subscriber in and waits until everything that follows the answer is written. */
async function logsIn(username: string, at: TestServer): Promise<void> {
  await makeService(db, plan, { username });
  const request = nas.accessRequest([
    ['User-Name', username],
    ['User-Password', 'secret'],
  ]);
  expect((await nas.ask(at.authPort, request))?.code).toBe('Access-Accept');
  await until(async () => {
    const rows = await query(db.pool, sql`SELECT 1 FROM radius.auth_log WHERE username = ${username}`);
    return rows.length > 0;
  });
}

it('a node announces its log-ins as soon as there is another node, and not before', async () => {
  await logsIn('early', server);
  expect(payloads.filter((each) => each.includes('+'))).toEqual([]);
  const other = await startTestServer(db);
  await until(() => payloads.filter((each) => each.endsWith('!')).length >= 3); // the new node, the answer, and its answer
  await logsIn('late', server);
  await until(() => payloads.some((each) => each.includes('+')));
  await logsIn('later', other);
  await until(() => new Set(payloads.filter((each) => each.includes('+')).map((each) => each.slice(0, 12))).size === 2);
});
