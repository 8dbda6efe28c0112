import { readFile } from 'node:fs/promises';
import { beforeEach, expect, it } from 'vitest';
import { verifyLedger } from '../../../../src/areas/money/billing/verify/verify.ts';
import { startApi } from '../../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { Shop } from '../../../fixtures/subscriber.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open(api, { on: '2026-03-10' });
});

const usage = async () =>
  (await api.ok<Record<string, string>[]>('isp/credits_usage', { ispid: shop.ispid, rows_limit: 100 }, shop.me)).map(
    ({ action, credits, balance }) => `${action} ${credits} ${balance}`,
  );
const limit = async (credits: number) => {
  await api.ok('isp/update', { ispid: shop.ispid, enable_usage_limit: 1 }, api.admin);
  await api.ok('isp/credits_update', { ispid: shop.ispid, action: 'Set', credits }, api.admin);
};

it('each service-month is counted, whether credits are limited or not', async () => {
  const quarter = await shop.plan({ units: 3, amt1: 1200 });
  const days = await shop.plan({ plan_period: 45, plan_period_unit: 'Day' });
  await shop.subscribe();
  await shop.subscribe(quarter);
  await shop.subscribe(days);
  const stub = await shop.subscribe({ ...quarter, billing_start_day: 20 });
  expect(await usage()).toEqual(['Use -1.00 -1.00', 'Use -3.00 -4.00', 'Use -2.00 -6.00', 'Use -1.00 -7.00']);
  await stub.does('bill');
  await stub.does('suspend');
  await stub.does('restore');
  expect(await usage()).toHaveLength(4);
});

it('without credits an ISP opens no period: requests are refused, services at the end of a period become NPD', async () => {
  await limit(2);
  const postpaid = await shop.subscribe();
  const prepaid = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
  await prepaid.pay(998);
  const { status, error } = await prepaid.act('renew');
  expect([status, error]).toEqual([409, `ISP ${shop.ispid} has no credits left`]);
  await shop.advanceOn('2026-04-10');
  expect(await postpaid.summary()).toBe('NPD 2026-03-10 2026-04-09 499.00');
  expect(await prepaid.summary()).toBe('NPD 2026-03-10 2026-04-09 -499.00');
  await postpaid.pay(499);
  expect(await postpaid.summary()).toBe('NPD 2026-03-10 2026-04-09 0.00');
  await api.ok('isp/credits_update', { ispid: shop.ispid, action: 'Add', credits: 2 }, api.admin);
  await postpaid.does('renew');
  await prepaid.does('renew');
  expect(await postpaid.summary()).toBe('Active 2026-04-10 2026-05-09 0.00');
  expect(await prepaid.summary()).toBe('Active 2026-04-10 2026-05-09 0.00');
  expect((await usage()).at(-1)).toBe('Use -1.00 0.00');
});

it('services that are paid go on by themselves as soon as there are credits again', async () => {
  await limit(2);
  const postpaid = await shop.subscribe();
  const prepaid = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
  await prepaid.pay(998);
  await shop.advanceOn('2026-04-10');
  await postpaid.pay(499);
  await api.ok('isp/credits_update', { ispid: shop.ispid, action: 'Add', credits: 2 }, api.admin);
  await shop.advance();
  expect(await postpaid.summary()).toBe('Active 2026-04-10 2026-05-09 0.00');
  expect(await prepaid.summary()).toBe('Active 2026-04-10 2026-05-09 0.00');
});

it('a pending plan change uses credits for the months of its own plan', async () => {
  await limit(4);
  const quarter = await shop.plan({ units: 3, amt1: 100 });
  const prepaid = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
  await prepaid.pay(599);
  const postpaid = await shop.subscribe();
  for (const service of [prepaid, postpaid]) await service.changePlan(quarter, 'next_bill');
  expect((await prepaid.act('renew')).error).toBe(`ISP ${shop.ispid} has no credits left`);
  shop.day('2026-04-10');
  expect(await shop.advance()).toMatchObject({ failed: 0 });
  expect((await prepaid.shown()).status).toBe('NPD');
  expect(await postpaid.summary()).toBe('NPD 2026-03-10 2026-04-09 499.00');
  // The payment is accepted, though it opens nothing.
  await postpaid.pay(499);
  expect(await postpaid.summary()).toBe('NPD 2026-03-10 2026-04-09 0.00');
});

it('a validity that is replaced on its first day returns its credits', async () => {
  await limit(2);
  const dear = await shop.plan({ amt1: 899 });
  const plans = [dear, { planid: shop.planid, subplanid: shop.subplanid }];
  const prepaid = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
  await prepaid.pay(499);
  for (const plan of [...plans, ...plans, ...plans])
    expect((await prepaid.changePlan(plan, 'immediately')).error).toBeNull();
  expect((await usage()).slice(1, 4)).toEqual(['Use -1.00 1.00', 'Return 1.00 2.00', 'Use -1.00 1.00']);
  expect((await usage()).at(-1)).toBe('Use -1.00 1.00');
  expect(await api.ok('isp/list', { ispid: shop.ispid }, api.admin)).toMatchObject([{ usage_credits: '1.00' }]);
});

it('whole unused months return their credits; a month that has begun does not', async () => {
  await limit(20);
  const year = await shop.plan({ units: 12, amt1: 1200 });
  const service = await shop.subscribe({ ...year, credit_limit: 10_000, prepaid_postpaid: 'Prepaid' });
  await service.does('renew');
  shop.day('2026-04-25');
  expect(
    (await service.changePlan({ planid: shop.planid, subplanid: shop.subplanid }, 'immediately')).error,
  ).toBeNull();
  expect((await usage()).slice(1)).toEqual(['Use -12.00 8.00', 'Return 10.00 18.00', 'Use -1.00 17.00']);
});

it('a split postpaid month keeps its credit, and returns it if it is deleted before it begins', async () => {
  await limit(3);
  const dear = await shop.plan({ amt1: 899 });
  const service = await shop.subscribe();
  await service.does('renew');
  for (const plan of [dear, { planid: shop.planid, subplanid: shop.subplanid }, dear])
    expect((await service.changePlan(plan, 'immediately')).error).toBeNull();
  expect((await usage()).at(-1)).toBe('Use -1.00 1.00');
  await service.pay('16.10');
  await api.ok('service/delete', { serviceid: service.id }, shop.me);
  expect((await usage()).at(-1)).toBe('Return 1.00 2.00');
});

/** The state before credits were returned: only the first row of each service. */
async function burn(): Promise<void> {
  const { pool } = api.db;
  const { rows } = await pool.query<{ id: string; entry_id: string }>(
    `SELECT id, entry_id FROM crm.credit_usage u WHERE isp_id = $1 AND (action = 'Return' OR EXISTS (
       SELECT FROM crm.period p WHERE p.id = u.period_id AND p.stub))`,
    [shop.ispid],
  );
  const [ids, entries] = [rows.map(({ id }) => id), rows.map(({ entry_id }) => entry_id)];
  const behindTheBack = async (table: string, statement: string, values: unknown[]) => {
    await pool.query(`ALTER TABLE crm.${table} DISABLE TRIGGER USER`);
    await pool.query(statement, values);
    await pool.query(`ALTER TABLE crm.${table} ENABLE TRIGGER USER`);
  };
  await behindTheBack('credit_usage', 'DELETE FROM crm.credit_usage WHERE id = ANY($1)', [ids]);
  await behindTheBack('ledger_line', 'DELETE FROM crm.ledger_line WHERE entry_id = ANY($1)', [entries]);
  await behindTheBack('ledger_entry', 'DELETE FROM crm.ledger_entry WHERE id = ANY($1)', [entries]);
  await behindTheBack(
    'credit_usage',
    `UPDATE crm.credit_usage u SET balance = h.balance FROM (
       SELECT id, sum(credits) OVER (ORDER BY id) AS balance FROM crm.credit_usage WHERE isp_id = $1) h
     WHERE h.id = u.id`,
    [shop.ispid],
  );
  const left = `(SELECT sum(credits) FROM crm.credit_usage WHERE isp_id = $1)`;
  await behindTheBack('isp', `UPDATE crm.isp SET usage_credits = ${left} WHERE id = $1`, [shop.ispid]);
}

it('without credits a suspended month is billed when it ends, though no other can begin', async () => {
  await api.ok('isp/settings_update', { suspend_clock: 'run' }, shop.me);
  const service = await shop.subscribe();
  await shop.advance();
  await limit(0);
  await service.does('suspend');
  await shop.advanceOn('2026-04-10');
  expect(await service.summary()).toBe('Suspend 2026-03-10 2026-04-09 499.00');
  await shop.advanceOn('2026-04-11');
  expect(await service.summary()).toBe('Suspend 2026-03-10 2026-04-09 499.00');
  expect(await service.invoices()).toHaveLength(1);
});

it('the migration returns, once, the credits that were not returned before it', async () => {
  const dear = await shop.plan({ amt1: 899 });
  const prepaid = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
  await prepaid.pay(499);
  const postpaid = await shop.subscribe();
  for (const service of [prepaid, postpaid]) await service.changePlan(dear, 'immediately');
  await burn();
  const wrong = async () => (await verifyLedger(api.db)).flatMap(({ problems }) => problems);
  expect(await wrong()).toEqual(
    [1, 2].map(() => expect.stringMatching(/^period \d+: is voided and holds 1.00 credits$/)),
  );
  const folder = new URL('../../../../prisma/migrations/2026112200030001_returned_credits/', import.meta.url);
  const migration = await readFile(new URL('migration.sql', folder), 'utf8');
  const before = await usage();
  await api.db.pool.query(migration);
  await api.db.pool.query(migration);
  expect(await wrong()).toEqual([]);
  expect(before.at(-1)).toBe('Use -1.00 -3.00');
  expect((await usage()).slice(before.length)).toEqual(['Return 1.00 -2.00', 'Return 1.00 -1.00', 'Use -1.00 -2.00']);
});
