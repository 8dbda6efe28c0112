import { beforeAll, describe, expect, it } from 'vitest';
import { countRenewals } from '../../../src/areas/insight/dashboard/count-renewals.ts';
import { countServices } from '../../../src/areas/insight/dashboard/count-services.ts';
import { countSessions } from '../../../src/areas/insight/dashboard/count-sessions.ts';
import { query, sql } from '../../../src/db/sql.ts';
import { startApi } from '../../fixtures/api.ts';
import { multiply } from '../../fixtures/multiply.ts';
import { rowsRead } from '../../fixtures/rows-read.ts';
import { Shop } from '../../fixtures/subscriber.ts';

const api = await startApi();
const shop = await Shop.open(api);
const PATHS = ['dashboard/now', 'dashboard/due'];
const COPIES = 5_000;

/** Of long ago, so that they are in no count of today. */
async function grow(): Promise<void> {
  const { id } = await shop.subscribe({ prepaid_postpaid: 'Postpaid' });
  await api.db.pool.query('ALTER TABLE crm.payment DISABLE TRIGGER USER');
  await multiply(api.db.pool, id, { from: 1, to: COPIES });
  await api.db.pool.query(`UPDATE crm.service SET created_at = '2020-01-01' WHERE id > 1000000`);
  const log = `INSERT INTO radius.auth_log (at, isp_id, username, nas_id, nas_ip, response)
    SELECT timestamptz '2025-12-01', $1, 'x', 1, '127.0.0.1', 'Access-Accept' FROM generate_series(1, $2)`;
  await api.db.pool.query(log, [shop.ispid, COPIES]);
  const leads = `INSERT INTO crm.lead (isp_id, name, mobile, email, address, source, status, closed_at, closed_by)
    SELECT $1, 'Asha', '98', 'a@b.c', 'x', 'Web', 'Completed', now(), 'x' FROM generate_series(1, $2)`;
  await api.db.pool.query(leads, [shop.ispid, COPIES]);
  const sessions = `INSERT INTO radius.session (isp_id, service_id, nas_id, nas_ip, username, acct_session_id, started_at, updated_at)
    SELECT isp_id, id, 1, '127.0.0.1', username, id::text, now(), now() FROM crm.service WHERE id > 1000000`;
  await api.db.pool.query(sessions);
  for (const table of ['crm.service', 'crm.lead', 'radius.auth_log', 'radius.session'])
    await api.db.pool.query(`VACUUM ANALYZE ${table}`);
}

const count = async () => {
  await countServices(api.kernel);
  await countRenewals(api.kernel);
};

/** Rows read by a call, the fewest of some. */
async function cost(path: string, as: typeof shop.me): Promise<number> {
  const costs: number[] = [];
  for (let call = 0; call < 3; call++) {
    const before = await rowsRead(api.db);
    await api.ok(path, {}, as);
    costs.push((await rowsRead(api.db)) - before);
  }
  return Math.min(...costs);
}

describe('a dashboard', () => {
  const few = new Map<string, number>();
  beforeAll(async () => {
    await api.ok('radius/nas/create', { resellerid: 0, name: 'Core', ip: '127.3.0.1', secret: 'testing123' }, shop.me);
    await shop.subscribe({ prepaid_postpaid: 'Postpaid' });
    await count();
    for (const path of PATHS)
      for (const [who, as] of Object.entries({ isp: shop.me, server: api.admin }))
        few.set(`${path} ${who}`, await cost(path, as));
    await grow();
    await count();
  });

  it.each(PATHS)(
    '%s reads no more rows over many services, sessions, leads and log-ins than over few',
    async (path) => {
      for (const [who, as] of Object.entries({ isp: shop.me, server: api.admin }))
        expect(await cost(path, as), who).toBeLessThanOrEqual((few.get(`${path} ${who}`) ?? 0) + 60);
    },
  );

  it('shows all of them all the same', async () => {
    const { subscribers, online } = await api.ok<{ subscribers: { Total: number }; online: number }>(
      'dashboard/now',
      {},
      shop.me,
    );
    expect(subscribers.Total).toBeGreaterThan(COPIES);
    expect(online).toBe(COPIES);
  });

  it('is counted anew without writing what has not changed', async () => {
    await countSessions(api.kernel);
    const versions = () =>
      query<{ xmin: string }>(
        api.db.pool,
        sql`SELECT xmin::text FROM crm.service_tally UNION ALL SELECT xmin::text FROM crm.renewal_tally
            UNION ALL SELECT xmin::text FROM radius.nas_tally`,
      );
    const before = await versions();
    expect(before.length).toBeGreaterThan(1);
    await count();
    await countSessions(api.kernel);
    expect(await versions()).toEqual(before);
  });

  it('forgets a place without services', async () => {
    await api.db.pool.query(`UPDATE crm.service SET location_code = 'ELSE' WHERE id > 1000000`);
    await count();
    const rows = await query<{ active: number }>(
      api.db.pool,
      sql`SELECT active FROM crm.service_tally WHERE location_code = 'BLR'`,
    );
    expect(rows.map(({ active }) => active)).toEqual([2]);
  });
});
