import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { volumeOf } from '../../../../src/areas/money/usage/caps.ts';
import { startApi } from '../../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { lockWaits } from '../../../fixtures/lock-waits.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open(api, { settings: { invoice_due_days: 0 } });
});
beforeEach(() => shop.day('2026-03-10'));

describe('concurrently', () => {
  it.each([
    ['a charge', 'does not find it', (service: Subscriber) => service.act('bill'), 404],
    // A deleted service still takes payments, of what it owes.
    [
      ...(['a payment', 'is more than it owes'] as const),
      ({ id }: Subscriber) => api.call('payment/new', { serviceid: id, amt: 10, mode: 'Online' }, shop.me),
      409,
    ],
  ] as const)('a service is not deleted while %s is posted, which otherwise %s', async (_, __, post, refused) => {
    const outcomes: string[] = [];
    for (let at = 0; at < 4; at++) {
      const service = await shop.subscribe();
      const answers = await Promise.all([
        post(service),
        api.call('service/delete', { serviceid: service.id }, shop.me),
      ]);
      outcomes.push(answers.map(({ status }) => status).join());
    }
    expect(outcomes.filter((each) => !['200,409', `${refused},200`].includes(each))).toEqual([]);
  });

  it('renewals follow each other', async () => {
    const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    await Promise.all([service.does('renew'), service.does('renew'), service.does('renew')]);
    expect(await service.summary()).toBe('Active 2026-03-10 2026-06-09 1497.00');
  });

  it.each([
    ['the ISP', 'SELECT FROM crm.isp FOR NO KEY UPDATE'],
    ['the counters of its invoices', 'SELECT FROM crm.invoice_counter FOR UPDATE'],
  ])('a renewal that waits for %s does not keep accounting waiting', async (_, lock) => {
    const service = await shop.subscribe();
    await service.does('invoice');
    const other = await api.db.pool.connect();
    let renewal: Promise<unknown> | undefined;
    try {
      await other.query(`BEGIN; ${lock}`);
      renewal = service.does('renew');
      await lockWaits(api.db);
      // As accounting takes the row; 55P03 if the renewal has it.
      await other.query(`SELECT FROM radius.usage WHERE service_id = ${service.id} FOR UPDATE NOWAIT`);
    } finally {
      await other.query('ROLLBACK');
      other.release();
      await renewal;
    }
  });

  it.each([
    ['Prepaid', 'before'],
    ['Postpaid', 'before'],
    ['Prepaid', 'after'],
    ['Postpaid', 'after'],
  ])('a change of a %s service counts what accounting commits %s the change comes to the usage', async (kind, when) => {
    const { pool } = api.db;
    const service = await shop.subscribe({ prepaid_postpaid: kind });
    await service.does(kind === 'Prepaid' ? 'renew' : 'invoice');
    const faster = await shop.plan({ bw1_gb: 1 });
    const [other, accounting] = await Promise.all([pool.connect(), pool.connect()]);
    let change: Promise<{ status: number }> | undefined;
    try {
      await other.query('BEGIN; LOCK TABLE crm.plan_change IN EXCLUSIVE MODE');
      change = service.changePlan(faster, 'immediately');
      await lockWaits(api.db);
      await accounting.query('BEGIN');
      await accounting.query(
        'UPDATE radius.usage SET in_bytes = in_bytes + 1000, level1_used = level1_used + 1000 WHERE service_id = $1',
        [service.id],
      );
      if (when === 'before') await accounting.query('COMMIT');
      await other.query('ROLLBACK');
      if (when === 'after') await lockWaits(api.db);
    } finally {
      await accounting.query('COMMIT');
      for (const client of [other, accounting]) client.release();
    }
    expect((await change)?.status).toBe(200);
    const { rows } = await pool.query(
      `SELECT p.used_bytes, p.closed_at IS NOT NULL AS closed, c.quota_bytes, u.in_bytes
       FROM radius.usage u JOIN crm.period c ON c.id = u.period_id
       JOIN crm.period p ON p.service_id = u.service_id AND p.id < c.id WHERE u.service_id = $1`,
      [service.id],
    );
    const quota = Number(volumeOf('1')) - (kind === 'Prepaid' ? 0 : 1000);
    expect(rows).toEqual([{ used_bytes: 1000, closed: true, quota_bytes: quota, in_bytes: 0 }]);
  });

  it('one of two promises to pay is accepted', async () => {
    const service = await shop.subscribe();
    await service.does('invoice');
    await service.does('npd');
    const answers = await Promise.all([service.act('restore'), service.act('restore')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('one plan change is pending, however many are requested', async () => {
    const service = await shop.subscribe();
    const { planid, subplanid } = shop;
    const answers = await Promise.all([1, 2, 3].map(() => service.changePlan({ planid, subplanid }, 'next_bill')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await api.db.prisma.planChange.count({ where: { serviceId: service.id, status: 'Pending' } })).toBe(1);
  });

  it('calls for the services of two franchisees neither deadlock nor pass the limit of a wallet', async () => {
    const franchisees = [await shop.franchisee(900), await shop.franchisee(2000)];
    const other = await shop.plan({ amt1: 250 });
    const kinds = ['Prepaid', 'Postpaid'];
    const services = await Promise.all(
      franchisees.flatMap((resellerid) =>
        kinds.map((kind) => shop.subscribe({ prepaid_postpaid: kind, credit_limit: 5000 }, resellerid)),
      ),
    );
    shop.day('2026-04-10');
    const cash = (serviceid: number) => api.call('payment/new', { serviceid, amt: 499, mode: 'Cash' }, shop.me);
    const answers = await Promise.all([
      shop.advance(),
      ...services.flatMap((service) => [
        service.act('renew'),
        cash(service.id),
        service.changePlan(other, 'immediately'),
      ]),
      shop.advance(),
      ...services
        .toReversed()
        .flatMap((service) => [service.act('invoice'), cash(service.id), service.act('reconnect')]),
    ]);
    const failed = answers.flatMap((answer) =>
      'error' in answer && ![200, 409].includes(answer.status) ? [answer.error] : [],
    );
    expect(failed).toEqual([]);
    expect(answers.flatMap((answer) => ('failed' in answer ? [answer.failed] : []))).toEqual([0, 0]);
    for (const id of franchisees) {
      const { wallet } = await api.db.prisma.reseller.findUniqueOrThrow({ where: { id } });
      expect(wallet.toNumber()).toBeGreaterThanOrEqual(-100);
    }
  });
});
