import { beforeAll, describe, expect, it } from 'vitest';
import { countSessions } from '../../../src/areas/insight/dashboard/count-sessions.ts';
import { recordMinute } from '../../../src/areas/network/series/record-minute.ts';
import { rollUpSeries } from '../../../src/areas/network/series/roll-up.ts';
import { purgeTraffic } from '../../../src/areas/network/traffic/purge.ts';
import { execute, query, sql } from '../../../src/db/sql.ts';
import { startApi } from '../../fixtures/api.ts';
import { makeTenant, makeUser, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
let mine: Tenant;
let theirs: Tenant;
let staff: Awaited<ReturnType<typeof makeUser>>;

interface Graph {
  period: string;
  from: string;
  upto: string;
  step: string;
  points: { at: string; dl: string; ul: string; online?: string }[];
}

/** Half past seven in the evening in India. */
const NOW = new Date('2026-03-10T14:00:30Z');
const HOUR = Math.floor(NOW.getTime() / 3_600_000);
/** What 1 Mbit/s is in five minutes. */
const MEGABIT = 37_500_000;

/** A row with 1 Mbit/s up and `down` Mbit/s down, in these buckets. */
const buckets = (down: number, of: readonly number[]) => [
  ...Array.from({ length: 12 }, (_, at) => (of.includes(at) ? MEGABIT : 0)),
  ...Array.from({ length: 12 }, (_, at) => (of.includes(at) ? down * MEGABIT : 0)),
];
const ofService = (hoursAgo: number, down: number, of: readonly number[]) => ({
  ...{ ispId: mine.ispid, serviceId: mine.serviceid, hour: HOUR - hoursAgo },
  buckets: buckets(down, of),
});
const ofPlan = (resellerId: number, hoursAgo: number, down: number, of: readonly number[]) => ({
  ...{ ispId: mine.ispid, planId: mine.planid, resellerId, hour: HOUR - hoursAgo },
  buckets: buckets(down, of),
});
const points = ({ points: all }: Graph) => all.map(({ at, dl, ul }) => [at, dl, ul].map(String));
const graph = (path: string, input: Record<string, unknown>, as = mine.me) => api.ok<Graph>(path, input as never, as);

beforeAll(async () => {
  api.clock.at = NOW;
  mine = await makeTenant(api);
  theirs = await makeTenant(api);
  await api.ok('isp/settings_update', { timezone: 'Asia/Kolkata' }, mine.me);
  staff = await makeUser(api, mine.me, { groupname: 'Reseller', resellerid: mine.resellerid, ispid: mine.ispid });
  const { prisma } = api.db;
  const all = Array.from({ length: 12 }, (_, at) => at);
  await prisma.trafficHour.createMany({
    data: [ofService(1, 4, [10, 11]), ofService(2, 2, all), ofService(30, 8, all), ofService(24 * 8, 9, all)],
  });
  await prisma.planTrafficHour.createMany({
    data: [ofPlan(0, 1, 4, [8, 10, 11]), ofPlan(mine.resellerid, 1, 6, [8]), ofPlan(0, 40, 3, all)],
  });
});

describe('the graph of a service', () => {
  it('has the rates of a day by five minutes, in the time zone of the ISP', async () => {
    const answer = await graph('service/traffic', { serviceid: mine.serviceid });
    expect(answer).toMatchObject({
      period: 'day',
      step: '300',
      from: '2026-03-09 19:30:00',
      upto: '2026-03-10 19:30:00',
    });
    expect(points(answer)).toHaveLength(14);
    expect(points(answer).slice(-2)).toEqual([
      ['2026-03-10 19:20:00', '4000', '1000'],
      ['2026-03-10 19:25:00', '4000', '1000'],
    ]);
  });

  it('has the averages of a week by hours', async () => {
    const answer = await graph('service/traffic', { serviceid: mine.serviceid, period: 'week' });
    expect(answer).toMatchObject({ period: 'week', step: '3600', from: '2026-03-03 19:30:00' });
    expect(points(answer)).toEqual([
      ['2026-03-09 13:30:00', '8000', '1000'],
      ['2026-03-10 17:30:00', '2000', '1000'],
      ['2026-03-10 18:30:00', '667', '167'],
    ]);
  });

  it('ends with the last report of an open session, and has the nodes write what they know', async () => {
    const told: string[] = [];
    const unlisten = await api.db.listen('traffic', (notice) => {
      if (notice.type === 'notice') told.push(notice.payload);
    });
    const { serviceid: serviceId, ispid: ispId, nasid: nasId, username } = mine;
    const updatedAt = new Date(NOW.getTime() - 6 * 60_000);
    const of = { nasId, nasIp: '127.0.0.1', startedAt: updatedAt, updatedAt, acctSessionId: 'g1' };
    const { id } = await api.db.prisma.session.create({ data: { ...of, ispId, serviceId, username } });
    const answer = await graph('service/traffic', { serviceid: mine.serviceid });
    await api.db.prisma.session.delete({ where: { id } });
    expect(points(answer).at(-1)?.[0]).toBe('2026-03-10 18:25:00');
    await api.db.flushNotifications();
    expect(told).toEqual([String(serviceId)]);
    await unlisten();
  });

  it('is found by the key of its rows', async () => {
    const plan = await query<{ 'QUERY PLAN': string }>(
      api.db.pool,
      sql`EXPLAIN SELECT hour, buckets FROM radius.traffic_hour
          WHERE isp_id = 1 AND hour = ANY(${[1, 2, 3]}::int[]) AND service_id = 1`,
    );
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/traffic_hour_pkey[\s\S]*service_id = 1/);
  });
});

describe('the graph of a plan', () => {
  it('is the sum of all its services, and for a reseller of its own', async () => {
    const at = '2026-03-10 19:10:00';
    expect(points(await graph('plan/traffic', { id: mine.planid }))).toEqual([[at, '10000', '2000']]);
    const own = await graph('plan/traffic', { id: mine.planid }, staff);
    expect(points(own)).toEqual([[at, '6000', '1000']]);
    const week = points(await graph('plan/traffic', { id: mine.planid, period: 'week' }));
    expect(week).toEqual([['2026-03-09 03:30:00', '3000', '1000']]);
  });

  it('is none for a login user of some locations', async () => {
    const limited = await makeUser(api, mine.me, {
      ...{ groupname: 'Employee', roles: 'ReadOnly', resellerid: 0, ispid: mine.ispid, lc: 'BLR' },
    });
    expect(await api.call('plan/traffic', { id: mine.planid }, limited)).toMatchObject({ status: 403 });
  });
});

describe('the graph of a NAS', () => {
  const minute = (ago: number) => new Date(Math.floor(NOW.getTime() / 60_000 - ago) * 60_000);

  beforeAll(async () => {
    const data = [3, 7, 8, 200].map((ago) => ({
      nasId: mine.nasid,
      minute: minute(ago),
      upOctets: MEGABIT,
      downOctets: 2 * MEGABIT,
    }));
    await api.db.prisma.nasPulse.createMany({ data });
    const { serviceid: serviceId, ispid: ispId, nasid: nasId, username } = mine;
    const of = { nasId, nasIp: '127.0.0.1', startedAt: NOW, updatedAt: NOW };
    await api.db.prisma.session.createMany({
      data: ['n1', 'n2'].map((acctSessionId) => ({ ...of, ispId, serviceId, username, acctSessionId })),
    });
    await countSessions(api.kernel);
    api.clock.at = minute(4);
    await recordMinute(api.kernel);
    await recordMinute(api.kernel);
    await rollUpSeries(api.kernel);
    api.clock.at = NOW;
  });

  it('has what was reported, and the sessions', async () => {
    const answer = await graph('radius/nas/traffic', { id: mine.nasid });
    expect(answer.points.map(({ at, dl, ul, online }) => [at, dl, ul, online].map(String))).toEqual([
      ['2026-03-10 16:10:00', '2000', '1000', '0'],
      ['2026-03-10 19:20:00', '4000', '2000', '0'],
      ['2026-03-10 19:25:00', '2000', '1000', '2'],
    ]);
  });

  it('has the hours of the ISP over a week, those that are over', async () => {
    const answer = await graph('radius/nas/traffic', { id: mine.nasid, period: 'week' });
    expect(answer.points.map(({ at, dl, online }) => [at, dl, online].map(String))).toEqual([
      ['2026-03-10 16:00:00', '167', '0'],
    ]);
    await rollUpSeries(api.kernel);
    const rows = await query<{ hours: number; up: number }>(
      api.db.pool,
      sql`SELECT count(*)::int AS hours, sum(up_octets)::float8 AS up FROM radius.nas_pulse_hour WHERE nas_id = ${mine.nasid}`,
    );
    expect(rows).toEqual([{ hours: 2, up: 4 * MEGABIT }]);
  });

  it('is not shown to the resellers that share it', async () => {
    expect(await api.call('radius/nas/traffic', { id: mine.nasid }, staff)).toMatchObject({ status: 404 });
  });
});

it('nobody sees the graphs of another ISP', async () => {
  for (const [path, input] of [
    ['service/traffic', { serviceid: mine.serviceid }],
    ['plan/traffic', { id: mine.planid }],
    ['radius/nas/traffic', { id: mine.nasid }],
  ] as const)
    expect(await api.call(path, input as never, theirs.me)).toMatchObject({ status: 404 });
});

it('hours are deleted when they are older than their ISP keeps them', async () => {
  const left = async () => {
    const [row] = await query<{ services: number; plans: number }>(
      api.db.pool,
      sql`SELECT (SELECT count(*) FROM radius.traffic_hour WHERE isp_id = ${mine.ispid})::int AS services,
            (SELECT count(*) FROM radius.plan_traffic_hour WHERE isp_id = ${mine.ispid})::int AS plans`,
    );
    return row;
  };
  const { signal } = new AbortController();
  await execute(api.db.pool, sql`UPDATE crm.isp_setting SET traffic_history_days = 0 WHERE isp_id = ${theirs.ispid}`);
  expect(await purgeTraffic(api.db, new Date(NOW.getTime() + 3_600_000), signal)).toBe(true);
  expect(await left()).toEqual({ services: 3, plans: 3 });
  await api.ok('isp/settings_update', { traffic_history_days: 1 }, mine.me);
  await purgeTraffic(api.db, NOW, signal);
  expect(await left()).toEqual({ services: 2, plans: 2 });
  await api.ok('isp/settings_update', { traffic_history_days: 0 }, mine.me);
  await purgeTraffic(api.db, NOW, signal);
  expect(await left()).toEqual({ services: 0, plans: 0 });
  expect(await api.call('isp/settings_update', { traffic_history_days: 91 }, mine.me)).toMatchObject({ status: 400 });
});
