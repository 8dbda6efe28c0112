import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ACTIONS } from '../../../../src/areas/money/billing/life-cycle/table.ts';
import { RULES } from '../../../../src/areas/money/billing/life-cycle/time/time-rules.ts';
import { Draft } from '../../../../src/areas/money/billing/model/draft.ts';
import { candidatesOf } from '../../../../src/areas/money/billing/run/candidates.ts';
import { readDrafts, servicesOf } from '../../../../src/areas/money/billing/store/read-drafts.ts';
import { addDays } from '../../../../src/core/zone.ts';
import { query } from '../../../../src/db/sql.ts';
import { copyOf } from '../../../factories/history.ts';
import { startApi } from '../../../fixtures/api.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';

const api = await startApi();
const START = '2026-01-20';

/** A call for a service; nearly all of them may be refused. */
const call = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'clock' } as const) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('act' as const), action: fc.constantFrom(...ACTIONS) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pay' as const), amt: fc.integer({ min: 1, max: 900 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('change plan' as const),
      plan: fc.nat({ max: 3 }),
      schedule: fc.constantFrom('immediately', 'next_bill'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wallet' as const), amt: fc.integer({ min: 1, max: 2000 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('switch' as const), to: fc.constantFrom('Prepaid', 'Postpaid') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('discount' as const), discount_percent: fc.constantFrom(0, 50, 100) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'incident' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'repair' } as const) },
);
const step = fc.record({
  days: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.integer({ min: 1, max: 20 }) }),
  service: fc.nat({ max: 5 }),
  call,
});
const settings = fc.record({
  suspend_clock: fc.constantFrom('freeze', 'run'),
  default_credit_limit: fc.constantFrom('', '400'),
  late_fee_amt: fc.constantFrom(0, 10),
  late_fee_after_days: fc.constantFrom(0, 4, 12),
  min_dues: fc.constantFrom(0, 100, 700),
  cutoff_days: fc.constantFrom('Bill', 'Credit'),
  invoice_due_days: fc.constantFrom(0, 7),
  promise_days: fc.constantFrom(3, 30),
});
const order = fc.record({
  prepaid_postpaid: fc.constantFrom('Prepaid', 'Postpaid'),
  billing_start_day: fc.constantFrom(0, 1, 25),
  installation_amt: fc.constantFrom(0, 0, 100),
  discount_percent: fc.constantFrom(0, 0, 100),
  days: fc.constantFrom(0, 0, 5, 15),
  franchisee: fc.boolean(),
  plan: fc.nat({ max: 3 }),
});

type Of<A> = A extends fc.Arbitrary<infer T> ? T : never;
type ServiceCall = Of<typeof call>;
type Order = Of<typeof order>;
type Given = Of<typeof settings>;

/** The rules that were applied: the test proves nothing for the others. */
const applied = new Set<string>();

/** Each rule sees the services as they are stored, unaffected by the other rules. */
function copied({ subscription, balances, ...of }: Draft): Draft {
  const { seller, isp, context } = of;
  return new Draft({
    ...{ seller, isp, context, subscription: copyOf(subscription) },
    balances: { wallets: new Map(balances.wallets), credits: balances.credits },
  });
}

class World {
  readonly shop: Shop;
  readonly resellerid: number;
  readonly plans: readonly { planid: number; subplanid: number }[];
  readonly services: Subscriber[] = [];
  today = START;

  private constructor(shop: Shop, resellerid: number, plans: World['plans']) {
    this.shop = shop;
    this.resellerid = resellerid;
    this.plans = plans;
  }

  static async open(given: Given): Promise<World> {
    const shop = await Shop.open(api, { on: START, settings: given });
    const prices = [{}, { amt1: 0 }, { amt1: '0.02' }, { amt1: 300, plan_period: 10, plan_period_unit: 'Day' }];
    const plans = [];
    for (const price of prices) plans.push(await shop.plan(price));
    return new World(shop, await shop.franchisee(600), plans);
  }

  async subscribe({ days, franchisee, plan, ...fields }: Order) {
    const monthly = plan < 3 ? {} : { billing_start_day: 0 };
    const all = { ...fields, ...monthly, ...this.plans[plan], bill_from: addDays(START, days) };
    this.services.push(await this.shop.subscribe(all, franchisee ? this.resellerid : 0));
  }

  pass(days: number): void {
    this.today = addDays(this.today, days);
    this.shop.day(this.today);
  }

  async do(service: Subscriber, what: ServiceCall): Promise<void> {
    const { me } = this.shop;
    const serviceid = service.id;
    switch (what.kind) {
      case 'clock':
        await this.shop.advance();
        return;
      case 'act':
        await service.act(what.action);
        return;
      case 'pay':
        await api.call('payment/new', { serviceid, amt: what.amt, mode: 'Online' }, me);
        return;
      case 'change plan':
        await service.changePlan(this.plans[what.plan] ?? {}, what.schedule);
        return;
      case 'wallet':
        await api.call('reseller/wallet_update', { resellerid: this.resellerid, action: 'TopUp', amt: what.amt }, me);
        return;
      case 'switch':
        await api.call('service/update', { serviceid, prepaid_postpaid: what.to }, me);
        return;
      case 'discount':
        await api.call('service/update', { serviceid, discount_percent: what.discount_percent }, me);
        return;
      case 'incident': {
        const incident = { kind: 'Outage', title: 'x', serviceids: serviceid, count: 1 };
        await api.call('incident/create', incident, me);
        return;
      }
      case 'repair': {
        const { incidentId: id } = (await api.db.prisma.incidentService.findFirst({
          where: { serviceId: serviceid, uptoAt: null },
        })) ?? { incidentId: 0 };
        if (id > 0) await api.call('incident/move', { id, report: 'resolve' }, me);
      }
    }
  }

  /** A draft of each service as it is stored. */
  drafts() {
    const serviceIds = this.services.map(({ id }) => id);
    const now = api.clock.now();
    return api.db.transaction((tx) =>
      readDrafts(tx, { where: servicesOf(this.shop.ispid, serviceIds), now, by: 'test', readOnly: true }),
    );
  }

  /** Runs leave it out from here on: each world begins on the same day, so they would pass the days of all before it again. */
  async close(): Promise<void> {
    await api.db.prisma.isp.update({ where: { id: this.shop.ispid }, data: { deletedAt: api.clock.now() } });
  }

  async missedServices(): Promise<string[]> {
    const on = { ispId: this.shop.ispid, today: this.today };
    const all = new Set(await candidatesOf(api.db.pool, on));
    const drafts = await this.drafts();
    const missed: string[] = [];
    for (const { name, apply, candidates } of RULES) {
      const changed = drafts.map(copied).filter(apply);
      if (changed.length === 0) continue;
      applied.add(name);
      const rows = await query<{ id: number }>(api.db.pool, candidates(on));
      const found = new Set(rows.map(({ id }) => id));
      for (const { stored } of changed) {
        const { id, status, prepaid } = stored.subscription;
        if (!found.has(id) || !all.has(id)) missed.push(`${name}: ${prepaid ? 'prepaid' : 'postpaid'} ${status} ${id}`);
      }
    }
    return missed;
  }
}

const does = (service: number, days: number, what: ServiceCall) => ({ service, days, call: what });

/** A service above its credit limit with a promise to pay, one whose days of grace end, and one whose do not in an incident. */
const UNPAID: [Given, Order[], { days: number; service: number; call: ServiceCall }[]] = [
  {
    suspend_clock: 'run',
    default_credit_limit: '400',
    late_fee_amt: 10,
    invoice_due_days: 0,
    promise_days: 3,
    late_fee_after_days: 0,
    min_dues: 0,
    cutoff_days: 'Bill',
  },
  Array.from({ length: 6 }, () => ({
    ...{ prepaid_postpaid: 'Postpaid', billing_start_day: 0, installation_amt: 0, discount_percent: 0 },
    ...{ days: 0, franchisee: false, plan: 0 },
  })),
  [
    does(0, 0, { kind: 'act', action: 'invoice' }),
    does(0, 0, { kind: 'act', action: 'npd' }),
    does(0, 0, { kind: 'act', action: 'restore' }),
    does(1, 0, { kind: 'act', action: 'np' }),
    does(2, 0, { kind: 'act', action: 'np' }),
    does(2, 0, { kind: 'incident' }),
    does(0, 4, { kind: 'clock' }),
    does(1, 8, { kind: 'clock' }),
  ],
];

/** Services whose franchisee cannot pay all of their months, until its wallet is topped up. */
const REFUSED: typeof UNPAID = [
  {
    suspend_clock: 'run',
    default_credit_limit: '',
    late_fee_amt: 0,
    invoice_due_days: 7,
    promise_days: 3,
    late_fee_after_days: 4,
    min_dues: 0,
    cutoff_days: 'Bill',
  },
  Array.from({ length: 6 }, () => ({
    ...{ prepaid_postpaid: 'Postpaid', billing_start_day: 0, installation_amt: 0, discount_percent: 0 },
    ...{ days: 0, franchisee: true, plan: 0 },
  })),
  [
    does(0, 0, { kind: 'clock' }),
    does(0, 31, { kind: 'clock' }),
    does(0, 0, { kind: 'wallet', amt: 9_000 }),
    does(0, 0, { kind: 'clock' }),
  ],
];

it('whatever happened to services, each time rule finds those that it would change', async () => {
  await fc.assert(
    fc.asyncProperty(
      settings,
      fc.array(order, { minLength: 6, maxLength: 6 }),
      fc.array(step, { minLength: 40, maxLength: 60 }),
      async (given, orders, steps) => {
        const world = await World.open(given);
        for (const each of orders) await world.subscribe(each);
        for (const { days, service, call: what } of steps) {
          world.pass(days);
          expect(await world.missedServices()).toEqual([]);
          const subscriber = world.services[service];
          if (subscriber) await world.do(subscriber, what);
        }
        await world.close();
      },
    ),
    { numRuns: 4, endOnFailure: true, examples: [UNPAID, REFUSED] },
  );
  expect([...applied].sort()).toEqual(RULES.map(({ name }) => name).sort());
});
