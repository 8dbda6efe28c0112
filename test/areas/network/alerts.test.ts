import pg from 'pg';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { notePoolPeaks } from '../../../src/areas/network/alerts/pool-peaks.ts';
import type { AlertKind } from '../../../src/areas/network/alerts/vocabulary.ts';
import { forgetAlerts, watchNetworks } from '../../../src/areas/network/alerts/watch.ts';
import { makeIpPool, makeNas } from '../../factories/network.ts';
import { startApi } from '../../fixtures/api.ts';
import { makeTenant, makeUser } from '../../fixtures/tenants.ts';

const api = await startApi();
const mine = await makeTenant(api);
const theirs = await makeTenant(api);
const { prisma, pool: connections } = api.db;

/** A Monday noon. */
const NOON = new Date('2026-12-07T12:00:00Z');
const MINUTE = 60_000;
const DAY = 86_400_000;
let minutes = 0;
const at = (offset = 0) => new Date(NOON.getTime() + (minutes + offset) * MINUTE);

/** Rounds of the watch, a minute apart. */
async function rounds(count: number): Promise<void> {
  for (let round = 0; round < count; round++) {
    minutes += 1;
    api.clock.at = at();
    await watchNetworks(api.kernel);
  }
}

interface Listed {
  readonly [field: string]: unknown;
}

const list = (parameters = {}, as = mine.me) => api.ok<Listed[]>('radius/alert/list', parameters, as);
const open = async (as = mine.me) => list({ open: 'Y' }, as);
const kindsOpen = async () => (await open()).map(({ kind }) => kind);

beforeEach(async () => {
  await connections.query(
    `TRUNCATE radius.alert, radius.alert_sign, radius.pool_peak, radius.nas_tally, radius.nas_heard, radius.nas_pulse,
       radius.pulse, radius.pulse_hour, radius.session, crm.outbox`,
  );
  await prisma.ipPool.deleteMany();
  await prisma.nasApi.updateMany({ data: { failures: 0, failingSince: null } });
  minutes = 0;
  api.clock.at = NOON;
});

const silence = (nasId = mine.nasid, ispId = mine.ispid) =>
  prisma.nasTally.upsert({
    where: { nasId },
    create: { nasId, ispId, online: 1, stale: 0, heardAt: at(-20) },
    update: { heardAt: at(-20) },
  });
const hear = (nasId = mine.nasid) => prisma.nasTally.update({ where: { nasId }, data: { heardAt: at() } });

let sessions = 0;
const session = (data: object = {}) =>
  prisma.session.create({
    data: {
      ...{ ispId: mine.ispid, serviceId: mine.serviceid, nasId: mine.nasid, nasIp: '127.0.0.1' },
      ...{ username: mine.username, acctSessionId: `s${++sessions}`, startedAt: at(-99), updatedAt: at(-20) },
      ...data,
    },
  });

/** How the cause of each kind comes and goes, and what its alert tells. */
const CAUSES: Record<AlertKind, { come(): Promise<unknown>; go(): Promise<unknown>; tells: Listed }> = {
  silent: {
    async come() {
      await session();
      await session({ endedAt: at(-20), terminateCause: 'Stale' });
      await silence();
    },
    go: () => hear(),
    tells: { nasid: String(mine.nasid), sessions: 2, since_at: '2026-12-07 11:40:00' },
  },
  reboot: {
    async come() {
      await session({ endedAt: at(-2), terminateCause: 'Accounting-On' });
      await prisma.nasHeard.create({ data: { nasId: mine.nasid, restartedAt: at(-1) } });
    },
    async go() {
      minutes += 30;
    },
    tells: { nasid: String(mine.nasid), sessions: 1, since_at: '2026-12-07 11:59:00' },
  },
  clock: {
    come: () => prisma.nasHeard.create({ data: { nasId: mine.nasid, acctAt: at(5), clockAheadS: -432_000 } }),
    go: () => prisma.nasHeard.update({ where: { nasId: mine.nasid }, data: { clockAheadS: 0 } }),
    tells: { nasid: String(mine.nasid), measured: '-432000' },
  },
  coa: {
    come: () =>
      prisma.nasPulse.create({ data: { nasId: mine.nasid, minute: at(-5), unanswered: 12, acknowledged: 3 } }),
    go: () => prisma.nasPulse.create({ data: { nasId: mine.nasid, minute: at(), acknowledged: 20 } }),
    tells: { nasid: String(mine.nasid), measured: '12', compared_to: '15' },
  },
  drift: {
    async come() {
      await session({ desired: { level: 2 }, acknowledged: { level: 1 } });
      await prisma.outbox.create({
        data: {
          ...{ ispId: mine.ispid, kind: 'session_refresh', createdAt: at(-11), availableAt: at(1000) },
          payload: { serviceId: mine.serviceid },
        },
      });
    },
    go: () => prisma.outbox.deleteMany(),
    tells: { nasid: String(mine.nasid), sessions: 1, since_at: '2026-12-07 11:49:00' },
  },
  api: {
    async come() {
      const set = { apiEnable: true, apiUsername: 'lastmile', apiPasswordEnc: Buffer.of(1), apiPort: 8_729 };
      await prisma.nas.update({ where: { id: mine.nasid }, data: set });
      const failing = { fingerprint: 'a1'.repeat(32), failures: 2, failingSince: at(-1), attemptsSince: at() };
      await prisma.nasApi.upsert({
        where: { nasId: mine.nasid },
        create: { nasId: mine.nasid, ...failing },
        update: failing,
      });
    },
    go: () => prisma.nasApi.update({ where: { nasId: mine.nasid }, data: { failures: 0, failingSince: null } }),
    tells: { nasid: String(mine.nasid), since_at: '2026-12-07 11:59:00' },
  },
  rejects: {
    async come() {
      for (let day = 1; day <= 5; day++)
        await prisma.pulseHour.create({
          data: { ispId: mine.ispid, resellerId: 0, hour: new Date(NOON.getTime() - day * DAY), wrongPassword: 10 },
        });
      await prisma.pulse.create({
        data: { ispId: mine.ispid, resellerId: 0, minute: at(-5), wrongPassword: 20, unknownUser: 10 },
      });
    },
    go: () => prisma.pulse.deleteMany(),
    tells: { nasid: null, measured: '30', compared_to: '10' },
  },
  pool: {
    async come() {
      const { id } = await makeIpPool(api.db, { id: mine.ispid }, { name: 'home', size: 30 });
      for (let day = 1; day <= 10; day++)
        await prisma.poolPeak.create({
          data: { poolId: id, ispId: mine.ispid, day: new Date(NOON.getTime() - day * DAY), used: 24 - day },
        });
      await notePoolPeaks(api.kernel);
    },
    go: () => prisma.poolPeak.updateMany({ data: { slope: 0 } }),
    // 24 today by the trend, one more a day.
    tells: { nasid: null, pool_name: 'home', measured: '0', compared_to: '30', full_on: '2026-12-13' },
  },
};

describe('an alert', () => {
  it.each(Object.entries(CAUSES))(
    'of %s opens after two rounds and closes after five quiet minutes',
    async (kind, cause) => {
      await cause.come();
      await rounds(1);
      expect(await open()).toEqual([]);
      await rounds(1);
      expect(await open()).toMatchObject([{ kind, acked_at: null, closed_at: null, ...cause.tells }]);
      await cause.go();
      await rounds(4);
      expect(await kindsOpen()).toEqual(kind === 'reboot' ? [] : [kind]);
      await rounds(1);
      expect(await open()).toEqual([]);
      expect(await list()).toMatchObject([{ kind, ...cause.tells }]);
    },
  );

  it('tells once of a router that sends no accounting and does not answer its API either', async () => {
    await CAUSES.api.come();
    await CAUSES.silent.come();
    await rounds(3);
    expect(await kindsOpen()).toEqual(['silent']);
    await hear();
    await rounds(4);
    expect((await kindsOpen()).toSorted()).toEqual(['api', 'silent']);
  });

  it('opens for what two rounds in a row find, and not for what comes and goes', async () => {
    await session();
    for (let twice = 0; twice < 3; twice++) {
      await silence();
      await rounds(1);
      await hear();
      await rounds(3);
    }
    expect(await list()).toEqual([]);
  });

  it('is one alert for a NAS that flaps for an hour', async () => {
    await session();
    for (let flap = 0; flap < 6; flap++) {
      await silence();
      await rounds(3);
      await hear();
      await rounds(7);
    }
    expect(await list()).toMatchObject([
      { kind: 'silent', closed_at: expect.any(String), opened_at: '2026-12-07 12:02:00' },
    ]);
    minutes += 61;
    await silence();
    await rounds(2);
    expect(await list()).toMatchObject([{ closed_at: null }, { closed_at: expect.any(String) }]);
  });

  it('is opened once if two nodes watch at once, and not by two nodes in the same minute', async () => {
    await CAUSES.coa.come();
    await Promise.all([watchNetworks(api.kernel), watchNetworks(api.kernel)]);
    expect(await list()).toEqual([]);
    api.clock.at = at(1);
    await Promise.all([watchNetworks(api.kernel), watchNetworks(api.kernel)]);
    expect(await list()).toMatchObject([{ kind: 'coa' }]);
  });

  it('is not opened for an ISP that has 200 open, until one is closed', async () => {
    const nases = [];
    for (let nas = 0; nas < 205; nas++) nases.push(await makeNas(api.db, { id: mine.ispid }, { clock: 'unknown' }));
    const coa = { minute: at(-5), unanswered: 12 };
    await prisma.nasPulse.createMany({ data: nases.map(({ id }) => ({ nasId: id, ...coa })) });
    await prisma.nasPulse.create({ data: { nasId: theirs.nasid, ...coa } });
    await rounds(3);
    expect(await list({ open: 'Y', show_count: 1 })).toBe(200);
    expect(await list({ open: 'Y', show_count: 1 }, theirs.me)).toBe(1);
    const [first] = await prisma.alert.findMany({ where: { ispId: mine.ispid }, orderBy: { id: 'asc' }, take: 1 });
    await prisma.nasPulse.deleteMany({ where: { nasId: first?.nasId ?? 0 } });
    await rounds(6);
    expect(await list({ open: 'Y', show_count: 1 })).toBe(200);
    expect(await list({ open: 'N' })).toMatchObject([{ id: String(first?.id) }]);
    await prisma.nasPulse.deleteMany();
    await prisma.alert.deleteMany();
    await prisma.alertSign.deleteMany();
    await prisma.nas.deleteMany({ where: { id: { in: nases.map(({ id }) => id) } } });
  });

  it('takes as many statements to find for 500 NASes as for one', async () => {
    const statementsOfRound = async () => {
      const statements = vi.spyOn(pg.Client.prototype, 'query');
      await rounds(1);
      const { length } = statements.mock.calls;
      statements.mockRestore();
      return length;
    };
    await CAUSES.coa.come();
    await rounds(1);
    const ofOne = await statementsOfRound();
    const isp = { ispId: mine.ispid, secretEnc: new Uint8Array(1) };
    const many = Array.from({ length: 500 }, (_, n) => ({ ...isp, name: `N${n}`, ip: `10.9.${n >> 8}.${n & 255}` }));
    const nases = await prisma.nas.createManyAndReturn({ data: many, select: { id: true } });
    const of = { minute: at(-5), unanswered: 12 };
    await prisma.nasPulse.createMany({ data: nases.map(({ id: nasId }) => ({ nasId, ...of })) });
    await rounds(1);
    expect(await statementsOfRound()).toBe(ofOne);
    expect(await list({ open: 'Y', show_count: 1 })).toBe(200);
    await connections.query('TRUNCATE radius.nas_pulse, radius.alert, radius.alert_sign');
    await prisma.nas.deleteMany({ where: { id: { in: nases.map(({ id }) => id) } } });
  });

  it('is forgotten 90 days after it was closed', async () => {
    await CAUSES.coa.come();
    await rounds(2);
    await prisma.nasPulse.deleteMany();
    await rounds(6);
    api.clock.at = at(89 * 24 * 60);
    await forgetAlerts(api.kernel);
    expect(await list()).toHaveLength(1);
    api.clock.at = at(91 * 24 * 60);
    await forgetAlerts(api.kernel);
    expect(await list()).toEqual([]);
  });
});

describe('a pool', () => {
  it('that is full has an alert without a day, unless all of its addresses are reserved', async () => {
    const full = await makeIpPool(api.db, { id: mine.ispid }, { name: 'full', size: 1 });
    const fixed = await makeIpPool(api.db, { id: mine.ispid }, { name: 'fixed', size: 1 });
    await prisma.ipAddress.updateMany({
      where: { poolId: full.id },
      data: { leasedTo: mine.serviceid, leaseKind: 'dynamic', leasedAt: NOON },
    });
    await prisma.ipAddress.updateMany({ where: { poolId: fixed.id }, data: { serviceId: mine.serviceid } });
    await notePoolPeaks(api.kernel);
    await rounds(2);
    expect(await open()).toMatchObject([
      { kind: 'pool', pool_name: 'full', full_on: null, measured: '1', compared_to: '1' },
    ]);
  });

  it('of which fewer than seven days are known, or that fills after 90 days, has none', async () => {
    const young = await makeIpPool(api.db, { id: mine.ispid }, { size: 30 });
    const slow = await makeIpPool(api.db, { id: mine.ispid }, { size: 200 });
    const peaks = (poolId: number, days: number) =>
      Array.from({ length: days }, (_, ago) => ({
        ...{ poolId, ispId: mine.ispid, used: 25 - ago },
        day: new Date(NOON.getTime() - (ago + 1) * DAY),
      }));
    await prisma.poolPeak.createMany({ data: [...peaks(young.id, 6), ...peaks(slow.id, 20)] });
    await notePoolPeaks(api.kernel);
    await rounds(3);
    expect(await list()).toEqual([]);
  });

  it('keeps the highest peak of the day', async () => {
    const { id } = await makeIpPool(api.db, { id: mine.ispid }, { size: 4 });
    const lease = { leasedTo: mine.serviceid, leaseKind: 'dynamic', leasedAt: NOON };
    const peak = async () => {
      await notePoolPeaks(api.kernel);
      return (await prisma.poolPeak.findMany({ where: { poolId: id } })).map(({ used }) => used);
    };
    const [address] = await prisma.ipAddress.findMany({ where: { poolId: id }, take: 1 });
    await prisma.ipAddress.updateMany({ where: { poolId: id, ip: address?.ip ?? '' }, data: lease });
    expect(await peak()).toEqual([1]);
    await prisma.ipAddress.updateMany({
      where: { poolId: id },
      data: { leasedTo: null, leaseKind: null, leasedAt: null },
    });
    expect(await peak()).toEqual([1]);
  });
});

describe('log-ins that are refused', () => {
  it('are no alert below twenty, nor in an hour that always has as many', async () => {
    const hour = (ago: number, wrongPassword: number) =>
      prisma.pulseHour.create({
        data: { ispId: mine.ispid, resellerId: 0, hour: new Date(NOON.getTime() - ago * DAY), wrongPassword },
      });
    await hour(1, 1);
    await hour(2, 1);
    await hour(3, 1);
    const pulse = await prisma.pulse.create({
      data: { ispId: mine.ispid, resellerId: 0, minute: at(-5), wrongPassword: 19 },
    });
    await rounds(3);
    expect(await list()).toEqual([]);
    const key = { ispId_resellerId_minute: { ispId: mine.ispid, resellerId: 0, minute: pulse.minute } };
    await prisma.pulse.update({ where: key, data: { wrongPassword: 60 } });
    await prisma.pulseHour.updateMany({ data: { wrongPassword: 25 } });
    await rounds(3);
    expect(await list()).toEqual([]);
  });
});

describe('those who see alerts', () => {
  it('acknowledge them once and mute them, with the alerts that follow', async () => {
    await CAUSES.coa.come();
    await rounds(2);
    const [{ id } = { id: '' }] = (await list()) as { id: string }[];
    await api.ok('radius/alert/ack', { id }, mine.me);
    const acked = await list({ acked: 'Y' });
    await rounds(1);
    await api.ok('radius/alert/ack', { id }, mine.me);
    expect(await list({ acked: 'Y' })).toEqual(acked);
    const mute = (upto: string) => api.call('radius/alert/mute', { id, upto }, mine.me);
    expect(await mute('2026-12-07 11:00:00')).toMatchObject({ status: 400, error: expect.stringContaining('upto') });
    expect(await mute('2027-01-07 12:30:00')).toMatchObject({ status: 400, error: expect.stringContaining('30 days') });
    expect(await mute('2026-12-20 12:00:00')).toMatchObject({ status: 200 });
    await prisma.nasPulse.deleteMany();
    await rounds(6);
    minutes += 3 * 24 * 60;
    await prisma.nasPulse.create({ data: { nasId: mine.nasid, minute: at(-5), unanswered: 12 } });
    await rounds(2);
    expect(await open()).toMatchObject([{ kind: 'coa', acked_at: null, muted_upto: '2026-12-20 12:00:00' }]);
    const [{ id: next } = { id: '' }] = (await open()) as { id: string }[];
    await api.ok('radius/alert/mute', { id: next }, mine.me);
    expect(await open()).toMatchObject([{ muted_upto: null, muted_by: null }]);
  });

  it('are the staff of the ISP, and of a reseller for its own NASes and pools', async () => {
    const user = { groupname: 'Reseller', resellerid: mine.resellerid, ispid: mine.ispid };
    const reseller = await makeUser(api, mine.me, user);
    const own = await makeNas(api.db, { id: mine.ispid }, { clock: 'unknown', resellerId: mine.resellerid });
    const coa = { minute: at(-5), unanswered: 12 };
    await prisma.nasPulse.createMany({ data: [mine.nasid, own.id].map((nasId) => ({ nasId, ...coa })) });
    await rounds(2);
    expect(await list({ show_count: 1 })).toBe(2);
    expect(await list({}, reseller)).toMatchObject([{ nasid: String(own.id), resellerid: String(mine.resellerid) }]);
    expect(await list({}, theirs.me)).toEqual([]);
    const foreign = await prisma.alert.findFirstOrThrow({ where: { nasId: mine.nasid } });
    for (const action of ['ack', 'mute'])
      for (const as of [reseller, theirs.me])
        expect(await api.call(`radius/alert/${action}`, { id: foreign.id }, as)).toMatchObject({ status: 404 });
  });
});
