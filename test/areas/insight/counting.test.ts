import { expect, it } from 'vitest';
import { count, countedAt } from '../../../src/core/work/counting.ts';
import { sql } from '../../../src/db/sql.ts';
import { freshDatabase } from '../../fixtures/database.ts';

const db = await freshDatabase();
const noon = new Date('2026-11-22T12:00:00Z');
const after = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
const kernelAt = (at: Date) => ({ db, clock: { now: () => at } });

const quickly = (at: Date) => count(kernelAt(at), 'services', () => sql`SELECT 1`);
const slowly = (at: Date) => count(kernelAt(at), 'services', () => sql`SELECT pg_sleep(1.2)`);

it('a short count is made whenever it is asked for, a long one takes at most a twentieth of the time', async () => {
  expect(await countedAt(db, 'services')).toBeNull();
  await quickly(noon);
  await slowly(after(1));
  expect(await countedAt(db, 'services')).toEqual(after(1));
  await quickly(after(15));
  expect(await countedAt(db, 'services')).toEqual(after(1));
  await quickly(after(600));
  expect(await countedAt(db, 'services')).toEqual(after(600));
});

it('a clock that was ahead does not stop the counts', async () => {
  await slowly(after(90_000));
  await quickly(after(700));
  expect(await countedAt(db, 'services')).toEqual(after(700));
});

it('a count that fails leaves the last one as it is', async () => {
  await quickly(after(800));
  await expect(count(kernelAt(after(900)), 'services', () => sql`SELECT 1 / 0`)).rejects.toThrow('division by zero');
  expect(await countedAt(db, 'services')).toEqual(after(800));
  expect((await db.pool.query('SHOW statement_timeout')).rows[0].statement_timeout).not.toBe('0');
});
