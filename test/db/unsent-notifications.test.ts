import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import { type Database, notifies, openDatabase, type Tx } from '../../src/db/database.ts';
import { execute, query, type Runner, send, sql } from '../../src/db/sql.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { until } from '../radius/fixtures/server.ts';

const { url, pool } = await freshDatabase();
const log = createLog('fatal');
const open = () => openDatabase({ url, log, connections: 2 });
/** The node that changes something, another one, and a program that listens to nothing. */
const [node, other, program] = (await Promise.all([open(), open(), open()])) as [Database, Database, Database];
const heard = { node: 0, other: 0 };
await node.listen('outbox', () => void heard.node++);
await other.listen('outbox', () => void heard.other++);
afterAll(() => Promise.all([node, other, program].map((db) => db.close())));

// What the test before has changed may still be on its way.
beforeEach(async () => {
  await until(async () => (await unsent()).length === 0);
  await Promise.all([node.flushNotifications(), other.flushNotifications()]);
  heard.node = 0;
  heard.other = 0;
});

/** A change that is notified on channel `outbox`. */
const change = (on: Runner) =>
  execute(on, sql`INSERT INTO crm.outbox (kind, payload) VALUES ('session_refresh', '{"serviceId": 0}')`);
const unsent = () => query(pool, sql`SELECT node FROM crm.unsent_notification`);

/** A connection as those of a node's transactions, of a node that dies before it sends anything. */
async function dyingNode(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: '-c lastmile.node=dying' });
  await client.connect();
  await work(client);
  await client.end();
}

describe('what a transaction notifies', () => {
  it('has been told to this node when it is flushed, and is told to others', async () => {
    await node.transaction((tx) => change(tx));
    expect(await node.flushNotifications()).toBe(true);
    expect(heard.node).toBe(1);
    await until(() => heard.other === 1);
    expect(await unsent()).toEqual([]);
  });

  it('is told without a flush', async () => {
    await node.transaction((tx) => change(tx));
    await until(() => heard.node === 1 && heard.other === 1);
  });

  it('is told by a program that listens to nothing, and ends at once', async () => {
    const once = await open();
    await once.transaction((tx) => change(tx));
    await once.close();
    expect(await unsent()).toEqual([]);
    await until(() => heard.node === 1 && heard.other === 1);
  });

  it('is not told if it is rolled back', async () => {
    const failing = node.transaction(async (tx) => {
      await change(tx);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await node.flushNotifications();
    expect([heard.node, await unsent()]).toEqual([0, []]);
  });

  it('is left in a table by the transaction, whose commit so waits for no other', async () => {
    await dyingNode(async (client) => {
      await change(client);
      await client.query("UPDATE crm.unsent_notification SET at = at + interval '1 minute'");
    });
    await node.flushNotifications();
    expect([heard.node, await unsent()]).toEqual([0, [{ node: 'dying' }]]);
    await pool.query('DELETE FROM crm.unsent_notification');
  });

  it('is nothing where a statement has found nothing to add', async () => {
    await dyingNode((client) =>
      client.query(`INSERT INTO crm.outbox (kind, payload) SELECT 'session_refresh', '{}' WHERE false`),
    );
    expect(await unsent()).toEqual([]);
  });

  it('is told by another node if its own died before it could', async () => {
    await dyingNode(async (client) => {
      await change(client);
      await client.query("UPDATE crm.unsent_notification SET at = at - interval '1 minute'");
    });
    await until(() => heard.node === 1 && heard.other === 1);
    expect(await unsent()).toEqual([]);
  });

  it('is known to the transaction, and so is that it was nothing', async () => {
    const hasNotified = (work: (tx: Tx) => Promise<unknown>) =>
      node.transaction(async (tx) => {
        await work(tx);
        return tx;
      });
    const left = await hasNotified((tx) => change(tx));
    const withCommit = await hasNotified((tx) => execute(tx, sql`UPDATE auth.login_user SET status = status`));
    const nothing = await hasNotified((tx) => execute(tx, sql`UPDATE crm.customer SET name = name`));
    expect([left, withCommit, nothing].map(notifies)).toEqual([true, true, false]);
  });

  it('is known also if its statement was only sent, or written through Prisma', async () => {
    const sent = await node.transaction(async (tx) => {
      send(tx, sql`INSERT INTO crm.outbox (kind, payload) VALUES ('session_refresh', '{"serviceId": 0}')`);
      return tx;
    });
    const through = await node.transaction(async (tx) => {
      await tx.loginUser.updateMany({ data: { status: 'Active' } });
      return tx;
    });
    expect([sent, through].map(notifies)).toEqual([true, true]);
  });

  it('is told to a node of the version before by a message', async () => {
    const messages: (string | undefined)[] = [];
    await dyingNode(async (client) => {
      client.on('notice', ({ message }) => messages.push(message));
      await change(client);
    });
    await pool.query('DELETE FROM crm.unsent_notification');
    expect(messages).toEqual(['lastmile: notified']);
  });

  it('is told once, of many transactions at the same moment, by few statements', async () => {
    await Promise.all(Array.from({ length: 20 }, () => program.transaction((tx) => change(tx))));
    await until(async () => (await unsent()).length === 0 && heard.node > 0 && heard.other > 0);
    expect(heard.node).toBeLessThanOrEqual(20);
  });
});

describe('what others change', () => {
  it('is told with the commit', async () => {
    await change(pool);
    expect(await unsent()).toEqual([]);
    await node.flushNotifications();
    expect(heard.node).toBe(1);
  });
});

it('no function notifies by itself, without telling its transaction', async () => {
  const functions = await query<{ name: string }>(
    pool,
    sql`SELECT p.proname::text AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE n.nspname IN ('crm', 'radius', 'auth') AND p.prosrc LIKE '%pg_notify%' ORDER BY 1`,
  );
  expect(functions.map(({ name }) => name)).toEqual(['notify_nodes', 'notify_with_commit']);
});

it('no deferred trigger notifies: what it tells its connection would be undone by the commit before it is heard', async () => {
  const triggers = await query<{ name: string; notifies: boolean }>(
    pool,
    sql`SELECT t.tgrelid::regclass || '.' || t.tgname AS name, p.prosrc ~ '(notify_nodes|notify_with_commit|outbox)' AS notifies
        FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE t.tginitdeferred AND NOT t.tgisinternal ORDER BY 1`,
  );
  expect(triggers).toContainEqual({ name: 'crm.service.event_insert', notifies: false });
  expect(triggers.filter(({ notifies: tells }) => tells)).toEqual([]);
});
