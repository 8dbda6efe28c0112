import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { definitionsOf } from '../../scripts/schema/definitions.ts';
import { createLog } from '../../src/config/log.ts';
import { migrate } from '../../src/db/migrate.ts';
import { emptyDatabaseUrl } from '../fixtures/database.ts';

const log = createLog('silent');
const url = await emptyDatabaseUrl();
const client = new pg.Client({ connectionString: url });
await client.connect();
afterAll(() => client.end());

it('the migrations alone and the migrations with all files of functions and triggers make the same database', async () => {
  await migrate({ url, log, folder: 'prisma/migrations' });
  const byMigrations = await definitionsOf(client);
  expect(await migrate({ url, log })).toEqual([]);
  await client.query('DELETE FROM public.applied_source');
  const applied = await migrate({ url, log });
  expect(applied.length).toBeGreaterThan(200);
  expect(await definitionsOf(client)).toEqual(byMigrations);
  expect(await migrate({ url, log })).toEqual([]);
});
