import { describe, expect, it } from 'vitest';
import { forecast } from '../../../../src/areas/money/billing/run/forecast.ts';
import { addDays } from '../../../../src/core/zone.ts';
import { query, sql } from '../../../../src/db/sql.ts';
import { startApi } from '../../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
const SETTINGS = { invoice_due_days: 5, np_grace_days: 10, late_fee_amt: 25, default_credit_limit: 1400 };

/** What was posted, issued and opened, with its days: for each service by itself, or in the order of the ISP, with its numbers. */
async function books({ ispid }: Shop, order: 'service' | 'isp'): Promise<string[]> {
  const whole = order === 'isp';
  const rows = await query<{ text: string }>(
    api.db.pool,
    sql`WITH numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM crm.service WHERE isp_id = ${ispid}),
        account AS (SELECT id, coalesce(name, regexp_replace(key, '[0-9]+', '', 'g')) AS kind FROM crm.ledger_account)
        SELECT text FROM (
          SELECT 1 AS part, n.n, e.id, concat_ws(' ', n.n, e.posted_on, e.kind, e.memo, a.kind, l.amt) AS text
          FROM crm.ledger_entry e JOIN numbered n ON n.id = e.service_id JOIN crm.ledger_line l ON l.entry_id = e.id
          JOIN account a ON a.id = l.account_id
          UNION ALL
          SELECT 2, n.n, v.id, concat_ws(' ', n.n, CASE WHEN ${whole} THEN v.number END, v.issued_on, v.due_on, v.total,
            v.paid_amt, v.late_fee_at IS NOT NULL)
          FROM crm.invoice v JOIN numbered n ON n.id = v.service_id
          UNION ALL
          SELECT 3, n.n, p.id, concat_ws(' ', n.n, p.starts_on, p.ends_on, p.billed_at IS NOT NULL, p.voided_at IS NOT NULL)
          FROM crm.period p JOIN numbered n ON n.id = p.service_id
          UNION ALL
          SELECT 4, n.n, 0, concat_ws(' ', n.n, s.status, s.valid_from, s.valid_upto, s.grace_upto,
            s.promise_upto, s.anchor_day, s.os_amt)
          FROM crm.service s JOIN numbered n ON n.id = s.id
          UNION ALL
          SELECT 5, n.n, c.id, concat_ws(' ', n.n, c.charged_on, c.description, c.total)
          FROM crm.charge c JOIN numbered n ON n.id = c.service_id
          UNION ALL
          SELECT 6, n.n, w.id, concat_ws(' ', n.n, w.txn_code, w.amt, CASE WHEN ${whole} THEN w.balance END)
          FROM crm.wallet_txn w JOIN numbered n ON n.id = w.service_id
        ) line ORDER BY part, CASE WHEN ${whole} THEN 0 ELSE n END, id, text`,
  );
  return rows.map(({ text }) => text);
}

type Call = (services: readonly Subscriber[]) => Promise<unknown>;

/** A random but repeatable choice. */
function chooser(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * max);
  };
}

const START = '2026-01-10';
const DAYS = 130;

/** What people do, by day: of all kinds, and nearly all of it may be refused. */
function callsOf(seed: number): Map<string, Call[]> {
  const next = chooser(seed);
  const calls = new Map<string, Call[]>();
  for (let each = 0; each < 22; each++) {
    const [day, at, amt] = [addDays(START, 1 + next(DAYS - 10)), next(5), 50 + next(900)];
    const actions = ['renew', 'bill', 'invoice', 'np', 'npd', 'suspend', 'restore', 'restore', 'reconnect'] as const;
    const action = actions[next(actions.length)] ?? 'renew';
    const kinds: Call[] = [
      (services) => services[at]?.pay(amt) ?? Promise.resolve(),
      (services) => services[at]?.act(action) ?? Promise.resolve(),
      (services) => services[at]?.act(action) ?? Promise.resolve(),
      (services) => services[at]?.topUp({ gb: 1, amt: 20, type: 'Expiring' }) ?? Promise.resolve(),
    ];
    const kind = kinds[next(kinds.length)];
    if (kind) calls.set(day, [...(calls.get(day) ?? []), kind]);
  }
  return calls;
}

/** Lives through the days. A run comes each day or only on some, and always on the last. */
async function live(seed: number, runs: (day: string) => boolean): Promise<Shop> {
  const shop = await Shop.open(api, { on: START, settings: SETTINGS });
  const franchisee = await shop.franchisee(9000);
  const services = [
    await shop.subscribe({ billing_start_day: 1 }),
    await shop.subscribe({ prepaid_postpaid: 'Prepaid', bill_from: addDays(START, 3) }),
    await shop.subscribe({ prepaid_postpaid: 'Prepaid' }, franchisee),
    await shop.subscribe({}, franchisee),
    await shop.subscribe({ prepaid_postpaid: 'Prepaid' }),
  ];
  for (const service of services) await service.pay(300 + (seed % 7) * 200).catch(() => undefined);
  const calls = callsOf(seed);
  for (let at = 0; at <= DAYS; at++) {
    const day = addDays(START, at);
    shop.day(day);
    if (runs(day) || at === DAYS) await shop.advance();
    for (const call of calls.get(day) ?? []) await call(services);
  }
  return shop;
}

describe('runs that were missed', () => {
  it('are made up for: the books are those of daily runs, whatever people did meanwhile', async () => {
    for (const seed of [3, 42]) {
      const next = chooser(seed + 1000);
      const daily = await books(await live(seed, () => true), 'service');
      const late = await books(await live(seed, () => next(14) === 0), 'service');
      expect(daily.length).toBeGreaterThan(60);
      expect(late).toEqual(daily);
    }
  }, 300_000);
});

describe('services on one wallet', () => {
  it('draw on it in the order of days, not of services, however many runs were missed', async () => {
    const found: string[][] = [];
    for (const missed of [false, true]) {
      const shop = await Shop.open(api, { on: START, settings: SETTINGS });
      const resellerid = await shop.franchisee(0);
      const days = [3, 1, 2];
      const services: Subscriber[] = [];
      for (const each of days)
        services.push(
          await shop.subscribe({ prepaid_postpaid: 'Prepaid', bill_from: addDays(START, each) }, resellerid),
        );
      for (const service of services) await service.pay(1500);
      // Enough for the three first months and two more.
      const settled = { resellerid, action: 'Settlement', amt: 4500 - 5 * 450 };
      await api.ok('reseller/wallet_update', settled, shop.me);
      for (let at = 1; at < 45; at++) if (!missed) await shop.advanceOn(addDays(START, at));
      await shop.advanceOn(addDays(START, 45));
      found.push(await books(shop, 'isp'));
      const statuses = await Promise.all(services.map(async (each) => (await each.shown()).status));
      expect(statuses).toEqual(['NPD', 'Active', 'Active']);
    }
    expect(found[1]).toEqual(found[0]);
  });
});

describe('a service that was refused on a missed day', () => {
  const foretold = async ({ id }: Subscriber) => {
    const lines: string[] = [];
    for await (const { serviceId, day, becomes } of forecast(api.kernel, '2026-02-19'))
      if (serviceId === id) lines.push(`${day} ${becomes}`);
    return lines;
  };
  const RUNS = { daily: 1, never: 40, 'until it was refused': 31 } as const;

  it.each(['wallet', 'credits'] as const)('begins again on the day on which its %s is filled', async (of) => {
    const found: Record<string, string[]> = {};
    for (const [runs, last] of Object.entries(RUNS)) {
      const shop = await Shop.open(api, { on: START, settings: SETTINGS });
      const resellerid = await shop.franchisee(of === 'wallet' ? 360 : 5000);
      const fill = () =>
        of === 'wallet'
          ? api.ok('reseller/wallet_update', { resellerid, action: 'TopUp', amt: 900 }, shop.me)
          : api.ok('isp/credits_update', { ispid: shop.ispid, action: 'Add', credits: 3 }, api.admin);
      if (of === 'credits') {
        await api.ok('isp/update', { ispid: shop.ispid, enable_usage_limit: 1 }, api.admin);
        await api.ok('isp/credits_update', { ispid: shop.ispid, action: 'Add', credits: 1 }, api.admin);
      }
      const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' }, resellerid);
      await service.pay(1500);
      // The wallet got the payment too: it was passed on, and the first month leaves less than another one costs.
      await api.ok('reseller/wallet_update', { resellerid, action: 'Settlement', amt: 1400 }, shop.me);
      await shop.advance();
      for (let at = 30; at <= 40; at++) {
        shop.day(addDays(START, at));
        if (runs === 'never' && at === 40)
          expect(await foretold(service)).toEqual(['2026-02-10 NPD', '2026-02-13 Active']);
        if (runs === 'daily' || at === 40 || (at > 30 && at <= last && last < 40)) await shop.advance();
        // Refused on the 31st day, the service could be renewed from the 34th on.
        if (at === 34) await fill();
        if (at === 34 && runs === 'daily') await shop.advance();
      }
      expect(await service.summary(), runs).toMatch(/^Active 2026-02-13 2026-03-12 /);
      found[runs] = await books(shop, 'isp');
    }
    expect(found.never).toEqual(found.daily);
    expect(found['until it was refused']).toEqual(found.daily);
  });
});

describe('a call on a service that has missed days', () => {
  it('comes after what the missed runs would have done, and a preview too, which changes nothing', async () => {
    const shop = await Shop.open(api, { on: '2026-01-10', settings: { ...SETTINGS, default_credit_limit: '' } });
    const service = await shop.subscribe({ billing_start_day: 1 });
    await shop.advance();
    shop.day('2026-02-10');
    const preview = await api.ok<Record<string, string>>(
      'payment/new',
      { serviceid: service.id, amt: 400, mode: 'Online', preview: 'Y' },
      shop.me,
    );
    // 354.13 for January, invoiced on the first and due on the sixth, and 25.00 for being late.
    expect(preview).toMatchObject({ status: 'Active', os_amt: '-20.87', valid_upto: '2026-02-28' });
    expect(await service.summary()).toBe('Active 2026-01-10 2026-01-31 0.00');
    await service.pay(400);
    expect(await service.summary()).toBe('Active 2026-02-01 2026-02-28 -20.87');
    expect((await service.invoices()).map(({ issued_on, due_date }) => `${issued_on} ${due_date}`)).toHaveLength(1);
    expect(await query(api.db.pool, sql`SELECT done_upto FROM crm.service_clock`)).toEqual([
      { done_upto: '2026-02-10' },
    ]);
    await shop.advance();
    expect(await service.summary()).toBe('Active 2026-02-01 2026-02-28 -20.87');
    expect(await query(api.db.pool, sql`SELECT FROM crm.service_clock`)).toEqual([]);
  });

  it('also where it changes a status alone, or the terms', async () => {
    const shop = await Shop.open(api, { on: '2026-01-10', settings: { ...SETTINGS, default_credit_limit: '' } });
    const [one, other] = [
      await shop.subscribe({ billing_start_day: 1 }),
      await shop.subscribe({ billing_start_day: 1 }),
    ];
    await shop.advance();
    shop.day('2026-02-03');
    await one.does('np');
    expect(await one.summary()).toBe('NP 2026-02-01 2026-02-28 354.13');
    await api.ok('service/update', { serviceid: other.id, discount_percent: 100 }, shop.me);
    expect(await other.summary()).toBe('Active 2026-02-01 2026-02-28 354.13');
  });
});

describe('the forecast', () => {
  it('of a node that was down begins with the days that it has missed', async () => {
    const shop = await Shop.open(api, { on: '2026-01-10', settings: { ...SETTINGS, default_credit_limit: '' } });
    const service = await shop.subscribe({ billing_start_day: 1 });
    await shop.advance();
    shop.day('2026-02-04');
    const lines: string[] = [];
    for await (const each of forecast(api.kernel, '2026-02-18'))
      if (each.serviceId === service.id) lines.push(`${each.day} ${each.was} ${each.becomes} ${each.osAmt.toFixed(2)}`);
    expect(lines).toEqual([
      '2026-02-01 Active Active 354.13',
      '2026-02-07 Active NP 379.13',
      '2026-02-18 NP NPD 379.13',
    ]);
    await shop.advanceOn('2026-02-18');
    expect(await service.summary()).toBe('NPD 2026-02-01 2026-02-28 379.13');
  });
});
