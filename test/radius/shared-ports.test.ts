import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/config/log.ts';
import { canSharePorts } from '../../src/config/radius.ts';
import { query, sql } from '../../src/db/sql.ts';
import { type RunningNode, startNode } from '../../src/node.ts';
import { callsTo } from '../fixtures/api.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { makeTenant, type Tenant } from '../fixtures/tenants.ts';
import { freePort } from '../peers/support/ports.ts';
import { accounting } from './fixtures/accounting.ts';
import { TestNas } from './fixtures/test-nas.ts';

/** Source ports of a NAS. That one of two nodes gets them all happens once in eight million runs. */
const SOURCES = 24;
const ADMIN_API_KEY = 'ad'.repeat(25);

describe.skipIf(!canSharePorts())('two nodes on the same RADIUS ports', async () => {
  if (!canSharePorts()) return;
  const db = await freshDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'lastmile-shared-ports-'));
  const ports = { RADIUS_AUTH_PORT: String(await freePort()), RADIUS_ACCT_PORT: String(await freePort()) };
  let first: RunningNode;
  let second: RunningNode;
  let tenant: Tenant;
  let sources: TestNas[] = [];

  function node(name: string): Promise<RunningNode> {
    const settings = { ADMIN_API_KEY, SECRETS_KEY: '5e'.repeat(32), NAS_ALLOWED_NETWORKS: '127.0.0.0/8' };
    const place = { DATABASE_URL: db.url, DATA_DIR: join(folder, name), BIND_ADDRESS: '127.0.0.1', HTTP_PORT: '0' };
    return startNode(readConfig({ ...settings, ...place, ...ports, RADIUS_SHARED_PORTS: 'on' }), createLog('silent'));
  }

  const metrics = async ({ httpPort }: RunningNode): Promise<string> =>
    (await fetch(`http://127.0.0.1:${httpPort}/metrics`)).text();

  beforeAll(async () => {
    first = await node('first');
    second = await node('second');
    const api = callsTo(`http://127.0.0.1:${first.httpPort}`);
    tenant = await makeTenant({ ...api, admin: { userid: 1, api_key: ADMIN_API_KEY } });
    const [nas] = await query<{ ip: string }>(
      db.pool,
      sql`SELECT host(ip) AS ip FROM radius.nas WHERE id = ${tenant.nasid}`,
    );
    // A node answers no NAS that it does not know yet, and one has been told of this one by the other.
    for (const each of [first, second]) await expect.poll(() => metrics(each)).toMatch(/^lastmile_radius_nases 1$/m);
    sources = await Promise.all(Array.from({ length: SOURCES }, () => TestNas.open({ ip: nas?.ip ?? '' })));
  });
  afterAll(async () => {
    for (const source of sources) source.close();
    await Promise.all([first?.stop(), second?.stop()]);
    await rm(folder, { recursive: true, force: true });
  });

  const logIn = (source: TestNas) =>
    source.ask(
      Number(ports.RADIUS_AUTH_PORT),
      source.accessRequest([
        ['User-Name', tenant.username],
        ['User-Password', 'hello'],
        ['Calling-Station-Id', '02-00-00-00-00-01'],
      ]),
    );
  const account = (source: TestNas, type: 'Start' | 'Interim-Update' | 'Stop', minute: number) => {
    const usage = type === 'Start' ? {} : { seconds: minute * 60, up: minute * 1_000, down: minute * 7_000 };
    const at = Date.now() - (SOURCES - minute) * 60_000;
    const attributes = accounting({ type, username: tenant.username, session: 'wandering', at, ...usage });
    return source.ask(Number(ports.RADIUS_ACCT_PORT), source.accountingRequest(attributes));
  };
  const accepted = async (of: RunningNode): Promise<number> => {
    const lines = (await metrics(of))
      .split('\n')
      .filter((line) => /^lastmile_radius_packets_total\{.*outcome="accept"/.test(line));
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  };

  it('answer each packet once, both of them some', async () => {
    const answers = await Promise.all(sources.map(logIn));
    expect(answers.map((answer) => answer?.code)).toEqual(sources.map(() => 'Access-Accept'));
    const [one, other] = [await accepted(first), await accepted(second)];
    expect([one, other]).not.toContain(0);
    expect(one + other).toBe(SOURCES);
    expect(sources.flatMap(({ unexpected }) => unexpected)).toEqual([]);
  });

  it('count a session exactly whose records come from ever new ports', async () => {
    for (const [minute, source] of sources.entries()) {
      const type = minute === 0 ? 'Start' : minute === SOURCES - 1 ? 'Stop' : 'Interim-Update';
      expect((await account(source, type, minute))?.code).toBe('Accounting-Response');
    }
    const rows = await query<{ up: string; down: string }>(
      db.pool,
      sql`SELECT in_bytes::text AS up, out_bytes::text AS down FROM radius.session
          WHERE acct_session_id = 'wandering' AND ended_at IS NOT NULL`,
    );
    expect(rows).toEqual([{ up: String((SOURCES - 1) * 1_000), down: String((SOURCES - 1) * 7_000) }]);
  });

  it('leave all packets to the one that is left', async () => {
    await first.stop();
    const before = await accepted(second);
    const answers = await Promise.all(sources.map(logIn));
    expect(answers.map((answer) => answer?.code)).toEqual(sources.map(() => 'Access-Accept'));
    expect(await accepted(second)).toBe(before + SOURCES);
  });
});
