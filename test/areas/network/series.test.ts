import { beforeAll, describe, expect, it } from 'vitest';
import { countServices } from '../../../src/areas/insight/dashboard/count-services.ts';
import { recordMinute } from '../../../src/areas/network/series/record-minute.ts';
import { rollUpSeries } from '../../../src/areas/network/series/roll-up.ts';
import { query, sql } from '../../../src/db/sql.ts';
import { startApi } from '../../fixtures/api.ts';
import { Shop, type Subscriber } from '../../fixtures/subscriber.ts';
import { makeUser } from '../../fixtures/tenants.ts';

const api = await startApi();
const shop = await Shop.open(api);
const other = await Shop.open(api);
const { ispid: ispId } = shop;
let reseller: number;
let resold: Subscriber;

type Points = { at: string; value: string }[];

async function read(series: string, parameters: Record<string, string | number>, as = shop.me) {
  const answer = await api.ok<{ series: string; points: Points }[]>('series/read', { series, ...parameters }, as);
  return Object.fromEntries(answer.map((each) => [each.series, each.points.map(({ at, value }) => [at, value])]));
}

const at = (time: string) => {
  api.clock.at = new Date(`2026-03-10T${time}+05:30`);
};
/** As a node counts it. */
const transfer = (resellerId: number, up: number, down: number) => {
  const minute = new Date(Math.floor(api.clock.now().getTime() / 60_000) * 60_000);
  return api.db.prisma.pulse.upsert({
    where: { ispId_resellerId_minute: { ispId, resellerId, minute } },
    create: { ispId, resellerId, minute, up, down },
    update: { up, down },
  });
};

beforeAll(async () => {
  reseller = await shop.reseller();
  resold = await shop.subscribe({ prepaid_postpaid: 'Postpaid' }, reseller);
  const own = await shop.subscribe({ prepaid_postpaid: 'Postpaid' });
  const now = new Date();
  const of = { nasId: 1, nasIp: '127.0.0.1', startedAt: now, updatedAt: now };
  await api.ok('radius/nas/create', { resellerid: 0, name: 'Core', ip: '127.3.0.1', secret: 'testing123' }, shop.me);
  for (const { id, username } of [resold, own])
    await api.db.prisma.session.create({ data: { ...of, ispId, serviceId: id, username, acctSessionId: username } });
  at('10:15:20');
  await countServices(api.kernel);
  await recordMinute(api.kernel);
  at('10:16:20');
  await transfer(reseller, 500, 2000);
  await recordMinute(api.kernel);
  await transfer(0, 501, 2002);
  await recordMinute(api.kernel);
  const minute = new Date('2026-03-10T11:05:00+05:30');
  await api.db.prisma.pulse.create({
    data: { ispId, resellerId: 0, minute, online: 1, accepts: 4, wrongPassword: 2, other: 1 },
  });
});

describe('a series by minute', () => {
  it('has what was online and what was transferred', async () => {
    const range = { from: '2026-03-10', to: '2026-03-10', step: 'minute' };
    expect(await read('online,up,down,rejects,wrong_password,accepts', range)).toEqual({
      online: [
        ['2026-03-10 10:15:00', '2'],
        ['2026-03-10 10:16:00', '2'],
        ['2026-03-10 11:05:00', '1'],
      ],
      up: [['2026-03-10 10:16:00', '501']],
      down: [['2026-03-10 10:16:00', '2002']],
      rejects: [['2026-03-10 11:05:00', '3']],
      wrong_password: [['2026-03-10 11:05:00', '2']],
      accepts: [['2026-03-10 11:05:00', '4']],
    });
    expect(await read('online,up', { ...range, resellerid: reseller })).toEqual({
      online: [
        ['2026-03-10 10:15:00', '1'],
        ['2026-03-10 10:16:00', '1'],
      ],
      up: [['2026-03-10 10:16:00', '500']],
    });
  });

  it('is of the day of the ISP', async () => {
    at('23:59:10');
    await recordMinute(api.kernel);
    api.clock.at = new Date('2026-03-11T00:00:10+05:30');
    await transfer(0, 70, 80);
    await recordMinute(api.kernel);
    const range = { from: '2026-03-11', to: '2026-03-11', step: 'minute' };
    expect(await read('up', range)).toEqual({ up: [['2026-03-11 00:00:00', '70']] });
  });

  it('takes a time as well as a day', async () => {
    const range = { from: '2026-03-10 10:16:00', to: '2026-03-10 10:16:59', step: 'minute' };
    expect(await read('online', range)).toEqual({ online: [['2026-03-10 10:16:00', '2']] });
  });
});

describe('hours and days', () => {
  const range = { from: '2026-03-10', to: '2026-03-11' };
  const hours = {
    online: [
      ['2026-03-10 10:00:00', '2'],
      ['2026-03-10 11:00:00', '1'],
      ['2026-03-10 23:00:00', '2'],
      ['2026-03-11 00:00:00', '2'],
    ],
    rejects: [['2026-03-10 11:00:00', '3']],
  };

  it('are those of the ISP, however often they are summed up', async () => {
    await rollUpSeries(api.kernel);
    expect(await read('online,rejects', range)).toEqual(hours);
    await rollUpSeries(api.kernel);
    expect(await read('online,rejects', range)).toEqual(hours);
    expect(await read('online,up', { ...range, step: 'day' })).toEqual({
      online: [
        ['2026-03-10 00:00:00', '2'],
        ['2026-03-11 00:00:00', '2'],
      ],
      up: [
        ['2026-03-10 00:00:00', '501'],
        ['2026-03-11 00:00:00', '70'],
      ],
    });
  });

  it('stay when the minutes are gone after two days, and go after 400 days', async () => {
    api.clock.at = new Date('2026-03-14T10:00:00+05:30');
    await rollUpSeries(api.kernel);
    expect(await read('online', { ...range, step: 'minute' })).toEqual({ online: [] });
    expect(await read('online,rejects', range)).toEqual(hours);
    api.clock.at = new Date('2027-06-01T10:00:00+05:30');
    await rollUpSeries(api.kernel);
    expect(await read('online', range)).toEqual({ online: [] });
  });
});

describe('a question that cannot be answered', () => {
  it.each([
    [{ series: 'online', from: '2026-03-10', to: '2026-03-09' }, 'to: must not be before from'],
    [
      { series: 'online', from: '2026-03-10', to: '2026-03-12', step: 'minute' },
      'to: must be at most 2880 steps after from',
    ],
    [{ series: 'nothing', from: '2026-03-10', to: '2026-03-12' }, /^series: must be online, accepts, /],
  ])('%j is refused', async (parameters, error) => {
    const answer = await api.call('series/read', parameters, shop.me);
    expect(answer.status).toBe(400);
    expect(answer.error).toMatch(error);
  });

  it('is one of another tenant, and of a login user of some locations', async () => {
    const range = { series: 'online', from: '2026-03-10', to: '2026-03-10' };
    for (const whose of [{ ispid: ispId }, { resellerid: reseller }])
      expect(await api.call('series/read', { ...range, ...whose }, other.me)).toMatchObject({ status: 404 });
    const employee = { groupname: 'Employee', resellerid: 0, ispid: ispId, lc: 'BLR' };
    const limited = await makeUser(api, shop.me, employee);
    expect(await api.call('series/read', range, limited)).toMatchObject({ status: 403 });
  });
});

describe('reading', () => {
  it('goes by the primary key, for an ISP as for all', async () => {
    await query(
      api.db.pool,
      sql`INSERT INTO radius.pulse (isp_id, reseller_id, minute, online)
          SELECT ${ispId}, n % 20, timestamptz '2026-01-01' + make_interval(mins => n / 20), 1 FROM generate_series(1, 40000) n
          ON CONFLICT DO NOTHING`,
    );
    await query(api.db.pool, sql`ANALYZE radius.pulse`);
    const texts: { text: string; values: unknown[] }[] = [];
    const original = api.db.pool.query.bind(api.db.pool);
    const spy = ((config: { text: string; values: unknown[] }) => {
      texts.push(config);
      return original(config);
    }) as typeof api.db.pool.query;
    api.db.pool.query = spy;
    const range = { series: 'online', from: '2026-01-01', to: '2026-01-01', step: 'minute' };
    await api.ok('series/read', range, shop.me);
    await api.ok('series/read', range, api.admin);
    api.db.pool.query = original;
    const reads = texts.filter(({ text }) => text.includes('radius.pulse'));
    expect(reads).toHaveLength(2);
    for (const { text, values } of reads) {
      const { rows } = await original({ text: `EXPLAIN ${text}`, values });
      const plan = rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('pulse_pkey');
      expect(plan).not.toContain('Seq Scan on pulse');
    }
  });
});
