import { expect, it } from 'vitest';
import { afterRestore } from '../../src/areas/installation/backup/after-restore.ts';
import { CELLS, cellOf, moveSequences, setCell } from '../../src/db/cell.ts';
import { nextId, nextIds } from '../../src/db/sql.ts';
import { freshDatabase } from '../fixtures/database.ts';

const db = await freshDatabase();
const other = await freshDatabase();
const third = await freshDatabase();
const next = async (of = db) => nextId(of.pool, 'crm.service');

it('an installation without a number counts as ever', async () => {
  const first = await next();
  expect(await next()).toBe(first + 1);
  expect(await cellOf(db.pool)).toBeNull();
  await db.transaction((tx) => moveSequences(tx, { 'crm.service_id_seq': 1000n }));
  expect(await next()).toBe(first + 2);
});

it('ids of two numbered installations never meet, and rise', async () => {
  await db.transaction((tx) => setCell(tx, 3));
  await other.transaction((tx) => setCell(tx, 0));
  const mine: number[] = [];
  const theirs: number[] = [];
  for (let count = 0; count < 100; count++) {
    mine.push(await next());
    theirs.push(await next(other));
  }
  expect(new Set([...mine, ...theirs]).size).toBe(200);
  for (const ids of [mine, theirs]) expect([...ids].sort((one, two) => one - two)).toEqual(ids);
  expect(new Set(mine.map((id) => id % CELLS))).toEqual(new Set([3]));
  const ids = await nextIds(db.pool, { 'crm.service': 3 });
  expect([ids.next('crm.service') % CELLS, ids.next('crm.service') % CELLS]).toEqual([3, 3]);
});

it('sequences move past given ids, and never back', async () => {
  await db.transaction((tx) => moveSequences(tx, { 'crm.service_id_seq': 123_456n }));
  const id = await next();
  expect([id > 123_456, id % CELLS]).toEqual([true, 3]);
  await db.transaction((tx) => moveSequences(tx, { 'crm.service_id_seq': 5n }));
  expect(await next()).toBeGreaterThan(id);
});

it('what moves all ids on keeps the rest, and so does a second call', async () => {
  await db.transaction((tx) => afterRestore(tx));
  await db.transaction((tx) => setCell(tx, 9));
  expect([await cellOf(db.pool), (await next()) % CELLS]).toEqual([3, 3]);
});

it('a transaction that fails changes nothing', async () => {
  await expect(
    third.transaction(async (tx) => {
      await setCell(tx, 5);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  const id = await next(third);
  expect([await cellOf(third.pool), (await next(third)) - id]).toEqual([null, 1]);
});
