import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Tx } from '../../src/db/database.ts';

// A process keeps only so many texts prepared, and other files have run theirs in it.
vi.resetModules();
const { execute, join, query, sql } = await import('../../src/db/sql.ts');
const { freshDatabase } = await import('../fixtures/database.ts');
const db = await freshDatabase();

/** A different text for each number up to 500. */
const columns = (number: number) =>
  join(
    Array.from({ length: 1 + number }, () => sql`note IS NULL`),
    ' AND ',
  );

const preparedTexts = async (tx: Tx): Promise<string[]> => {
  const rows = await query<{ statement: string }>(tx, sql`SELECT statement FROM pg_prepared_statements`);
  return rows.map(({ statement }) => statement);
};

beforeAll(async () => {
  await execute(db.pool, sql`CREATE TABLE entry (id int PRIMARY KEY, note text)`);
});

describe('the statements of transactions', () => {
  it('are kept prepared once they run often, and planned anew until then', async () => {
    const often = sql`SELECT id FROM entry WHERE id = ${1}`;
    await db.transaction(async (tx) => {
      await query(tx, sql`SELECT note FROM entry WHERE id = ${1}`);
      for (let use = 0; use < 3; use++) await query(tx, often);
      const texts = await preparedTexts(tx);
      expect(texts).toContain('SELECT id FROM entry WHERE id = $1');
      expect(texts).not.toContain('SELECT note FROM entry WHERE id = $1');
    });
  });

  it('are kept prepared when Prisma writes them too', async () => {
    await db.transaction(async (tx) => {
      for (let use = 0; use < 3; use++) await tx.isp.findFirst({ where: { code: 'NONE' }, select: { id: true } });
      expect(await preparedTexts(tx)).toContainEqual(expect.stringMatching(/FROM "crm"\."isp" WHERE/));
    });
  });

  it('find rows by key although their plan was made while the table was empty', async () => {
    await db.transaction(async (tx) => {
      for (let use = 0; use < 10; use++)
        await query(tx, sql`SELECT note, id FROM entry WHERE id = ANY(${[1, 2]}::int[])`);
      await execute(tx, sql`INSERT INTO entry SELECT n, 'note' FROM generate_series(1, 20000) n`);
      const [kept] = await query<{ name: string }>(
        tx,
        sql`SELECT name FROM pg_prepared_statements WHERE statement LIKE 'SELECT note, id%' AND generic_plans > 0`,
      );
      const plan = await tx.$queryRawUnsafe<{ 'QUERY PLAN': string }[]>(`EXPLAIN EXECUTE "${kept?.name}" ('{1,2}')`);
      expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/Index (Only )?Scan|Bitmap Index Scan/);
    });
  });

  it('keep a few writes of a table, whatever columns callers choose, and so leave places for all others', async () => {
    await db.transaction(async (tx) => {
      for (let each = 0; each < 400; each++) {
        for (let use = 0; use < 3; use++)
          await execute(tx, sql`UPDATE entry SET note = ${'x'} WHERE id = ${each} AND ${columns(each)}`);
      }
      const texts = await preparedTexts(tx);
      expect(texts.filter((text) => text.startsWith('UPDATE entry')).length).toBeLessThanOrEqual(15);
      for (let use = 0; use < 3; use++) await query(tx, sql`SELECT note FROM entry WHERE id > ${1}`);
      expect(await preparedTexts(tx)).toContain('SELECT note FROM entry WHERE id > $1');
    });
  });

  it('have names for the frequent ones only, however many there are', async () => {
    await db.transaction(async (tx) => {
      for (let each = 0; each < 400; each++) {
        const text = sql`SELECT id FROM entry WHERE id = ${each}`;
        const other = each % 2 === 0 ? sql`${text} AND note IS NULL` : text;
        await query(tx, other);
      }
      expect((await preparedTexts(tx)).length).toBeLessThanOrEqual(300);
    });
  });
});
