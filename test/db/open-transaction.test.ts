import type pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import { createPool } from '../../src/db/connection.ts';
import { OpenTransaction } from '../../src/db/open-transaction.ts';
import { problemOf } from '../../src/db/problem.ts';
import { execute, query, send, sql } from '../../src/db/sql.ts';
import { freshDatabase } from '../fixtures/database.ts';

const db = await freshDatabase();
await execute(db.pool, sql`CREATE TABLE coin (id int PRIMARY KEY, side text NOT NULL)`);

const coins = () => query<{ id: number; side: string }>(db.pool, sql`SELECT id, side FROM coin ORDER BY id`);

beforeEach(async () => {
  await execute(db.pool, sql`TRUNCATE coin`);
});

async function onConnection<T>(begin: string, work: (transaction: OpenTransaction) => Promise<T>): Promise<T> {
  const pool = createPool(db.url, { name: 'coins', max: 1, pipelined: true }, createLog('silent'));
  try {
    const client = await pool.connect();
    return await work(new OpenTransaction(client, { begin, timeoutMs: 60_000 })).finally(() => client.release(true));
  } finally {
    await pool.end();
  }
}

const insert = (id: number): pg.QueryConfig => ({ text: `INSERT INTO coin VALUES (${id}, 'heads')` });

describe('BEGIN', () => {
  it('that fails lets no write through, even if the writes were sent with it', async () => {
    await onConnection('SELECT 1 / 0', async (transaction) => {
      const sent = [{ text: 'SELECT 1' }, insert(1), insert(2)].map((each) => transaction.query(each));
      const outcomes = await Promise.allSettled(sent);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
      await expect(transaction.query(insert(3))).rejects.toThrow('division by zero');
      await expect(transaction.commit()).rejects.toThrow('division by zero');
    });
    expect(await coins()).toEqual([]);
  });

  it('is not sent for a transaction without a statement', async () => {
    await onConnection('SELECT 1 / 0', async (transaction) => {
      await transaction.commit();
    });
  });
});

describe('statements', () => {
  it('run in the order of the calls, reads and writes alike', async () => {
    const seen = await db.transaction((tx) =>
      Promise.all([
        query(tx, sql`SELECT count(*) FROM coin`),
        execute(tx, sql`INSERT INTO coin VALUES (1, 'heads')`),
        query(tx, sql`SELECT count(*) FROM coin`),
        execute(tx, sql`UPDATE coin SET side = 'tails'`),
        query(tx, sql`SELECT side FROM coin`),
      ]),
    );
    expect(seen).toEqual([[{ count: 0 }], 1, [{ count: 1 }], 1, [{ side: 'tails' }]]);
    expect(await coins()).toEqual([{ id: 1, side: 'tails' }]);
  });

  it('run in the order of the calls, also while BEGIN is on its way', async () => {
    for (let round = 0; round < 50; round++) {
      const seen = await db.transaction(async (tx) => {
        const begun = query(tx, sql`SELECT 1 AS one`);
        send(tx, sql`INSERT INTO coin VALUES (${round}, 'heads')`);
        await begun;
        return query(tx, sql`SELECT count(*) FROM coin WHERE id = ${round}`);
      });
      expect(seen).toEqual([{ count: 1 }]);
    }
  });

  it('of Prisma run in the same transaction, however many join at once', async () => {
    const ids = Array.from({ length: 12 }, (_, id) => id);
    await Promise.all(
      ids.map((id) =>
        db
          .transaction(async (tx) => {
            await execute(tx, sql`INSERT INTO coin VALUES (${id}, 'heads')`);
            const [row] = await tx.$queryRaw<{ side: string }[]>`SELECT side FROM coin WHERE id = ${id}`;
            expect(row).toEqual({ side: 'heads' });
            const rows = await tx.$queryRaw<{ me: number }[]>`SELECT pg_backend_pid() AS me`;
            expect(await query(tx, sql`SELECT pg_backend_pid() AS me`)).toEqual(rows);
            if (id % 2 === 1) throw new Error('tails');
          })
          .catch((error: Error) => expect(error.message).toBe('tails')),
      ),
    );
    expect((await coins()).map(({ id }) => id)).toEqual(ids.filter((id) => id % 2 === 0));
  });

  it('of Prisma are refused after the end of the transaction that it joined', async () => {
    const model = await db.transaction(async (tx) => {
      await tx.isp.count();
      return tx.isp;
    });
    await expect(model.count()).rejects.toThrow();
  });
});

describe('a statement that is only sent', () => {
  it('runs in its place and is committed with the others', async () => {
    await db.transaction(async (tx) => {
      send(tx, sql`INSERT INTO coin VALUES (1, 'heads')`);
      expect(await query(tx, sql`SELECT side FROM coin`)).toEqual([{ side: 'heads' }]);
      send(tx, undefined);
      send(tx, sql`UPDATE coin SET side = 'tails'`);
    });
    expect(await coins()).toEqual([{ id: 1, side: 'tails' }]);
  });

  it('rolls everything back when it fails, and its error is the one that is seen', async () => {
    const failing = db.transaction(async (tx) => {
      send(tx, sql`INSERT INTO coin VALUES (1, 'heads')`);
      send(tx, sql`INSERT INTO coin VALUES (1, 'heads')`);
      send(tx, sql`INSERT INTO coin VALUES (2, 'heads')`);
    });
    expect(problemOf(await failing.catch((error: unknown) => error))).toMatchObject({ kind: 'unique', table: 'coin' });
    expect(await coins()).toEqual([]);
  });

  it('explains why a later statement was refused', async () => {
    const failing = db.transaction(async (tx) => {
      await execute(tx, sql`INSERT INTO coin VALUES (1, 'heads')`);
      send(tx, sql`INSERT INTO coin VALUES (1, 'heads')`);
      await tx.isp.count();
    });
    expect(problemOf(await failing.catch((error: unknown) => error))).toMatchObject({ kind: 'unique', table: 'coin' });
  });

  it('does nothing if the work fails', async () => {
    const failing = db.transaction(async (tx) => {
      send(tx, sql`INSERT INTO coin VALUES (1, 'heads')`);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await coins()).toEqual([]);
  });

  it('is tried again with the whole work after a conflict', async () => {
    let attempts = 0;
    await db.transaction(async (tx) => {
      attempts += 1;
      send(tx, sql`INSERT INTO coin VALUES (${attempts}, 'heads')`);
      if (attempts < 3) send(tx, sql`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$`);
    });
    expect(await coins()).toEqual([{ id: 3, side: 'heads' }]);
  });
});

describe('the time limit', () => {
  it('releases locks while the work is still doing something else', async () => {
    await execute(db.pool, sql`INSERT INTO coin VALUES (1, 'heads')`);
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let hold = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      hold = resolve;
    });
    const slow = db.transaction(
      async (tx) => {
        await execute(tx, sql`UPDATE coin SET side = 'tails' WHERE id = 1`);
        hold();
        await finished;
      },
      { timeoutMs: 100 },
    );
    await held;
    await execute(db.pool, sql`UPDATE coin SET side = 'edge' WHERE id = 1`);
    finish();
    expect(problemOf(await slow.catch((error: unknown) => error))?.kind).toBe('unavailable');
    expect(await coins()).toEqual([{ id: 1, side: 'edge' }]);
  });
});

it('a lost connection fails the transaction and the next one has another', async () => {
  const lost = db.transaction(async (tx) => {
    await execute(tx, sql`INSERT INTO coin VALUES (1, 'heads')`);
    const [row] = await query<{ pid: number }>(tx, sql`SELECT pg_backend_pid() AS pid`);
    await query(db.pool, sql`SELECT pg_terminate_backend(${row?.pid})`);
    await execute(tx, sql`INSERT INTO coin VALUES (2, 'heads')`);
  });
  expect(problemOf(await lost.catch((error: unknown) => error))?.kind).toBe('unavailable');
  await Promise.all(Array.from({ length: 10 }, () => db.transaction((tx) => query(tx, sql`SELECT 1`))));
  expect(await coins()).toEqual([]);
});
