import { setTimeout as pause } from 'node:timers/promises';
import { to as copyTo } from 'pg-copy-streams';
import { afterAll, describe, expect, it } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import { openDatabase } from '../../src/db/database.ts';
import { problemOf } from '../../src/db/problem.ts';
import { query, sql } from '../../src/db/sql.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { openLine } from '../fixtures/line.ts';

const direct = await freshDatabase();
const line = await openLine(direct.url);
const db = await openDatabase({ url: line.url, log: createLog('silent'), connections: 4 });
afterAll(() => db.close());

/** Longer than two inquiries about a statement without an answer take. */
const LONG_S = 8;

const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: unknown) => problemOf(error)?.kind,
  );

describe('a long statement', () => {
  it('continues while the server executes it or it waits for a lock', async () => {
    const client = await direct.pool.connect();
    await client.query('BEGIN; LOCK TABLE crm.isp');
    const pool = db.openPool({ name: 'long', max: 3, pipelined: true });
    const slept = query(pool, sql`SELECT pg_sleep(${LONG_S})::text AS slept`);
    const locked = db.transaction((tx) => tx.isp.count());
    expect(await slept).toEqual([{ slept: '' }]);
    await client.query('ROLLBACK');
    client.release();
    expect(await locked).toBe(0);
  });

  it('continues while its answer is not read', async () => {
    const client = await db.pool.connect();
    const rows = client.query(copyTo(`COPY (SELECT repeat('x', 1000) FROM generate_series(1, 50000)) TO STDOUT`));
    let octets = 0;
    for await (const chunk of rows) {
      if (octets === 0) await pause(LONG_S * 1000);
      octets += (chunk as Buffer).length;
    }
    client.release();
    expect(octets).toBe(50_000 * 1001);
  });
});

describe('when the database stops responding', () => {
  it('pending statements fail, and no silent connection is reused afterwards', async () => {
    const all = () => Array.from({ length: 4 }, () => db.pool.query('SELECT pg_sleep(0.1)'));
    await Promise.all(all());
    let began = () => {};
    const inside = new Promise<void>((resolve) => {
      began = resolve;
    });
    const transaction = db.transaction(async (tx) => {
      await tx.isp.count();
      began();
      await query(tx, sql`SELECT pg_sleep(0.5)`);
      return tx.isp.count();
    });
    await inside;
    line.silence();
    const statement = db.pool.query('SELECT 1');
    expect(await Promise.all([kindOf(transaction), kindOf(statement)])).toEqual(['unavailable', 'unavailable']);
    await expect(db.ping()).rejects.toThrow('timeout exceeded');
    line.restore();
    await Promise.all(all());
    expect(await db.transaction((tx) => tx.isp.count())).toBe(0);
  });

  it('notifications arrive again, even on an idle node', async () => {
    const heard: string[] = [];
    const stop = await db.listen(
      'chat',
      (notice) => void heard.push(notice.type === 'notice' ? notice.payload : 'reset'),
    );
    line.silence();
    line.restore();
    while (!heard.includes('reset')) await pause(20);
    await direct.pool.query("SELECT pg_notify('chat', 'hello')");
    while (!heard.includes('hello')) await pause(20);
    await stop();
  });
});

it('a read-only database is not ready', async () => {
  const standby = new URL(direct.url);
  standby.searchParams.set('options', '-c default_transaction_read_only=on');
  const reading = await openDatabase({ url: standby.href, log: createLog('silent') });
  await expect(reading.ping()).rejects.toThrow('is read-only');
  await reading.close();
  await direct.ping();
});
