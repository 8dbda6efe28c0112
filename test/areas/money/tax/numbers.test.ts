import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { afterRestore } from '../../../../src/areas/installation/backup/after-restore.ts';
import { verifyLedger } from '../../../../src/areas/money/billing/verify/verify.ts';
import { startApi } from '../../../fixtures/api.ts';
import type { Shop } from '../../../fixtures/subscriber.ts';
import { documentsOf, GST_SELLER, sell, taxedShop } from '../../../fixtures/tax.ts';

const api = await startApi();
let shop: Shop;
beforeAll(async () => {
  shop = await taxedShop(api);
});
beforeEach(() => shop.day('2026-03-10'));

const numberOf = async (service: Awaited<ReturnType<typeof sell>>) => (await documentsOf(api, service))[0]?.documentNo;

describe('the numbers of tax documents', () => {
  it('have no gap and no repeat when twenty invoices begin their series at once', async () => {
    const services = await Promise.all(
      Array.from({ length: 20 }, () => shop.subscribe({ prepaid_postpaid: 'Prepaid', bill_from: '2999-01-01' })),
    );
    await Promise.all(services.map((service) => service.does('renew')));
    const numbers = await Promise.all(services.map(numberOf));
    expect(numbers.sort()).toEqual(Array.from({ length: 20 }, (_, at) => `INV/25/${at + 1}`).sort());
  });

  it('begin again with the financial year, also in one night', async () => {
    shop.day('2026-03-31');
    const last = Number((await numberOf(await sell(shop)))?.split('/')[2]);
    shop.day('2026-04-01');
    expect(await numberOf(await sell(shop))).toBe('INV/26/1');
    // A night bills a batch of services at once.
    const services = await Promise.all(
      Array.from({ length: 5 }, () => shop.subscribe({ prepaid_postpaid: 'Postpaid' })),
    );
    const { failed } = await shop.advanceOn('2026-05-02');
    expect(failed).toBe(0);
    expect((await Promise.all(services.map(numberOf))).every((number) => /^INV\/26\/\d+$/.test(number ?? ''))).toBe(
      true,
    );
    const { rows } = await api.db.pool.query(
      `SELECT prefix, last_number FROM crm.invoice_series WHERE isp_id = ${shop.ispid} AND last_number > 0 ORDER BY prefix`,
    );
    expect(rows[0]).toEqual({ prefix: 'INV/25', last_number: last });
  });

  it('go on under another prefix after the database went back', async () => {
    const before = await numberOf(await sell(shop));
    await afterRestore(api.db.pool);
    expect(await numberOf(await sell(shop))).toBe('INV/25/2/1');
    expect(before).toMatch(/^INV\/25\/\d+$/);
  });

  it('go on under another prefix long before one would have more than 16 characters', async () => {
    const own = await taxedShop(api, { seller: { ...GST_SELLER, invoice_template: 'INV/{yyyy}/{n}' } });
    expect(await numberOf(await sell(own))).toBe('INV/2025/1');
    await api.db.pool.query(
      `UPDATE crm.invoice_series SET last_number = 9990000 WHERE isp_id = ${own.ispid} AND prefix = 'INV/2025'`,
    );
    expect(await numberOf(await sell(own))).toBe('INV/2025/2/1');
    // So that the check of the ledger below is about the others.
    await api.db.pool.query(
      `UPDATE crm.invoice_series SET last_number = 1 WHERE isp_id = ${own.ispid} AND prefix = 'INV/2025'`,
    );
  });

  it('of a seller never meet those that were printed before', async () => {
    const own = await taxedShop(api, { seller: { ...GST_SELLER, scheme: 'none' } });
    const { code } = await api.db.prisma.isp.findUniqueOrThrow({ where: { id: own.ispid } });
    expect(await numberOf(await sell(own))).toBe(`${code}-000001`);
    await api.ok('tax/seller_set', { ispid: own.ispid, ...GST_SELLER, invoice_template: `${code}-{n}` }, own.me);
    expect(await numberOf(await sell(own))).toBe(`${code}/2-1`);
  });

  it('are verified: a number that is missing is found', async () => {
    const wrong = async () => (await verifyLedger(api.db)).filter((check) => check.wrong > 0).map(({ name }) => name);
    expect(await wrong()).toEqual([]);
    const series = `UPDATE crm.invoice_series SET last_number = last_number`;
    await api.db.pool.query(`${series} + 1 WHERE isp_id = ${shop.ispid} AND prefix = 'INV/26'`);
    expect(await wrong()).toEqual(['tax_numbers']);
    await api.db.pool.query(`${series} - 1 WHERE isp_id = ${shop.ispid} AND prefix = 'INV/26'`);
  });
});
