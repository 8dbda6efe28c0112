import { beforeAll, describe, expect, it } from 'vitest';
import { statements } from '../../../src/areas/subscribers/services/usage.ts';
import { query, sql } from '../../../src/db/sql.ts';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { multiply } from '../../fixtures/multiply.ts';
import { Shop, type Subscriber } from '../../fixtures/subscriber.ts';
import { makeTenant } from '../../fixtures/tenants.ts';

interface Shown {
  readonly levels: Record<string, string | null>[];
  readonly days: Record<string, string>[];
  readonly [name: string]: unknown;
}

const GB = 2 ** 30;
const api = await startApi();
const today = new Date().toISOString().slice(0, 10);
const shop = await Shop.open(api, { on: today, plan: { bw2_gb: 20, bw2_dl: 2048, bw2_ul: 1024 } });
let one: Subscriber;

const usage = (serviceid: number, as: Credentials = shop.me) => api.ok<Shown>('service/usage', { serviceid }, as);

beforeAll(async () => {
  one = await shop.subscribe({ prepaid_postpaid: 'Postpaid' });
});

describe('the usage of a period', () => {
  it('has its volumes and what is used of each level', async () => {
    const { valid_from, valid_upto } = await one.shown();
    expect(await usage(one.id)).toEqual({
      ...{ serviceid: String(one.id), period_from: valid_from, period_upto: valid_upto },
      ...{ used_gb: '0.000', bw_level: '1', exhausted: 'N', level_since: expect.any(String) },
      ...{ carried_gb: '0.000', topped_up_gb: '0.000', days: [] },
      levels: [
        { level: '1', volume_gb: '100.000', used_gb: '0.000', dl: '20480', ul: '10240' },
        { level: '2', volume_gb: '20.000', used_gb: '0.000', dl: '2048', ul: '1024' },
      ],
    });
  });

  it('has top-ups, and the level in use', async () => {
    await one.topUp({ gb: 5, amt: 50, type: 'Expiring' });
    await one.uses(106.5);
    expect(await usage(one.id)).toMatchObject({
      ...{ used_gb: '106.500', bw_level: '2', topped_up_gb: '5.000', carried_gb: '0.000' },
      levels: [
        { level: '1', volume_gb: '105.000', used_gb: '105.000' },
        { level: '2', volume_gb: '20.000', used_gb: '1.500' },
      ],
    });
  });

  it('has its days, with the day that is being counted and those that are archived', async () => {
    const other = await shop.subscribe({ prepaid_postpaid: 'Postpaid' });
    const day = (at: number) => new Date(Date.parse(today) + at * 86_400_000).toISOString().slice(0, 10);
    const { pool } = api.db;
    await pool.query(`SELECT radius.ensure_partitions($1::date, 3)`, [day(-60)]);
    await pool.query(`UPDATE crm.period SET starts_on = $2::date - 2 WHERE service_id = $1`, [other.id, today]);
    await pool.query(
      `INSERT INTO radius.usage_day (service_id, day, in_bytes, out_bytes, seconds)
       VALUES ($1, $2::date - 3, 1, 1, 1), ($1, $2::date - 1, ${GB}, ${2 * GB}, 600), ($1, $2::date, 0, ${GB}, 60)`,
      [other.id, today],
    );
    await pool.query(
      `UPDATE radius.usage SET day = $2::date, day_in_bytes = ${GB}, day_out_bytes = 0, day_seconds = 30 WHERE service_id = $1`,
      [other.id, today],
    );
    await pool.query(`INSERT INTO crm_archive.usage_day VALUES ($1, $2::date - 2, 1048576, 0, 5)`, [other.id, today]);
    expect((await usage(other.id)).days).toEqual([
      { date: day(-2), dl_mb: '0.00', ul_mb: '1.00', seconds: '5' },
      { date: day(-1), dl_mb: '2048.00', ul_mb: '1024.00', seconds: '600' },
      { date: today, dl_mb: '1024.00', ul_mb: '1024.00', seconds: '90' },
    ]);
  });

  it('shows no limit as null, and a third level', async () => {
    const plan = await shop.plan({ bw1_gb: 0, bw2_gb: 1, bw2_dl: 512, bw2_ul: 512, bw3_gb: 0, bw3_dl: 64, bw3_ul: 64 });
    const unlimited = await shop.subscribe({ ...plan, prepaid_postpaid: 'Postpaid' });
    const { levels, carried_gb, topped_up_gb } = await usage(unlimited.id);
    expect(levels.map(({ volume_gb }) => volume_gb)).toEqual([null, '1.000', null]);
    expect({ carried_gb, topped_up_gb }).toEqual({ carried_gb: null, topped_up_gb: null });
  });

  it('has no levels before the first period', async () => {
    const fresh = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    expect(await usage(fresh.id)).toMatchObject({ period_from: null, used_gb: '0.000', levels: [], days: [] });
  });

  it('is nobody else’s', async () => {
    const other = await makeTenant(api);
    expect((await api.call('service/usage', { serviceid: one.id }, other.me)).status).toBe(404);
  });
});

describe('the usage of one service among many', () => {
  it('is read by keys', async () => {
    await multiply(api.db.pool, one.id, { from: 1, to: 10_000 });
    for (const statement of statements(one.id)) {
      const plan = await query<{ 'QUERY PLAN': string }>(api.db.pool, sql`EXPLAIN (COSTS OFF) ${statement}`);
      expect(plan.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(
        /Seq Scan on (service|usage|period|usage_day)\b/,
      );
    }
  });
});
