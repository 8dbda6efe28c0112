import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runBilling } from '../../src/areas/money/billing/run/run-billing.ts';
import { reapSessions } from '../../src/areas/network/sessions/reap.ts';
import { setInstallationNumber } from '../../src/db/installation-number.ts';
import { checksums } from '../areas/installation/backup/checksums.ts';
import { scratchFolder } from '../areas/installation/backup/files.ts';
import { command } from '../cli/terminal.ts';
import { SECRETS_KEY } from '../factories/services.ts';
import { type Api, startApi } from '../fixtures/api.ts';
import { Shop } from '../fixtures/subscriber.ts';
import { startTestServer, type TestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const [source, target] = [await startApi(), await startApi()];
const folder = await scratchFolder();
const cliOf =
  ({ db }: Api) =>
  async (...words: string[]) => {
    const done = await command(
      { DATABASE_URL: db.url, DATA_DIR: folder, SECRETS_KEY: SECRETS_KEY.toString('hex') },
      ...words,
    );
    expect([words[1], done.code, done.err]).toEqual([words[1], 0, '']);
  };
const [atSource, atTarget] = [cliOf(source), cliOf(target)];
const file = join(folder, 'move.gz');

await source.db.transaction((tx) => setInstallationNumber(tx, 0));
await target.db.transaction((tx) => setInstallationNumber(tx, 1));
const shop = await Shop.open(source);
source.clock.at = undefined;
const subscriber = await shop.subscribe({ prepaid_postpaid: 'Postpaid', password: 'first' });
const [here, there] = [await startTestServer(source.db), await startTestServer(target.db)];
const nas = await TestNas.open({ ip: '127.9.0.7' });
source.network.caughtUp = () => here.network.caughtUp();
await source.ok('radius/nas/create', { resellerid: 0, name: 'Edge', ip: '127.9.0.7', secret: 'testing123' }, shop.me);
afterAll(() => nas.close());

/** How long to wait for an answer that should not come; one that must come may take its time on a busy machine. */
const SILENCE_MS = 800;

const logIn = async (server: TestServer, waitMs?: number) =>
  (
    await nas.ask(
      server.authPort,
      nas.accessRequest([
        ['User-Name', subscriber.username],
        ['User-Password', 'first'],
      ]),
      waitMs,
    )
  )?.code;

const account = async (server: TestServer, status: string, octets: number, waitMs?: number) =>
  (
    await nas.ask(
      server.acctPort,
      nas.accountingRequest([
        ['User-Name', subscriber.username],
        ['Acct-Session-Id', 'session-1'],
        ['Acct-Status-Type', status],
        ['Acct-Input-Octets', octets],
        ['NAS-IP-Address', '127.9.0.7'],
      ]),
      waitMs,
    )
  )?.code;

it('a running session goes on in the other installation, and no octet that was acknowledged is lost', async () => {
  expect(await logIn(here)).toBe('Access-Accept');
  expect(await account(here, 'Start', 0)).toBe('Accounting-Response');
  expect(await account(here, 'Interim-Update', 1000)).toBe('Accounting-Response');
  expect(await logIn(there, SILENCE_MS)).toBeUndefined();

  await atSource('tenant', 'freeze', String(shop.ispid));
  expect(await account(here, 'Interim-Update', 2000, SILENCE_MS)).toBeUndefined();
  expect(await logIn(here, SILENCE_MS)).toBeUndefined();
  expect(await source.call('service/list', {}, shop.me)).toMatchObject({
    status: 503,
    error: expect.stringMatching(/^Shop \d+ is being moved to another installation; try again in a few minutes$/),
  });

  await atSource('tenant', 'export', String(shop.ispid), file);
  await atTarget('tenant', 'import', file);
  expect(await account(there, 'Interim-Update', 2000, SILENCE_MS)).toBeUndefined();
  await atTarget('tenant', 'thaw', String(shop.ispid));
  await until(async () => (await account(there, 'Interim-Update', 2000, SILENCE_MS)) === 'Accounting-Response');
  expect(await account(there, 'Stop', 5000)).toBe('Accounting-Response');
  const { rows } = await target.db.pool.query(
    `SELECT s.in_bytes::int AS session, u.in_bytes::int AS usage, ended_at IS NOT NULL AS ended, count(*) OVER ()::int AS count
     FROM radius.session s JOIN radius.usage u USING (service_id) WHERE s.service_id = $1`,
    [subscriber.id],
  );
  expect(rows).toEqual([{ session: 5000, usage: 5000, ended: true, count: 1 }]);
  expect(await logIn(there)).toBe('Access-Accept');
  expect(await target.ok('service/list', {}, shop.me)).toHaveLength(1);
});

it('jobs leave a frozen ISP alone, and it is removed from memory', async () => {
  const before = await checksums(source.db.pool, ['crm', 'radius']);
  const later = new Date(Date.now() + 90 * 86_400_000);
  await source.db.pool.query(
    `INSERT INTO crm.setting (key, value) VALUES ('accounting_heard', jsonb_build_object('since', '2000-01-01', 'at', $1::timestamptz))`,
    [later],
  );
  expect(await reapSessions(source.db, later)).toEqual({ sessions: 0, leases: 0 });
  const clock = { now: () => later };
  expect(await runBilling({ ...source.kernel, clock })).toMatchObject({ seen: 0 });
  await source.db.pool.query(`DELETE FROM crm.setting WHERE key = 'accounting_heard'`);
  expect(await checksums(source.db.pool, ['crm', 'radius'])).toEqual(before);
  const { rows } = await source.db.pool.query('SELECT code FROM crm.isp WHERE id = $1', [shop.ispid]);
  await atSource('tenant', 'remove', rows[0].code, '--file', file, '--confirm', rows[0].code);
  await source.db.pool.query('SELECT 1');
  expect(await logIn(here, SILENCE_MS)).toBeUndefined();
  const left = await source.db.pool.query('SELECT count(*)::int AS count FROM crm.service');
  expect(left.rows[0].count).toBe(0);
});
