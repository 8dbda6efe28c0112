import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ConfigError, readConfig } from '../src/config/config.ts';
import { createLog } from '../src/config/log.ts';
import { NamedLocks } from '../src/db/named-locks.ts';
import { query, sql } from '../src/db/sql.ts';
import { warnWithoutJobs } from '../src/jobs/absent-jobs.ts';
import { publishMetrics } from '../src/metrics/publish.ts';
import { type RunningNode, startNode } from '../src/node.ts';
import { callsTo } from './fixtures/api.ts';
import { freshDatabase } from './fixtures/database.ts';
import { makeTenant, type Tenant } from './fixtures/tenants.ts';
import { accounting } from './radius/fixtures/accounting.ts';
import { CoaNas } from './radius/fixtures/coa-nas.ts';
import { TestNas } from './radius/fixtures/test-nas.ts';

const db = await freshDatabase();
/** Without any node. */
const empty = await freshDatabase();
const folder = await mkdtemp(join(tmpdir(), 'lastmile-roles-'));
const ADMIN_API_KEY = 'ad'.repeat(25);
const admin = { userid: 1, api_key: ADMIN_API_KEY };

function node(roles: string, dataDir = join(folder, roles)): Promise<RunningNode> {
  const ports = { BIND_ADDRESS: '127.0.0.1', HTTP_PORT: '0', RADIUS_AUTH_PORT: '0', RADIUS_ACCT_PORT: '0' };
  const settings = { ADMIN_API_KEY, SECRETS_KEY: '5e'.repeat(32), NAS_ALLOWED_NETWORKS: '127.0.0.0/8' };
  const config = { ...ports, ...settings, DATABASE_URL: db.url, DATA_DIR: dataDir, ROLES: roles };
  return startNode(readConfig(config), createLog('silent'));
}

const urlOf = ({ httpPort }: RunningNode) => `http://127.0.0.1:${httpPort}`;
const open: { close(): void }[] = [];
let nodes: readonly RunningNode[] = [];
let office: RunningNode;
let edge: RunningNode;
let api: ReturnType<typeof callsTo>;
let tenant: Tenant;
let nas: TestNas;
let coa: CoaNas;

beforeAll(async () => {
  // One after the other: the first one makes the administrator.
  office = await node('api,jobs');
  edge = await node('radius');
  nodes = [office, edge];
  api = callsTo(urlOf(office));
  tenant = await makeTenant({ ...api, admin });
  const [row] = await query<{ ip: string }>(
    db.pool,
    sql`SELECT host(ip) AS ip FROM radius.nas WHERE id = ${tenant.nasid}`,
  );
  nas = await TestNas.open({ ip: row?.ip ?? '' });
  coa = await CoaNas.open(row?.ip ?? '');
  open.push(nas, coa);
  await api.ok('radius/nas/update', { id: tenant.nasid, coa_port: coa.port }, tenant.me);
});

afterAll(async () => {
  for (const each of open) each.close();
  await Promise.all(nodes.map((each) => each.stop()));
  await rm(folder, { recursive: true, force: true });
});

/** As a NAS does, which repeats what was not answered: whom the node does not have in memory yet, it may leave without an answer. */
async function logIn() {
  const request = nas.accessRequest([
    ['User-Name', tenant.username],
    ['User-Password', 'hello'],
    ['Calling-Station-Id', '02-00-00-00-00-01'],
  ]);
  for (let attempt = 0; attempt < 10; attempt++) {
    const answer = await nas.ask(edge.authPort ?? 0, request, 3_000);
    if (answer) return answer;
  }
  return null;
}

describe('a node for RADIUS beside one for the API and jobs', () => {
  it('lets in whom the other one has created, and the other one disconnects him and explains him', async () => {
    expect((await logIn())?.code).toBe('Access-Accept');
    const start = accounting({ type: 'Start', username: tenant.username, session: 'far', at: Date.now() - 60_000 });
    expect((await nas.ask(edge.acctPort ?? 0, nas.accountingRequest(start)))?.code).toBe('Accounting-Response');
    expect(await api.ok('radius/user/online', {}, tenant.me)).toEqual({ far: tenant.username });
    expect(await api.ok('radius/user/explain', { username: tenant.username }, tenant.me)).toMatchObject({
      access: 'plan',
    });
    await api.ok('radius/user/disconnect', { username: tenant.username }, tenant.me);
    expect(coa.takeRequests()).toContainEqual(['Disconnect-Request']);
  });

  it('follows what is changed there: a session by the outbox, the next log-in by its memory', async () => {
    await api.ok('service/action', { serviceid: tenant.serviceid, action: 'suspend' }, tenant.me);
    await vi.waitFor(() => expect(coa.requests.length).toBeGreaterThan(0), 60_000);
    await api.ok('service/update', { serviceid: tenant.serviceid, password: 'another' }, tenant.me);
    await vi.waitFor(async () => expect((await logIn())?.code).toBe('Access-Reject'), 60_000);
  });

  it('each is ready for what it does, and says which role it lacks', async () => {
    const ready = async (of: RunningNode, path: string) => {
      const response = await fetch(urlOf(of) + path);
      return [response.status, await response.json()];
    };
    const lacks = (role: string) => [
      503,
      {
        status: 'unavailable',
        checks: { [role]: false },
        reason: `This node does not have the role ${role} (ROLES).`,
      },
    ];
    expect(await ready(office, '/readyz')).toEqual([200, { status: 'ok', checks: { running: true, database: true } }]);
    expect(await ready(office, '/readyz/api')).toMatchObject([200, { status: 'ok' }]);
    expect(await ready(office, '/readyz/radius')).toEqual(lacks('radius'));
    await vi.waitFor(async () => expect(await ready(edge, '/readyz')).toMatchObject([200, {}]), 60_000);
    expect(await ready(edge, '/readyz/radius')).toMatchObject([200, { status: 'ok' }]);
    expect(await ready(edge, '/readyz/api')).toEqual(lacks('api'));
    expect(await ready(edge, '/healthz')).toEqual([200, { status: 'ok' }]);
  });

  it('has no API, console or portal, and the other one no RADIUS port and no service in memory', async () => {
    for (const path of ['/api/server/test', '/trpc/server.test', '/console', '/my', '/pay/x', '/docs']) {
      const response = await fetch(urlOf(edge) + path);
      expect([path, response.status, await response.text()]).toEqual([
        path,
        404,
        'This node does not have the role api (ROLES).\n',
      ]);
    }
    expect([office.authPort, office.acctPort]).toEqual([undefined, undefined]);
    const metrics = async (of: RunningNode) => (await fetch(`${urlOf(of)}/metrics`)).text();
    expect(await metrics(edge)).toMatch(/^lastmile_radius_services 1$/m);
    expect(await metrics(office)).not.toContain('lastmile_radius_services');
  });

  it('counts the nodes that run jobs', async () => {
    const metrics = new Registry();
    const stop = publishMetrics(metrics, { db, log: createLog('silent') });
    expect(await metrics.metrics()).toMatch(/^lastmile_job_nodes 1$/m);
    stop();
  });
});

describe('a node without the role radius', () => {
  it('does not start over accounting records that only RADIUS would save', async () => {
    const dataDir = join(folder, 'left');
    await mkdir(join(dataDir, 'journal'), { recursive: true });
    await writeFile(join(dataDir, 'journal', '000000000001.journal'), 'lastmile journal 1\nrecord');
    await expect(node('api', dataDir)).rejects.toThrow(
      new ConfigError([
        'ROLES must include radius until the accounting records in DATA_DIR are in the database. Start this node with that role once.',
      ]),
    );
  });
});

describe('a node without the role jobs', () => {
  it('warns while no node has it, and no longer', async () => {
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    const stop = warnWithoutJobs({ db: empty, log }, { everyMs: 10, warnAfterMs: 50 });
    await vi.waitFor(() => expect(lines.join('')).toContain('no node runs jobs'), 60_000);
    const locks = new NamedLocks(empty, () => undefined);
    await locks.tryLock('any');
    // A look that began before may still be under way.
    await vi.waitFor(() => {
      const before = lines.length;
      return new Promise<void>((resolve, reject) => {
        setTimeout(() => (lines.length === before ? resolve() : reject(new Error('still warned'))), 200);
      });
    }, 60_000);
    await stop();
    locks.close();
  });
});
