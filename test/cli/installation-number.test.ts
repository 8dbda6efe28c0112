import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { nextId } from '../../src/db/sql.ts';
import { scratchFolder } from '../areas/installation/backup/files.ts';
import { SECRETS_KEY } from '../factories/services.ts';
import { startApi } from '../fixtures/api.ts';
import { emptyDatabaseUrl, freshDatabase } from '../fixtures/database.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { command } from './terminal.ts';

const old = await startApi();
const fresh = await freshDatabase();
const folder = await scratchFolder();
const cli =
  (url: string) =>
  (...words: string[]) =>
    command({ DATABASE_URL: url, DATA_DIR: folder, SECRETS_KEY: SECRETS_KEY.toString('hex') }, ...words);

it('cell number is given once, and printed', async () => {
  const here = cli(fresh.url);
  expect(await here('cell', 'number')).toEqual({ code: 0, out: 'This installation has no number.\n', err: '' });
  for (const bad of ['16', 'one', '-1']) expect(await here('cell', 'number', bad)).toMatchObject({ code: 2 });
  expect(await here('cell', 'number', '3')).toEqual({ code: 0, out: 'This installation has the number 3.\n', err: '' });
  expect(await here('cell', 'number', '3')).toMatchObject({ code: 0 });
  expect(await here('cell', 'number', '4')).toEqual({
    code: 1,
    out: '',
    err: 'This installation already has the number 3, which its ids depend on. It cannot change.\n',
  });
  expect(await here('cell', 'number')).toMatchObject({ out: 'This installation has the number 3.\n' });
});

it('an installation begins above the ids of one that had ISPs before it had a number', async () => {
  const { code, serviceid } = await makeTenant(old).then(async (tenant) => {
    await old.db.pool.query(`SELECT setval('crm.service_id_seq', 777)`);
    const isp = await old.db.prisma.isp.findUniqueOrThrow({ where: { id: tenant.ispid } });
    return { code: isp.code, serviceid: tenant.serviceid };
  });
  expect(serviceid).toBeLessThan(777);
  const file = join(folder, 'first.gz');
  expect(await cli(old.db.url)('tenant', 'export', code, file)).toMatchObject({ code: 0 });
  expect(await cli(fresh.url)('cell', 'number', '3', '--above', file)).toMatchObject({ code: 0, err: '' });
  const id = await nextId(fresh.pool, 'crm.service');
  expect([id > 777, id % 16]).toEqual([true, 3]);
  expect(await cli(fresh.url)('cell', 'number', '--above', file)).toMatchObject({ code: 2 });
});

it('a restore keeps the number and the rest of its ids', async () => {
  const file = join(folder, 'all.gz');
  expect(await cli(fresh.url)('backup', 'all', file)).toMatchObject({ code: 0 });
  const url = await emptyDatabaseUrl();
  expect(await cli(url)('restore', file)).toMatchObject({ code: 0, err: '' });
  expect(await cli(url)('cell', 'number')).toMatchObject({ out: 'This installation has the number 3.\n' });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `SELECT nextval('crm.service_id_seq') % 16 AS one, nextval('crm.service_id_seq') % 16 AS two`,
  );
  expect(rows).toEqual([{ one: '3', two: '3' }]);
  await client.end();
});
