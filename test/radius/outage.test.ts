import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { onServer } from '../fixtures/postgres.ts';
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

const kill = () =>
  onServer(elsewhere, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
async function away(): Promise<void> {
  await onServer(elsewhere, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await kill();
}
const back = () => onServer(elsewhere, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);

const logIn = (username = service.username) =>
  nas.ask(
    server.authPort,
    nas.accessRequest([
      ['User-Name', username],
      ['User-Password', 'secret'],
      ['Calling-Station-Id', '02-00-00-00-00-01'],
    ]),
    1_000,
  );

describe('while the database is away', () => {
  it('log-ins are answered from memory, and accounting is answered when it is back', { timeout: 30_000 }, async () => {
    await away();
    expect((await logIn())?.code).toBe('Access-Accept');
    const packet = accounting({
      type: 'Interim-Update',
      username: service.username,
      session: 'away',
      at: T,
      seconds: 60,
      up: 7,
      down: 8,
    });
    let answered = false;
    const answer = nas.ask(server.acctPort, nas.accountingRequest(packet), 20_000).then((decoded) => {
      answered = true;
      return decoded;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(answered).toBe(false);
    await back();
    expect((await answer)?.code).toBe('Accounting-Response');
    expect(await storedSessions(db, 'away')).toMatchObject([{ up: '7', down: '8' }]);
    expect(await storedUsage(db, service.id)).toMatchObject({ up: '7', down: '8' });
  });

  it('a log-in of somebody who is not in memory is left to a retransmission', { timeout: 30_000 }, async () => {
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
    await until(async () => (await logIn('not-in-memory'))?.code === 'Access-Reject', 15_000);
  });

  it('changes made meanwhile count when it is back', { timeout: 30_000 }, async () => {
    await kill();
    await until(() =>
      db.prisma.service
        .updateMany({ where: { id: service.id }, data: { status: 'NewRequest', validFrom: null, validUpto: null } })
        .then(
          () => true,
          () => false,
        ),
    );
    await until(async () => (await logIn())?.code === 'Access-Reject', 10_000);
  });
});

it('nothing that was answered is lost or counted twice when connections break in the middle', {
  timeout: 60_000,
}, async () => {
  const counted = await makeService(db, plan);
  let storm = true;
  const breaking = (async () => {
    for (; storm; ) {
      await kill();
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  })();
  const lines = Array.from({ length: 20 }, (_, line) => line);
  await Promise.all(
    lines.map(async (line) => {
      for (let turn = 1; turn <= 12; turn++) {
        const packet = accounting({
          type: 'Interim-Update',
          username: counted.username,
          session: `line${line}`,
          at: T + turn * 60_000,
          seconds: turn * 60,
          up: turn * 10,
          down: turn,
        });
        expect((await nas.ask(server.acctPort, nas.accountingRequest(packet), 20_000))?.code).toBe(
          'Accounting-Response',
        );
      }
    }),
  );
  storm = false;
  await breaking;
  await until(() =>
    storedUsage(db, counted.id).then(
      () => true,
      () => false,
    ),
  );
  expect(await storedUsage(db, counted.id)).toMatchObject({ up: String(20 * 120), down: String(20 * 12) });
});
