import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import { type Notice, openDatabase, RolledBack, type Tx } from '../../src/db/database.ts';
import { execute, query, sql } from '../../src/db/sql.ts';
import { freshDatabase } from '../fixtures/database.ts';

const db = await freshDatabase();
const isp = { name: 'Example', code: 'ex', mobile: '1', email: 'x@example.net', country: 'IN' };
const count = async (code: string): Promise<number> => db.prisma.isp.count({ where: { code } });

describe('raw SQL', () => {
  it.each([
    ['a pool', (work: (on: Parameters<typeof query>[0]) => Promise<unknown>) => work(db.pool)],
    ['a transaction', (work: (on: Parameters<typeof query>[0]) => Promise<unknown>) => db.transaction(work)],
  ])('reads values of %s exactly', async (_, on) => {
    const statement = sql`SELECT 9007199254740991::int8 AS whole, 1.50::numeric AS exact, '2024-02-29'::date AS day,
      '2024-02-29 12:00:00.5+05:30'::timestamptz AS instant, '2024-02-29 12:00'::timestamp AS local,
      '10.0.0.1'::inet AS address, '10.0.0.0/8'::cidr AS network, '1 day'::interval AS span, '{"a":1}'::jsonb AS json,
      ARRAY[1, NULL]::int8[] AS wholes, ARRAY[1.10]::numeric[] AS exacts, '{{2024-02-29}}'::date[] AS days,
      ARRAY['2024-02-29 12:00'::timestamp] AS locals, 'x'::bytea AS bytes, count(*) AS count`;
    expect(await on((runner) => query(runner, statement))).toEqual([
      {
        whole: 9_007_199_254_740_991,
        exact: '1.50',
        day: '2024-02-29',
        instant: new Date('2024-02-29T06:30:00.500Z'),
        local: new Date('2024-02-29T12:00:00Z'),
        address: '10.0.0.1',
        network: '10.0.0.0/8',
        span: '1 day',
        json: { a: 1 },
        wholes: [1, null],
        exacts: ['1.10'],
        days: [['2024-02-29']],
        locals: [new Date('2024-02-29T12:00:00Z')],
        bytes: Buffer.from('x'),
        count: 1,
      },
    ]);
  });

  it('fails instead of rounding a number that is too large', async () => {
    await expect(query(db.pool, sql`SELECT 9007199254740992::int8`)).rejects.toThrow(RangeError);
    expect(await query(db.pool, sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  });

  it('uses UTC, whatever the setting of the server', async () => {
    const at = new Date('2024-02-29T23:30:00Z');
    expect(
      await query(db.pool, sql`SELECT ${at}::timestamptz::date AS day, current_setting('TimeZone') AS zone`),
    ).toEqual([{ day: '2024-02-29', zone: 'UTC' }]);
  });

  it('prepares a statement only on request', async () => {
    const statement = sql`SELECT ${'prepared?'}::text AS value`;
    const known = sql`SELECT count(*) AS known FROM pg_prepared_statements WHERE statement LIKE ${'%AS value'}`;
    await db.transaction(async (tx) => {
      await query(tx, statement);
      expect(await query(tx, known)).toEqual([{ known: 0 }]);
      await query(tx, statement, { prepared: true });
      await query(tx, statement, { prepared: true });
      expect(await query(tx, known)).toEqual([{ known: 1 }]);
    });
  });

  it('does not run on the Prisma client, which has other values', async () => {
    await expect(query(db.prisma as unknown as Tx, sql`SELECT 1`)).rejects.toThrow('raw SQL runs on Database.pool');
  });

  it('returns the number of affected rows', async () => {
    expect(await execute(db.pool, sql`CREATE TABLE three AS SELECT generate_series(1, ${3}::int) AS i`)).toBe(3);
    expect(await execute(db.pool, sql`DELETE FROM three WHERE i > ${1}`)).toBe(2);
  });
});

describe('a transaction', () => {
  beforeAll(() => db.pool.query('CREATE TABLE counter (id int PRIMARY KEY, value int NOT NULL)'));

  it('is the same for Prisma and raw SQL', async () => {
    await expect(
      db.transaction(async (tx) => {
        await tx.isp.create({ data: { ...isp, code: 'undone' } });
        expect(await query(tx, sql`SELECT name FROM crm.isp WHERE code = ${'undone'}`)).toEqual([{ name: 'Example' }]);
        await execute(tx, sql`UPDATE crm.isp SET name = 'Renamed' WHERE code = 'undone'`);
        expect(await tx.isp.findFirst({ where: { code: 'undone' } })).toMatchObject({ name: 'Renamed' });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await count('undone')).toBe(0);
  });

  it('is retried after a conflict with another one', async () => {
    await db.pool.query('INSERT INTO counter VALUES (1, 0)');
    let tries = 0;
    let open = () => {};
    const allHaveRead = new Promise<void>((resolve) => {
      open = resolve;
    });
    const add = (): Promise<void> =>
      db.transaction(
        async (tx) => {
          const [row] = await query<{ value: number }>(tx, sql`SELECT value FROM counter WHERE id = 1`);
          if (++tries === 4) open();
          await allHaveRead;
          await execute(tx, sql`UPDATE counter SET value = ${(row?.value ?? 0) + 1} WHERE id = 1`);
        },
        { isolation: 'Serializable', attempts: 20 },
      );
    await Promise.all([add(), add(), add(), add()]);
    expect(await query(db.pool, sql`SELECT value FROM counter WHERE id = 1`)).toEqual([{ value: 4 }]);
    expect(tries).toBeGreaterThan(4);
  });

  it('is retried after a conflict at commit', async () => {
    const add = vi.fn(async (tx: Tx) => {
      await query(tx, sql`SELECT count(*) FROM counter`);
      if (add.mock.calls.length === 1) {
        await db.transaction(
          async (other) => {
            await query(other, sql`SELECT count(*) FROM counter`);
            await execute(other, sql`INSERT INTO counter VALUES (10, 0)`);
          },
          { isolation: 'Serializable' },
        );
      }
      await execute(tx, sql`INSERT INTO counter VALUES (11, 0)`);
    });
    await db.transaction(add, { isolation: 'Serializable' });
    expect(add).toHaveBeenCalledTimes(2);
  });

  it('gives up after the given number of attempts', async () => {
    const collide = vi.fn(async (tx: Tx) => {
      await tx.$executeRaw`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$`;
    });
    await expect(db.transaction(collide, { attempts: 3 })).rejects.toThrow('again');
    expect(collide).toHaveBeenCalledTimes(3);
  });

  it('fails if a failed statement was ignored, since nothing was saved', async () => {
    // More often than there are connections: none may be lost on the way.
    for (let round = 0; round < 10; round++) {
      await expect(
        db.transaction(async (tx) => {
          await tx.isp.create({ data: { ...isp, code: 'lost' } });
          await query(tx, sql`SELECT 1 / 0`).catch(() => undefined);
        }),
      ).rejects.toThrow(RolledBack);
    }
    expect(await count('lost')).toBe(0);
  });

  it('cannot be used after its end', async () => {
    let escaped: Tx | undefined;
    await db.transaction(async (tx) => {
      escaped = tx;
      await query(tx, sql`SELECT 1`);
    });
    if (!escaped) throw new Error('no transaction');
    await expect(query(escaped, sql`SELECT 1`)).rejects.toThrow('this transaction has ended');
    await expect(escaped.isp.count()).rejects.toThrow();
  });

  it('is rolled back when it takes too long', async () => {
    await expect(
      db.transaction(
        async (tx) => {
          await tx.isp.create({ data: { ...isp, code: 'slow' } });
          for (;;) await query(tx, sql`SELECT 1`);
        },
        { timeoutMs: 50 },
      ),
    ).rejects.toThrow();
    expect(await count('slow')).toBe(0);
  });
});

/** A second, as Vitest waits by itself, is little on a busy machine. */
const eventually = (holds: () => void | Promise<void>) => vi.waitFor(holds, { timeout: 60_000 });

describe('notifications', () => {
  const listening = sql`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND starts_with(application_name, 'lastmile listen')`;

  it('arrive, and after a lost connection the handler gets a reset', async () => {
    const notices: Notice[] = [];
    const stop = await db.listen('things', (notice) => void notices.push(notice));
    await db.pool.query("NOTIFY things, 'one'; NOTIFY others, 'no'");
    await eventually(() => expect(notices).toEqual([{ type: 'notice', payload: 'one' }]));
    await query(db.pool, sql`SELECT pg_terminate_backend(pid) FROM (${listening}) AS sessions`);
    await eventually(() => expect(notices.slice(1)).toEqual([{ type: 'reset' }]));
    await db.pool.query("NOTIFY things, 'two'");
    await eventually(() => expect(notices.slice(2)).toEqual([{ type: 'notice', payload: 'two' }]));
    await stop();
    await db.pool.query("NOTIFY things, 'three'");
    await db.ping();
    expect(notices).toHaveLength(3);
  });

  it('reach every handler, even if another handler fails', async () => {
    const heard: string[] = [];
    await db.listen('shared', () => {
      throw new Error('mine alone');
    });
    await db.listen('shared', () => void heard.push('second'));
    await db.listen('more', () => void heard.push('third'));
    await db.pool.query('NOTIFY shared; NOTIFY more');
    await eventually(() => expect(heard).toEqual(['second', 'third']));
    expect(await query(db.pool, listening)).toHaveLength(1);
  });

  it('have plain names only', async () => {
    await expect(db.listen('a; DROP TABLE crm.isp', () => undefined)).rejects.toThrow('not a channel name');
  });
});

describe('the database', () => {
  it('answers a ping, and fails after it was closed', async () => {
    const other = await openDatabase({ url: db.url, log: createLog('silent'), connections: 2 });
    const extra = other.openPool({ name: 'extra', max: 1 });
    await other.listen('things', () => undefined);
    await extra.query('SELECT 1');
    await other.ping();
    await other.close();
    await other.close();
    await expect(other.ping()).rejects.toThrow();
    await expect(extra.query('SELECT 1')).rejects.toThrow();
    await expect(other.listen('things', () => undefined)).rejects.toThrow('closed');
    await eventually(async () => {
      const left = await query(db.pool, sql`SELECT FROM pg_stat_activity WHERE application_name = 'lastmile extra'`);
      expect(left).toEqual([]);
    });
  });
});
