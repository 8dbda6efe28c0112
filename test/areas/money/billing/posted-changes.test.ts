import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BILLING_COLUMNS } from '../../../../src/areas/money/billing/store/save/services.ts';
import { startApi } from '../../../fixtures/api.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';

/** Changes of services that the ledger makes with the update that moves their balances. */
const api = await startApi();
// A person with psql: what he may do with the ledger, and what not.
const psql = new pg.Client(api.db.url);
let shop: Shop;
let service: Subscriber;
beforeAll(async () => {
  await psql.connect();
  shop = await Shop.open(api);
  shop.day('2026-03-10');
});
afterAll(async () => {
  const { rows } = await psql.query('SELECT * FROM crm.balance_drift');
  await psql.end();
  expect(rows).toEqual([]);
});
beforeEach(async () => {
  service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
  // The payment opens the first period.
  await service.pay(2000);
});

/** What the audit has of the last call that changed the service. */
async function lastImages(): Promise<unknown[]> {
  const { rows } = await psql.query<{ after: unknown }>(
    `SELECT after FROM auth.audit_change WHERE table_name = 'crm.service' AND row_id = $1
     AND event_id = (SELECT max(event_id) FROM auth.audit_change WHERE table_name = 'crm.service' AND row_id = $1)`,
    [service.id],
  );
  return rows.map(({ after }) => after);
}

const POST = `WITH entry AS (
    INSERT INTO crm.ledger_entry (isp_id, service_id, kind, posted_on) VALUES ($1, $2, 'by_hand', '2026-03-10') RETURNING id)
  INSERT INTO crm.ledger_line (entry_id, account_id, amt)
  SELECT entry.id, a.id, l.amt FROM entry, crm.ledger_account a
  JOIN (VALUES ('service:' || $2::int, $3::numeric), ('nominal:' || $1::int || ':bank', -$3::numeric)) l (key, amt) USING (key)`;

/** Posts an amount to the service. */
const post = (amt: number) => psql.query(POST, [shop.ispid, service.id, amt]);
const change = (changes: unknown) =>
  psql.query(`SELECT set_config('lastmile.service_changes', $1, true)`, [JSON.stringify(changes)]);
/** The row of the service. */
async function row(): Promise<unknown> {
  const { rows } = await psql.query('SELECT to_jsonb(s) AS row FROM crm.service s WHERE id = $1', [service.id]);
  return rows[0]?.row;
}

async function inTransaction(work: () => Promise<unknown>): Promise<void> {
  await psql.query('BEGIN');
  try {
    await work();
    await psql.query('COMMIT');
  } catch (error) {
    await psql.query('ROLLBACK');
    throw error;
  }
}

describe('one update of the service', () => {
  it('is what a renewal makes', async () => {
    await service.does('renew');
    expect(await lastImages()).toEqual([{ os_amt: -1002, period_id: expect.any(Number), valid_upto: '2026-05-09' }]);
  });

  it('is what a change of plan makes', async () => {
    const other = await shop.plan({ amt1: 600 });
    expect(await service.changePlan(other, 'immediately')).toMatchObject({ status: 200 });
    expect(await lastImages()).toEqual([
      expect.objectContaining({ os_amt: -1400, plan_id: other.planid, sub_plan_id: other.subplanid }),
    ]);
  });

  it('is what a payment makes, of the balance alone', async () => {
    await service.pay(10);
    expect(await lastImages()).toEqual([{ os_amt: -1511 }]);
  });

  it('leaves out nothing of what a night changes of many, whether their balances move or not', async () => {
    const others = [service, await shop.subscribe({ prepaid_postpaid: 'Prepaid' }), await shop.subscribe()];
    await others[1]?.pay(499);
    await shop.advanceOn('2026-04-12');
    const summaries = await Promise.all(others.map((each) => each.summary()));
    expect(summaries).toEqual([
      'Active 2026-04-10 2026-05-09 -1002.00',
      'NPD 2026-03-10 2026-04-09 0.00',
      'Active 2026-04-10 2026-05-09 499.00',
    ]);
    shop.day('2026-03-10');
  });
});

describe('a balance moves by what is posted, and by that alone', () => {
  it('with changes of every column that billing writes', async () => {
    const { planid, subplanid } = await shop.plan();
    const days = {
      valid_from: '2026-03-01',
      valid_upto: '2026-03-31',
      grace_upto: '2026-04-02',
      promise_upto: '2026-04-03',
    };
    const at = '2026-03-10T06:30:00+00:00';
    const changed = {
      ...{
        plan_id: planid,
        sub_plan_id: subplanid,
        period_id: null,
        anchor_day: 7,
        billed: true,
        renewal_refused: true,
        updated_by: 'a hand',
      },
      ...{ status: 'Suspend', status_before: 'NP', status_at: at, suspended_at: at, ...days },
    };
    expect(Object.keys(changed)).toEqual(expect.arrayContaining(BILLING_COLUMNS));
    await inTransaction(async () => {
      await change({ [service.id]: changed });
      await post(100);
    });
    expect(await row()).toMatchObject({ ...changed, os_amt: -1401 });
  });

  it.each([
    ['the balance itself', (id: number) => ({ [id]: { os_amt: 0 } })],
    ['a column that billing does not write', (id: number) => ({ [id]: { billed: true, username: 'taken' } })],
    ['a service to which nothing is posted', (id: number) => ({ [id]: { billed: true }, [id - 1]: { billed: true } })],
  ])('and nothing is posted with a change of %s', async (_, changes) => {
    const posting = inTransaction(async () => {
      await change(changes(service.id));
      await post(100);
    });
    await expect(posting).rejects.toThrow(/^the ledger cannot change service \d+ by /);
    expect(await row()).toMatchObject({ os_amt: -1501 });
  });

  it('once, where one transaction posts twice', async () => {
    await inTransaction(async () => {
      await change({ [service.id]: { promise_upto: '2026-03-12' } });
      await post(100);
      await psql.query('UPDATE crm.service SET promise_upto = NULL WHERE id = $1', [service.id]);
      await post(-30);
    });
    expect(await row()).toMatchObject({ os_amt: -1431, promise_upto: null });
  });

  it('and goes back to a savepoint with its changes, which can then be made anew', async () => {
    await inTransaction(async () => {
      await psql.query('SAVEPOINT before');
      await change({ [service.id]: { promise_upto: '2026-03-12' } });
      await post(100);
      await psql.query('ROLLBACK TO before');
      await post(1);
    });
    expect(await row()).toMatchObject({ os_amt: -1500, promise_upto: null });
  });

  it('however the setting was left: an update that names the balance is refused', async () => {
    const update = inTransaction(async () => {
      await change({ [service.id]: { promise_upto: '2026-03-12' } });
      await psql.query('UPDATE crm.service SET os_amt = 0 WHERE id = $1', [service.id]);
    });
    await expect(update).rejects.toThrow('service.os_amt changes only with the ledger');
    await post(1);
    expect(await row()).toMatchObject({ os_amt: -1500, promise_upto: null });
  });
});
