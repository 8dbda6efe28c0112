import { beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi } from '../../fixtures/api.ts';
import { linesOf } from '../../fixtures/pdf-text.ts';
import { Shop, type Subscriber } from '../../fixtures/subscriber.ts';

const api = await startApi();
let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open(api, { plan: { name: 'Fast 20' } });
});
beforeEach(() => shop.day('2026-03-10'));

/** The texts of the newest invoice of a service. */
async function printed({ id: serviceId }: Subscriber): Promise<string[]> {
  const { id } = await api.db.prisma.invoice.findFirstOrThrow({ where: { serviceId }, orderBy: { id: 'desc' } });
  return linesOf((await api.call('invoice/pdf', { id }, shop.me)).result as Buffer).flat();
}

it('the price of a plan names the plan and its days, and other lines do not', async () => {
  const service = await shop.subscribe({ installation_amt: '100.00' });
  await service.does('invoice');
  const lines = await printed(service);
  expect(lines).toContainEqual(expect.stringMatching(/^\d Fast 20: Internet 499\.00/));
  expect(lines).toContain('2026-03-10 – 2026-04-09');
  expect(lines).toContainEqual(expect.stringMatching(/^\d Installation 100\.00/));
  expect(lines.filter((line) => line.includes(' – '))).toHaveLength(1);
});

it('a change of plan credits the days that are left of the old one, and charges those of the new one', async () => {
  const service = await shop.subscribe();
  await service.does('bill');
  shop.day('2026-03-20');
  await service.changePlan(await shop.plan({ name: 'Fast 50', amt1: 900 }), 'immediately');
  await service.does('invoice');
  const lines = await printed(service);
  const at = lines.findIndex((line) => line.includes('unused days'));
  expect(lines[at]).toContain('Fast 20: Internet: unused days');
  expect(lines[at + 1]).toBe('2026-03-20 – 2026-04-09');
  // The whole of it, as it was charged.
  expect(lines).toContain('2026-03-10 – 2026-04-09');
  expect(lines).toContainEqual(expect.stringContaining('Fast 50: Internet'));
  expect(lines.filter((line) => line.startsWith('2026-03-20 – '))).toHaveLength(2);
});

it('an issued invoice keeps the name of a plan that is renamed', async () => {
  const { planid, subplanid } = await shop.plan({ name: 'Before' });
  const service = await shop.subscribe({ planid, subplanid });
  await service.does('invoice');
  const before = await printed(service);
  await api.ok('plan/update', { id: planid, name: 'After' }, shop.me);
  expect(await printed(service)).toEqual(before);
  expect(before.join('\n')).toContain('Before: Internet');
});
