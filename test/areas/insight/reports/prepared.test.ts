import { beforeAll, describe, expect, it, vi } from 'vitest';
import { claim, renew } from '../../../../src/areas/insight/reports/prepared/claim.ts';
import { make } from '../../../../src/areas/insight/reports/prepared/make.ts';
import { dailySet, orderDaily } from '../../../../src/areas/insight/reports/prepared/order-daily.ts';
import { purgeReports } from '../../../../src/areas/insight/reports/prepared/prepare-reports.ts';
import { readAlone } from '../../../../src/areas/insight/reports/read-alone.ts';
import { REPORT_NAMES } from '../../../../src/areas/insight/reports/reports.ts';
import { type Credentials, startApi } from '../../../fixtures/api.ts';
import { linesOf } from '../../../fixtures/pdf-text.ts';
import { makeWaiting, prepareReport } from '../../../fixtures/prepared-report.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';
import { makeUser } from '../../../fixtures/tenants.ts';

type Parameters = Record<string, string | number>;

interface Answer {
  readonly rows: readonly Record<string, string | number | null>[];
  readonly total: Record<string, string | number>;
  readonly count: number;
  readonly prepared_at: string | null;
}

interface Listed {
  readonly id: string;
  readonly report: string;
  readonly state: string;
  readonly problem: string | null;
  readonly asked_by: string | null;
  readonly prepared_at: string | null;
}

const WAITING = { timeout: 60_000, interval: 50 };

const api = await startApi();
const { pool } = api.db;
const shop = await Shop.open(api, { on: '2026-03-01' });
const other = await Shop.open(api, { on: '2026-03-01' });
const days = { from: '2026-03-01', to: '2026-03-31' };
const any: Parameters = { ...days, days: 60, until: '2026-04-30', top: 3 };
let reseller: number;
let own: Subscriber;
let ofReseller: Credentials;
let inSouth: Credentials;
let accounts: Credentials;

const read = (name: string, parameters: Parameters, as = shop.me) => api.ok<Answer>(`report/${name}`, parameters, as);
const listed = (as = shop.me, parameters: Parameters = {}) => api.ok<Listed[]>('report/prepared', parameters, as);
const found = async (id: number, as = shop.me) => (await listed(as)).find((each) => each.id === String(id));
const set = (id: number, change: string) => pool.query(`UPDATE crm.prepared_report SET ${change} WHERE id = $1`, [id]);
const forget = () => pool.query('DELETE FROM crm.prepared_report');

beforeAll(async () => {
  reseller = await shop.reseller();
  const place = await shop.place('MAA', 'MAA-S');
  const prepaid = { prepaid_postpaid: 'Prepaid' };
  own = await shop.subscribe(prepaid);
  const resold = await shop.subscribe(prepaid, await shop.franchisee(5_000));
  const south = await shop.subscribe({ ...prepaid, ...place }, reseller);
  for (const each of [own, resold, south]) await each.pay(600);
  await other.subscribe(prepaid);
  ofReseller = await makeUser(api, shop.me, { groupname: 'Reseller', resellerid: reseller, ispid: shop.ispid });
  inSouth = await makeUser(api, shop.me, { groupname: 'Employee', resellerid: 0, ispid: shop.ispid, lc: 'MAA' });
  accounts = await makeUser(api, shop.me, { ispid: shop.ispid, roles: 'Accounts' });
  await pool.query(`SELECT radius.ensure_partitions(date '2026-02-01', 4)`);
  await pool.query(
    `INSERT INTO radius.usage_day (service_id, day, in_bytes, out_bytes) SELECT id, '2026-03-02', id * 2^30, 2^31 FROM crm.service`,
  );
});

describe('a prepared report', () => {
  it('is what the live one answers at that moment, in rows, totals, CSV and PDF, for every report', async () => {
    const list = await api.ok<{ name: string; parameters: string[] }[]>('report/list', {}, shop.me);
    for (const { name, parameters: taken } of list) {
      const parameters = Object.fromEntries(Object.entries(any).filter(([key]) => taken.includes(key)));
      const id = await prepareReport(api, shop.me, { report: name, ...parameters });
      const live = await read(name, { ...parameters, source: 'live' });
      const { prepared_at, ...prepared } = await read(name, { ...parameters, source: 'prepared' });
      expect({ name, ...prepared, prepared_at: null }).toEqual({ name, ...live });
      expect(prepared_at).toBe('2026-03-01 12:00:00');
      const file = { report: name, ...parameters };
      const csv = String((await api.call('report/csv', { ...file, source: 'live' }, shop.me)).result);
      expect(String((await api.call('report/csv', { ...file, source: 'prepared' }, shop.me)).result)).toBe(csv);
      expect(String((await api.call('report/prepared_csv', { id }, shop.me)).result)).toBe(csv);
      const pdf = async (source: string) =>
        linesOf((await api.call('report/pdf', { ...file, source }, shop.me)).result as Buffer);
      expect(await pdf('prepared')).toEqual(await pdf('live'));
    }
    expect((await listed()).length).toBe(REPORT_NAMES.length);
    expect((await read('usage_by_subscriber', { ...days, source: 'prepared' })).count).toBe(3);
  });

  it('has the figures of its moment, until it is prepared anew', async () => {
    const asked = { report: 'collections_by_mode', ...days };
    await prepareReport(api, shop.me, asked);
    await own.pay(100);
    const amounts = async () => [
      (await read('collections_by_mode', { ...days, source: 'prepared' })).total.amt,
      (await read('collections_by_mode', days)).total.amt,
    ];
    expect(await amounts()).toEqual(['1800.00', '1900.00']);
    const { id, state } = await api.ok<{ id: string; state: string }>('report/prepare', asked, shop.me);
    expect(state).toBe('Waiting');
    expect((await amounts())[0]).toBe('1800.00');
    await makeWaiting(api);
    expect(await amounts()).toEqual(['1900.00', '1900.00']);
    expect(await found(Number(id))).toMatchObject({ state: 'Ready', asked_by: expect.any(String) });
    const parts = await pool.query('SELECT DISTINCT run FROM crm.prepared_report_part WHERE report_id = $1', [id]);
    expect(parts.rowCount).toBe(1);
  });

  it('of an earlier version has nothing in the columns that have been added since', async () => {
    const id = await prepareReport(api, shop.me, { report: 'outstanding_by_location' });
    await pool.query(
      `UPDATE crm.prepared_report SET rows = (SELECT jsonb_agg(r - 'location') FROM jsonb_array_elements(rows::jsonb) r) WHERE id = $1`,
      [id],
    );
    const { rows } = await read('outstanding_by_location', { source: 'prepared' });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ location }) => location)).toEqual(rows.map(() => null));
  });

  it('is answered without being asked for if making it took long, and only on its day', async () => {
    const id = await prepareReport(api, shop.me, { report: 'expiring', days: 20 });
    const preparedAt = async () => (await read('expiring', { days: 20 })).prepared_at;
    expect(await preparedAt()).toBeNull();
    await set(id, 'took = 5000');
    expect(await preparedAt()).toBe('2026-03-01 12:00:00');
    expect((await read('expiring', { days: 20, source: 'live' })).prepared_at).toBeNull();
    await set(id, `made_on = '2026-02-28'`);
    expect(await preparedAt()).toBeNull();
    expect((await read('expiring', { days: 20, source: 'prepared' })).prepared_at).not.toBeNull();
  });

  it('is not there for other parameters, and not when there is none', async () => {
    const answer = await api.call('report/expiring', { days: 21, source: 'prepared' }, shop.me);
    expect(answer).toMatchObject({ status: 404, error: 'there is no prepared report with these parameters' });
    expect(await api.call('report/prepared_csv', { id: 999_999 }, shop.me)).toMatchObject({ status: 404 });
  });

  it.each([
    [{ report: 'expiring', top: 5 }, 400, 'top: is not a parameter of expiring'],
    [{ report: 'forecast', until: '2026-07-02' }, 400, 'until: must be at most 92 days after today, 2026-03-01'],
    [{ report: 'revenue_by_plan', from: '2026-03-02', to: '2026-03-01' }, 400, 'to: must not be before from'],
  ])('is not asked for with %j', async (parameters, status, error) => {
    const before = (await listed()).length;
    expect(await api.call('report/prepare', parameters, shop.me)).toMatchObject({ status, error });
    expect((await listed()).length).toBe(before);
  });
});

describe('who sees a prepared report', () => {
  const asked = { report: 'expiring', days: 60 };
  const prepared = (as: Credentials, more: Parameters = {}) =>
    api.call('report/expiring', { days: 60, source: 'prepared', ...more }, as);

  it('are those who see the same part of the ISP, and nobody else', async () => {
    await forget();
    const id = await prepareReport(api, shop.me, asked);
    for (const stranger of [ofReseller, inSouth, other.me]) {
      expect(await prepared(stranger)).toMatchObject({ status: 404 });
      expect(await listed(stranger)).toEqual([]);
      expect(await api.call('report/prepared_csv', { id }, stranger)).toMatchObject({
        status: 404,
        error: `there is no prepared report ${id}`,
      });
    }
    expect((await prepared(accounts)).status).toBe(200);
    expect(await found(id, accounts)).toBeDefined();
    expect((await prepared(api.admin, { ispid: shop.ispid })).status).toBe(200);
    expect(await api.call('report/prepared', {}, api.admin)).toMatchObject({
      status: 400,
      error: 'ispid: is required',
    });

    const theirs = await prepareReport(api, ofReseller, asked);
    expect((await prepared(ofReseller)).result).toMatchObject({ count: 1 });
    expect((await prepared(shop.me, { resellerid: reseller })).result).toMatchObject({ count: 1 });
    expect((await prepared(shop.me)).result).toMatchObject({ count: 3 });
    expect(await found(theirs, inSouth)).toBeUndefined();
  });

  it('is no Employee whose locations have changed meanwhile', async () => {
    const id = await prepareReport(api, inSouth, asked);
    expect((await prepared(inSouth)).result).toMatchObject({ count: 1 });
    expect(await found(id)).toBeUndefined();
    await api.ok('auth/user/update', { id: inSouth.userid, lc: 'BLR' }, shop.me);
    expect((await prepared(inSouth)).status).toBe(404);
    expect((await api.call('report/prepared_csv', { id }, inSouth)).status).toBe(404);
    expect(await listed(inSouth)).toEqual([]);
  });

  it('is nobody who may not see the report any more', async () => {
    const id = await prepareReport(api, accounts, { report: 'outstanding_by_plan' });
    await api.ok('auth/user/update', { id: accounts.userid, roles: 'Support' }, shop.me);
    const forbidden = { status: 403, error: expect.stringContaining('lacks the permission report.read') };
    expect(await api.call('report/prepared_csv', { id }, accounts)).toMatchObject(forbidden);
    const file = { report: 'outstanding_by_plan', source: 'prepared' };
    for (const ending of ['csv', 'pdf'])
      expect(await api.call(`report/${ending}`, file, accounts)).toMatchObject(forbidden);
    expect(await api.call('report/prepare', { report: 'outstanding_by_plan' }, accounts)).toMatchObject(forbidden);
    expect(await found(id, accounts)).toBeUndefined();
    expect(await found(id)).toBeDefined();
  });
});

describe('the reports that wait', () => {
  const asked = (more: Parameters) => ({ report: 'expiring', ...more });

  it('are one for all who ask for the same, and bounded for each login user', async () => {
    await forget();
    const ask = (daysAhead: number, as = shop.me) => api.call('report/prepare', asked({ days: daysAhead }), as);
    const ids = await Promise.all([1, 1, 1, 2, 3, 4, 5].map(async (ahead) => (await ask(ahead)).result));
    expect(new Set(ids.map((each) => (each as { id: string }).id)).size).toBe(5);
    const refused = await ask(6);
    expect(refused).toMatchObject({
      status: 429,
      error: expect.stringContaining('5 reports are already waiting to be prepared'),
    });
    expect((await ask(6, ofReseller)).status).toBe(200);
    await makeWaiting(api);
    expect((await ask(6)).status).toBe(200);
    await makeWaiting(api);
  });

  it('are made one at a time for an ISP, by whichever node, those of people before those of the night', async () => {
    await forget();
    const night = await api.ok<{ id: string }>('report/prepare', asked({ days: 1 }), shop.me);
    await set(Number(night.id), 'asked_by = NULL');
    const ofNight = await api.ok<{ id: string }>('report/prepare', asked({ days: 3 }), shop.me);
    await set(Number(ofNight.id), 'asked_by = NULL');
    const ofPerson = await api.ok<{ id: string }>('report/prepare', asked({ days: 2 }), shop.me);
    await api.ok('report/prepare', asked({ days: 1 }), other.me);
    const claims = await Promise.all([1, 2, 3].map(() => claim(api.db)));
    expect(claims.map((each) => each?.isp_id).sort()).toEqual([shop.ispid, other.ispid, undefined].sort());
    expect(claims.find((each) => each?.isp_id === shop.ispid)?.id).toBe(Number(ofPerson.id));
    const { signal } = new AbortController();
    for (const each of claims) if (each) await make(api.kernel, each, signal);
    await makeWaiting(api);
    expect((await listed()).map(({ state }) => state)).toEqual(['Ready', 'Ready', 'Ready']);
  });

  it('are made for a person who asks for what the night has ordered', async () => {
    const { id } = await api.ok<{ id: string }>('report/prepare', asked({ days: 11 }), shop.me);
    await set(Number(id), `asked_by = NULL, asked_at = now() + interval '1 hour'`);
    await api.ok('report/prepare', asked({ days: 12 }), shop.me);
    expect((await api.ok<{ id: string }>('report/prepare', asked({ days: 11 }), shop.me)).id).toBe(id);
    expect((await found(Number(id)))?.asked_by).not.toBeNull();
    await makeWaiting(api);
  });

  it('leave no statement running on the server when their node stops', async () => {
    const stopping = new AbortController();
    const reading = readAlone(pool, { prepared: true, signal: stopping.signal }, (client) =>
      client.query('SELECT pg_sleep(600)'),
    );
    const sleeping = async () =>
      (await pool.query(`SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query = 'SELECT pg_sleep(600)'`))
        .rowCount;
    await vi.waitFor(async () => expect(await sleeping()).toBe(1), WAITING);
    stopping.abort();
    await expect(reading).rejects.toThrow();
    await vi.waitFor(async () => expect(await sleeping()).toBe(0), WAITING);
  });

  it('are made by another node after one that died, whose result then no longer counts', async () => {
    await forget();
    const { id } = await api.ok<{ id: string }>('report/prepare', asked({ days: 1 }), shop.me);
    const first = await claim(api.db);
    if (!first) throw new Error('nothing waits');
    expect(await claim(api.db)).toBeUndefined();
    expect(await renew(api.db, first)).toBe(true);
    await set(Number(id), `leased_until = now() - interval '1 second'`);
    await makeWaiting(api);
    expect(await found(Number(id))).toMatchObject({ state: 'Ready' });
    expect(await renew(api.db, first)).toBe(false);
    await set(Number(id), `total = '{"late": true}'`);
    await make(api.kernel, first, new AbortController().signal);
    const { rows } = await pool.query('SELECT state, total, result_run FROM crm.prepared_report WHERE id = $1', [id]);
    expect(rows).toEqual([{ state: 'Ready', total: { late: true }, result_run: 2 }]);
    const parts = await pool.query('SELECT DISTINCT run FROM crm.prepared_report_part WHERE report_id = $1', [id]);
    expect(parts.rows).toEqual([{ run: 2 }]);
  });

  it('are given up when nodes have died with them three times', async () => {
    const { id } = await api.ok<{ id: string }>('report/prepare', asked({ days: 9 }), shop.me);
    for (let died = 0; died < 3; died++) {
      await claim(api.db);
      await set(Number(id), `leased_until = now() - interval '1 second'`);
    }
    await makeWaiting(api);
    expect(await found(Number(id))).toMatchObject({
      state: 'Failed',
      problem: 'the nodes that made it have all stopped',
      prepared_at: null,
    });
    expect(await prepareReport(api, shop.me, asked({ days: 9 }))).toBe(Number(id));
    expect(await found(Number(id))).toMatchObject({ state: 'Ready', problem: null });
  });

  it('wait on when their node stops', async () => {
    const { id } = await api.ok<{ id: string }>('report/prepare', asked({ days: 10 }), shop.me);
    const claimed = await claim(api.db);
    if (!claimed) throw new Error('nothing waits');
    await make(api.kernel, claimed, AbortSignal.abort());
    const { rows } = await pool.query('SELECT state, attempts FROM crm.prepared_report WHERE id = $1', [id]);
    expect(rows).toEqual([{ state: 'Waiting', attempts: 0 }]);
    await makeWaiting(api);
    expect(await found(Number(id))).toMatchObject({ state: 'Ready' });
  });

  it('end with the sentence of what cannot be made', async () => {
    const { id } = await api.ok<{ id: string }>('report/prepare', { report: 'forecast', until: '2026-05-30' }, shop.me);
    shop.day('2026-02-01');
    await makeWaiting(api);
    shop.day('2026-03-01');
    expect(await found(Number(id))).toMatchObject({
      state: 'Failed',
      problem: 'until: must be at most 92 days after today, 2026-02-01',
    });
  });

  it('are deleted after their time, and the oldest when an ISP keeps too much', async () => {
    await forget();
    const [first, second] = [
      await prepareReport(api, shop.me, asked({ days: 1 })),
      await prepareReport(api, shop.me, asked({ days: 2 })),
    ];
    await set(first, `expires_at = now() - interval '1 second'`);
    await purgeReports(api.db);
    expect((await listed()).map(({ id }) => Number(id))).toEqual([second]);
    await set(second, 'bytes = 600 * 1024 * 1024');
    shop.day('2026-03-02');
    const resold = await prepareReport(api, ofReseller, asked({ days: 3 }));
    expect(await found(second)).toBeUndefined();
    const third = await prepareReport(api, shop.me, asked({ days: 3 }));
    await set(third, 'bytes = 511 * 1024 * 1024');
    shop.day('2026-03-03');
    await prepareReport(api, ofReseller, asked({ days: 4 }));
    expect((await listed()).map(({ id }) => Number(id))).toEqual(expect.arrayContaining([resold, third]));
    shop.day('2026-03-01');
  });
});

describe('the night', () => {
  it('asks for the reports of last month and of this month until yesterday', () => {
    const of = (today: string, name: string) => dailySet(today).filter(([each]) => each === name);
    expect(new Set(dailySet('2026-03-15').map(([name]) => name))).toEqual(new Set(REPORT_NAMES));
    expect(of('2026-03-15', 'usage_by_plan').map(([, parameters]) => parameters)).toEqual([
      { from: '2026-02-01', to: '2026-02-28' },
      { from: '2026-03-01', to: '2026-03-14' },
    ]);
    expect(of('2026-01-01', 'commissions').map(([, parameters]) => parameters)).toEqual([
      { from: '2025-12-01', to: '2025-12-31' },
    ]);
    expect(of('2026-01-01', 'subscribers_by_month')[0]?.[1]).toEqual({ from: '2025-01-01', to: '2025-12-31' });
    expect(of('2026-03-15', 'subscribers_by_month')[0]?.[1]).toEqual({ from: '2025-04-01', to: '2026-03-14' });
    expect(of('2026-03-15', 'forecast')[0]?.[1]).toEqual({ until: '2026-03-22' });
  });

  it('comes once a day, after three, for large ISPs only', async () => {
    await forget();
    await pool.query(
      `INSERT INTO crm.service_tally (isp_id, reseller_id, location_code, sub_location_code, active, np, npd, suspend, new_request, online, owing, owed)
       VALUES ($1, 0, 'BLR', 'BLR-N', 6000, 2000, 1000, 1000, 5000, 0, 0, 0), ($2, 0, 'BLR', 'BLR-N', 9000, 0, 0, 0, 5000, 0, 0, 0)
       ON CONFLICT (isp_id, reseller_id, location_code, sub_location_code) DO UPDATE SET active = excluded.active, np = excluded.np,
         npd = excluded.npd, suspend = excluded.suspend`,
      [shop.ispid, other.ispid],
    );
    const at = (time: string) => {
      api.clock.at = new Date(`${time}:00+05:30`);
    };
    at('2026-03-20T02:59');
    expect(await orderDaily(api.kernel)).toBe(0);
    at('2026-03-20T03:01');
    const count = dailySet('2026-03-20').length;
    expect((await Promise.all([orderDaily(api.kernel), orderDaily(api.kernel)])).sort()).toEqual([0, count].sort());
    expect(await listed(other.me)).toEqual([]);
    // A row that the second order has locked is left for the next run, in ten seconds.
    const made = async () => {
      await makeWaiting(api);
      return (await listed()).map(({ state, problem, asked_by }) => ({ state, problem, asked_by }));
    };
    await expect
      .poll(made, WAITING)
      .toEqual(Array.from({ length: count }, () => ({ state: 'Ready', problem: null, asked_by: null })));
    expect(await orderDaily(api.kernel)).toBe(0);
    const month = { from: '2026-02-01', to: '2026-02-28' };
    expect((await read('revenue_by_plan', { ...month, source: 'prepared' })).prepared_at).toBe('2026-03-20 03:01:00');
    at('2026-03-21T03:01');
    expect(await orderDaily(api.kernel)).toBe(count);
    const preparedAt = async () => {
      await makeWaiting(api);
      return (await read('revenue_by_plan', { ...month, source: 'prepared' })).prepared_at;
    };
    // The same as above.
    await expect.poll(preparedAt, WAITING).toBe('2026-03-21 03:01:00');
  });
});
