import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import { openDatabase, type Tx } from '../../src/db/database.ts';
import { type DbProblem, problemOf } from '../../src/db/problem.ts';
import { query, type Runner, type Sql, sql } from '../../src/db/sql.ts';
import { freshDatabase } from '../fixtures/database.ts';

const db = await freshDatabase();

beforeAll(async () => {
  await db.pool.query(`
    CREATE TABLE parent (id int PRIMARY KEY, name text NOT NULL, CONSTRAINT parent_name_check CHECK (name <> ''));
    CREATE UNIQUE INDEX parent_name_key ON parent (lower(name), id) WHERE id > 0;
    CREATE TABLE child (id int PRIMARY KEY, parent_id int CONSTRAINT child_parent_fkey REFERENCES parent,
                        days int4range, CONSTRAINT child_days_excl EXCLUDE USING gist (days WITH &&));
    INSERT INTO parent VALUES (1, 'Ada');
    INSERT INTO child VALUES (1, 1, '[1,5)')`);
});

async function problem(work: () => Promise<unknown>): Promise<DbProblem | undefined> {
  try {
    await work();
  } catch (error) {
    return problemOf(error) ?? { kind: 'other', code: `not a database error: ${String(error)}` };
  }
  return undefined;
}

const insert = (statement: Sql) => async (on: Runner) => query(on, statement);
const prismaRaw = (tx: Tx, statement: Sql) => {
  const { text, values } = statement.render();
  return tx.$executeRawUnsafe(text, ...values);
};

describe('a database error', () => {
  const cases: [string, Sql, DbProblem][] = [
    [
      'a taken key',
      sql`INSERT INTO parent VALUES (${1}, 'Bob')`,
      { kind: 'unique', code: '23505', table: 'parent', constraint: 'parent_pkey', columns: ['id'] },
    ],
    [
      'a missing parent',
      sql`INSERT INTO child VALUES (2, ${99}, NULL)`,
      { kind: 'foreignKey', code: '23503', table: 'child', constraint: 'child_parent_fkey', columns: ['parent_id'] },
    ],
    [
      'a child in the way',
      sql`DELETE FROM parent WHERE id = ${1}`,
      { kind: 'foreignKey', code: '23503', table: 'child', constraint: 'child_parent_fkey', columns: ['id'] },
    ],
    [
      'a broken check',
      sql`INSERT INTO parent VALUES (2, ${''})`,
      { kind: 'check', code: '23514', table: 'parent', constraint: 'parent_name_check' },
    ],
    [
      'an overlap',
      sql`INSERT INTO child VALUES (2, NULL, ${'[2,3)'})`,
      { kind: 'exclusion', code: '23P01', table: 'child', constraint: 'child_days_excl', columns: ['days'] },
    ],
    ['a number beyond its type', sql`SELECT ${'1e9'}::numeric(3, 0)`, { kind: 'badValue', code: '22003' }],
    ['a text that is no day', sql`SELECT ${'yesteryear'}::text::date`, { kind: 'badValue', code: '22007' }],
  ];

  describe.each(cases)('about %s', (_, statement, expected) => {
    it.each<[string, () => Promise<unknown>]>([
      ['pg', () => insert(statement)(db.pool)],
      ['pg in a transaction', () => db.transaction((tx) => insert(statement)(tx))],
      ['Prisma', () => prismaRaw(db.prisma as unknown as Tx, statement)],
      ['Prisma in a transaction', () => db.transaction((tx) => prismaRaw(tx, statement))],
    ])('reads the same from %s', async (_from, work) => {
      expect(await problem(work)).toEqual(expected);
    });
  });

  it('names the columns within an expression', async () => {
    await db.pool.query('CREATE UNIQUE INDEX parent_lower_key ON parent (lower(name))');
    const found = await problem(() => query(db.pool, sql`INSERT INTO parent VALUES (7, 'ADA')`));
    expect(found).toMatchObject({ kind: 'unique', constraint: 'parent_lower_key', columns: ['name'] });
  });

  it("reads from Prisma's models as from SQL", async () => {
    const isp = { name: 'x', code: 'x', mobile: '1', email: 'x@example.net', country: 'IN' };
    await db.prisma.isp.create({ data: isp });
    expect(await problem(() => db.prisma.isp.create({ data: isp }))).toEqual({
      kind: 'unique',
      code: '23505',
      table: 'isp',
      constraint: 'isp_code_key',
      columns: ['code'],
    });
    expect(await problem(() => db.prisma.isp.update({ where: { id: 99 }, data: isp }))).toEqual({
      kind: 'notFound',
      code: 'P2025',
    });
    expect(await problem(() => db.prisma.isp.create({ data: { ...isp, code: '' } }))).toMatchObject({
      kind: 'check',
      constraint: 'isp_code_check',
    });
  });

  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    [
      'a statement that takes too long',
      async (tx) => {
        await query(tx, sql`SET LOCAL statement_timeout = 20`);
        await query(tx, sql`SELECT pg_sleep(5)`);
      },
    ],
    [
      'a lock that is not to be had',
      async (tx) => {
        await query(tx, sql`LOCK TABLE parent`);
        await db.transaction(async (other) => {
          await query(other, sql`SET LOCAL lock_timeout = 20`);
          await query(other, sql`SELECT FROM parent`);
        });
      },
    ],
    ['an ended session', (tx) => query(tx, sql`SELECT pg_terminate_backend(pg_backend_pid())`)],
  ])('is "unavailable" for %s', async (_, work) => {
    expect(await problem(() => db.transaction(work))).toMatchObject({ kind: 'unavailable' });
  });

  it('is "unavailable" when there is no server, no password, no database, or no free connection', async () => {
    const log = createLog('silent');
    const nowhere = 'postgresql://x:x@127.0.0.1:1/x';
    const stranger = new URL(db.url);
    stranger.password = 'guess';
    const elsewhere = new URL(db.url);
    elsewhere.pathname = '/not_there';
    for (const url of [nowhere, stranger.href, elsewhere.href]) {
      expect(await problem(() => openDatabase({ url, log }))).toMatchObject({ kind: 'unavailable' });
    }
    const full = new pg.Pool({ connectionString: db.url, max: 1, connectionTimeoutMillis: 500 });
    const only = await full.connect();
    expect(await problem(() => full.query('SELECT 1'))).toEqual({ kind: 'unavailable' });
    only.release();
    await full.end();
    expect(await problem(() => full.query('SELECT 1'))).toEqual({ kind: 'unavailable' });
  });

  it('is not seen in an error of another kind', () => {
    expect(problemOf(new TypeError('x'))).toBeUndefined();
    expect(problemOf(undefined)).toBeUndefined();
    expect(problemOf('23505')).toBeUndefined();
    const circle = new Error('x');
    circle.cause = circle;
    expect(problemOf(circle)).toBeUndefined();
  });
});
