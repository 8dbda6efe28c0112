import { describe, expect, it } from 'vitest';
import { followIncidents } from '../../../src/areas/care/incidents/follow.ts';
import {
  INCIDENT_MOVES,
  INCIDENT_REPORTS,
  INCIDENT_STATUSES,
  type IncidentStatus,
} from '../../../src/areas/care/incidents/life-cycle.ts';
import { resolveLeftTickets } from '../../../src/areas/care/incidents/resolve-tickets.ts';
import { suggestIncidents } from '../../../src/areas/care/incidents/suggest.ts';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { makeUser, planFields, serviceFields } from '../../fixtures/tenants.ts';
import { careTenant, elsewhere, type Fields, type Row, there } from './care-tenant.ts';

const api = await startApi();
const tenant = await careTenant(api);
const other = await careTenant(api);
const { me, ofReseller, serviceid, ispid, planid, nasid } = tenant;

let made = 0;
async function subscribe(of = tenant): Promise<number> {
  made += 1;
  const { me: as, customerid: customer, planid: plan, subplanid: sub } = of;
  const service = { customerid: customer, planid: plan, subplanid: sub, username: `hit${made}`, ...serviceFields };
  return api.ok<number>('service/create', service, as);
}

const preview = (fields: Fields, as: Credentials = me) =>
  api.ok<Row & { count: number }>('incident/preview', fields, as);
const enter = (fields: Fields, as: Credentials = me) =>
  api.call('incident/create', { kind: 'Outage', title: 'Fibre cut', ...fields }, as);
async function open(serviceids: number | string, fields: Fields = {}): Promise<number> {
  const count = String(serviceids).split(',').length;
  const outage = { kind: 'Outage', title: 'Fibre cut', serviceids, count, ...fields };
  return api.ok<number>('incident/create', outage, me);
}
const move = (id: number, report: string, fields: Fields = {}, as: Credentials = me) =>
  api.call('incident/move', { id, report, ...fields }, as);
const get = (id: number, as: Credentials = me) => api.ok<Row>('incident/get', { id }, as);
const verdict = (id: number, as: Credentials = me) => api.ok<Row>('subscriber/verdict', { serviceid: id }, as);
const ids = async (as: Credentials, fields: Fields = {}) =>
  (await api.ok<Row[]>('incident/list', { rows_limit: 100, ...fields }, as)).map(({ id }) => Number(id));

/** A session that began so many hours ago, and ended so many hours ago or is open. */
async function session(service: number, on: number, { began = 1, ended }: { began?: number; ended?: number } = {}) {
  made += 1;
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const of = { ispId: ispid, serviceId: service, username: `hit${service}`, nasId: on, nasIp: '127.0.0.1' };
  const data = { ...of, acctSessionId: `s${made}`, startedAt: ago(began), updatedAt: new Date() };
  await api.db.prisma.session.create({ data: { ...data, endedAt: ended === undefined ? null : ago(ended) } });
}

describe('an incident', () => {
  it('moves as its life cycle says, and in no other way', async () => {
    const paths: Readonly<Record<Exclude<IncidentStatus, 'Suggested'>, readonly string[]>> = {
      ...{ Planned: [], Dismissed: ['dismiss'], Open: ['open'], Monitoring: ['open', 'monitor'] },
      Resolved: ['open', 'monitor', 'resolve'],
    };
    for (const status of INCIDENT_STATUSES.filter((each) => each !== 'Suggested')) {
      for (const report of INCIDENT_REPORTS) {
        const { result: id } = await enter({ status: 'Planned', serviceids: serviceid, count: 1 });
        for (const step of paths[status]) expect((await move(Number(id), step)).status).toBe(200);
        const to = INCIDENT_MOVES.find((each) => each.from === status && each.report === report)?.to;
        const answer = await move(Number(id), report);
        expect([status, report, answer.status]).toEqual([status, report, to ? 200 : 409]);
        expect(await get(Number(id))).toMatchObject({ status: to ?? status });
      }
    }
  });

  it('is refused with ends before starts, a count that has moved, and records of others', async () => {
    const named = { serviceids: serviceid, count: 1 };
    expect(await enter({ ...named, starts_at: '2016-01-02 00:00:00' })).toMatchObject({
      ...{ status: 400, error: 'starts_at: must not be more than 92 days ago' },
    });
    const times = { starts_at: '2026-01-02 00:00:00', expected_at: '2026-01-01 00:00:00' };
    expect(await enter({ ...named, ...times })).toMatchObject({
      ...{ status: 400, error: 'expected_at: must be after starts_at' },
    });
    expect((await enter({ ...named, starts_at: '2090-01-01 00:00:00' })).status).toBe(400);
    expect(await enter({ ...named, count: 2 })).toMatchObject({
      ...{ status: 409, error: 'count: it concerns 1 services by now, not 2; preview it again' },
    });
    for (const foreign of [
      { serviceids: other.serviceid },
      { nasid: other.nasid },
      { of_resellerid: other.resellerid },
      { planid: other.planid },
      { location_code: 'NONE' },
    ])
      expect([foreign, (await enter({ count: 0, ...foreign })).status]).toEqual([foreign, 404]);
    const id = await open(serviceid);
    expect((await move(id, 'resolve', { ended_at: '2026-01-01 00:00:00' })).status).toBe(400);
    expect((await move(id, 'resolve', { status: 'Planned' })).status).toBe(409);
    expect((await move(id, 'resolve', {}, other.me)).status).toBe(404);
    expect((await api.call('incident/add', { id, serviceids: other.serviceid }, me)).status).toBe(404);
    await move(id, 'resolve');
    expect((await api.call('incident/update', { id, title: 'x' }, me)).status).toBe(409);
    expect((await api.call('incident/add', { id, serviceids: serviceid }, me)).status).toBe(409);
  });

  it('is entered once by a client that repeats it, also twice at once', async () => {
    const fields = { serviceids: serviceid, count: 1, idempotency_key: 'once' };
    const [one, two] = await Promise.all([enter(fields), enter(fields)]);
    const again = await enter(fields);
    const entered = [one, two, again].filter(({ status }) => status === 200).map(({ result }) => result);
    expect(new Set(entered).size).toBe(1);
    expect(await ids(me, { running: 'Y' })).toContain(Number(entered[0]));
    await move(Number(entered[0]), 'resolve');
  });

  it('concerns the services whose open session, or else the last one of a week, is on its NAS', async () => {
    const place = { resellerid: 0, name: 'Edge', ip: '127.9.9.9', secret: 'testing123' };
    const edge = await api.ok<number>('radius/nas/create', place, me);
    const [online, back, gone] = [await subscribe(), await subscribe(), await subscribe()];
    const [moved, cold, old] = [await subscribe(), await subscribe(), await subscribe()];
    await session(online, edge);
    await session(back, nasid, { began: 1 });
    await session(back, edge, { began: 5, ended: 2 });
    await session(gone, nasid, { began: 9, ended: 8 });
    await session(gone, edge, { began: 5, ended: 2 });
    await session(moved, edge, { began: 9, ended: 8 });
    await session(moved, nasid, { began: 5, ended: 2 });
    await session(cold, edge, { began: 100, ended: 90 });
    await session(old, edge, { began: 400, ended: 300 });
    await api.db.pool.query(`SELECT radius.move_ended_sessions(now() - interval '1 day', 100)`);
    expect(await preview({ nasid: edge })).toMatchObject({
      ...{ count: 3, locations: [{ location_code: 'BLR', count: 3 }] },
    });
    const { result: id } = await enter({ nasid: edge, count: 3 });
    const rows = await api.db.prisma.incidentService.findMany({ where: { incidentId: Number(id) } });
    expect(rows.map((row) => row.serviceId).sort()).toEqual([online, gone, cold].sort());
    await move(Number(id), 'resolve');
  });

  it('counts by location and reseller what its other filters leave', async () => {
    const counts = await preview({ location_code: 'BLR', planid, of_resellerid: tenant.resellerid });
    const all = await api.ok<Row[]>('service/list', { planid, rows_limit: 100 }, me);
    expect(counts).toMatchObject({ count: all.length, resellers: [{ resellerid: String(tenant.resellerid) }] });
    expect(await preview({ serviceids: `${serviceid}` })).toMatchObject({ count: 1 });
  });
});

describe('the services of an incident', () => {
  it('have its verdict while it is open, and nobody else has', async () => {
    const [hit, spared, foreign] = [await subscribe(), await subscribe(), await subscribe(other)];
    const before = await verdict(hit);
    const id = await open(hit, { text_en: 'A fibre was cut.' });
    expect(await verdict(hit)).toMatchObject({ verdict: 'incident', incidentid: String(id), incident: 'Fibre cut' });
    expect((await verdict(hit)).text).toMatch(/^Outage since \d\d:\d\d: Fibre cut$/);
    expect(await verdict(hit, ofReseller)).toMatchObject({ verdict: 'incident' });
    expect(await verdict(spared)).toMatchObject({ verdict: before.verdict, incidentid: null });
    expect(await verdict(foreign, other.me)).toMatchObject({ verdict: before.verdict });
    await session(hit, nasid);
    expect((await verdict(hit)).verdict).not.toBe('incident');
    await api.ok('incident/update', { id, kind: 'Degraded' }, me);
    expect(await verdict(hit)).toMatchObject({ verdict: 'incident', text: expect.stringMatching(/^Slow network/) });
    await move(id, 'resolve');
    expect((await verdict(hit)).verdict).not.toBe('incident');
  });

  it('return one by one, and can be lost again', async () => {
    const [one, two] = [await subscribe(), await subscribe()];
    const id = await open(`${one},${two}`);
    const listed = async (as: Credentials) =>
      (await api.ok<Row[]>('subscriber/list', { incidentid: id }, as)).map(({ serviceid }) => Number(serviceid)).sort();
    const before = await listed(me);
    expect(before).toContain(one);
    expect(await listed(other.me)).toEqual([]);
    expect(await api.ok('incident/remove', { id, serviceids: `${one},${serviceid}` }, me)).toBe(1);
    expect(await listed(me)).toEqual(before.filter((each) => each !== one));
    expect([(await verdict(one)).verdict, (await verdict(two)).verdict]).toEqual(['never', 'incident']);
    expect(await api.ok('incident/add', { id, serviceids: `${one},${two}` }, me)).toBe(1);
    expect((await verdict(one)).verdict).toBe('incident');
    expect(await get(id)).toMatchObject({ services: 2, concerned: { count: 2 } });
    expect((await api.call('incident/remove', { id, serviceids: one, upto: '2026-01-01 00:00:00' }, me)).status).toBe(
      400,
    );
    await move(id, 'resolve');
    const rows = await api.db.prisma.incidentService.findMany({ where: { incidentId: id }, orderBy: { id: 'asc' } });
    expect(rows.map((row) => row.serviceId)).toEqual([one, two, one]);
    expect(rows.every(({ uptoAt }) => uptoAt !== null)).toBe(true);
  });

  it('have their tickets linked, which are resolved together', async () => {
    const [hit, spared] = [await subscribe(), await subscribe()];
    const category = await api.ok<number>('ticket/category_create', { name: 'No Internet' }, me);
    const bills = await api.ok<number>('ticket/category_create', { name: 'Bill', technical: 'N' }, me);
    const file = async (service: number, categoryid = category) => {
      const filed = { serviceid: service, categoryid, text: 'no Internet' };
      return Number((await api.ok<{ id: string }>('ticket/create', filed, me)).id);
    };
    const ticket = (id: number) => api.ok<Row>('ticket/get', { id }, me);
    const before = await file(hit);
    await api.db.pool.query("UPDATE crm.ticket SET created_at = created_at - interval '1 hour' WHERE id = $1", [
      before,
    ]);
    const startsAt = new Date(Date.now() - 60_000).toLocaleString('sv-SE', { timeZone: 'UTC' });
    const [early, bill] = [await file(hit), await file(hit, bills)];
    const id = await open(hit, { starts_at: startsAt });
    const [late, joined] = [await file(hit, bills), await subscribe()];
    const [fresh, waiting, elsewhere] = [await file(hit), await file(hit), await file(spared)];
    await api.ok('ticket/move', { id: waiting, report: 'take' }, me);
    await api.ok('ticket/move', { id: waiting, report: 'ask' }, me);
    expect(await ticket(fresh)).toMatchObject({ incidentid: String(id), verdict_code: 'incident' });
    const [missed, added] = [await file(spared), await file(joined)];
    await api.ok('incident/add', { id, serviceids: joined, from: startsAt }, me);
    // As if it had been filed while the incident was entered.
    await api.db.pool.query('UPDATE crm.ticket SET service_id = $2 WHERE id = $1', [missed, hit]);
    const follow = () => followIncidents(api.kernel, new AbortController().signal);
    const resolving = await api.db.pool.connect();
    try {
      await resolving.query('BEGIN');
      await resolving.query(`UPDATE crm.incident SET status = 'Resolved', ended_at = now() WHERE id = $1`, [id]);
      await follow();
      expect(await ticket(missed)).toMatchObject({ incidentid: null });
    } finally {
      await resolving.query('ROLLBACK');
      resolving.release();
    }
    await follow();
    expect(await get(id)).toMatchObject({ tickets: { pending: 5, resolved: 0 } });
    await move(id, 'resolve', { reason: 'spliced' });
    for (const each of [early, fresh, waiting, missed, added])
      expect(await ticket(each)).toMatchObject({ status: 'Resolved', resolution: 'Fixed' });
    const others = await Promise.all([before, bill, late, elsewhere].map(ticket));
    expect(others.map(({ status, incidentid }) => [status, incidentid])).toEqual(others.map(() => ['New', null]));
    // One that is reopened stays open.
    await api.ok('ticket/move', { id: fresh, report: 'reopen' }, me);
    expect(await resolveLeftTickets(api.db, new Date(), new AbortController().signal)).toBe(true);
    expect(await ticket(fresh)).toMatchObject({ status: 'Open' });
  });
});

describe('who sees an incident', () => {
  it('is the ISP, and others with services of theirs in it, who count those', async () => {
    const here = await there(api, tenant);
    const away = await elsewhere(api, tenant);
    const sold = { customerid: tenant.ownCustomer, ...(await ownPlan()), username: 'isps-own', ...serviceFields };
    const own = await api.ok<number>('service/create', sold, me);
    const mixed = await open(`${serviceid},${own}`);
    const ofIsp = await open(own);
    expect(await ids(me)).toEqual(expect.arrayContaining([mixed, ofIsp]));
    expect(await ids(ofReseller)).toContain(mixed);
    expect(await ids(ofReseller)).not.toContain(ofIsp);
    expect(await get(mixed, ofReseller)).toMatchObject({ services: 1, concerned: { count: 1 } });
    expect(await get(mixed)).toMatchObject({ services: 2 });
    expect((await api.call('incident/get', { id: ofIsp }, ofReseller)).status).toBe(404);
    expect(await ids(here)).toContain(mixed);
    expect(await ids(away)).toEqual([]);
    expect(await ids(other.me)).toEqual([]);
    for (const as of [ofReseller, here]) expect((await move(mixed, 'resolve', {}, as)).status).toBe(403);
    const support = await makeUser(api, me, { ispid, roles: 'Support' });
    expect((await api.call('incident/get', { id: mixed }, support)).status).toBe(200);
    expect((await move(mixed, 'resolve', {}, support)).status).toBe(403);
    const network = await makeUser(api, me, { ispid, roles: 'Network' });
    expect((await move(mixed, 'resolve', {}, network)).status).toBe(200);
    const given = { id: mixed, compensation: 'Days', days: 1 };
    expect((await api.call('incident/compensate', given, network)).status).toBe(403);
    await move(ofIsp, 'resolve');
  });
});

/** A plan of the ISP itself. */
async function ownPlan() {
  const plan = await api.ok<number>('plan/create', { resellerid: 0, ...planFields, name: 'Own' }, me);
  const monthly = { planid: plan, name: 'Monthly', units: 1, charge1: 'Internet', amt1: 499 };
  return { planid: plan, subplanid: await api.ok<number>('plan/subplan_create', monthly, me) };
}

describe('an incident is suggested', () => {
  const suggested = () => ids(me, { status: 'Suggested' });
  const silence = (online: number) =>
    api.db.prisma.nasTally.upsert({
      where: { nasId: nasid },
      create: { nasId: nasid, ispId: ispid, online, stale: 0, heardAt: new Date(), silentSince: new Date() },
      update: { online, silentSince: new Date() },
    });

  it('for a NAS that is silent with ten sessions, once, also by two nodes at once; nobody is told', async () => {
    await silence(9);
    await suggestIncidents(api.kernel);
    expect(await suggested()).toEqual([]);
    await silence(10);
    await Promise.all([suggestIncidents(api.kernel), suggestIncidents(api.kernel)]);
    const [id, ...more] = await suggested();
    expect(more).toEqual([]);
    const hit = await subscribe();
    await session(hit, nasid, { began: 2, ended: 1 });
    expect((await verdict(hit)).verdict).toBe('offline');
    expect(await ids(ofReseller)).not.toContain(Number(id));
    expect(await get(Number(id))).toMatchObject({ source: 'Nas', nasid: String(nasid), services: 0 });
    const { count } = await preview({ nasid });
    expect((await move(Number(id), 'open', { count })).status).toBe(200);
    expect((await verdict(hit)).verdict).toBe('incident');
    await move(Number(id), 'resolve');
    await suggestIncidents(api.kernel);
    expect(await suggested()).toEqual([]);
  });

  it('for a location that has lost nearly a third of its sessions in five minutes', async () => {
    await api.db.prisma.nasTally.deleteMany();
    await api.db.prisma.session.deleteMany();
    const lost = await Promise.all(Array.from({ length: 10 }, () => subscribe()));
    const kept = await Promise.all(Array.from({ length: 24 }, () => subscribe()));
    await Promise.all(kept.map((each) => session(each, nasid)));
    for (const each of lost.slice(1)) await session(each, nasid, { began: 2, ended: 0.01 });
    await suggestIncidents(api.kernel);
    expect(await suggested()).toEqual([]);
    await session(Number(lost[0]), nasid, { began: 2, ended: 0.01 });
    await suggestIncidents(api.kernel);
    // 10 of 34 are less than 30 %.
    expect(await suggested()).toEqual([]);
    await api.db.pool.query('UPDATE radius.session SET ended_at = now() WHERE service_id = $1', [kept[0]]);
    await suggestIncidents(api.kernel);
    const [id, ...more] = await suggested();
    expect(more).toEqual([]);
    expect(await get(Number(id))).toMatchObject({ source: 'Location', location_code: 'BLR' });
    expect((await move(Number(id), 'dismiss', { reason: 'power cut' })).status).toBe(200);
    await suggestIncidents(api.kernel);
    expect(await suggested()).toEqual([]);
  });
});
