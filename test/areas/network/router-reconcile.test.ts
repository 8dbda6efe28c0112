import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { watchNetworks } from '../../../src/areas/network/alerts/watch.ts';
import { reconcileNases } from '../../../src/areas/network/routeros/reconcile/reconcile-nases.ts';
import type { Misbehaviour } from '../../../src/routeros/simulator/misbehave.ts';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { routersOf, type TestRouter } from '../../fixtures/router.ts';
import { makeTenant, makeUser, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
const makeRouter = await routersOf(api);
const { prisma } = api.db;

let tenant: Tenant;
/** Each test has a pace of its own. */
let me: Credentials;
let other: Tenant;
beforeAll(async () => {
  tenant = await makeTenant(api);
  other = await makeTenant(api);
});

const NOON = new Date('2026-12-07T12:00:00Z');
const MINUTE = 60_000;
let minutes = 0;
const at = (offset = 0) => new Date(NOON.getTime() + (minutes + offset) * MINUTE);
const signal = new AbortController().signal;

function pass(more: number): void {
  minutes += more;
  api.clock.at = at();
}

beforeEach(async () => {
  minutes = 0;
  api.clock.at = NOON;
  me = await makeUser(api, tenant.me, { ispid: tenant.ispid });
  api.network.asked.length = 0;
  api.network.answer = { result: 'acknowledged' };
});

const router = async (misbehaviour?: Misbehaviour): Promise<TestRouter> => {
  const made = await makeRouter(tenant.me, misbehaviour ? { misbehaviour } : {});
  onTestFinished(async () => void (await prisma.nas.update({ where: { id: made.id }, data: { apiEnable: false } })));
  await made.confirm();
  return made;
};

let sessions = 0;
/** Open here, and an hour without a report unless it says otherwise. */
const open = ({ id: nasId, ip }: TestRouter, data: object = {}) =>
  prisma.session.create({
    data: {
      ...{ ispId: tenant.ispid, nasId, nasIp: ip, username: 'ravi', acctSessionId: `r${++sessions}` },
      ...{ mac: 'aa:bb:cc:00:00:01', ip: '100.64.7.7', startedAt: at(-600), updatedAt: at(-60) },
      ...data,
    },
  });

const row = (name: string, more: Record<string, string> = {}) => ({
  ...{ name, 'caller-id': 'AA:BB:CC:00:00:01', address: '100.64.7.7', uptime: '10h', radius: 'true' },
  ...more,
});

interface Answered {
  readonly [count: string]: unknown;
  readonly sessions_only_on_nas: { username: string; kind: string }[];
  readonly sessions_only_here: { username: string }[];
}
const reconcile = ({ id }: TestRouter, as = me) => api.ok<Answered>('radius/nas/reconcile', { id }, as);
const end = ({ id }: TestRouter, more: Record<string, string | number>, as = me) =>
  api.call('radius/nas/reconcile_end', { id, sessions: 'only_here', ...more }, as);
const status = ({ id }: TestRouter) => api.ok<Record<string, unknown>>('radius/nas/api_status', { id }, tenant.me);

describe('the sessions of a router', () => {
  it('are compared with those that are open here, of PPP, hotspots and DHCP', async () => {
    const one = await router();
    await prisma.nas.update({ where: { id: one.id }, data: { ipoe: true } });
    const { tables } = one.simulator;
    tables.set('/ppp/active', [row('ravi'), row('asha', { address: '100.64.7.8' }), row('local', { radius: 'false' })]);
    tables.set('/ip/hotspot/active', [
      { user: 'guest', 'mac-address': 'AA:BB:CC:00:00:09', address: '10.5.0.9', uptime: '1h', radius: 'true' },
    ]);
    tables.set('/ip/dhcp-server/lease', [
      {
        'active-mac-address': 'AA:BB:CC:00:00:0A',
        'active-address': '10.6.0.2',
        age: '2h',
        radius: 'true',
        status: 'bound',
      },
      {
        'active-mac-address': 'AA:BB:CC:00:00:0B',
        'active-address': '10.6.0.3',
        age: '2h',
        radius: 'false',
        status: 'bound',
      },
    ]);
    await open(one, { updatedAt: at(-1) });
    await open(one, { username: 'asha', ip: '100.64.7.9', updatedAt: at(-1) });
    await open(one, { username: 'gone', mac: 'aa:bb:cc:00:00:05', ip: '100.64.7.5' });
    expect(await reconcile(one)).toMatchObject({
      ...{ on_nas: 4, here: 3, agreed: 1, only_on_nas: 2, only_here: 1, differs: 1 },
      sessions_only_on_nas: [
        { kind: 'hotspot', username: 'guest', mac: 'aa:bb:cc:00:00:09', ip: '10.5.0.9', uptime: '3600' },
        { kind: 'dhcp', username: 'aa:bb:cc:00:00:0a', ip: '10.6.0.2' },
      ],
      sessions_only_here: [{ username: 'gone', ip: '100.64.7.5', updatetime: '2026-12-07 11:00:00' }],
      sessions_that_differ: [{ username: 'asha', ip: '100.64.7.9', router_ip: '100.64.7.8', differs: 'ip' }],
    });
    expect(await status(one)).toMatchObject({
      ...{ compared_at: '2026-12-07 12:00:00', agreed_at: null },
      ...{ on_nas: 4, here: 3, only_on_nas: 2, only_here: 1, differs: 1 },
    });
  });

  it('that have just begun or ended are no difference', async () => {
    const one = await router();
    one.simulator.tables.set('/ppp/active', [row('new', { uptime: '5m20s' }), row('left')]);
    await open(one, { updatedAt: at(-5) });
    await open(one, { username: 'left', endedAt: at(-1), updatedAt: at(-1) });
    expect(await reconcile(one)).toMatchObject({ only_on_nas: 0, only_here: 0, differs: 0 });
    expect(await status(one)).toMatchObject({ agreed_at: '2026-12-07 12:00:00' });
    // A longer interim interval of the NAS is a longer grace period.
    one.simulator.tables.set('/ppp/active', [row('new', { uptime: '15m' })]);
    expect(await reconcile(one)).toMatchObject({ only_on_nas: 1 });
    await prisma.nas.update({ where: { id: one.id }, data: { interimInterval: 900 } });
    expect(await reconcile(one)).toMatchObject({ only_on_nas: 0 });
  });

  it('are 10,000 in two seconds', async () => {
    const one = await router();
    const rows = Array.from({ length: 10_000 }, (_, index) => index);
    one.simulator.tables.set(
      '/ppp/active',
      rows.map((index) => row(`user${index}`, { address: `100.64.${index >> 8}.${index & 255}` })),
    );
    await api.db.pool.query(
      `INSERT INTO radius.session (isp_id, nas_id, nas_ip, username, acct_session_id, mac, ip, started_at, updated_at)
       SELECT $1, $2, $3::inet, 'user' || i, 'm' || i, 'aa:bb:cc:00:00:01', '100.64.0.0'::inet + i, $4, $4
       FROM generate_series(0, 9999) AS i`,
      [tenant.ispid, one.id, one.ip, at(-1)],
    );
    await reconcile(one);
    const began = performance.now();
    expect(await reconcile(one)).toMatchObject({ on_nas: 10_000, agreed: 10_000, only_on_nas: 0, only_here: 0 });
    // Other tests run beside this one.
    expect(performance.now() - began).toBeLessThan(6_000);
  });

  it('are compared ten times a minute by one person', async () => {
    const one = await router();
    for (let call = 0; call < 10; call++) await reconcile(one);
    const again = await end(one, { preview: 'Y' });
    expect(again).toMatchObject({ status: 429, error: '10 comparisons a minute are allowed; wait 60 seconds' });
    pass(1);
    expect((await end(one, { preview: 'Y' })).status).toBe(200);
  });

  it('are not known when the router refuses to list them', async () => {
    const one = await router('trap');
    expect(await api.call('radius/nas/reconcile', { id: one.id }, me)).toMatchObject({ status: 502 });
  });

  it('of a NAS that the ISP shares are those of the reseller', async () => {
    const one = await router();
    await api.ok('radius/nas/update', { id: one.id, resellerid: -1 }, tenant.me);
    const as = { groupname: 'Reseller', ispid: tenant.ispid, resellerid: tenant.resellerid };
    const reseller = await makeUser(api, tenant.me, as);
    one.simulator.tables.set('/ppp/active', [row('theirs'), row('stranger'), row(tenant.username)]);
    await open(one, { username: 'theirs', updatedAt: at(-1) });
    await open(one, { username: 'mine', resellerId: tenant.resellerid });
    await open(one, { username: 'other' });
    expect(await reconcile(one, reseller)).toMatchObject({
      ...{ on_nas: 1, here: 1, agreed: 0, only_on_nas: 1, only_here: 1 },
      sessions_only_on_nas: [{ username: tenant.username }],
      sessions_only_here: [{ username: 'mine' }],
    });
    expect(await reconcile(one)).toMatchObject({ only_on_nas: 2, only_here: 2 });
    expect((await api.call('radius/nas/reconcile', { id: one.id }, other.me)).status).toBe(404);
    const readOnly = await makeUser(api, tenant.me, { roles: 'ReadOnly', ispid: tenant.ispid });
    expect((await end(one, { preview: 'Y' }, readOnly)).status).toBe(403);
    // Ends its own alone.
    const name = (await prisma.nas.findUniqueOrThrow({ where: { id: one.id } })).name;
    expect((await end(one, { count: 9, confirm: name }, reseller)).result).toMatchObject({ count: 1, ended: 1 });
    expect(await prisma.session.count({ where: { nasId: one.id, endedAt: null } })).toBe(2);
  });
});

describe('ending sessions', () => {
  /** Ten that both have, and one more on each side. */
  async function almostAgreed(): Promise<TestRouter> {
    const one = await router();
    const both = Array.from({ length: 10 }, (_, index) => `both${index}`);
    one.simulator.tables.set(
      '/ppp/active',
      [...both, 'unknown'].map((name) => row(name)),
    );
    for (const username of both) await open(one, { username, updatedAt: at(-1) });
    await open(one, { username: 'stale' });
    return one;
  }
  const nameOf = async ({ id }: TestRouter) => (await prisma.nas.findUniqueOrThrow({ where: { id } })).name;

  it('that are open only here closes them as of their last report, after a preview', async () => {
    const one = await almostAgreed();
    expect((await end(one, { preview: 'Y' })).result).toMatchObject({ count: 1, of: 11, needs_name: 'N', ended: 0 });
    expect((await end(one, {})).error).toBe('count: is required: the number of sessions that the preview showed');
    expect((await end(one, { count: 0 })).error).toBe(
      'count: was 0 in the preview and is 1 now; look at the preview again',
    );
    expect((await end(one, { count: 1 })).result).toMatchObject({ count: 1, ended: 1 });
    expect(await prisma.session.findMany({ where: { nasId: one.id, NOT: { endedAt: null } } })).toMatchObject([
      { username: 'stale', endedAt: at(-60), terminateCause: 'Not-On-NAS' },
    ]);
    expect((await end(one, { count: 1 })).error).toBe(
      'the router and the node agree by now; there is no session to end',
    );
    expect(api.network.asked).toEqual([]);
    const audit = await api.ok('audit/list', { procedure: 'nas.reconcile_end', target: `id=${one.id}` }, tenant.me);
    expect(audit).toMatchObject([{ preview: 'N', input: { count: 1 } }, { preview: 'Y' }]);
  });

  it('that only the router has sends Disconnect-Requests and writes nothing over the API', async () => {
    const one = await almostAgreed();
    const there = { sessions: 'only_on_nas' };
    expect((await end(one, { ...there, preview: 'Y' })).result).toMatchObject({ count: 1, of: 11, needs_name: 'N' });
    expect((await end(one, { ...there, count: 1 })).result).toMatchObject({ ended: 1, refused: 0, unanswered: 0 });
    expect(api.network.asked).toEqual([
      { nasId: one.id, username: 'unknown', framedIp: '100.64.7.7', acctSessionId: null },
    ]);
    api.network.answer = { result: 'refused', reason: 'no' };
    expect((await end(one, { ...there, count: 1 })).result).toMatchObject({ ended: 0, refused: 1 });
    for (const [path] of one.simulator.asked) expect(path).toMatch(/\/print$/);
  });

  it('stops asking a NAS that answers none of 32 requests', async () => {
    const one = await router();
    const names = Array.from({ length: 100 }, (_, index) => row(`u${index}`));
    one.simulator.tables.set('/ppp/active', names);
    api.network.answer = { result: 'silent' };
    const confirm = await nameOf(one);
    const { result } = await end(one, { sessions: 'only_on_nas', count: 100, confirm });
    expect(result).toMatchObject({ count: 100, unanswered: 32, ended: 0 });
  });

  it('above a fifth of them, or with an empty list, takes the name of the NAS', async () => {
    const one = await almostAgreed();
    one.simulator.tables.set('/ppp/active', []);
    await prisma.session.updateMany({ where: { nasId: one.id }, data: { updatedAt: at(-30) } });
    expect((await end(one, { preview: 'Y' })).result).toMatchObject({ count: 11, of: 11, needs_name: 'Y' });
    const error = 'confirm: must be the name of the NAS, since this ends 11 of its 11 sessions';
    for (const confirm of [{}, { confirm: 'Router' }])
      expect(await end(one, { count: 11, ...confirm })).toMatchObject({ status: 409, error });
    expect(await prisma.session.count({ where: { nasId: one.id, endedAt: null } })).toBe(11);
    const confirm = await nameOf(one);
    expect((await end(one, { count: 11, confirm })).result).toMatchObject({ ended: 11 });
  });
});

describe('every 15 minutes', () => {
  it('each router is compared, and one that is switched off or not confirmed is not', async () => {
    const [one, two] = [await router(), await router()];
    const unconfirmed = await makeRouter(tenant.me);
    await prisma.nas.update({ where: { id: two.id }, data: { apiEnable: false } });
    expect(await reconcileNases(api.kernel, signal)).toBe(true);
    expect(await status(one)).toMatchObject({ agreed_at: '2026-12-07 12:00:00', failing_since: null });
    for (const { simulator } of [two, unconfirmed]) expect(simulator.connections).toBe(0);
    const asked = () => one.simulator.asked.length;
    const before = asked();
    pass(14);
    // The NAS was saved at another time than that of the test.
    await prisma.nasApi.updateMany({ data: { askedAt: new Date('2099-01-01') } });
    await reconcileNases(api.kernel, signal);
    expect(asked()).toBe(before);
    pass(1);
    await reconcileNases(api.kernel, signal);
    expect(asked()).toBeGreaterThan(before);
  });

  it('a router that says nothing keeps nobody else waiting', async () => {
    const dead = await Promise.all(Array.from({ length: 3 }, () => router('silent')));
    const [well, theirs] = [await router(), await makeRouter(other.me)];
    await theirs.confirm();
    // Their turn comes last.
    await prisma.nasApi.updateMany({
      where: { nasId: { in: [well.id, theirs.id] } },
      data: { dueAt: at(-1), askedAt: new Date('2099-01-01') },
    });
    let isOver = false;
    const running = reconcileNases(api.kernel, signal).finally(() => {
      isOver = true;
    });
    const compared = async ({ id }: TestRouter) =>
      (await prisma.nasApi.findUniqueOrThrow({ where: { nasId: id } })).comparedAt;
    await expect.poll(() => compared(theirs)).toEqual(at());
    expect(isOver).toBe(false);
    for (const { simulator } of dead) await simulator.stop();
    await running;
    expect(await compared(well)).toEqual(at());
    expect(await status(dead[0] as TestRouter)).toMatchObject({ failing_since: '2026-12-07 12:00:00' });
  });

  it('a router that does not answer is asked again soon, and becomes an alert, which closes when it answers', async () => {
    const one = await router('fatal');
    const round = async () => {
      await reconcileNases(api.kernel, signal);
      await prisma.nasApi.updateMany({ data: { askedAt: new Date('2099-01-01') } });
      await watchNetworks(api.kernel);
      return api.ok<unknown[]>('radius/alert/list', { nasid: one.id, open: 'Y' }, tenant.me);
    };
    expect(await round()).toEqual([]);
    expect(await status(one)).toMatchObject({ failing_since: '2026-12-07 12:00:00', compared_at: null });
    pass(1);
    expect(await round()).toEqual([]);
    pass(1);
    expect(await round()).toMatchObject([{ kind: 'api', nasid: String(one.id), since_at: '2026-12-07 12:00:00' }]);
    one.simulator.misbehaviour = undefined;
    pass(5);
    await round();
    expect(await status(one)).toMatchObject({ failing_since: null });
    pass(6);
    expect(await round()).toEqual([]);
  });
});
