import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query, sql } from '../../src/db/sql.ts';
import { callsTo } from '../fixtures/api.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { makeTenant, type Tenant } from '../fixtures/tenants.ts';
import { accounting } from '../radius/fixtures/accounting.ts';
import { TestNas } from '../radius/fixtures/test-nas.ts';
import { isAlive, Program } from './fixtures/program.ts';

const db = await freshDatabase();
const ADMIN_API_KEY = 'ad'.repeat(25);
const folder = await mkdtemp(join(tmpdir(), 'lastmile-two-processes-'));
const settings = {
  ...{ DATABASE_URL: db.url, DATA_DIR: join(folder, 'node'), ADMIN_API_KEY },
  ...{ SECRETS_KEY: '5e'.repeat(32), NAS_ALLOWED_NETWORKS: '127.0.0.0/8' },
};
const node = new Program(settings);
let ports: Awaited<ReturnType<Program['ready']>>;
let api: ReturnType<typeof callsTo>;
let tenant: Tenant;
let nas: TestNas;

beforeAll(async () => {
  ports = await node.ready();
  api = callsTo(`http://127.0.0.1:${ports.httpPort}`);
  tenant = await makeTenant({ ...api, admin: { userid: 1, api_key: ADMIN_API_KEY } });
  const [row] = await query<{ ip: string }>(
    db.pool,
    sql`SELECT host(ip) AS ip FROM radius.nas WHERE id = ${tenant.nasid}`,
  );
  nas = await TestNas.open({ ip: row?.ip ?? '' });
});

afterAll(async () => {
  nas?.close();
  node.child.kill('SIGTERM');
  await node.ended;
  await rm(folder, { recursive: true, force: true });
});

const page = (path: string) => fetch(`http://127.0.0.1:${ports.httpPort}${path}`);
let password = 'hello';

/** Changes the password, so that a log-in is let in only by a node that knows the newest one. */
async function change(): Promise<void> {
  const changed = `${password.split(' ')[0]} ${performance.now()}`;
  await api.ok('service/update', { serviceid: tenant.serviceid, password: changed }, tenant.me);
  password = changed;
}

async function logIn(): Promise<string | undefined> {
  const request = nas.accessRequest([
    ['User-Name', tenant.username],
    ['User-Password', password],
  ]);
  return (await nas.ask(ports.authPort, request))?.code;
}

/** As a NAS that repeats what was not answered. */
async function untilLoggedIn(): Promise<void> {
  while ((await logIn()) !== 'Access-Accept') await sleep(100);
}

async function until(path: string, status: number): Promise<void> {
  const statusNow = () =>
    page(path).then(
      (response) => response.status,
      () => 0,
    );
  while ((await statusNow()) !== status) await sleep(100);
}

describe('a node in two processes', { timeout: 300_000 }, () => {
  it('greets once, in a log of whole lines that say which process they are from', async () => {
    expect(node.logged('the node is ready')).toMatchObject([
      { process: 'supervisor', roles: ['api', 'radius', 'jobs'], ...ports },
    ]);
    expect(node.output.match(/Server administrator, shown only once/g)).toHaveLength(1);
    expect(new Set(node.log.map((line) => typeof line.process))).toEqual(new Set(['string']));
  });

  it('answers how both are at one address', async () => {
    await until('/readyz', 200);
    expect(await (await page('/readyz')).json()).toEqual({
      status: 'ok',
      checks: { running: true, database: true, radius: true, accounting: true },
    });
    expect((await page('/readyz/radius')).status).toBe(200);
    const metrics = await (await page('/metrics')).text();
    expect(metrics).toMatch(/^process_resident_memory_bytes\{process="radius"\} \d+$/m);
    expect(metrics).toMatch(/^process_resident_memory_bytes\{process="api,jobs"\} \d+$/m);
    expect(metrics).toMatch(/^lastmile_radius_services 1$/m);
    expect(metrics).toMatch(/^lastmile_database_up 1$/m);
    expect(metrics.match(/^# TYPE lastmile_build_info /gm)).toHaveLength(1);
  });

  it('lets an answered change hold for the very next packet, 200 times', async () => {
    await untilLoggedIn();
    const missed: number[] = [];
    for (let round = 0; round < 200; round++) {
      await change();
      if ((await logIn()) !== 'Access-Accept') missed.push(round);
    }
    expect(missed).toEqual([]);
  });

  it('answers HTTP while the process with RADIUS is away, and starts it again', async () => {
    const pid = node.pidOf('radius');
    process.kill(pid, 'SIGSTOP');
    expect(await (await page('/readyz')).json()).toMatchObject({ status: 'unavailable', checks: { radius: false } });
    // Nobody waits longer than a second for a sibling that stands still.
    await change();
    process.kill(pid, 'SIGKILL');
    await change();
    expect((await page('/metrics')).status).toBe(200);
    await until('/readyz/radius', 200);
    await untilLoggedIn();
    expect(node.pidOf('radius')).not.toBe(pid);
    expect(node.logged('the node is ready')).toHaveLength(1);
  });

  it('answers log-ins while the process with the API is away, and starts it again at the same port', async () => {
    const pid = node.pidOf('api,jobs');
    process.kill(pid, 'SIGKILL');
    while (isAlive(pid)) await sleep(10);
    expect(await logIn()).toBe('Access-Accept');
    await until('/readyz', 200);
    expect(node.pidOf('api,jobs')).not.toBe(pid);
    await change();
    expect(await logIn()).toBe('Access-Accept');
  });

  it('on SIGTERM, which all of its processes may get, answers the accounting in flight and ends with 0', async () => {
    const pids = [node.pidOf('radius'), node.pidOf('api,jobs')];
    const records = Array.from({ length: 20 }, (_, at) =>
      nas.ask(
        ports.acctPort,
        nas.accountingRequest(
          accounting({ type: 'Start', username: tenant.username, session: `last${at}`, at: Date.now() }),
        ),
      ),
    );
    await sleep(0);
    for (const pid of [...pids, node.child.pid ?? 0]) process.kill(pid, 'SIGTERM');
    const answers = await Promise.all(records);
    expect(await node.ended, node.output).toBe(0);
    expect(pids.filter(isAlive)).toEqual([]);
    const rows = await query(db.pool, sql`SELECT 1 FROM radius.session WHERE acct_session_id LIKE 'last%'`);
    expect(rows.length).toBeGreaterThanOrEqual(answers.filter((answer) => answer !== null).length);
    expect(node.logged('stopped').map(({ process: of }) => of)).toEqual(['api,jobs', 'radius', 'supervisor']);
  });
});

describe('the supervisor', { timeout: 300_000 }, () => {
  const others = (name: string) => ({ ...settings, DATA_DIR: join(folder, name) });

  it('takes its processes along when it is killed', async () => {
    const killed = Program.duringTest(others('killed'));
    await killed.ready();
    const pids = [killed.pidOf('radius'), killed.pidOf('api,jobs')];
    killed.child.kill('SIGKILL');
    while (pids.some(isAlive)) await sleep(50);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it('ends with one sentence when a process cannot start, and ends the other', async () => {
    const taken = createSocket('udp4').bind(0, '127.0.0.1');
    await once(taken, 'listening');
    const refused = Program.duringTest({ ...others('refused'), RADIUS_AUTH_PORT: String(taken.address().port) });
    expect(await refused.ended).toBe(1);
    taken.close();
    expect(refused.errors).toMatch(/^RADIUS_AUTH_PORT[^\n]*\.\n$/);
    expect([refused.pidOf('radius'), refused.pidOf('api,jobs')].filter(isAlive)).toEqual([]);
  });

  it('is not there with PROCESSES=1', async () => {
    const alone = Program.duringTest({ ...others('alone'), PROCESSES: '1' });
    await alone.ready();
    expect(alone.logged('started a process')).toEqual([]);
    expect(alone.logged('the node is ready')[0]).not.toHaveProperty('process');
    alone.child.kill('SIGTERM');
    expect(await alone.ended).toBe(0);
  });
});
