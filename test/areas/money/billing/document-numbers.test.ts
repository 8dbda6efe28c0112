import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { Shop } from '../../../fixtures/subscriber.ts';

const api = await startApi();
let shop: Shop;
let code = '';
beforeAll(async () => {
  shop = await Shop.open(api, {});
  ({ code } = await api.db.prisma.isp.findUniqueOrThrow({ where: { id: shop.ispid } }));
});
beforeEach(() => shop.day('2026-03-10'));

const seller = (as: string) => shop.reseller({ invoice_by: 'Reseller', code: as });
/** Issues another document of a seller, 0 being the ISP. Returns its number. */
async function issue(resellerid = 0): Promise<string | undefined> {
  const service = await shop.subscribe({}, resellerid);
  await service.does('invoice');
  return (await service.invoices())[0]?.document_no;
}
const rename = (resellerid: number, to: string) => api.ok('reseller/update', { resellerid, code: to }, shop.me);

describe('a document number', () => {
  it('is never that of another seller, whatever codes they have or had', async () => {
    const twin = await seller(code);
    expect([await issue(), await issue(twin)]).toEqual([`${code}-000001`, `${code}/2-000001`]);
    const [north, other] = [await seller('NORTH'), await seller('OTHER')];
    expect([await issue(north), await issue(other)]).toEqual(['NORTH-000001', 'OTHER-000001']);
    await rename(north, 'SOUTH');
    await rename(other, 'north');
    expect([await issue(north), await issue(other)]).toEqual(['SOUTH-000002', 'north/2-000002']);
    await rename(other, 'EAST');
    await rename(north, 'NORTH');
    expect([await issue(north), await issue(other)]).toEqual(['NORTH-000003', 'EAST-000003']);
  });

  it('continues with a new series if the code of a deleted seller is used again', async () => {
    const gone = await seller('GONE');
    expect(await issue(gone)).toBe('GONE-000001');
    await api.db.prisma.reseller.update({ where: { id: gone }, data: { deletedAt: new Date() } });
    expect(await issue(await seller('GONE'))).toBe('GONE/2-000001');
  });

  it.each([
    ['50% & Zone 4', '50Zone4-000001'],
    ['A-VERY-LONG-CODE-OF-A-SELLER', 'A-VERY-L-000001'],
    ['A-VERY-LONG-CODE-OF-ANOTHER', 'A-VERY/2-000001'],
    ['%%%', 'INV-000001'],
    ['श्री', 'INV/2-000001'],
  ])('of a seller with the code %s has letters, digits, dashes and slashes, 16 at most', async (as, expected) => {
    const resellerid = await shop.reseller({ invoice_by: 'Reseller' });
    await api.db.prisma.reseller.update({ where: { id: resellerid }, data: { code: as } });
    expect(await issue(resellerid)).toBe(expected);
  });

  it('has one more digit after 999999', async () => {
    const many = await seller('MANY');
    await api.db.pool.query('INSERT INTO crm.invoice_counter VALUES ($1, $2, 99999), ($1, $3, 999999)', [
      shop.ispid,
      many,
      await seller('UNUSED'),
    ]);
    expect(await issue(many)).toBe('MANY-100000');
    await api.db.pool.query('UPDATE crm.invoice_counter SET last_number = 999999 WHERE seller_id = $1', [many]);
    expect(await issue(many)).toBe('MANY-1000000');
  });

  it('is unique and without gaps if a series begins in concurrent calls', async () => {
    const sellers = await Promise.all(['PAR', 'par', 'Par', 'PAR_'].map((as) => seller(as)));
    const services = await Promise.all([...sellers, ...sellers].map((id) => shop.subscribe({}, id)));
    shop.day('2026-04-10');
    const [turn] = await Promise.all([shop.advance(), ...services.slice(4).map((service) => service.act('invoice'))]);
    expect(turn.failed).toBe(0);
    const numbers = (await Promise.all(services.map(async (service) => await service.invoices()))).flat();
    const printed = numbers.map(({ document_no = '' }) => document_no.toLowerCase());
    expect(new Set(printed).size).toBe(printed.length);
    // An invoice requested after the run bills the next month as well, so a series has two or three numbers.
    for (const prefix of ['par', 'par/2', 'par/3', 'par/4']) {
      const own = printed.filter((number) => number.startsWith(`${prefix}-`)).sort();
      expect(own.length).toBeGreaterThanOrEqual(2);
      expect(own).toEqual(own.map((_, at) => `${prefix}-00000${at + 1}`));
    }
    expect(printed.every((number) => /^par(\/[234])?-/.test(number))).toBe(true);
  });

  it('is unique within an ISP by a constraint', async () => {
    const printed = await issue();
    const again = api.db.pool.query(
      `INSERT INTO crm.invoice (isp_id, number, document_no, customer_id, service_id, issued_on, due_on, currency, net, tax,
         total, seller, buyer, paid_at)
       SELECT isp_id, 987654, document_no, customer_id, service_id, issued_on, due_on, currency, 0, 0, 0, seller, buyer, now()
       FROM crm.invoice WHERE document_no = $1 AND isp_id = $2`,
      [printed, shop.ispid],
    );
    await expect(again).rejects.toThrow('invoice_document_no_key');
  });
});
