import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { makeInvoice } from '../factories/billing.ts';
import { startApi } from '../fixtures/api.ts';
import { Shop } from '../fixtures/subscriber.ts';

const api = await startApi();

it('documents that were numbered twice stay as they are, and what follows them is unique', async () => {
  const shop = await Shop.open(api, { on: '2026-03-10' });
  const resellerid = await shop.reseller({ invoice_by: 'Reseller' });
  const services = [await shop.subscribe(), await shop.subscribe({}, resellerid)] as const;
  const { code } = await api.db.prisma.isp.findUniqueOrThrow({ where: { id: shop.ispid } });
  const { pool, prisma } = api.db;
  await prisma.reseller.update({ where: { id: resellerid }, data: { code } });
  // As it was before: nothing kept two sellers apart. The reseller has come further than its ISP.
  await pool.query('DROP INDEX crm.invoice_document_no_key; DROP TABLE crm.invoice_series');
  for (const [{ id }, sellerId, last] of [
    [services[0], 0, 2],
    [services[1], resellerid, 3],
  ] as const) {
    const service = await prisma.service.findUniqueOrThrow({ where: { id } });
    for (let at = 1; at <= last; at++)
      await makeInvoice(api.db, service, { sellerId, documentNo: `${code}-00000${at}` });
  }
  await pool.query('ALTER TABLE crm.invoice DROP COLUMN number_repeated');
  const printed = async (): Promise<string[]> => {
    const { rows } = await pool.query('SELECT document_no FROM crm.invoice ORDER BY id');
    return rows.map(({ document_no }) => document_no);
  };
  const before = await printed();
  await pool.query(await readFile('prisma/migrations/2026112200040002_invoice_series/migration.sql', 'utf8'));
  expect(await printed()).toEqual(before);
  for (const service of services) await service.does('invoice');
  expect((await printed()).slice(before.length)).toEqual([`${code}/2-000003`, `${code}-000004`]);
});
