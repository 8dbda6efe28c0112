import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { countSessions } from '../../../src/areas/insight/dashboard/count-sessions.ts';
import { readNetwork } from '../../../src/areas/network/nas/network.ts';
import { partOf, wholeInstallation } from '../../../src/core/tenancy/scope.ts';
import { makeNas } from '../../factories/network.ts';
import { startApi } from '../../fixtures/api.ts';
import { makeTenant, makeUser, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
let mine: Tenant;
let theirs: Tenant;

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const health = (parameters = {}, as = mine.me) =>
  api.ok<Record<string, unknown>[]>('radius/nas/health', parameters, as);

beforeAll(async () => {
  mine = await makeTenant(api);
  theirs = await makeTenant(api);
  const { nasid: nasId, ispid: ispId, serviceid: serviceId, username } = mine;
  const session = { ispId, serviceId, username, nasId, nasIp: '127.0.0.1', startedAt: minutesAgo(99) };
  await api.db.prisma.session.createMany({
    data: [
      { ...session, acctSessionId: 'a', updatedAt: minutesAgo(20) },
      { ...session, acctSessionId: 'b', updatedAt: minutesAgo(30), endedAt: minutesAgo(30), terminateCause: 'Stale' },
    ],
  });
  const counts = { accepts: 3, rejects: 2, acknowledged: 4, refused: 1, unanswered: 5 };
  await api.db.prisma.nasPulse.createMany({
    data: [1, 40, 61, 90].map((minutes) => ({ nasId, minute: minutesAgo(minutes), ...counts })),
  });
  await countSessions(api.kernel);
});

describe('the health of a NAS', () => {
  it('is what was heard of it and how it answered within an hour', async () => {
    await api.db.prisma.nasHeard.create({ data: { nasId: mine.nasid, authAt: minutesAgo(2) } });
    expect(await health()).toMatchObject([
      {
        id: String(mine.nasid),
        online: 1,
        stale: 1,
        accepts: 6,
        rejects: 4,
        coa_acknowledged: 8,
        coa_refused: 2,
        coa_unanswered: 10,
        silent: '1',
      },
    ]);
    const [{ auth_heard_at, acct_heard_at } = {}] = await health();
    expect(auth_heard_at).not.toBeNull();
    expect(acct_heard_at).not.toBeNull();
  });

  it('is not silent when it is heard again, or had no sessions', async () => {
    await api.db.prisma.nasHeard.update({ where: { nasId: mine.nasid }, data: { acctAt: minutesAgo(1) } });
    expect(await health()).toMatchObject([{ silent: '0' }]);
    expect(await health({}, theirs.me)).toMatchObject([
      { id: String(theirs.nasid), online: 0, accepts: 0, auth_heard_at: null, acct_heard_at: null, silent: '0' },
    ]);
  });

  it('is shown to a reseller without the figures of others', async () => {
    const user = { groupname: 'Reseller', resellerid: mine.resellerid, ispid: mine.ispid };
    const staff = await makeUser(api, mine.me, user);
    expect(await health({}, staff)).toMatchObject([
      {
        id: String(mine.nasid),
        online: null,
        stale: null,
        accepts: null,
        rejects: null,
        coa_unanswered: null,
        silent: '0',
      },
    ]);
    await api.db.prisma.nas.update({
      where: { id: mine.nasid },
      data: { resellerId: mine.resellerid, shareAll: false },
    });
    expect(await health({}, staff)).toMatchObject([{ online: 1, accepts: 6 }]);
  });

  it('is still counted when a late record has left a session of a NAS that has moved to another installation', async () => {
    const { ispid: ispId, nasid: nasId, username } = theirs;
    const session = { ispId, username, nasIp: '127.0.0.1', acctSessionId: 'c', startedAt: minutesAgo(1) };
    for (const id of [nasId, 2_000_000_000])
      await api.db.prisma.session.create({ data: { ...session, nasId: id, updatedAt: minutesAgo(1) } });
    await countSessions(api.kernel);
    expect(await health({}, theirs.me)).toMatchObject([{ online: 1 }]);
  });
});

interface Shown {
  readonly count: number;
  readonly nases: Record<string, unknown>[];
}

describe('the network now', () => {
  const network = (as = mine.me) => api.ok<Shown>('radius/nas/network', {}, as);
  const one = async (id: number, as = mine.me) => (await network(as)).nases.find((nas) => nas.id === String(id));
  const owned = () => ({ ispId: mine.ispid, resellerId: null, shareAll: true });
  let tower: { readonly id: number };

  beforeAll(async () => {
    await api.ok('location/create', { location_code: 'HILL', location: 'Hill', ispid: mine.ispid }, mine.me);
    tower = await makeNas(api.db, { id: mine.ispid }, { ...owned(), name: 'Tower' });
    const place = { location_code: 'HILL', latitude: '12.5', longitude: '77.25' };
    await api.ok('radius/nas/update', { id: tower.id, ...place }, mine.me);
    const now = Math.floor(Date.now() / 60_000) * 60_000;
    // 10 Mbit/s down and 1 Mbit/s up over five minutes; what is older does not count.
    await api.db.prisma.nasPulse.createMany({
      data: [1, 4, 6].map((ago) => ({
        ...{ nasId: tower.id, minute: new Date(now - ago * 60_000) },
        ...{ downOctets: 187_500_000, upOctets: 18_750_000 },
      })),
    });
    const nas = { ispId: mine.ispid, nasId: tower.id };
    await api.db.prisma.nasTally.create({ data: { ...nas, online: 7, stale: 0, heardAt: minutesAgo(1) } });
    await api.db.prisma.alert.createMany({
      data: [
        { ...nas, kind: 'clock', measured: 90, openedAt: minutesAgo(3) },
        { ...nas, kind: 'silent', sinceAt: minutesAgo(60), sessions: 7, openedAt: minutesAgo(50) },
        { ...nas, kind: 'silent', sinceAt: minutesAgo(900), openedAt: minutesAgo(800), closedAt: minutesAgo(700) },
      ],
    });
  });

  it('is each NAS with its place, its rates and the alert that matters most', async () => {
    expect(await one(tower.id)).toMatchObject({
      ...{ name: 'Tower', location_code: 'HILL', location: 'Hill', latitude: '12.500000', longitude: '77.250000' },
      ...{ online: 7, dl: 10_000, ul: 1_000, silent: '0', alerts: 2 },
      alert: { kind: 'silent', sessions: 7, acked_at: null },
    });
    expect((await network()).nases[0]).toMatchObject({ name: 'Tower' });
    await api.db.prisma.alert.updateMany({ where: { kind: 'silent' }, data: { ackedAt: new Date() } });
    expect(await one(tower.id)).toMatchObject({ alert: { kind: 'clock', measured: '90' } });
  });

  it('has no NAS of another ISP, nor figures and alerts of a NAS that is shared', async () => {
    expect(await one(tower.id, theirs.me)).toBeUndefined();
    const user = { groupname: 'Reseller', resellerid: mine.resellerid, ispid: mine.ispid };
    const staff = await makeUser(api, mine.me, user);
    expect(await one(tower.id, staff)).toMatchObject({ online: null, dl: null, ul: null, alerts: 0, alert: null });
  });

  it('has for an Employee of some locations the NASes there, and those that stand nowhere', async () => {
    const employee = { groupname: 'Employee', resellerid: 0, ispid: mine.ispid, roles: 'Network' };
    const there = await makeUser(api, mine.me, { ...employee, lc: 'HILL' });
    const elsewhere = await makeUser(api, mine.me, { ...employee, lc: 'BLR' });
    expect(await one(tower.id, there)).toBeDefined();
    expect(await one(tower.id, elsewhere)).toBeUndefined();
    expect(await one(mine.nasid, elsewhere)).toBeDefined();
  });

  it('takes a place that is whole, in a location of the ISP, which cannot be deleted then', async () => {
    const change = (parameters: object) => api.call('radius/nas/update', { id: tower.id, ...parameters }, mine.me);
    expect(await change({ latitude: '' })).toMatchObject({
      error: expect.stringContaining('latitude: is required with longitude'),
    });
    expect(await change({ location_code: 'NONE' })).toMatchObject({ status: 404 });
    expect(await api.call('location/delete', { location_code: 'HILL' }, mine.me)).toMatchObject({
      error: expect.stringContaining('1 NAS'),
    });
    await api.ok('location/update', { location_code: 'HILL', new_location_code: 'TOP' }, mine.me);
    expect(await one(tower.id)).toMatchObject({ location_code: 'TOP' });
  });

  it('is one statement, also of 500 NASes', async () => {
    const isp = { ispId: mine.ispid, secretEnc: new Uint8Array(1) };
    const many = Array.from({ length: 500 }, (_, at) => ({
      ...isp,
      name: `N${at}`,
      ip: `10.9.${at >> 8}.${at & 255}`,
    }));
    await api.db.prisma.nas.createMany({ data: many });
    const scope = partOf(wholeInstallation, { ispId: mine.ispid, resellerId: null });
    const statements = vi.spyOn(pg.Client.prototype, 'query');
    const { count } = await readNetwork(api.db, { scope, now: new Date() });
    expect(count).toBeGreaterThan(500);
    expect(statements).toHaveBeenCalledOnce();
    statements.mockRestore();
  });
});
