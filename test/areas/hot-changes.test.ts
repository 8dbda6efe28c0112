import { beforeAll, describe, expect, it } from 'vitest';
import { query, sql } from '../../src/db/sql.ts';
import { startApi } from '../fixtures/api.ts';
import { multiply } from '../fixtures/multiply.ts';
import { rowsRead } from '../fixtures/rows-read.ts';
import { Shop, type Subscriber } from '../fixtures/subscriber.ts';
import { contact, customerFields } from '../fixtures/tenants.ts';

const api = await startApi();
const shop = await Shop.open(api);
const other = await shop.plan({ amt1: 899, data_carryover: 'Y' });
const changesPlan = async (subscriber: Subscriber) => {
  const { status } = await subscriber.changePlan(other, 'immediately');
  expect(status).toBe(200);
};

/** The changes that are made all day, each of a service of its own. */
const CHANGES: Readonly<Record<string, (subscriber: Subscriber) => Promise<unknown>>> = {
  'payment/new': (subscriber) => subscriber.pay(10),
  'payment/new and cancel': async (subscriber) =>
    api.ok('payment/cancel', { id: await subscriber.pay(10), reason: 'The bank returned it' }, shop.me),
  'service/topup': (subscriber) => subscriber.topUp({ gb: 1, amt: 10, type: 'Expiring' }),
  'service/action renew': (subscriber) => subscriber.does('renew'),
  'service/action update_usage': (subscriber) => subscriber.does('update_usage'),
  'service/action suspend': (subscriber) => subscriber.does('suspend'),
  'service/action suspend and restore': async (subscriber) => {
    await subscriber.does('suspend');
    await subscriber.does('restore');
  },
  'service/planchange': changesPlan,
  'service/adjust and planchange': async (subscriber) => {
    await api.ok('service/adjust', { serviceid: subscriber.id, type: 'Credit', amt: 1, reason: 'outage' }, shop.me);
    await changesPlan(subscriber);
  },
  'service/update': ({ id }) => api.ok('service/update', { serviceid: id, tax_id: `GST${id}` }, shop.me),
  'service/create': () => shop.subscribe({ prepaid_postpaid: 'Postpaid' }),
  'customer/create': () => api.ok('customer/create', { resellerid: 0, ...customerFields }, shop.me),
  'lead/create': () =>
    api.ok('lead/create', { resellerid: 0, name: 'Asha', ...contact, address: '1 Main Road', source: 'Web' }, shop.me),
};

const subscribeAndPay = async (): Promise<Subscriber> => {
  const subscriber = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
  await subscriber.pay(2000);
  return subscriber;
};

/** Rows read per call, the fewest of some calls: another call of this database would add to them. */
async function cost(change: (subscriber: Subscriber) => Promise<unknown>): Promise<number> {
  const costs: number[] = [];
  for (let call = 0; call < 3; call++) {
    const subscriber = await subscribeAndPay();
    const before = await rowsRead(api.db);
    await change(subscriber);
    costs.push((await rowsRead(api.db)) - before);
  }
  return Math.min(...costs);
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** ISPs are few, and so are the rows of a whole index of theirs. */
const readsWhole = (node: PlanNode): boolean =>
  node['Node Type'] === 'Seq Scan' ||
  (/Index (Only )?Scan$/.test(node['Node Type']) && !node['Index Cond'] && node['Relation Name'] !== 'isp');

/** Reads that are not by key, in the plans that the connection has for the statements it keeps prepared. */
const readsWithoutKey = (): Promise<string[]> =>
  api.db.transaction(async (tx) => {
    const prepared = await query<{ name: string; statement: string; types: string[] }>(
      tx,
      sql`SELECT name, statement, parameter_types::text[] AS types FROM pg_prepared_statements
          WHERE statement ~ '(crm|auth|radius)[.]'
            -- What each file asks once, when it starts its node, is frequent in a process of many files.
            AND statement !~ 'groupname = ''Server'' LIMIT 1'`,
    );
    expect(prepared.length).toBeGreaterThan(40);
    const found: string[] = [];
    for (const { name, statement, types } of prepared) {
      const values = types.length === 0 ? '' : `(${types.map((type) => `NULL::${type}`).join(', ')})`;
      const [plan] = await tx.$queryRawUnsafe<{ 'QUERY PLAN': { Plan: PlanNode }[] }[]>(
        `EXPLAIN (FORMAT JSON) EXECUTE "${name}"${values}`,
      );
      const root = plan?.['QUERY PLAN'][0]?.Plan;
      const whole = root ? nodesOf(root).filter(readsWhole) : [];
      found.push(...whole.map((node) => `${node['Relation Name'] ?? 'an index'} in ${statement}`));
    }
    return found;
  });

const SIZES = [
  ['few services', 0, 0],
  ['10,000 services', 1, 10_000],
] as const;
const costs = new Map<string, number>();

describe.each(SIZES)('over %s', (size, from, to) => {
  beforeAll(async () => {
    if (to === 0) return;
    const subscriber = await subscribeAndPay();
    await subscriber.topUp({ gb: 1, amt: 10, type: 'NonExpiring' });
    await multiply(api.db.pool, subscriber.id, { from, to });
  });

  it.each(Object.keys(CHANGES))('%s reads no more rows than over few', async (name) => {
    const change = CHANGES[name];
    if (!change) throw new Error(name);
    const rows = await cost(change);
    costs.set(`${name} ${size}`, rows);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThanOrEqual((costs.get(`${name} few services`) ?? 0) * 1.1 + 20);
  });

  it('every statement finds its rows by key', async () => {
    expect(await readsWithoutKey()).toEqual([]);
  });
});
