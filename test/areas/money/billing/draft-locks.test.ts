import { describe, expect, it } from 'vitest';
import { readDrafts, servicesOf } from '../../../../src/areas/money/billing/store/read-drafts.ts';
import { query, sql } from '../../../../src/db/sql.ts';
import { startApi } from '../../../fixtures/api.ts';
import { Shop } from '../../../fixtures/subscriber.ts';

const api = await startApi();

/** Which of the rows another transaction cannot lock while drafts of the service are being changed. */
async function locked(ispId: number, serviceId: number, resellerId: number, readOnly = false): Promise<string[]> {
  const rows = [
    ['service', sql`crm.service`, serviceId],
    ['reseller', sql`crm.reseller`, resellerId],
    ['isp', sql`crm.isp`, ispId],
  ] as const;
  return api.db.transaction(async (tx) => {
    await readDrafts(tx, { where: servicesOf(ispId, [serviceId]), now: api.clock.now(), by: 'test', readOnly });
    const held: string[] = [];
    for (const [name, table, id] of rows) {
      const free = await query(api.db.pool, sql`SELECT 1 FROM ${table} WHERE id = ${id} FOR NO KEY UPDATE SKIP LOCKED`);
      if (free.length === 0) held.push(name);
    }
    return held;
  });
}

describe('reading drafts locks', () => {
  it.each([
    ['the service alone', 'Reseller', false, ['service']],
    ['the wallet of its franchisee', 'Franchisee', false, ['service', 'reseller']],
    ['the credits of an ISP that limits them', 'Reseller', true, ['service', 'isp']],
    ['all three', 'Franchisee', true, ['service', 'reseller', 'isp']],
  ] as const)('%s', async (_, type, limited, held) => {
    const shop = await Shop.open(api);
    const resellerid = type === 'Franchisee' ? await shop.franchisee(1000) : await shop.reseller();
    const { id } = await shop.subscribe({}, resellerid);
    await api.db.pool.query('UPDATE crm.isp SET enable_usage_limit = $2 WHERE id = $1', [shop.ispid, limited]);
    expect(await locked(shop.ispid, id, resellerid)).toEqual(held);
    expect(await locked(shop.ispid, id, resellerid, true)).toEqual([]);
  });

  it('the wallet of a former franchisee', async () => {
    const shop = await Shop.open(api);
    const resellerid = await shop.franchisee(1000);
    const { id } = await shop.subscribe({}, resellerid);
    await api.db.pool.query(
      `UPDATE crm.reseller SET type = 'Reseller', commission_percent = NULL, credit_limit = NULL WHERE id = $1`,
      [resellerid],
    );
    expect(await locked(shop.ispid, id, resellerid)).toEqual(['service', 'reseller']);
  });
});
