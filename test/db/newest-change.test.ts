import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { afterRestore } from '../../src/areas/installation/backup/after-restore.ts';
import { createLog } from '../../src/config/log.ts';
import { beginAudit } from '../../src/core/access/begin-audit.ts';
import { type Database, openDatabase, type Tx } from '../../src/db/database.ts';
import { NewestChange } from '../../src/db/newest-change.ts';
import { attempt, takenBack } from '../../src/db/savepoint.ts';
import { query, sql } from '../../src/db/sql.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { databaseUrl, endConnections, onServer } from '../fixtures/postgres.ts';
import { until } from '../radius/fixtures/server.ts';

const db = await freshDatabase();
const lines: string[] = [];
const log = createLog('info', { write: (text) => void lines.push(text) });
const name = new URL(db.url).pathname.slice(1);
const { url: server } = inject('postgres');
const nodes = await Promise.all(
  [1, 2].map(() => openDatabase({ url: db.url, log, connections: 2, moveOn: afterRestore })),
);
const [one, other] = nodes as [Database, Database];
for (const node of nodes) await node.listen('directory', () => undefined);
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await onServer(server, `DROP DATABASE IF EXISTS ${name}_lost WITH (FORCE)`);
});

/** With nobody connected, as while a server is restored. */
async function offline(...statements: string[]): Promise<void> {
  await onServer(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await endConnections(databaseUrl(server, name));
  for (const statement of statements) await onServer(server, statement);
  await onServer(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
}

const backUp = () => offline(`CREATE DATABASE ${name}_copy TEMPLATE ${name}`);
const restore = () =>
  offline(
    `DROP DATABASE IF EXISTS ${name}_lost`,
    `ALTER DATABASE ${name} RENAME TO ${name}_lost`,
    `ALTER DATABASE ${name}_copy RENAME TO ${name}`,
  );

const audit = (tx: Tx, ispId: number | null = null): Promise<void> =>
  beginAudit(tx, {
    ...{ userId: null, username: 'asha', ispId, resellerId: null, address: null, via: 'key' },
    ...{ procedure: 'location/create', target: null },
  });

/** A change as a call of the API makes it; the id of its record. Tried again until the database is back. */
async function change(node: Database, ispId: number | null = null): Promise<number> {
  for (;;) {
    try {
      return await node.transaction(async (tx) => {
        await audit(tx, ispId);
        const [row] = await query<{ id: number }>(tx, sql`SELECT nextval('crm.ledger_entry_id_seq')::int AS id`);
        return row?.id ?? 0;
      });
    } catch {
      await setTimeout(20);
    }
  }
}

const saidOlder = () => lines.filter((text) => text.includes('went back to an earlier moment'));
const areBack = () => until(() => nodes.every((node) => node.isListening()));

describe('a database', () => {
  it('that was only away goes on counting', async () => {
    const before = await change(one);
    await offline();
    const after = await change(one);
    expect(after - before).toBeLessThan(100);
    await areBack();
    expect(saidOlder()).toEqual([]);
  });

  it('has lost nothing that was taken back within a transaction', async () => {
    await one.transaction(async (tx) => {
      const failing = attempt(tx, async () => {
        await audit(tx);
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      await takenBack(tx, () => audit(tx));
    });
    await offline();
    await change(one);
    await areBack();
    expect(saidOlder()).toEqual([]);
  });

  it('that went back to an earlier moment gives out nothing again, from its first change on', async () => {
    await change(one);
    await backUp();
    await areBack();
    const lost = await change(one);
    await change(other);
    await restore();
    const [first, second] = await Promise.all([change(one), change(other)]);
    expect(Math.min(first, second)).toBeGreaterThan(lost + 900_000);
    await areBack();
    expect(saidOlder()).toHaveLength(1);
    expect(Math.abs(first - second)).toBeLessThan(1_000);
  });

  it.each([
    ['after its last change did not go back', 77, '1 hour', 0],
    ['only before its last change did', 78, '-1 hour', 1],
  ])('from which an ISP was removed %s', async (_, isp, later, said) => {
    await backUp();
    await areBack();
    lines.length = 0;
    const before = await change(one);
    for (const node of nodes) await change(node, isp);
    await onServer(
      databaseUrl(server, `${name}_copy`),
      `INSERT INTO crm.tenant_removal (isp_id, file_sha256, removed_at) VALUES (${isp}, '', now() + interval '${later}')`,
    );
    await restore();
    const moved = (await change(one)) - before;
    await areBack();
    expect(moved > 900_000).toBe(said === 1);
    expect(saidOlder()).toHaveLength(said);
  });

  it('is known by what it lacks, even where its sequences have gone as far again', async () => {
    await backUp();
    await areBack();
    const lost = await change(one);
    await change(other);
    // Another program is first, and makes as many changes as are lost.
    await onServer(
      databaseUrl(server, `${name}_copy`),
      "INSERT INTO auth.audit_event (procedure) SELECT 'location/create' FROM generate_series(1, 50)",
    );
    lines.length = 0;
    await restore();
    expect(await change(other)).toBeGreaterThan(lost + 900_000);
    // Whichever node saw it first says so.
    await until(() => saidOlder().length > 0);
    expect(saidOlder()).toHaveLength(1);
  });

  it('is known by the lack of what another program has changed, once a node has looked', async () => {
    await backUp();
    await areBack();
    lines.length = 0;
    await onServer(databaseUrl(server, name), "INSERT INTO auth.audit_event (procedure) VALUES ('location/create')");
    // Each looks every two seconds, over the connection on which it listens.
    const looked = sql`SELECT FROM pg_stat_activity WHERE datname = current_database()
      AND starts_with(application_name, 'lastmile listen') AND state = 'idle' AND query LIKE '%FROM auth.audit_event ORDER BY%'
      AND query_start > (SELECT max(at) FROM auth.audit_event)`;
    await until(async () => (await query(db.pool, looked)).length === nodes.length);
    await restore();
    await change(one);
    await until(() => saidOlder().length > 0);
  });
});

it('is asked for what this node committed last, not for what it read before that', async () => {
  const newest = new NewestChange(async () => ({}), log);
  newest.saw({ id: '11', at: '2026-01-02', ispId: null });
  const asked: unknown[] = [];
  const answering = (row: object) => ({
    query: async ({ values }: pg.QueryConfig) => {
      asked.push(...(values ?? []));
      return { rows: [row], rowCount: 1 };
    },
  });
  await newest.note(answering({ id: '10', at: '2026-01-01', ispId: null }) as unknown as pg.Pool);
  await newest.check(answering({ lacks: false }) as unknown as pg.Pool);
  expect(asked).toContain('11');
  expect(asked).not.toContain('10');
});
