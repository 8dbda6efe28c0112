import { describe, expect, it } from 'vitest';
import { execute, query, sql } from '../../../../src/db/sql.ts';
import { startApi } from '../../../fixtures/api.ts';
import { lockWaits } from '../../../fixtures/lock-waits.ts';
import { Shop } from '../../../fixtures/subscriber.ts';

/** Actions that move no money lock and read no more of a service than its status. */
const api = await startApi();
const shop = await Shop.open(api, { on: '2026-03-10' });

const active = () => shop.subscribe({ prepaid_postpaid: 'Postpaid' });
const usageOf = async (id: number) => {
  const [row] = await query<{ updated_at: Date; up: number }>(
    api.db.pool,
    sql`SELECT updated_at, in_bytes AS up FROM radius.usage WHERE service_id = ${id}`,
  );
  return row;
};

describe('a change of status', () => {
  it.each(['suspend', 'np', 'npd'])('by %s that waited for another change sees what it left', async (action) => {
    const service = await active();
    const { planid, subplanid } = await shop.plan();
    let waiting: ReturnType<typeof service.act> | undefined;
    await api.db.transaction(async (tx) => {
      await execute(
        tx,
        sql`UPDATE crm.service SET status = 'Suspend', status_before = 'Active', suspended_at = now(),
              plan_id = ${planid}, sub_plan_id = ${subplanid} WHERE id = ${service.id}`,
      );
      waiting = service.act(action);
      await lockWaits(api.db);
    });
    const answer = await waiting;
    expect([answer?.status, answer?.error]).toEqual([
      409,
      expect.stringContaining(`and service ${service.id} is Suspend`),
    ]);
  });

  it.each(['suspend', 'update_usage'])(
    'by %s of another tenant’s service is refused without waiting',
    async (action) => {
      const service = await active();
      const stranger = await Shop.open(api, { on: '2026-03-10' });
      const before = await usageOf(service.id);
      await api.db.transaction(async (tx) => {
        await query(tx, sql`SELECT 1 FROM crm.service WHERE id = ${service.id} FOR UPDATE`);
        await query(tx, sql`SELECT 1 FROM radius.usage WHERE service_id = ${service.id} FOR UPDATE`);
        const { status, error } = await api.call('service/action', { serviceid: service.id, action }, stranger.me);
        expect([status, error]).toEqual([404, `there is no service ${service.id}`]);
      });
      expect(await usageOf(service.id)).toEqual(before);
      expect((await service.shown()).status).toBe('Active');
    },
  );

  it('that is refused leaves the usage as it was counted', async () => {
    const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    await execute(api.db.pool, sql`UPDATE radius.usage SET in_bytes = 5000 WHERE service_id = ${service.id}`);
    const before = await usageOf(service.id);
    const { status, error } = await service.act('update_usage');
    expect([status, error]).toEqual([409, expect.stringContaining(`service ${service.id} is NewRequest`)]);
    expect(await usageOf(service.id)).toEqual(before);
  });

  it('counts the usage again, and keeps all else of the service', async () => {
    const service = await active();
    await execute(api.db.pool, sql`UPDATE radius.usage SET in_bytes = 5000 WHERE service_id = ${service.id}`);
    const before = await service.shown();
    expect((await service.act('update_usage')).error).toBeNull();
    expect((await usageOf(service.id))?.up).toBe(0);
    expect(await service.shown()).toEqual({ ...before, used_gb: expect.anything() });
  });
});
