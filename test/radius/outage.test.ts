import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { endConnections, onServer } from '../fixtures/postgres.ts';
import { accounting, storedSessions, storedUsage } from './fixtures/accounting.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
const nasRow = await makeNas(db, isp);
const service = await makeService(db, plan);
const server = await startTestServer(db);
let nas: TestNas;

beforeAll(async () => {
  nas = await TestNas.open(nasRow);
});
afterAll(() => nas.close());

const name = new URL(db.url).pathname.slice(1);
const elsewhere = db.url.replace(/\/[^/]*$/, '/postgres');
const T = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;

const kill = () => endConnections(db.url);
async function away(): Promise<void> {
  await onServer(elsewhere, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await kill();
}
const back = () => onServer(elsewhere, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);

/** While the database is away some log-ins are never answered; they are retransmitted. */
const LOGIN_MS = 5_000;
const logIn = (username = service.username) =>
  nas.ask(
    server.authPort,
    nas.accessRequest([
      ['User-Name', username],
      ['User-Password', 'secret'],
      ['Calling-Station-Id', '02-00-00-00-00-01'],
    ]),
    LOGIN_MS,
  );

describe('while the database is away', () => {
  it('log-ins are answered from memory and accounting goes to the journal, which is written to the database afterwards', async () => {
    await away();
    expect((await logIn())?.code).toBe('Access-Accept');
    const report = (step: number) =>
      nas.ask(
        server.acctPort,
        nas.accountingRequest(
          accounting({
            type: step === 0 ? 'Start' : 'Interim-Update',
            username: service.username,
            session: 'away',
            at: T + step * 60_000,
            ...(step === 0 ? {} : { seconds: step * 60, up: step * 7, down: step * 8 }),
          }),
        ),
        20_000,
      );
    for (let step = 0; step < 5; step++) expect((await report(step))?.code).toBe('Accounting-Response');
    expect(server.durability()).toBe('journal');
    expect(await server.metric('lastmile_radius_accounting_journalled_total')).toBe(5);
    await back();
    expect((await report(5))?.code).toBe('Accounting-Response');
    await until(() => server.durability() === 'database');
    expect(await server.metric('lastmile_radius_accounting_journal_bytes')).toBe(0);
    expect(await storedSessions(db, 'away')).toMatchObject([{ up: '35', down: '40', session_time: 300 }]);
    expect(await storedUsage(db, service.id)).toMatchObject({ up: '35', down: '40' });
  });

  it('records that a killed node had already written to the database count once when they are written again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lastmile-twice-'));
    const journal = join(folder, 'journal');
    const counted = await makeService(db, plan);
    const report = (to: number, step: number) =>
      nas.ask(
        to,
        nas.accountingRequest(
          accounting({
            type: step === 9 ? 'Stop' : 'Interim-Update',
            username: counted.username,
            session: 'twice',
            at: T + step * 60_000,
            ...{ seconds: step * 60, up: step * 7, down: step },
          }),
        ),
        20_000,
      );
    const first = await startTestServer(db, { settings: { DATA_DIR: folder } });
    await away();
    for (const step of [1, 2, 3]) expect((await report(first.acctPort, step))?.code).toBe('Accounting-Response');
    const [file = ''] = (await readdir(journal)).filter((name) => name.endsWith('.journal'));
    const written = await readFile(join(journal, file));
    await back();
    await until(() => first.durability() === 'database');
    for (const step of [4, 9]) expect((await report(first.acctPort, step))?.code).toBe('Accounting-Response');
    await first.stop();
    await writeFile(join(journal, file), written);
    const second = await startTestServer(db, { settings: { DATA_DIR: folder } });
    await until(() => second.durability() === 'database');
    expect(await second.metric('lastmile_radius_accounting_replayed_total')).toBe(3);
    expect(await storedSessions(db, 'twice')).toMatchObject([{ up: '63', down: '9', terminate_cause: null }]);
    expect((await storedSessions(db, 'twice'))[0]?.ended_at).toEqual(new Date(T + 9 * 60_000));
    expect(await storedUsage(db, counted.id)).toMatchObject({ up: '63', down: '9' });
    await second.stop();
    await rm(folder, { recursive: true });
  });

  it('entries of the authentication log wait', async () => {
    const waiting = await makeService(db, plan);
    await until(async () => (await logIn(waiting.username))?.code === 'Access-Accept');
    await away();
    for (let step = 0; step < 3; step++) expect((await logIn(waiting.username))?.code).toBe('Access-Accept');
    // Longer than a rejected statement is retried.
    await sleep(1_500);
    await back();
    const logged = () => db.prisma.authLog.count({ where: { username: waiting.username } });
    await until(async () => (await logged().catch(() => 0)) >= 4);
    expect(await server.metric('lastmile_radius_lost_auth_log_rows_total')).toBe(0);
  });

  it('a log-in of a service that is not in memory is left to retransmission', async () => {
    await away();
    expect(
      await nas.silence(
        server.authPort,
        nas.accessRequest([
          ['User-Name', 'not-in-memory'],
          ['User-Password', 'x'],
        ]),
      ),
    ).toBeNull();
    await back();
    await until(async () => (await logIn('not-in-memory'))?.code === 'Access-Reject');
  });

  it('changes made meanwhile apply when it is back', async () => {
    await kill();
    await until(() =>
      db.prisma.service
        .updateMany({ where: { id: service.id }, data: { status: 'NewRequest', validFrom: null, validUpto: null } })
        .then(
          () => true,
          () => false,
        ),
    );
    await until(async () => (await logIn())?.code === 'Access-Reject');
  });
});

it('no answered record is lost or counted twice when connections break', async () => {
  const counted = await makeService(db, plan);
  let storm = true;
  const breaking = (async () => {
    for (; storm; ) {
      await kill();
      await sleep(60);
    }
  })();
  const lines = Array.from({ length: 20 }, (_, line) => line);
  await Promise.all(
    lines.map(async (line) => {
      for (let step = 1; step <= 12; step++) {
        const packet = accounting({
          type: 'Interim-Update',
          username: counted.username,
          session: `line${line}`,
          at: T + step * 60_000,
          seconds: step * 60,
          up: step * 10,
          down: step,
        });
        expect((await nas.ask(server.acctPort, nas.accountingRequest(packet)))?.code).toBe('Accounting-Response');
      }
    }),
  );
  storm = false;
  await breaking;
  // If no connection lasted long enough, the last records are in the journal.
  await until(() => server.durability() === 'database');
  // The connections of the pool were broken too.
  await until(() =>
    storedUsage(db, counted.id).then(
      () => true,
      () => false,
    ),
  );
  expect(await storedUsage(db, counted.id)).toMatchObject({ up: String(20 * 120), down: String(20 * 12) });
});
