import { expect, it } from 'vitest';
import { afterRestore } from '../../src/areas/installation/backup/after-restore.ts';
import {
  installationNumberOf,
  MAX_INSTALLATIONS,
  moveSequences,
  setInstallationNumber,
} from '../../src/db/installation-number.ts';
import { nextId, nextIds } from '../../src/db/sql.ts';
import { freshDatabase } from '../fixtures/database.ts';

const db = await freshDatabase();
const other = await freshDatabase();
const third = await freshDatabase();
const next = async (of = db) => nextId(of.pool, 'crm.service');

it('an installation without a number counts as ever', async () => {
  const first = await next();
  expect(await next()).toBe(first + 1);
  expect(await installationNumberOf(db.pool)).toBeNull();
  await db.transaction((tx) => moveSequences(tx, { 'crm.service_id_seq': 1000n }));
  expect(await next()).toBe(first + 2);
});

it('ids of two numbered installations never meet, and rise', async () => {
  await db.transaction((tx) => setInstallationNumber(tx, 3));
  await other.transaction((tx) => setInstallationNumber(tx, 0));
  const mine: number[] = [];
  const theirs: number[] = [];
  for (let count = 0; count < 100; count++) {
    mine.push(await next());
    theirs.push(await next(other));
  }
  expect(new Set([...mine, ...theirs]).size).toBe(200);
  for (const ids of [mine, theirs]) expect([...ids].sort((one, two) => one - two)).toEqual(ids);
  expect(new Set(mine.map((id) => id % MAX_INSTALLATIONS))).toEqual(new Set([3]));
  const ids = await nextIds(db.pool, { 'crm.service': 3 });
  expect([ids.next('crm.service') % MAX_INSTALLATIONS, ids.next('crm.service') % MAX_INSTALLATIONS]).toEqual([3, 3]);
});

it('sequences move past given ids, and never back', async () => {
  await db.transaction((tx) => moveSequences(tx, { 'crm.service_id_seq': 123_456n }));
  const id = await next();
  expect([id > 123_456, id % MAX_INSTALLATIONS]).toEqual([true, 3]);
  await db.transaction((tx) => moveSequences(tx, { 'crm.service_id_seq': 5n }));
  expect(await next()).toBeGreaterThan(id);
});

it('what moves all ids on keeps the rest, and so does a second call', async () => {
  await db.transaction((tx) => afterRestore(tx));
  await db.transaction((tx) => setInstallationNumber(tx, 9));
  expect([await installationNumberOf(db.pool), (await next()) % MAX_INSTALLATIONS]).toEqual([3, 3]);
});

it('a transaction that fails changes nothing', async () => {
  await expect(
    third.transaction(async (tx) => {
      await setInstallationNumber(tx, 5);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  const id = await next(third);
  expect([await installationNumberOf(third.pool), (await next(third)) - id]).toEqual([null, 1]);
});
