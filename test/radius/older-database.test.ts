import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import { openDatabase } from '../../src/db/database.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { onServer } from '../fixtures/postgres.ts';
import { startTestServer, until } from './fixtures/server.ts';

const db = await freshDatabase();
const lines: string[] = [];
const log = createLog('info', { write: (text) => void lines.push(text) });
const plan = await makePlan(db, await makeIsp(db));
const [kept, lost] = [await makeService(db, plan), await makeService(db, plan)];
const [one, other] = await Promise.all([1, 2].map(() => openDatabase({ url: db.url, log, connections: 2 })));
afterAll(() => Promise.all([one?.close(), other?.close()]));

const lastId = async (): Promise<number> => {
  const { rows } = await db.pool.query('SELECT last_value::int AS id FROM crm.service_id_seq');
  return rows[0].id;
};

/** As after a restart of the server: nodes connect again, and read everything again. */
async function reconnect(): Promise<void> {
  lines.length = 0;
  const name = new URL(db.url).pathname.slice(1);
  await onServer(
    db.url.replace(/\/[^/]*$/, '/postgres'),
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND application_name = 'lastmile listen'`,
  );
  await until(() => lines.filter((text) => text.includes('the notification connection is back')).length === 2);
}

it('a database that went back to an earlier moment gives out no id of a lost service again', async () => {
  if (!one || !other) throw new Error('no database');
  for (const each of [one, other]) await startTestServer(each, { log });
  expect(await lastId()).toBe(lost.id);
  await reconnect();
  expect(await lastId()).toBe(lost.id);

  // Memory has the lost service, and the database would give its id to the next one.
  await onServer(db.url, `SELECT setval('crm.service_id_seq', ${kept.id})`);
  await reconnect();
  const notices = () => lines.filter((text) => text.includes('went back to an earlier moment'));
  await until(() => notices().length > 0);
  await sleep(200); // for the other node
  expect(notices()).toHaveLength(1);
  expect(await lastId()).toBe(kept.id + 1_000_000);
});
