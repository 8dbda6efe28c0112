import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { endConnections, onServer } from '../fixtures/postgres.ts';
import { accounting } from './fixtures/accounting.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const service = await makeService(db, await makePlan(db, isp));
const nas = await TestNas.open(await makeNas(db, isp));
const folder = await mkdtemp(join(tmpdir(), 'lastmile-status-'));
const server = await startTestServer(db, { settings: { DATA_DIR: folder } });
const journal = join(folder, 'journal');

const name = new URL(db.url).pathname.slice(1);
const elsewhere = db.url.replace(/\/[^/]*$/, '/postgres');

async function away(): Promise<void> {
  await onServer(elsewhere, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await endConnections(db.url);
}

const statusOn = async (port: number, waitMs?: number) =>
  (await nas.ask(port, nas.statusServer(), waitMs))?.code ?? null;

it('accounting is silent to Status-Server while no record could be kept, and answers again as soon as one could', async () => {
  onTestFinished(async () => {
    await onServer(elsewhere, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await until(() => server.durability() === 'database');
    nas.close();
    await rm(folder, { recursive: true });
  });
  expect(await statusOn(server.acctPort)).toBe('Accounting-Response');
  await away();
  await rename(journal, `${journal}-gone`);
  await writeFile(journal, '');
  const start = accounting({ type: 'Start', username: service.username, session: 'kept', at: Date.now() - 60_000 });
  expect(await nas.silence(server.acctPort, nas.accountingRequest(start))).toBeNull();
  await until(() => server.durability() === 'failing');
  expect(server.keepsAccounting()).toBe(false);
  expect(await statusOn(server.acctPort, 1_000)).toBeNull();
  expect(await statusOn(server.authPort)).toBe('Access-Accept');

  await rm(journal);
  await rename(`${journal}-gone`, journal);
  // The database is still away, and nobody sends a record whose success could tell.
  await until(async () => (await statusOn(server.acctPort, 1_000)) === 'Accounting-Response');
  expect(server.keepsAccounting()).toBe(true);
  expect((await nas.ask(server.acctPort, nas.accountingRequest(start)))?.code).toBe('Accounting-Response');
});
