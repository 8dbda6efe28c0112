import { join } from 'node:path';
import { expect, it } from 'vitest';
import { prefixesOf } from '../../src/areas/money/billing/store/save/series.ts';
import { createLog } from '../../src/config/log.ts';
import { openDatabase } from '../../src/db/database.ts';
import { scratchFolder } from '../areas/installation/backup/files.ts';
import { SECRETS_KEY } from '../factories/services.ts';
import { startApi } from '../fixtures/api.ts';
import { emptyDatabaseUrl } from '../fixtures/database.ts';
import { Shop } from '../fixtures/subscriber.ts';
import { command } from './terminal.ts';

const api = await startApi();
const folder = await scratchFolder();
const settings = { DATA_DIR: folder, SECRETS_KEY: SECRETS_KEY.toString('hex') };

it('what was given out after the backup is not given out again, and invoices are counted without a gap', async () => {
  const shop = await Shop.open(api);
  await (await shop.subscribe()).does('invoice');
  const file = join(folder, 'all.gz');
  expect(await command({ ...settings, DATABASE_URL: api.db.url }, 'backup', 'all', file)).toMatchObject({ code: 0 });
  const lost = await shop.subscribe();
  await lost.does('invoice');
  const [before] = await api.db.prisma.isp.findMany({ where: { id: shop.ispid } });
  const printed = await api.db.prisma.invoice.findMany({ orderBy: { id: 'asc' } });
  expect(printed.map(({ documentNo }) => documentNo)).toEqual([`${before?.code}-000001`, `${before?.code}-000002`]);

  const url = await emptyDatabaseUrl();
  const restored = { ...settings, DATABASE_URL: url };
  expect((await command(restored, 'restore', file)).out).toContain('run after-restore before you start a node');
  const done = await command(restored, 'after-restore');
  expect([done.code, done.err]).toEqual([0, '']);
  expect(done.out).toMatch(/^Raised \d\d id sequences; 1 invoice series have a new prefix\.\n$/);

  const db = await openDatabase({ url, log: createLog('silent'), connections: 2 });
  const { rows } = await db.pool.query("SELECT nextval('crm.service_id_seq')::int AS id");
  expect(rows[0].id).toBeGreaterThan(lost.id + 900_000);
  const prefixes = await db.transaction((tx) => prefixesOf(tx, shop.ispid, [0]));
  expect(prefixes.get(0)).toBe(`${before?.code}/2`);
  await db.close();
  expect(await command(restored, 'ledger', 'verify')).toMatchObject({ code: 0 });
});
