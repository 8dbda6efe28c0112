import pg from 'pg';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import { query, sql } from '../../src/db/sql.ts';
import { readJobs, readOutbox, readPartitions, readServer } from '../../src/metrics/database-queries.ts';
import { publishMetrics } from '../../src/metrics/publish.ts';
import { readArchiver, readStandbys } from '../../src/metrics/replication-queries.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { onServer } from '../fixtures/postgres.ts';

const db = await freshDatabase();
const log = createLog('silent');
const run = (text: string) => db.pool.query(text);

describe('what the database knows', () => {
  it('its version, whether it can be written to, its connections, and the nodes that listen', async () => {
    const before = await readServer(db.pool);
    expect(before).toMatchObject({ writable: true, nodes: 0, deadlocks: 0 });
    expect(before.version).toMatch(/^\d+\.\d+/);
    expect(before.bytes).toBeGreaterThan(1_000_000);
    expect(before.connections).toBeGreaterThan(0);
    expect(before.maxConnections).toBeGreaterThan(before.connections);
    await db.listen('online', () => undefined);
    expect(await readServer(db.pool)).toMatchObject({ nodes: 1 });
  });

  it('a read-only database answers and cannot be written to', async () => {
    const name = new URL(db.url).pathname.slice(1);
    await run(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    const fresh = db.openPool({ name: 'read-only', max: 1 });
    expect(await readServer(fresh)).toMatchObject({ writable: false });
    await run('SET default_transaction_read_only = off').catch(() => undefined);
    await onServer(
      db.url.replace(/\/[^/]*$/, '/postgres'),
      `ALTER DATABASE ${name} RESET default_transaction_read_only`,
    );
  });

  it('how long effects have been due, apart from those that wait for their NAS', async () => {
    expect(await readOutbox(db.pool)).toEqual({ waiting: 0, failed: 0, dueAge: 0, oldestAge: 0 });
    await run(`INSERT INTO crm.outbox (kind, payload, created_at, available_at, done_at) VALUES
      ('a', '{}', now() - interval '50 minutes', now() + interval '1 minute', NULL),
      ('b', '{}', now() - interval '9 minutes', now() - interval '6 minutes', NULL),
      ('c', '{}', now() - interval '2 days', now() - interval '2 days', now())`);
    const { waiting, failed, dueAge, oldestAge } = await readOutbox(db.pool);
    expect({ waiting, failed }).toEqual({ waiting: 2, failed: 1 });
    expect(dueAge / 60).toBeCloseTo(6, 0);
    expect(oldestAge / 60).toBeCloseTo(50, 0);
    await run('DELETE FROM crm.outbox');
  });

  it('when each job last succeeded, told by nodes of this version and of the one before', async () => {
    await run(`INSERT INTO crm.job (name, every_ms, on_every_node, ended_at, outcome, succeeded_at) VALUES
      ('own', 60000, true, NULL, NULL, now()),
      ('fails', 60000, false, 'epoch'::timestamptz + interval '90 s', 'failed', 'epoch'::timestamptz + interval '30 s'),
      ('older', 300000, false, 'epoch'::timestamptz + interval '90 s', 'done', 'epoch'::timestamptz + interval '30 s')`);
    expect(await readJobs(db.pool)).toEqual([
      { name: 'fails', interval: 60, succeededAt: 30 },
      { name: 'older', interval: 300, succeededAt: 90 },
    ]);
  });

  it('how many months have partitions, and which rows of the time around now have none', async () => {
    const byTable = async () => Object.fromEntries((await readPartitions(db.pool)).map((row) => [row.table, row]));
    const ahead = { monthsAhead: 3, strayRows: 0 };
    expect(await byTable()).toMatchObject({ session_log: ahead, usage_day: ahead, auth_log: ahead });
    const [month] = await query<{ part: string }>(
      db.pool,
      sql`SELECT part::text FROM radius.months_of('radius.auth_log') WHERE month > now() ORDER BY month LIMIT 1`,
    );
    await run(`DROP TABLE ${month?.part}`);
    const response = (at: string) =>
      `INSERT INTO radius.auth_log (at, isp_id, nas_id, nas_ip, username, response)
       VALUES (${at}, 1, 1, '192.0.2.1', 'a', 'Access-Reject')`;
    await run(response(`date_trunc('month', now()) + interval '1 month'`));
    await run(response(`now() - interval '5 years'`));
    expect(await byTable()).toMatchObject({ auth_log: { monthsAhead: 2, strayRows: 1 }, usage_day: ahead });
  });

  it('its standbys, unless the role may not see them, and its archive, if there is one', async () => {
    expect(await readStandbys(db.pool)).toBeUndefined();
    expect(await readArchiver(db.pool)).toBeUndefined();
  });

  // The superuser of the embedded server has the password of the role.
  it.skipIf(process.env.TEST_DATABASE_URL)('a role that may see the standbys is told that there are none', async () => {
    const address = new URL(db.url);
    address.username = 'postgres';
    const superuser = new pg.Client({ connectionString: address.href });
    await superuser.connect();
    try {
      expect(await readStandbys(superuser as unknown as pg.PoolClient)).toEqual([]);
    } finally {
      await superuser.end();
    }
  });
});

describe('the metrics of a node', () => {
  it('are there while the database is away, and say that it is', async () => {
    const registry = new Registry();
    const stop = publishMetrics(registry, { db, log });
    const name = new URL(db.url).pathname.slice(1);
    const elsewhere = db.url.replace(/\/[^/]*$/, '/postgres');
    try {
      await onServer(elsewhere, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      const away = await registry.metrics();
      expect(away).toContain('\nlastmile_database_up 0\n');
      expect(away).toContain('\nlastmile_database_writable 0\n');
      expect(away).not.toMatch(/^lastmile_outbox_rows \d/m);
      expect(away).toMatch(/^lastmile_build_info\{version="[\d.]+",node="[\d.]+"\} 1$/m);
      expect(away).toMatch(/^lastmile_database_pool_max_connections\{pool="transactions"\} 5$/m);
      expect(away).toMatch(/^nodejs_heap_size_limit_bytes \d{8,}$/m);
      expect(away).toMatch(/^process_open_fds \d+$/m);
    } finally {
      await onServer(elsewhere, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    }
    const back = await registry.metrics();
    expect(back).toContain('\nlastmile_database_up 1\n');
    expect(back).toMatch(/^lastmile_outbox_rows 0$/m);
    expect(back).toMatch(/^lastmile_database_info\{version="\d+.*"\} 1$/m);
    stop();
  });

  it('count the messages of the log from warn on', async () => {
    const registry = new Registry();
    const stop = publishMetrics(registry, { db, log });
    const errors = async () =>
      /^lastmile_log_messages_total\{level="error"\} (\d+)$/m.exec(await registry.metrics())?.[1];
    const before = Number(await errors());
    const quiet = createLog('error', { write: () => undefined });
    quiet.error('one');
    quiet.child({ part: 'x' }).error('two');
    quiet.warn('below the level of this log');
    expect(Number(await errors())).toBe(before + 2);
    stop();
  });
});
