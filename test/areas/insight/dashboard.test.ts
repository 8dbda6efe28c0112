import { beforeAll, describe, expect, it } from 'vitest';
import { countRenewals } from '../../../src/areas/insight/dashboard/count-renewals.ts';
import { countServices } from '../../../src/areas/insight/dashboard/count-services.ts';
import { countSessions } from '../../../src/areas/insight/dashboard/count-sessions.ts';
import { makeIpPool } from '../../factories/network.ts';
import { startApi } from '../../fixtures/api.ts';
import { Shop, type Subscriber } from '../../fixtures/subscriber.ts';
import { contact, makeUser } from '../../fixtures/tenants.ts';

const api = await startApi();
const shop = await Shop.open(api, { on: '2026-03-10', settings: { timezone: 'Asia/Kolkata' } });
const other = await Shop.open(api, { on: '2026-03-10' });
const compared = await Shop.open(api, { on: '2026-03-10', settings: { timezone: 'Asia/Kolkata' } });
let reseller: number;
let nas: number;
let first: Subscriber;

interface Earlier {
  online: number | null;
  new_services: number | null;
  collected: string | null;
}

interface Dashboard {
  as_of: string | null;
  subscribers: Record<string, number> | null;
  online: number | null;
  new_today: number | null;
  logins: { accepts: number; rejects: number } | null;
  collected: { mode: string; payments: number; amt: string }[] | null;
  outstanding: { services: number; amt: string } | null;
  leads: Record<string, number> | null;
  nas: { total: number; silent: number } | null;
  yesterday: Earlier | null;
  last_month: Earlier | null;
  online_hour_ago: number | null;
  online_fell: 'Y' | 'N' | null;
  full_pools: { pool_name: string; count: number; free: number }[] | null;
}

interface Due {
  as_of: string | null;
  today: { services: number; amt: string };
  in_3_days: { services: number; amt: string };
  in_7_days: { services: number; amt: string };
}

const count = async () => {
  await countServices(api.kernel);
  await countSessions(api.kernel);
  await countRenewals(api.kernel);
};
const now = (parameters = {}, as = shop.me) => api.ok<Dashboard>('dashboard/now', parameters, as);
const due = (parameters = {}, as = shop.me) => api.ok<Due>('dashboard/due', parameters, as);

async function openSession({ id, username }: Subscriber, updatedAt: Date): Promise<void> {
  const service = await api.db.prisma.service.findUniqueOrThrow({ where: { id } });
  const { ispId, resellerId } = service;
  const of = { ispId, resellerId, serviceId: id, username, nasId: nas, nasIp: '127.3.0.1' };
  await api.db.prisma.session.create({
    data: { ...of, acctSessionId: `s${id}`, startedAt: updatedAt, updatedAt },
  });
}

beforeAll(async () => {
  reseller = await shop.reseller();
  nas = await api.ok<number>(
    'radius/nas/create',
    { resellerid: 0, name: 'Core', ip: '127.3.0.1', secret: 'testing123' },
    shop.me,
  );
});

describe('before the first count', () => {
  it('nothing is counted, and it says so', async () => {
    expect(await now()).toMatchObject({ as_of: null, online: 0, subscribers: { Active: 0, Total: 0 } });
    expect(await due()).toMatchObject({ as_of: null, in_7_days: { services: 0, amt: '0.00' } });
  });
});

describe('the dashboard of today', () => {
  beforeAll(async () => {
    first = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    await first.pay(600);
    const owing = await shop.subscribe({ prepaid_postpaid: 'Postpaid' }, reseller);
    await owing.does('bill');
    await openSession(first, api.clock.now());
    await other.subscribe({ prepaid_postpaid: 'Postpaid' });
    await api.db.prisma.service.updateMany({ data: { createdAt: api.clock.now() } });
    await count();
  });

  it('counts subscribers by status, online and new', async () => {
    expect(await now()).toMatchObject({
      as_of: '2026-03-10 12:00:00',
      subscribers: { Active: 2, NP: 0, NPD: 0, Suspend: 0, NewRequest: 0, Total: 2 },
      online: 1,
      new_today: 2,
    });
  });

  it('sums what was collected and what is owed', async () => {
    const { collected, outstanding } = await now();
    expect(collected).toEqual([{ mode: 'Online', payments: 1, amt: '600.00' }]);
    expect(outstanding).toEqual({ services: 1, amt: '499.00' });
  });

  it('leaves out what was collected on other days, and cancelled payments', async () => {
    const payment = await first.pay(5);
    await api.ok('payment/cancel', { id: payment, reason: 'entered twice' }, shop.me);
    expect((await now()).collected).toEqual([{ mode: 'Online', payments: 1, amt: '600.00' }]);
    shop.day('2026-03-11');
    expect((await now()).collected).toEqual([]);
    shop.day('2026-03-10');
  });

  it('follows a change of status with the next count', async () => {
    await first.does('suspend');
    expect(await now()).toMatchObject({ subscribers: { Active: 2, Suspend: 0 } });
    await count();
    expect(await now()).toMatchObject({ subscribers: { Active: 1, Suspend: 1, Total: 2 } });
    await first.does('restore');
    await count();
    expect(await now()).toMatchObject({ subscribers: { Active: 2, Suspend: 0 } });
  });

  it('counts the answers to log-ins of the last hour', async () => {
    const minute = (minutes: number) => new Date(api.clock.now().getTime() - minutes * 60_000);
    const { ispid: ispId } = shop;
    const whole = { ispId, resellerId: 0, accepts: 2, wrongPassword: 1, other: 1 };
    await api.db.prisma.pulse.createMany({
      data: [
        { ...whole, minute: minute(5) },
        { ...whole, minute: minute(59) },
        { ...whole, minute: minute(60) },
        { ispId, resellerId: reseller, minute: minute(5), accepts: 1 },
      ],
    });
    expect((await now()).logins).toEqual({ accepts: 4, rejects: 4 });
    expect((await now({ resellerid: reseller })).logins).toEqual({ accepts: 1, rejects: 0 });
    expect((await now({}, api.admin)).logins).toEqual({ accepts: 4, rejects: 4 });
    expect((await now({}, other.me)).logins).toEqual({ accepts: 0, rejects: 0 });
  });

  it('shows yesterday and the same day of last month beside today', async () => {
    const at = (day: string) => new Date(`${day}T06:30:00Z`);
    const days = { yesterday: '2026-03-09', last_month: '2026-02-10' };
    for (const [name, day] of Object.entries(days)) {
      const earlier = await compared.subscribe({ prepaid_postpaid: 'Prepaid' });
      await api.db.prisma.service.update({ where: { id: earlier.id }, data: { createdAt: at(day) } });
      const id = await earlier.pay(name === 'yesterday' ? 250 : 75);
      await api.db.pool.query('ALTER TABLE crm.payment DISABLE TRIGGER USER');
      await api.db.pool.query('UPDATE crm.payment SET paid_on = $1 WHERE id = $2', [day, id]);
      await api.db.pool.query('ALTER TABLE crm.payment ENABLE TRIGGER USER');
    }
    const tenant = { ispId: compared.ispid, resellerId: 0 };
    const minutes = [at('2026-03-09'), new Date(api.clock.now().getTime() - 58 * 60_000)];
    await api.db.prisma.pulse.createMany({
      data: minutes.map((minute, index) => ({ ...tenant, minute, online: index === 0 ? 30 : 40 })),
    });
    await api.db.prisma.pulseHour.create({ data: { ...tenant, hour: at('2026-02-10'), online: 12 } });
    expect(await now({}, compared.me)).toMatchObject({
      yesterday: { online: 30, new_services: 1, collected: '250.00' },
      last_month: { online: 12, new_services: 1, collected: '75.00' },
      ...{ online_hour_ago: 40, online_fell: 'Y' },
    });
    const blind = await makeUser(api, compared.me, { ispid: compared.ispid, roles: 'Sales' });
    expect(await now({}, blind)).toMatchObject({ yesterday: null, last_month: null, online_fell: null });
  });

  it('counts pending leads by stage, closed ones not', async () => {
    const lead = { resellerid: 0, name: 'Asha', address: '2 Main Road', source: 'Web', ...contact };
    const id = await api.ok<number>('lead/create', lead, shop.me);
    await api.ok('lead/create', lead, shop.me);
    await api.ok(
      'lead/update',
      { id, status: 'Welcome-Call', report: 'Customer-Refused', reason: 'too dear' },
      shop.me,
    );
    expect((await now()).leads).toMatchObject({ 'Welcome-Call': 1, 'Customer-Refused': 1, Installation: 0 });
    await api.ok('lead/update', { id, status: 'Customer-Refused', report: 'Cancel', reason: 'too dear' }, shop.me);
    expect((await now()).leads).toMatchObject({ 'Welcome-Call': 1, 'Customer-Refused': 0 });
  });

  it('shows a NAS as silent that reports nothing for three intervals', async () => {
    expect((await now()).nas).toEqual({ total: 1, silent: 0 });
    const later = new Date(api.clock.now().getTime() + 16 * 60_000);
    api.clock.at = later;
    expect((await now()).nas).toEqual({ total: 1, silent: 1 });
    await api.db.prisma.session.updateMany({ data: { updatedAt: later } });
    await count();
    expect((await now()).nas).toEqual({ total: 1, silent: 0 });
  });

  it('shows pools with less than a tenth of their addresses free', async () => {
    const isp = { id: shop.ispid };
    const full = await makeIpPool(api.db, isp, { size: 20 });
    const even = await makeIpPool(api.db, isp, { size: 20 });
    const take = (poolId: number, addresses: number) =>
      api.db.pool.query(
        `UPDATE radius.ip_address SET service_id = $3 WHERE (pool_id, ip) IN
           (SELECT pool_id, ip FROM radius.ip_address WHERE pool_id = $1 ORDER BY ip LIMIT $2)`,
        [poolId, addresses, first.id],
      );
    await take(full.id, 19);
    await take(even.id, 18);
    expect((await now()).full_pools).toEqual([{ pool_name: full.name, count: 20, free: 1 }]);
    await take(even.id, 20);
    expect((await now()).full_pools).toEqual([
      { pool_name: even.name, count: 20, free: 0 },
      { pool_name: full.name, count: 20, free: 1 },
    ]);
  });
});

describe('renewals that are due', () => {
  it('are counted by the last day of the validity, with their prices after discounts', async () => {
    const late = await shop.subscribe({ prepaid_postpaid: 'Postpaid', discount_percent: 10, discount_amt: 0.1 });
    const { validUpto } = await api.db.prisma.service.findUniqueOrThrow({ where: { id: late.id } });
    if (!validUpto) throw new Error('it has a validity');
    const end = validUpto.toISOString().slice(0, 10);
    const daysBefore = (days: number) => {
      shop.day(new Date(validUpto.getTime() - days * 86_400_000).toISOString().slice(0, 10));
      return count();
    };
    await api.db.prisma.service.updateMany({
      where: { id: { not: late.id }, ispId: shop.ispid },
      data: { validUpto: new Date('2027-01-01') },
    });
    // 499 less 10 %, less 0.10.
    const one = { services: 1, amt: '449.00' };
    const none = { services: 0, amt: '0.00' };
    await daysBefore(8);
    expect(await due(), end).toMatchObject({ today: none, in_3_days: none, in_7_days: none });
    await daysBefore(7);
    expect(await due()).toMatchObject({ today: none, in_3_days: none, in_7_days: one });
    await daysBefore(3);
    expect(await due()).toMatchObject({ today: none, in_3_days: one, in_7_days: one });
    await daysBefore(0);
    expect(await due()).toMatchObject({ today: one, in_3_days: one, in_7_days: one });
    const { planid, subplanid } = await shop.plan({ amt1: 1000 });
    await api.ok('service/planchange', { serviceid: late.id, planid, subplanid, schedule: 'next_bill' }, shop.me);
    await count();
    expect((await due()).today).toEqual({ services: 1, amt: '899.90' });
    await late.does('suspend');
    await count();
    expect((await due()).today).toEqual(none);
  });
});

describe('who sees what', () => {
  it('another ISP, and each reseller, sees its own only', async () => {
    await count();
    const whole = await now();
    expect(await now({}, other.me)).toMatchObject({
      subscribers: { Total: 1 },
      online: 0,
      collected: [],
      nas: { total: 0 },
    });
    const staff = await makeUser(api, shop.me, { groupname: 'Reseller', resellerid: reseller, ispid: shop.ispid });
    expect(await now({}, staff)).toMatchObject({
      subscribers: { Total: 1 },
      online: 0,
      collected: [],
      leads: { 'Welcome-Call': 0 },
    });
    expect(await now({ resellerid: reseller })).toMatchObject({ subscribers: { Total: 1 }, online: 0 });
    const all = await now({}, api.admin);
    expect(all.subscribers?.Total).toBe((whole.subscribers?.Total ?? 0) + 1);
    expect(await now({ ispid: shop.ispid }, api.admin)).toMatchObject({
      subscribers: whole.subscribers,
      nas: whole.nas,
    });
  });

  it('an Employee of some locations sees what is there', async () => {
    await api.ok('location/create', { location_code: 'MAA', location: 'Chennai' }, shop.me);
    const employee = { groupname: 'Employee', resellerid: 0, ispid: shop.ispid };
    const there = await makeUser(api, shop.me, { ...employee, lc: 'MAA' });
    const here = await makeUser(api, shop.me, { ...employee, lc: 'BLR' });
    expect(await now({}, there)).toMatchObject({ subscribers: { Total: 0 }, online: 0, outstanding: { services: 0 } });
    expect((await now({}, here)).logins).toBeNull();
    expect((await now({}, here)).subscribers).toEqual((await now()).subscribers);
  });

  it('no owner of another tenant is found', async () => {
    const foreign = await other.reseller();
    for (const parameters of [
      { ispid: other.ispid },
      { resellerid: foreign },
      { ispid: shop.ispid, resellerid: foreign },
    ])
      for (const path of ['dashboard/now', 'dashboard/due'])
        expect(await api.call(path, parameters, shop.me)).toMatchObject({ status: 404 });
    expect(await api.call('dashboard/now', { ispid: other.ispid, resellerid: reseller }, api.admin)).toMatchObject({
      status: 404,
    });
  });

  it('a part is null without the permission to read it', async () => {
    const sales = await makeUser(api, shop.me, { ispid: shop.ispid, roles: 'Sales' });
    const { leads, as_of, ...rest } = await now({}, sales);
    expect(as_of).not.toBeNull();
    expect(leads).not.toBeNull();
    expect(Object.values(rest).every((part) => part === null)).toBe(true);
    expect(await api.call('dashboard/due', {}, sales)).toMatchObject({ status: 403 });
  });
});
