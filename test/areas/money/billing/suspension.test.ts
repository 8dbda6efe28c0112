import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open(api, { settings: { invoice_due_days: 2, np_grace_days: 4 } });
});
beforeEach(() => shop.day('2026-03-10'));

/** With an open session and an empty outbox. */
async function online(fields: Record<string, string | number> = {}, at = shop): Promise<Subscriber> {
  const service = await at.subscribe(fields);
  await service.dialIn();
  await service.effects();
  return service;
}

const statusOf = async (service: Subscriber) => (await service.shown()).status;

describe('a service that does not pay', () => {
  it('becomes NP by np, and NPD after the grace', async () => {
    const service = await online();
    await service.does('np');
    expect(await service.effects()).toEqual(['session_refresh']);
    await shop.advanceOn('2026-03-14');
    expect(await statusOf(service)).toBe('NP');
    await shop.advanceOn('2026-03-15');
    expect(await statusOf(service)).toBe('NPD');
    expect(await service.effects()).toEqual(['session_disconnect']);
  });

  it('becomes NPD by npd, and its sessions are disconnected', async () => {
    const service = await online();
    await service.does('npd');
    expect(await service.effects()).toEqual(['session_disconnect']);
    expect(await service.summary()).toBe('NPD 2026-03-10 2026-04-09 0.00');
  });

  it('is restored for good if nothing is due', async () => {
    const service = await online();
    await service.does('npd');
    await service.effects();
    await service.does('restore');
    expect(await service.effects()).toEqual(['session_refresh']);
    await shop.advanceOn('2026-03-20');
    expect(await statusOf(service)).toBe('Active');
  });

  it('is restored on a promise to pay, which ends well if it is kept', async () => {
    const service = await shop.subscribe();
    await service.does('invoice');
    await shop.advanceOn('2026-03-13');
    expect(await statusOf(service)).toBe('NP');
    await service.does('restore');
    expect(await statusOf(service)).toBe('Active');
    await shop.advanceOn('2026-03-16');
    expect(await statusOf(service)).toBe('Active');
    await service.pay(499);
    await shop.advanceOn('2026-03-17');
    expect(await service.summary()).toBe('Active 2026-03-10 2026-04-09 0.00');
  });

  it('becomes NPD if it breaks its promise, and cannot make a second one in the period', async () => {
    const service = await online();
    await service.does('invoice');
    await service.does('npd');
    await service.does('restore');
    await service.effects();
    await shop.advanceOn('2026-03-13');
    expect(await statusOf(service)).toBe('Active');
    await shop.advanceOn('2026-03-14');
    expect(await statusOf(service)).toBe('NPD');
    expect(await service.effects()).toEqual(['session_disconnect']);
    const { status, error } = await service.act('restore');
    expect(status).toBe(409);
    expect(error).toContain(`service ${service.id} was already restored on a promise to pay in this period`);
  });

  it('is not restored if the ISP accepts no promise', async () => {
    const strict = await Shop.open(api, { on: '2026-03-10', settings: { promise_days: 0 } });
    const service = await strict.subscribe({ prepaid_postpaid: 'Prepaid' });
    await service.pay(499);
    await strict.advanceOn('2026-04-10');
    const { status, error } = await service.act('restore');
    expect(status).toBe(409);
    expect(error).toContain('its ISP accepts no promise to pay');
    expect(await statusOf(service)).toBe('NPD');
  });

  it('is restored on a promise after a prepaid validity, and renewed by a payment meanwhile', async () => {
    const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    await service.pay(499);
    await shop.advanceOn('2026-04-10');
    await service.does('restore');
    await shop.advanceOn('2026-04-12');
    expect(await service.summary()).toBe('Active 2026-03-10 2026-04-09 0.00');
    await service.pay(499);
    expect(await service.summary()).toBe('Active 2026-04-12 2026-05-11 0.00');
    await shop.advanceOn('2026-04-20');
    expect(await statusOf(service)).toBe('Active');
  });

  it('above its credit limit is restored on a promise only', async () => {
    const service = await shop.subscribe({ credit_limit: 100 });
    await service.does('bill');
    await shop.advance();
    expect(await statusOf(service)).toBe('NPD');
    await service.does('restore');
    await shop.advanceOn('2026-03-13');
    expect(await statusOf(service)).toBe('Active');
    await shop.advanceOn('2026-03-14');
    expect(await statusOf(service)).toBe('NPD');
  });
});

describe('a suspension', () => {
  it('freezes the validity and adds its days to it at no cost', async () => {
    const service = await online();
    await service.does('suspend');
    expect(await service.effects()).toEqual(['session_disconnect']);
    await shop.advanceOn('2026-04-20');
    expect(await service.summary()).toBe('Suspend 2026-03-10 2026-04-09 0.00');
    await service.does('restore');
    expect(await service.effects()).toEqual(['session_refresh']);
    expect(await service.summary()).toBe('Active 2026-03-10 2026-05-20 0.00');
    await service.does('bill');
    expect((await service.shown()).os_amt).toBe('499.00');
  });

  it('also moves periods that were renewed ahead', async () => {
    const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    await service.pay(998);
    await service.does('renew');
    shop.day('2026-03-20');
    await service.does('suspend');
    shop.day('2026-03-25');
    await service.does('restore');
    expect(await service.summary()).toBe('Active 2026-03-10 2026-05-14 0.00');
    const periods = await api.db.prisma.period.findMany({ where: { serviceId: service.id }, orderBy: { id: 'asc' } });
    const days = periods.map(({ startsOn, endsOn }) => [startsOn, endsOn].map((day) => day.toISOString().slice(5, 10)));
    expect(days).toEqual([
      ['03-10', '04-14'],
      ['04-15', '05-14'],
    ]);
  });

  it.each([
    ['Asia/Kolkata', '+05:30'],
    ['Etc/GMT+12', '-12:00'],
    ['Pacific/Kiritimati', '+14:00'],
  ])('on the last day of a period moves it too, in %s', async (timezone, offset) => {
    const at = (day: string) => {
      api.clock.at = new Date(`${day}T13:00:00${offset}`);
    };
    const there = await Shop.open(api, { settings: { timezone } });
    at('2026-03-10');
    const service = await there.subscribe({ prepaid_postpaid: 'Prepaid' });
    await service.pay(998);
    await service.does('renew');
    at('2026-04-09');
    await service.does('suspend');
    at('2026-04-14');
    await service.does('restore');
    const periods = await api.db.prisma.period.findMany({ where: { serviceId: service.id }, orderBy: { id: 'asc' } });
    const days = periods.map(({ startsOn, endsOn }) => [startsOn, endsOn].map((day) => day.toISOString().slice(5, 10)));
    expect(days).toEqual([
      ['03-10', '04-14'],
      ['04-15', '05-14'],
    ]);
  });

  it('of less than a day adds nothing', async () => {
    const service = await shop.subscribe();
    await service.does('suspend');
    await service.does('restore');
    expect(await service.summary()).toBe('Active 2026-03-10 2026-04-09 0.00');
  });

  it('ends in the status before it, with the rest of the grace', async () => {
    const service = await shop.subscribe();
    await service.does('np');
    shop.day('2026-03-12');
    await service.does('suspend');
    shop.day('2026-03-30');
    await service.does('restore');
    expect(await statusOf(service)).toBe('NP');
    await shop.advanceOn('2026-04-01');
    expect(await statusOf(service)).toBe('NP');
    await shop.advanceOn('2026-04-02');
    expect(await statusOf(service)).toBe('NPD');
  });

  it('ends in Active if the service has paid meanwhile', async () => {
    const [slow, over] = [await shop.subscribe(), await shop.subscribe({ prepaid_postpaid: 'Prepaid' })];
    await slow.does('invoice');
    await slow.does('npd');
    await slow.does('suspend');
    await slow.pay(498);
    await over.pay(499);
    await shop.advanceOn('2026-04-10');
    await over.does('suspend');
    await over.pay(499);
    expect(await over.summary()).toBe('Suspend 2026-03-10 2026-04-09 -499.00');
    await over.does('restore');
    expect(await over.summary()).toBe('Active 2026-04-10 2026-05-09 0.00');
    await slow.pay(1);
    expect(await statusOf(slow)).toBe('Suspend');
    await slow.does('restore');
    expect(await slow.summary()).toBe('Active 2026-03-10 2026-05-10 0.00');
  });

  it('keeps a service with an overdue invoice from NP until it ends', async () => {
    const service = await shop.subscribe();
    await service.does('invoice');
    await service.does('suspend');
    await shop.advanceOn('2026-03-20');
    expect(await statusOf(service)).toBe('Suspend');
    await service.does('restore');
    await shop.advance();
    expect(await statusOf(service)).toBe('NP');
  });

  it('adds no days if suspended days count, which are billed unless the service was NPD', async () => {
    const running = await Shop.open(api, { on: '2026-03-10', settings: { suspend_clock: 'run' } });
    const [held, off] = [await running.subscribe(), await running.subscribe()];
    await held.does('suspend');
    await off.does('npd');
    await off.does('suspend');
    await running.advanceOn('2026-04-10');
    await running.advance();
    expect(await held.summary()).toBe('Suspend 2026-04-10 2026-05-09 499.00');
    expect(await off.summary()).toBe('Suspend 2026-03-10 2026-04-09 499.00');
    await held.does('restore');
    expect(await held.summary()).toBe('Active 2026-04-10 2026-05-09 499.00');
    await off.does('restore');
    expect(await statusOf(off)).toBe('NPD');
  });
});

describe('a live session', () => {
  it('is disconnected by reconnect, which first applies the time rules', async () => {
    const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    await service.pay(499);
    await service.dialIn();
    await service.effects();
    await service.does('reconnect');
    expect(await service.effects()).toEqual(['session_disconnect']);
    expect(await statusOf(service)).toBe('Active');
    shop.day('2026-04-10');
    await service.does('reconnect');
    // By the end of validity, and by the action.
    expect(new Set(await service.effects())).toEqual(new Set(['session_disconnect']));
    expect(await statusOf(service)).toBe('NPD');
  });

  it('is refreshed by update_usage, which recomputes the usage from the accounting records', async () => {
    const plan = await shop.plan({ bw1_gb: 10, bw2_gb: 0, bw2_dl: 1024, bw2_ul: 512 });
    const service = await online(plan);
    await service.uses(4);
    expect(await service.shown()).toMatchObject({ used_gb: '4.000', bw_level: '1' });
    await service.effects();
    await service.uses(7);
    expect(await service.shown()).toMatchObject({ used_gb: '11.000', bw_level: '2' });
    expect(await service.effects()).toContain('session_refresh');
    const standing = await service.summary();
    await service.does('update_usage');
    expect(await service.summary()).toBe(standing);
    expect((await service.shown()).used_gb).toBe('11.000');
  });
});
