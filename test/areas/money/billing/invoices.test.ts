import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { Shop } from '../../../fixtures/subscriber.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open(api, { settings: { taxes: 'CGST:9,SGST:9', invoice_due_days: 10 } });
});
beforeEach(() => shop.day('2026-03-10'));

describe('billing a period', () => {
  it('posts its charge, its discount and its taxes, once', async () => {
    const service = await shop.subscribe({ discount_percent: 10, discount_amt: '9.10' });
    for (let times = 0; times < 2; times++) await service.does('bill');
    expect((await service.shown()).billed).toBe('Y');
    // 499.00 less 49.90 and 9.10; 18 percent of 440.00.
    expect((await service.ledger()).slice(2)).toEqual([
      'plan service 519.20',
      'plan revenue: Internet -440.00',
      'plan tax: CGST -39.60',
      'plan tax: SGST -39.60',
    ]);
    expect(await service.invoices()).toEqual([]);
    await shop.advanceOn('2026-04-10');
    expect(await service.summary()).toBe('Active 2026-04-10 2026-05-09 519.20');
    expect((await service.shown()).billed).toBe('N');
  });

  it('happens once in concurrent calls', async () => {
    const service = await shop.subscribe();
    const answers = await Promise.all(['bill', 'invoice', 'bill', 'bill'].map((action) => service.act(action)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await service.shown()).os_amt).toBe('588.82');
    expect(await service.invoices()).toHaveLength(1);
  });

  it('by an action is invoiced at the end of the period', async () => {
    const service = await shop.subscribe();
    await service.does('bill');
    await shop.advanceOn('2026-04-10');
    expect((await service.invoices()).map(({ total, due_on }) => `${total} ${due_on}`)).toEqual(['588.82 2026-04-20']);
  });
});

describe('an invoice', () => {
  it('has all open charges, a number, a due date and the taxes', async () => {
    const service = await shop.subscribe({ installation_amt: '100.55' });
    await service.topUp({ gb: 5, amt: 50, type: 'Expiring' });
    await service.does('invoice');
    const [invoice] = await service.invoices();
    expect(invoice).toMatchObject({
      issued_on: '2026-03-10',
      due_on: '2026-03-20',
      currency: 'INR',
      net: '649.55',
      tax: '116.92',
      total: '766.47',
      paid_amt: '0.00',
      paid: 'N',
    });
    const stored = await api.db.prisma.invoice.findUniqueOrThrow({
      where: { id: Number(invoice?.id) },
      include: { lines: { orderBy: { position: 'asc' } } },
    });
    expect(stored.taxes).toEqual([
      { name: 'CGST', percent: '9', amt: '58.46' },
      { name: 'SGST', percent: '9', amt: '58.46' },
    ]);
    expect(stored.lines.map(({ description, total }) => `${description} ${total.toFixed(2)}`)).toEqual([
      'Installation 118.65',
      'Top-up: 5 GB 59.00',
      'Internet 588.82',
    ]);
    const { status, error } = await service.act('invoice');
    expect([status, error]).toEqual([409, `action: service ${service.id} has nothing to invoice`]);
  });

  it('is numbered by its seller, without gaps, whatever runs concurrently or is refused', async () => {
    const fresh = await Shop.open(api, { on: '2026-03-10' });
    const services = await Promise.all(Array.from({ length: 6 }, () => fresh.subscribe()));
    const answers = await Promise.all(services.flatMap((service) => [service.act('invoice'), service.act('invoice')]));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    const numbers = await Promise.all(services.map(async (service) => (await service.invoices())[0]?.document_no));
    const code = numbers[0]?.split('-')[0];
    expect(numbers.sort()).toEqual([1, 2, 3, 4, 5, 6].map((number) => `${code}-00000${number}`));
  });

  it('does not change, nor do its names', async () => {
    const service = await shop.subscribe();
    await service.does('invoice');
    const find = () => api.db.prisma.invoice.findFirstOrThrow({ where: { serviceId: service.id } });
    const before = await find();
    await api.ok('customer/update', { customerid: before.customerId, name: 'Another' }, shop.me);
    await api.ok('isp/settings_update', { ispid: shop.ispid, currency: 'USD' }, shop.me);
    expect(await find()).toEqual(before);
    await api.ok('isp/settings_update', { ispid: shop.ispid, currency: 'INR' }, shop.me);
    for (const data of [{ total: 1 }, { dueOn: new Date() }, { number: 99 }])
      await expect(api.db.prisma.invoice.update({ where: { id: before.id }, data })).rejects.toThrow();
    await expect(api.db.prisma.invoice.delete({ where: { id: before.id } })).rejects.toThrow();
  });

  it('of a price that includes taxes is that price', async () => {
    const inclusive = await Shop.open(api, {
      on: '2026-03-10',
      settings: { taxes: 'CGST:9,SGST:9', tax_inclusive: 'Y' },
    });
    const service = await inclusive.subscribe();
    await service.does('invoice');
    // 499.00 / 1.18.
    expect((await service.invoices()).map(({ net, tax, total }) => [net, tax, total])).toEqual([
      ['422.88', '76.12', '499.00'],
    ]);
  });

  it('is not issued for free services', async () => {
    const service = await shop.subscribe({ discount_percent: 100 });
    await service.does('bill');
    expect((await service.shown()).billed).toBe('Y');
    expect((await service.act('invoice')).status).toBe(409);
    await shop.advanceOn('2026-04-10');
    expect(await service.summary()).toBe('Active 2026-04-10 2026-05-09 0.00');
  });

  it('is paid on issue if the advance covers it', async () => {
    const service = await shop.subscribe();
    await service.pay(600);
    await service.does('invoice');
    expect((await service.invoices()).map(({ paid_amt, paid }) => `${paid_amt} ${paid}`)).toEqual(['588.82 Y']);
    expect((await service.shown()).os_amt).toBe('-11.18');
  });
});
