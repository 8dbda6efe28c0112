import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { definitionsOf } from '../../scripts/schema/definitions.ts';
import { createLog } from '../../src/config/log.ts';
import { migrate } from '../../src/db/migrate.ts';
import { emptyDatabaseUrl } from '../fixtures/database.ts';

const log = createLog('silent');
const open = async () => {
  const url = await emptyDatabaseUrl();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return { url, client };
};
const [old, anew] = [await open(), await open()];
afterAll(() => Promise.all([old.client.end(), anew.client.end()]));

it('a database of before, one made anew, and one that all files are applied to have the same functions and triggers', async () => {
  // Of before: all was made by migrations.
  await migrate({ url: old.url, log, folder: 'prisma/migrations' });
  await migrate({ url: old.url, log });
  const ofBefore = await definitionsOf(old.client);
  expect(ofBefore.size).toBeGreaterThan(250);

  await migrate({ url: anew.url, log });
  expect(await definitionsOf(anew.client)).toEqual(ofBefore);

  await anew.client.query('DELETE FROM public.applied_source');
  const applied = await migrate({ url: anew.url, log });
  expect(applied.length).toBeGreaterThan(200);
  expect(await definitionsOf(anew.client)).toEqual(ofBefore);
  expect(await migrate({ url: anew.url, log })).toEqual([]);
});
