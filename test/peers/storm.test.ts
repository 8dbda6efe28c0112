import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api } from './support/api.ts';
import { example, makeNetwork, makeTenant, NAS_SECRET } from './support/example.ts';
import { Installation, type Node } from './support/installation.ts';
import { OwnDatabase } from './support/own-database.ts';
import { run } from './support/process.ts';
import { type Session, StormNas } from './support/storm-nas.ts';
import { ADMIN_API_KEY } from './support/story.ts';

const KILLS = Number(process.env.STORM_KILLS ?? 2);
const OUTAGE_MS = Number(process.env.STORM_OUTAGE_S ?? 6) * 1000;
const RATE = 2_000;
const USERS = Array.from({ length: 8 }, (_, at) => `user${at}`);

let database: OwnDatabase;
let site: Installation;
let node: Node;
let nas: StormNas | undefined;

const settings = () => ({
  ADMIN_API_KEY,
  DATABASE_URL: database.url,
  LOG_LEVEL: 'warn',
  NAS_ALLOWED_NETWORKS: '127.0.0.0/8',
});

beforeAll(async () => {
  database = await OwnDatabase.make();
  site = await Installation.make();
  node = await site.start(settings());
  const admin = new Api(site.baseUrl, { userid: 1, api_key: ADMIN_API_KEY });
  const isp = (await makeTenant(admin, { code: 'EXN', username: 'exn-admin' })).api;
  const network = await makeNetwork(isp);
  for (const username of USERS) {
    await isp.result('service/create', { ...example.service, ...network, username, password: 'hello' });
  }
});
afterAll(async () => {
  nas?.close();
  await node?.stop();
  await site?.remove();
  await database?.stop();
});

let storms = 0;

async function storm(): Promise<StormNas> {
  await emptyJournal();
  await database.query(
    'UPDATE radius.usage SET in_bytes = 0, out_bytes = 0, day = NULL, day_in_bytes = 0, day_out_bytes = 0',
  );
  await database.query('TRUNCATE radius.session, radius.usage_day');
  nas?.close();
  storms += 1;
  nas = new StormNas({ name: `storm${storms}`, port: site.ports.acct, secret: NAS_SECRET, users: USERS, rate: RATE });
  await nas.start();
  return nas;
}

interface Row {
  readonly id: string;
  readonly up: string;
  readonly down: string;
  readonly ended: boolean;
}

async function stored(): Promise<Map<string, Row>> {
  const rows = await database.query<Row>(
    `SELECT acct_session_id AS id, in_bytes::text AS up, out_bytes::text AS down, ended_at IS NOT NULL AS ended FROM radius.session`,
  );
  expect(new Set(rows.map(({ id }) => id)).size, 'each session has one row').toBe(rows.length);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Complaints about sessions whose row says less than was answered, or more than was sent. */
async function broken(sessions: readonly Session[]): Promise<string[]> {
  const rows = await stored();
  return sessions
    .filter(({ answered }) => answered >= 0)
    .flatMap(({ id, answered, sent, stopped }) => {
      const row = rows.get(id);
      const up = Number(row?.up ?? -1);
      const right = row && up >= answered && up <= sent && Number(row.down) === 3 * up && (!stopped || row.ended);
      return right ? [] : [`${id}: ${JSON.stringify(row)}, answered ${answered}, sent ${sent}, stopped ${stopped}`];
    });
}

/** Once all is answered, sessions and usage are exactly what was sent. */
async function expectExact(sessions: readonly Session[]): Promise<void> {
  await emptyJournal();
  expect(await broken(sessions)).toEqual([]);
  const sent = sessions.filter((session) => session.sent >= 0);
  for (const { sent: counter, answered } of sent) expect(answered).toBe(counter);
  const total = sent.reduce((sum, session) => sum + session.sent, 0);
  const [usage] = await database.query(
    'SELECT sum(in_bytes)::text AS up, sum(out_bytes)::text AS down FROM radius.usage',
  );
  const [days] = await database.query(
    'SELECT sum(in_bytes)::text AS up, sum(out_bytes)::text AS down FROM radius.daily_usage',
  );
  const exact = { up: String(total), down: String(3 * total) };
  expect({ usage, days }, 'nothing is lost, nothing is counted twice').toEqual({ usage: exact, days: exact });
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${site.baseUrl}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

async function emptyJournal(): Promise<void> {
  const end = Date.now() + 120_000;
  while ((await metric('lastmile_radius_accounting_journal_bytes')) !== 0) {
    if (Date.now() > end) throw new Error('the journal is not handed over');
    await sleep(100);
  }
}

const answered = async (more: number, withinMs = 20_000) => {
  const enough = (nas?.answers ?? 0) + more;
  for (const end = Date.now() + withinMs; (nas?.answers ?? 0) < enough; await sleep(20)) {
    if (Date.now() > end) throw new Error(`${enough - (nas?.answers ?? 0)} answers are missing`);
  }
};

describe(`${RATE} accounting records a second`, () => {
  it(`are all there, and once each, although the node is killed ${KILLS} times`, {
    timeout: 60_000 + KILLS * 30_000,
  }, async () => {
    const { sessions } = await storm();
    for (let kill = 0; kill < KILLS; kill++) {
      await answered(1_000);
      await node.kill();
      nas?.pause();
      node = await site.start(settings());
      expect(await broken(sessions), `after kill ${kill + 1}`).toEqual([]);
      nas?.resume();
    }
    await nas?.finish(30_000);
    await expectExact(sessions);
  });

  it(`are answered although the database is down for ${OUTAGE_MS / 1000} s, and are there when it is back`, {
    timeout: 120_000 + 4 * OUTAGE_MS,
  }, async () => {
    const { sessions } = await storm();
    await answered(1_000);
    await database.stop();
    // Records that wait for the database when it goes down wait for some seconds; all others are answered at once.
    await sleep(4_000);
    const before = nas?.answers ?? 0;
    await sleep(OUTAGE_MS - 4_000);
    expect((nas?.answers ?? 0) - before).toBeGreaterThan(((OUTAGE_MS - 4_000) / 1000) * RATE * 0.3);
    expect(await metric('lastmile_radius_accounting_journal_bytes')).toBeGreaterThan(0);
    await database.start();
    await answered(1_000);
    await nas?.finish(30_000);
    await expectExact(sessions);
    expect(await metric('lastmile_radius_accounting_not_durable_total')).toBe(0);
  });

  it('survive when the node is killed while the database is down', { timeout: 120_000 }, async () => {
    const { sessions } = await storm();
    await answered(500);
    await database.stop();
    await sleep(3_000);
    await answered(1_000);
    await node.kill();
    nas?.pause();
    await database.start();
    node = await site.start(settings());
    await emptyJournal();
    expect(await broken(sessions)).toEqual([]);
    nas?.resume();
    await answered(1_000);
    await nas?.finish(30_000);
    await expectExact(sessions);
  });
});

/** A small file system of its own, which only the node sees: what a full disk is to its journal. */
describe.skipIf(!(await canMount()))('a disk that has no room for the journal', () => {
  it('takes what it can, answers nothing else, says so, and recovers', { timeout: 120_000 }, async () => {
    await node.stop();
    node = await site.start(settings(), {
      program: 'unshare',
      args: [
        ...namespace(),
        'mkdir -p data/journal && mount -t tmpfs -o size=200k tmpfs data/journal && exec "$@"',
        'sh',
      ],
    });
    const { sessions } = await storm();
    await answered(500);
    await database.stop();
    const end = Date.now() + 60_000;
    while ((await metric('lastmile_radius_accounting_not_durable_total')) < 500) {
      if (Date.now() > end) throw new Error('the disk is not full');
      await sleep(100);
    }
    await silent(end);
    const ready: unknown = await (await fetch(`${site.baseUrl}/readyz`)).json();
    expect(ready).toMatchObject({ checks: { accounting: false } });
    expect(node.complaints).toMatch(/ENOSPC.*cannot save accounting records to the database/);
    await database.start();
    await answered(1_000);
    await nas?.finish(30_000);
    await expectExact(sessions);
    expect(await site.isReady()).toBe(true);
  });
});

/** The last octets of a full disk may still take a short record. Nothing is answered that has not been saved. */
async function silent(end: number): Promise<void> {
  for (let before = -1; nas?.answers !== before; await sleep(1_000)) {
    if (Date.now() > end) throw new Error('records are answered that no disk has room for');
    before = nas?.answers ?? 0;
  }
}

function namespace(): string[] {
  return [process.getuid?.() === 0 ? '-m' : '-rm', 'sh', '-c'];
}

async function canMount(): Promise<boolean> {
  const probe = [...namespace(), 'mount -t tmpfs tmpfs /mnt'];
  return run('unshare', probe).then(
    ({ code }) => code === 0,
    () => false,
  );
}
