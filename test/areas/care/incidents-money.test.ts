import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forecast } from '../../../src/areas/money/billing/run/forecast.ts';
import { startApi } from '../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../fixtures/ledger.ts';
import { Shop, type Subscriber } from '../../fixtures/subscriber.ts';
import type { Fields, Row } from './care-tenant.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
let shop: Shop;
beforeAll(async () => {
  const settings = { invoice_due_days: 5, np_grace_days: 3, late_fee_amt: 50 };
  shop = await Shop.open(api, { settings });
});
beforeEach(() => shop.day('2026-03-10'));

async function open(services: readonly Subscriber[], fields: Fields = {}): Promise<number> {
  const named = { serviceids: services.map(({ id }) => id).join(), count: services.length };
  return api.ok<number>('incident/create', { kind: 'Outage', title: 'Fibre cut', ...named, ...fields }, shop.me);
}
/** An hour later. */
async function resolve(id: number): Promise<void> {
  api.clock.at = new Date(api.clock.now().getTime() + 3_600_000);
  await api.ok('incident/move', { id, report: 'resolve' }, shop.me);
}
const compensate = (id: number, fields: Fields) => api.call('incident/compensate', { id, ...fields }, shop.me);
const standing = async (service: Subscriber) => {
  const { status, os_amt } = await service.shown();
  return `${status} ${os_amt}`;
};
const standings = (services: readonly Subscriber[]) => Promise.all(services.map(standing));

/** Services with an invoice of the 10th, due on the 15th. */
async function invoiced(count: number): Promise<Subscriber[]> {
  const services: Subscriber[] = [];
  for (let at = 0; at < count; at += 1) {
    const service = await shop.subscribe();
    await service.does('invoice');
    services.push(service);
  }
  return services;
}

describe('what is not paid', () => {
  it('has no consequence until the day after an incident, and for nobody outside', async () => {
    const [hit, early, spared, unheld] = (await invoiced(4)) as [Subscriber, Subscriber, Subscriber, Subscriber];
    shop.day('2026-03-14');
    const id = await open([hit, early]);
    const other = await open([unheld], { hold_dunning: 'N' });
    await shop.advanceOn('2026-03-16');
    expect(await standings([hit, early, spared, unheld])).toEqual([
      'Active 499.00',
      'Active 499.00',
      'NP 549.00',
      'NP 549.00',
    ]);
    await api.ok('incident/remove', { id, serviceids: early.id }, shop.me);
    await shop.advanceOn('2026-03-17');
    expect(await standings([hit, early])).toEqual(['Active 499.00', 'Active 499.00']);
    await resolve(id);
    await shop.advanceOn('2026-03-18');
    expect(await standings([hit, early])).toEqual(['Active 499.00', 'NP 549.00']);
    await shop.advanceOn('2026-03-19');
    expect(await standings([hit, early])).toEqual(['NP 549.00', 'NP 549.00']);
    await resolve(other);
  });

  it('is as the forecast says, also if nights are missed', async () => {
    const [daily, late] = (await invoiced(2)) as [Subscriber, Subscriber];
    shop.day('2026-03-14');
    const id = await open([daily, late]);
    await resolve(id);
    // Held on the 14th and 15th, so it falls due on the 16th as ever; and again from the 18th on, before the last day of grace.
    shop.day('2026-03-18');
    const again = await open([daily, late]);
    shop.day('2026-03-15');
    const foretold: string[] = [];
    for await (const { serviceId, day, becomes } of forecast(api.kernel, '2026-03-25'))
      if (serviceId === daily.id) foretold.push(`${day} ${becomes}`);
    expect(foretold).toEqual(['2026-03-16 NP']);
    await shop.advanceDailyTo('2026-03-21');
    expect(await standing(daily)).toBe('NP 549.00');
    expect(await daily.shown()).toMatchObject({ status: 'NP' });
    await resolve(again);
    // Nights are missed: the hold ended on the 22nd.
    await shop.advanceOn('2026-03-25');
    expect(await standings([daily, late])).toEqual(['NPD 549.00', 'NPD 549.00']);
    const rows = await api.db.prisma.service.findMany({ where: { id: { in: [daily.id, late.id] } } });
    expect(rows.map(({ graceUpto }) => graceUpto)).toEqual([null, null]);
  });

  it('keeps its days of grace from running out, by one day at a time', async () => {
    const [service] = (await invoiced(1)) as [Subscriber];
    await shop.advanceOn('2026-03-16');
    const grace = async () => {
      const { graceUpto } = await api.db.prisma.service.findUniqueOrThrow({ where: { id: service.id } });
      return graceUpto?.toISOString().slice(0, 10);
    };
    expect(await grace()).toBe('2026-03-19');
    const id = await open([service]);
    await shop.advanceOn('2026-03-18');
    expect(await grace()).toBe('2026-03-19');
    await shop.advanceOn('2026-03-19');
    expect(await grace()).toBe('2026-03-20');
    await shop.advanceOn('2026-03-22');
    expect([await standing(service), await grace()]).toEqual(['NP 549.00', '2026-03-23']);
    await resolve(id);
    await shop.advanceOn('2026-03-23');
    expect(await standing(service)).toBe('NP 549.00');
    await shop.advanceOn('2026-03-24');
    expect(await standing(service)).toBe('NPD 549.00');
  });
});

describe('the services of a resolved incident are compensated', () => {
  const validUpto = async (service: Subscriber) => (await service.shown()).valid_upto;

  async function prepaid(): Promise<Subscriber> {
    const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    await service.pay(499);
    return service;
  }

  it('prepaid ones by days, postpaid ones by a credit, nobody outside, and each once', async () => {
    const [pre, post, spared] = [await prepaid(), await shop.subscribe(), await prepaid()];
    const before = await validUpto(pre);
    expect(before).toBe('2026-04-09');
    const id = await open([pre, post]);
    expect(await compensate(id, { compensation: 'Days', days: 3 })).toMatchObject({ status: 409 });
    await resolve(id);
    const terms = { compensation: 'Days', days: 3 };
    const given = { extended: 1, credited: 1, refused: [] };
    expect((await compensate(id, { ...terms, preview: 'Y' })).result).toMatchObject({ ...given, left: 2 });
    expect(await standing(post)).toBe('Active 0.00');
    const both = await Promise.all([compensate(id, terms), compensate(id, terms)]);
    const results = both.map(({ result }) => result as Row).sort((a, b) => Number(b.extended) - Number(a.extended));
    // 3 of the 31 days of a period for 499.
    expect(results[0]).toMatchObject({ ...given, amt: '48.29', left: 0 });
    expect(results[1]).toMatchObject({ extended: 0, credited: 0, left: 0 });
    expect([await validUpto(pre), await validUpto(spared)]).toEqual(['2026-04-12', '2026-04-09']);
    expect(await standings([pre, post, spared])).toEqual(['Active 0.00', 'Active -48.29', 'Active 0.00']);
    const credits = await api.ok<Row[]>('adjustment/list', { serviceid: post.id }, shop.me);
    expect(credits).toMatchObject([{ kind: 'Credit', amt: '48.29', reason: `Incident ${id}` }]);
    expect(await compensate(id, { compensation: 'Money', days: 3 })).toMatchObject({ status: 409 });
    expect(await compensate(id, { compensation: 'Days', days: 4 })).toMatchObject({ status: 409 });
    expect(await api.ok('incident/get', { id }, shop.me)).toMatchObject({
      ...{ compensation: 'Days', compensation_days: 3, compensated: { days: 1, credits: 1, none: 0 } },
    });
    // The period that was extended is followed by the next without a gap, and costs no more.
    await pre.does('renew');
    expect(await pre.summary()).toMatch(/2026-05-12 499\.00$/);
  });

  it('for the days that each was concerned, of which each that began counts', async () => {
    const [long, short, mistake, cut] = [await prepaid(), await prepaid(), await prepaid(), await prepaid()];
    await cut.does('npd');
    const id = await open([long, short, mistake, cut]);
    const [row] = await api.ok<Row[]>('incident/list', { id }, shop.me);
    await api.ok('incident/remove', { id, serviceids: mistake.id, upto: String(row?.starts_at) }, shop.me);
    shop.day('2026-03-11');
    await api.ok('incident/remove', { id, serviceids: short.id, upto: '2026-03-10 15:00:00' }, shop.me);
    shop.day('2026-03-12');
    await resolve(id);
    const { result } = await compensate(id, { compensation: 'Days', actual: 'Y' });
    expect(result).toMatchObject({ extended: 2, credited: 0, refused: [], left: 0 });
    // 49 hours, and 3.
    const upto = await Promise.all([long, short, mistake, cut].map(validUpto));
    expect(upto).toEqual(['2026-04-12', '2026-04-10', '2026-04-09', '2026-04-09']);
  });

  it('for no time twice, if another incident concerned them too', async () => {
    const [both, one] = [await prepaid(), await prepaid()];
    const first = await open([both]);
    const second = await open([both, one]);
    const within = await open([both]);
    await resolve(within);
    await resolve(first);
    // 25 hours more than the first.
    api.clock.at = new Date(api.clock.now().getTime() + 24 * 3_600_000);
    await resolve(second);
    const terms = { compensation: 'Days', actual: 'Y' };
    expect((await compensate(first, terms)).result).toMatchObject({ extended: 1 });
    const covered = { serviceid: String(both.id), error: `incident ${first} has compensated it for that time` };
    for (const asked of [terms, { compensation: 'Money', days: 5 }])
      expect((await compensate(within, { ...asked, preview: 'Y' })).result).toMatchObject({ refused: [covered] });
    expect((await compensate(within, terms)).result).toMatchObject({ extended: 0, refused: [covered], left: 0 });
    expect((await compensate(second, terms)).result).toMatchObject({ extended: 2, refused: [] });
    // 2 hours, and then 25; and 27: two days each.
    expect(await Promise.all([both, one].map(validUpto))).toEqual(['2026-04-11', '2026-04-11']);
  });

  it('for no time twice, also if two incidents are compensated at once', async () => {
    const service = await prepaid();
    const opened = [await open([service]), await open([service])];
    const now = api.clock.now();
    for (const id of opened) {
      api.clock.at = now;
      await resolve(id);
    }
    const outcomes = await Promise.all(opened.map((id) => compensate(id, { compensation: 'Days', days: 2 })));
    expect(outcomes.map(({ result }) => (result as Row).extended).sort()).toEqual([0, 1]);
    expect(await validUpto(service)).toBe('2026-04-11');
  });

  it('in money, and refuses what costs nothing with a sentence', async () => {
    const free = await shop.subscribe({ prepaid_postpaid: 'Prepaid', discount_percent: 100 });
    await free.does('renew');
    const paid = await prepaid();
    const id = await open([free, paid]);
    await resolve(id);
    expect((await compensate(id, { compensation: 'Money' })).status).toBe(400);
    expect((await compensate(id, { compensation: 'Money', days: 1, actual: 'Y' })).status).toBe(400);
    const { result } = await compensate(id, { compensation: 'Money', days: 31 });
    expect(result).toMatchObject({
      ...{ extended: 0, credited: 1, amt: '499.00', left: 0 },
      refused: [{ serviceid: String(free.id), error: 'its period costs nothing' }],
    });
    expect(await standing(free)).toBe('Active 0.00');
  });

  it('for franchisees and under a tax scheme too, with a clean ledger', async () => {
    const resellerid = await shop.franchisee(5000);
    const service = await shop.subscribe({}, resellerid);
    const id = await open([service]);
    await resolve(id);
    expect((await compensate(id, { compensation: 'Days', days: 1 })).result).toMatchObject({ credited: 1 });
    expect(await standing(service)).toBe('Active -16.10');
  });
});
