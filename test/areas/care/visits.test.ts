import { describe, expect, it } from 'vitest';
import { NEXT_STATES, PENDING, VISIT_STATES, type VisitState } from '../../../src/areas/care/visits/life-cycle.ts';
import { formatTimestamp } from '../../../src/core/zone.ts';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { contact, customerFields, makeUser } from '../../fixtures/tenants.ts';
import { careTenant, elsewhere, type Fields, type Row, there } from './care-tenant.ts';

const api = await startApi();
const tenant = await careTenant(api);
const other = await careTenant(api);
const { me, ofReseller, customerid, serviceid, ispid, resellerid } = tenant;
const { timezone } = await api.db.prisma.ispSetting.findUniqueOrThrow({ where: { ispId: ispid } });
const technician = await makeUser(api, me, { ispid, roles: 'Field' });
const colleague = await makeUser(api, me, { ispid, roles: 'Field' });
const categoryid = await api.ok<number>('ticket/category_create', { name: 'No Internet' }, me);

type Visit = Row & { readonly history: Row[] };

const DAY = '2031-03-03';
const window = { day: DAY, hours: '09:00-12:00' };
const send = (fields: Fields, as: Credentials = me) => api.call('visit/create', { ...window, ...fields }, as);
const book = (fields: Fields = { serviceid }, as: Credentials = me) =>
  api.ok<number>('visit/create', { ...window, ...fields }, as);
const bookMine = (fields: Fields = { serviceid }) => book({ technicianid: technician.userid, ...fields });
const get = (id: number, as: Credentials = me) => api.ok<Visit>('visit/get', { id }, as);
const list = (fields: Fields = {}, as: Credentials = me) =>
  api.ok<Row[]>('visit/list', { rows_limit: 100, ...fields }, as);
const move = (id: number, state: string, fields: Fields = {}, as: Credentials = me) =>
  api.call('visit/move', { id, state, ...fields }, as);
const moved = async (id: number, states: readonly string[], fields: Fields = {}, as: Credentials = me) => {
  for (const [at, state] of states.entries()) {
    const last = at === states.length - 1 ? fields : {};
    expect(await move(id, state, last, as)).toMatchObject({ status: 200 });
  }
};

/** What a state needs besides. */
const WITH: Readonly<Record<string, Fields>> = { Failed: { reason: 'nobody at home' }, Booked: window };
const PATHS: Readonly<Record<VisitState, readonly string[]>> = {
  Booked: [],
  OnWay: ['OnWay'],
  Started: ['OnWay', 'Started'],
  Done: ['OnWay', 'Started', 'Done'],
  Failed: ['OnWay', 'Started', 'Failed'],
  Cancelled: ['Cancelled'],
};

async function visitIn(state: VisitState): Promise<number> {
  const id = await book();
  await moved(id, PATHS[state], WITH[state]);
  return id;
}

const leadIn = async (status: 'Field-Verification' | 'Installation'): Promise<number> => {
  const lead = { resellerid, name: 'Asha', address: '2 Main Road', city: 'Mysuru', source: 'Web', ...contact };
  const id = await api.ok<number>('lead/create', { ...lead, location_code: 'BLR', sub_location_code: 'BLR-N' }, me);
  await api.ok('lead/update', { id, status: 'Welcome-Call', report: 'Customer-Accepted' }, me);
  if (status === 'Installation')
    await api.ok('lead/update', { id, status: 'Field-Verification', report: 'Feasible' }, me);
  return id;
};
const statusOfLead = async (id: number) => (await api.db.prisma.lead.findUniqueOrThrow({ where: { id } })).status;

const openTicket = async (fields: Fields = { serviceid }): Promise<number> => {
  const ticket = { categoryid, text: 'no light', ...fields };
  const id = Number((await api.ok<{ id: string }>('ticket/create', ticket, me)).id);
  await api.ok('ticket/move', { id, report: 'take' }, me);
  return id;
};
const ticket = (id: number) =>
  api.ok<Row & { readonly thread: Row[] }>('ticket/get', { id }, me) as Promise<Row & { thread: Row[] }>;

describe('a visit', () => {
  it('shows whom it goes to, and what was done about it', async () => {
    const id = await bookMine({ serviceid, note: 'ring twice', latitude: '12.971600', longitude: '77.594600' });
    await moved(id, ['OnWay', 'Started']);
    const visit = await get(id);
    expect(visit).toMatchObject({
      ...{ kind: 'Repair', state: 'Started', day: DAY, hours: '09:00-12:00', starts_at: `${DAY} 09:00:00` },
      ...{
        serviceid: String(serviceid),
        customerid: String(customerid),
        technician: technicianName,
        note: 'ring twice',
      },
      ...{ latitude: '12.971600', longitude: '77.594600', location_code: 'BLR' },
    });
    expect(visit.address).toContain('560001');
    expect(visit.history.map(({ action, state }) => [action, state])).toEqual([
      ['create', 'Booked'],
      ['move', 'OnWay'],
      ['move', 'Started'],
    ]);
  });

  it('moves as its life cycle says, and otherwise names what it can become', async () => {
    for (const state of VISIT_STATES) {
      const id = await visitIn(state);
      for (const to of VISIT_STATES) {
        if (NEXT_STATES[state].includes(to)) continue;
        const refused = await move(id, to, WITH[to]);
        expect(refused).toMatchObject({
          status: 409,
          error: expect.stringContaining(`visit ${id} is ${state}; it can`),
        });
        for (const next of NEXT_STATES[state]) expect(refused.error).toContain(next);
      }
      expect(await get(id)).toMatchObject({ state });
    }
  });

  it('goes to one lead, ticket or service, at a time to come', async () => {
    const leadid = await leadIn('Installation');
    for (const [fields, error] of [
      [{}, 'serviceid: is required without leadid and ticketid'],
      [{ serviceid, leadid }, 'leadid: must be left out with serviceid'],
      [{ serviceid, hours: '12:00-09:00' }, 'hours: must be an interval'],
      [{ serviceid, day: '2020-01-01' }, 'day: must not be over'],
      [{ serviceid, latitude: '12.9' }, 'longitude: is required with latitude'],
      [{ serviceid, latitude: '91', longitude: '1' }, 'latitude: must be a number from -90 to 90'],
    ] as const)
      expect(await send(fields)).toMatchObject({ status: 400, error: expect.stringContaining(error) });
  });

  it('takes what belongs to its state only', async () => {
    const id = await visitIn('Started');
    for (const [state, fields, error] of [
      ['Failed', {}, 'reason: is required when state is Failed'],
      ['Failed', { reason: 'x', mac: '02:00:00:00:00:01' }, 'mac: applies only when state is Done'],
      ['Done', { reason: 'x' }, 'reason: applies only when state is Failed or Cancelled'],
      ['Done', { report: 'Feasible' }, 'report: applies only to the visit to a lead'],
      ['Done', { optical_dbm: '-99' }, 'optical_dbm: must be a number from -60 to 20'],
      ['Done', { day: DAY }, 'day: applies only when state is Booked'],
    ] as const)
      expect(await move(id, state, fields)).toMatchObject({ status: 400, error: expect.stringContaining(error) });
    expect(await get(id)).toMatchObject({ state: 'Started', reason: null });
  });

  it('is changed only as far as it has not been carried out', async () => {
    const id = await visitIn('Done');
    await api.ok('visit/edit', { id, serial: 'ALCL1234', optical_dbm: '-19.5' }, me);
    expect(await get(id)).toMatchObject({ serial: 'ALCL1234', optical_dbm: '-19.50' });
    expect(await api.call('visit/edit', { id, day: '2031-03-04' }, me)).toMatchObject({ status: 409 });
    const started = await visitIn('Started');
    expect(await api.call('visit/edit', { id: started, hours: '10:00-11:00' }, me)).toMatchObject({ status: 409 });
    await api.ok('visit/edit', { id: started, technicianid: technician.userid }, me);
    expect(await get(started, technician)).toMatchObject({ id: String(started) });
  });

  it('that failed is booked again, in another window', async () => {
    const id = await visitIn('Failed');
    expect(await move(id, 'Booked')).toMatchObject({ status: 400 });
    await moved(id, ['Booked'], { day: '2031-03-05', hours: '15:00-24:00' });
    expect(await get(id)).toMatchObject({
      state: 'Booked',
      reason: null,
      ended_at: null,
      ends_at: '2031-03-06 00:00:00',
    });
  });
});

const technicianName = (await api.db.prisma.loginUser.findUniqueOrThrow({ where: { id: technician.userid } })).username;

describe('a window', () => {
  const of = { day: '2031-06-02', hours: '09:00-12:00' };
  const places = async (fields: Fields = {}) =>
    api.ok<Row[]>('visit/slots', { location_code: 'BLR', from: of.day, days: 1, ...fields }, me);

  it('has as many places as were set, of which two bookings at once take the last only once', async () => {
    const slot = { location_code: 'BLR', hours: of.hours, capacity: 2, weekdays: 'sat,mon' };
    const id = await api.ok<number>('visit/slot_set', slot, me);
    await book({ serviceid, ...of });
    expect(await places()).toEqual([{ ...of, capacity: 2, booked: 1, free: 1 }]);
    const answers = await Promise.all([1, 2, 3].map(() => send({ serviceid, ...of })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.error).toBe(
      `hours: has no place left on ${of.day}; choose another window`,
    );
    expect(await places()).toEqual([{ ...of, capacity: 2, booked: 2, free: 0 }]);

    const [booked] = await list({ state: 'Booked', day_from: of.day, day_upto: of.day });
    await moved(Number(booked?.id), ['Cancelled']);
    const elsewhen = await book({ serviceid, day: '2031-06-07', hours: of.hours });
    await api.ok('visit/edit', { id: elsewhen, day: of.day }, me);
    expect(await places()).toMatchObject([{ free: 0 }]);

    expect(await send({ serviceid, ...of, hours: '12:00-13:00' })).toMatchObject({ status: 409 });
    expect(await send({ serviceid, day: '2031-06-03', hours: of.hours })).toMatchObject({
      error: 'hours: is not a window of 2031-06-03; no visits are booked on that day',
    });
    expect(await api.ok('visit/slot_set', { ...slot, capacity: 3 }, me)).toBe(id);
    expect(await places()).toMatchObject([{ free: 1 }]);
    await api.ok('visit/slot_delete', { id }, me);
    expect(await places()).toEqual([]);
  });

  it('of every location is replaced where a location has its own', async () => {
    const whole = await api.ok<number>('visit/slot_set', { hours: '10:00-11:00', capacity: 1 }, me);
    expect(await places()).toMatchObject([{ hours: '10:00-11:00', capacity: 1 }]);
    const own = await api.ok<number>('visit/slot_set', { location_code: 'BLR', hours: '14:00-15:00', capacity: 1 }, me);
    expect(await places()).toMatchObject([{ hours: '14:00-15:00' }]);
    for (const id of [whole, own]) await api.ok('visit/slot_delete', { id }, me);
    expect((await api.call('visit/slots', { location_code: 'NONE' }, me)).status).toBe(404);
    expect(
      (await api.call('visit/slot_set', { location_code: 'NONE', hours: '14:00-15:00', capacity: 1 }, me)).status,
    ).toBe(404);
  });
});

describe('the visit to a lead', () => {
  it('moves the lead by what the technician reports', async () => {
    const leadid = await leadIn('Field-Verification');
    const id = await bookMine({ leadid });
    expect(await get(id, technician)).toMatchObject({
      ...{ kind: 'Survey', name: 'Asha', address: '2 Main Road, Mysuru', lead_status: 'Field-Verification' },
    });
    await moved(id, ['OnWay', 'Started'], {}, technician);
    expect(await move(id, 'Done', {}, technician)).toMatchObject({
      ...{ status: 400, error: 'report: is required while the lead is in Field-Verification' },
    });
    expect(await move(id, 'Done', { report: 'Not-Feasible' }, technician)).toMatchObject({ status: 400 });
    expect(await move(id, 'Done', { report: 'Installation-Completed' }, technician)).toMatchObject({ status: 400 });
    expect(await statusOfLead(leadid)).toBe('Field-Verification');
    await moved(id, ['Done'], { report: 'Feasible' }, technician);
    expect(await statusOfLead(leadid)).toBe('Installation');
    expect(await get(id)).toMatchObject({ state: 'Done', report: 'Feasible' });
  });

  it('leaves the lead as it is when it fails', async () => {
    const leadid = await leadIn('Installation');
    const id = await book({ leadid });
    await moved(id, PATHS.Failed, WITH.Failed);
    expect(await statusOfLead(leadid)).toBe('Installation');
  });
});

describe('the visit for a ticket', () => {
  it.each([
    ['Done', { outcome: 'cable mended' }, 'cable mended'],
    ['Failed', { reason: 'nobody at home' }, 'nobody at home'],
    ['Cancelled', {}, 'Cancelled'],
  ] as const)('that ends as %s opens the ticket again, with a note', async (state, fields, text) => {
    const ticketid = await openTicket();
    const id = await bookMine({ ticketid });
    expect(await ticket(ticketid)).toMatchObject({ status: 'Visit' });
    expect(await get(id)).toMatchObject({ docket: (await ticket(ticketid)).docket, text: 'no light' });
    expect(await send({ ticketid })).toMatchObject({
      ...{ status: 409, error: `ticketid: ticket ${ticketid} already waits for visit ${id}` },
    });
    await moved(id, PATHS[state], fields, state === 'Cancelled' ? me : technician);
    const after = await ticket(ticketid);
    expect(after).toMatchObject({ status: 'Open' });
    expect(after.thread.at(-1)).toMatchObject({ kind: 'Internal', text: expect.stringContaining(text) });
    if (state !== 'Failed') return;
    await moved(id, ['Booked'], window);
    expect(await ticket(ticketid)).toMatchObject({ status: 'Visit' });
  });

  it('is refused for a ticket that nobody has taken, and stays when the ticket was resolved in the meantime', async () => {
    const fresh = { serviceid, categoryid, text: 'x' };
    const untaken = Number((await api.ok<{ id: string }>('ticket/create', fresh, me)).id);
    expect(await send({ ticketid: untaken })).toMatchObject({ status: 409 });
    const ticketid = await openTicket();
    const id = await book({ ticketid });
    await api.ok('ticket/move', { id: ticketid, report: 'resolve', resolution: 'Fixed' }, me);
    await moved(id, PATHS.Done);
    expect(await ticket(ticketid)).toMatchObject({ status: 'Resolved' });
  });
});

describe('the MAC of a device', () => {
  const macOf = async (id: number) => (await api.db.prisma.service.findUniqueOrThrow({ where: { id } })).mac;

  it('goes to the service, and is refused while another service has it, which is named', async () => {
    const user = await api.db.prisma.service.findUniqueOrThrow({ where: { id: serviceid } });
    const first = await visitIn('Started');
    await moved(first, ['Done'], { mac: '02-AA-00-00-00-01', serial: 'S1', optical_dbm: '-20' });
    expect(await macOf(serviceid)).toBe('02:aa:00:00:00:01');
    const leadid = await leadIn('Installation');
    const second = await bookMine({ leadid });
    await moved(second, ['OnWay', 'Started'], {}, technician);
    const done = { report: 'Installation-Completed', mac: '02AA.0000.0001' };
    expect(await move(second, 'Done', done, technician)).toMatchObject({
      ...{ status: 409, error: `mac: is used by service ${serviceid} (${user.username})` },
    });
    expect(await statusOfLead(leadid)).toBe('Installation');
    await moved(second, ['Done'], { ...done, mac: '02:aa:00:00:00:02' }, technician);
    const again = await visitIn('Started');
    await moved(again, ['Done'], { mac: '02:aa:00:00:00:01' });
  });
});

describe('a technician', () => {
  it('sees and moves only the visits that they are sent to, and books none', async () => {
    const [own, others] = [await bookMine(), await book({ serviceid, technicianid: colleague.userid })];
    const mine = await api.ok<Row[]>('visit/mine', { rows_limit: 100, day_from: DAY, day_upto: DAY }, technician);
    expect(mine.map(({ id }) => Number(id))).toContain(own);
    expect(mine.map(({ id }) => Number(id))).not.toContain(others);
    expect((await list({}, technician)).every((row) => row.technician === technicianName)).toBe(true);
    expect((await api.call('visit/get', { id: others }, technician)).status).toBe(404);
    expect((await move(others, 'OnWay', {}, technician)).status).toBe(404);
    for (const [path, fields] of [
      ['visit/create', { ...window, serviceid }],
      ['visit/edit', { id: own, technicianid: colleague.userid }],
      ['visit/move', { id: own, state: 'Cancelled' }],
      ['visit/conflict_settle', { id: own }],
      ['visit/slot_set', { hours: '09:00-10:00', capacity: 1 }],
      ['visit/slots', {}],
      ['service/list', {}],
      ['customer/list', {}],
      ['lead/list', {}],
    ] as const)
      expect((await api.call(path, fields, technician)).status).toBe(403);
    await api.ok('visit/edit', { id: own, optical_dbm: '-21.25' }, technician);
  });

  it('of another staff is not sent', async () => {
    expect((await send({ serviceid, technicianid: other.me.userid })).status).toBe(404);
    const theirs = await makeUser(api, me, { ispid, resellerid, groupname: 'Reseller', roles: 'Field' });
    const { ownCustomer } = tenant;
    expect((await send({ serviceid, technicianid: technician.userid }, ofReseller)).status).toBe(404);
    const id = await book({ serviceid, technicianid: theirs.userid });
    expect(await get(id, ofReseller)).toMatchObject({ keeperid: String(resellerid) });
    expect(await api.call('visit/edit', { id, technicianid: technician.userid }, me)).toMatchObject({ status: 409 });
    const stranger = { customerid: ownCustomer, categoryid, text: 'x' };
    const ticketid = await openTicket(stranger);
    expect(await send({ ticketid, technicianid: theirs.userid })).toMatchObject({ status: 409 });
  });
});

describe('a technician of some locations', () => {
  const unseen = (username: string) =>
    `technicianid: login user ${username} is limited to locations and would not see this visit`;
  const limitedTo = async (lc: string) => {
    const limited = await makeUser(api, me, { ispid, resellerid: 0, groupname: 'Employee', roles: 'Field', lc });
    const { username } = await api.db.prisma.loginUser.findUniqueOrThrow({ where: { id: limited.userid } });
    return { limited, username };
  };

  it('is sent only where they see the visit', async () => {
    await api.ok('location/create', { location_code: 'FAR', location: 'Far away' }, me);
    const [near, far] = [await limitedTo('BLR'), await limitedTo('FAR')];
    const leadid = await leadIn('Installation');
    const ticketid = await openTicket({ number: '9811100099' });
    const before = await api.db.prisma.visit.count();
    for (const fields of [{ serviceid }, { leadid }])
      expect(await send({ ...fields, technicianid: far.limited.userid })).toMatchObject({
        ...{ status: 409, error: unseen(far.username) },
      });
    // The visit to a stranger is at no location.
    expect(await send({ ticketid, technicianid: near.limited.userid })).toMatchObject({
      ...{ status: 409, error: unseen(near.username) },
    });
    expect(await ticket(ticketid)).toMatchObject({ status: 'Open' });
    expect(await api.db.prisma.visit.count()).toBe(before);

    for (const fields of [{ serviceid }, { leadid }]) {
      const id = await book({ ...fields, technicianid: near.limited.userid });
      expect(await get(id, near.limited)).toMatchObject({ state: 'Booked' });
      expect(await api.call('visit/edit', { id, technicianid: far.limited.userid, note: 'x' }, me)).toMatchObject({
        ...{ status: 409, error: unseen(far.username) },
      });
      expect(await get(id)).toMatchObject({ technicianid: String(near.limited.userid), note: null });
    }
  });

  it('of a sub location is sent there only', async () => {
    const slc = (await api.db.prisma.service.findUniqueOrThrow({ where: { id: serviceid } })).subLocationCode;
    const other = { location_code: 'BLR', sub_location_code: 'BLR-S', sub_location: 'South' };
    await api.ok('location/sublocation_create', other, me);
    for (const [code, status] of [
      [slc ?? 'BLR-N', slc === null ? 409 : 200],
      ['BLR-S', 409],
    ] as const) {
      const fields = { ispid, resellerid: 0, groupname: 'Employee', roles: 'Field', lc: 'BLR', slc: code };
      const limited = await makeUser(api, me, fields);
      expect((await send({ serviceid, technicianid: limited.userid })).status).toBe(status);
    }
  });
});

describe('what a phone sends later', () => {
  const at = (hours: number) => formatTimestamp(new Date(Date.now() - hours * 3_600_000), timezone);

  it('is carried out once, at the time it was done, however often and late it is repeated', async () => {
    const id = await bookMine();
    const way = { done_at: at(30), client_ref: 'phone-1 a' };
    const answers = await Promise.all([1, 2, 3].map(() => move(id, 'OnWay', way, technician)));
    expect(new Set(answers.map(({ status, result }) => JSON.stringify([status, result]))).size).toBe(1);
    await moved(id, ['Started'], { done_at: at(29), client_ref: 'phone-1 b' }, technician);
    expect((await move(id, 'OnWay', way, technician)).result).toBe(answers[0]?.result);
    const visit = await get(id);
    expect(visit).toMatchObject({ state: 'Started', on_way_at: way.done_at });
    expect(visit.history).toHaveLength(3);
    // The same name of another login user is another action.
    const others = await book({ serviceid, technicianid: colleague.userid });
    expect(await move(others, 'OnWay', way, colleague)).toMatchObject({ status: 200 });
  });

  it('is refused when it is older than 72 hours, or to come', async () => {
    const id = await bookMine();
    expect(await move(id, 'OnWay', { done_at: at(73) }, technician)).toMatchObject({
      ...{ status: 400, error: 'done_at: must be at most 72 hours ago' },
    });
    expect(await move(id, 'OnWay', { done_at: at(-1) }, technician)).toMatchObject({ status: 400 });
    expect(await move(id, 'OnWay', { done_at: at(71) }, technician)).toMatchObject({ status: 200 });
  });

  it('and the visit no longer allows goes to the dispatcher, also when another has it now', async () => {
    const id = await bookMine();
    await api.ok('visit/edit', { id, technicianid: colleague.userid }, me);
    const report = { id, text: 'Done at 11:40; 404', client_ref: 'phone-1 c' };
    const first = await api.ok<number>('visit/conflict_report', report, technician);
    expect(await api.ok('visit/conflict_report', report, technician)).toBe(first);
    const never = await book({ serviceid, technicianid: colleague.userid });
    expect((await api.call('visit/conflict_report', { id: never, text: 'x' }, technician)).status).toBe(404);
    expect(await list({ in_conflict: 'Y' })).toMatchObject([{ id: String(id), conflict: report.text }]);
    await api.ok('visit/conflict_settle', { id }, me);
    expect(await list({ in_conflict: 'Y' })).toEqual([]);
    expect((await api.call('visit/conflict_settle', { id }, me)).status).toBe(409);
  });
});

describe('visits of others', () => {
  it('are not seen by another ISP, another staff, or an employee elsewhere', async () => {
    const leadid = await leadIn('Installation');
    const [id, toLead] = [await bookMine(), await book({ leadid })];
    const far = await elsewhere(api, tenant);
    for (const stranger of [other.me, other.ofReseller, ofReseller, far]) {
      const seen = (await list({}, stranger)).map((row) => Number(row.id));
      expect(seen).not.toContain(id);
      expect(seen).not.toContain(toLead);
      expect((await move(id, 'OnWay', {}, stranger)).status).toBe(404);
    }
    const near = await there(api, tenant);
    const seen = (await list({ day_from: DAY, day_upto: DAY }, near)).map((row) => Number(row.id));
    expect(seen).toEqual(expect.arrayContaining([id, toLead]));
  });

  it('follow a customer who goes to another reseller, and leave its staff', async () => {
    const theirs = await makeUser(api, me, { ispid, resellerid, groupname: 'Reseller', roles: 'Field' });
    const customer = await api.ok<number>('customer/create', { resellerid, ...customerFields }, me);
    const filed = { customerid: customer, categoryid, text: 'x' };
    const ticketid = Number((await api.ok<{ id: string }>('ticket/create', filed, ofReseller)).id);
    await api.ok('ticket/move', { id: ticketid, report: 'take' }, ofReseller);
    const id = await book({ ticketid, technicianid: theirs.userid }, ofReseller);
    await api.db.pool.query('UPDATE crm.customer SET reseller_id = NULL WHERE id = $1', [customer]);
    expect(await get(id, me)).toMatchObject({ resellerid: '0', keeperid: '0', technicianid: null });
  });
});

describe('the timeline of a service', () => {
  const timeline = async (of: number, as: Credentials = me) => {
    const entries = await api.ok<Row[]>('service/timeline', { serviceid: of, kinds: 'visit', limit: 100 }, as);
    return entries.map(({ title, detail }) => `${title} | ${detail}`);
  };

  it('shows what was booked and what came of it, to those who see the visit', async () => {
    // An ISP that has no other visits.
    const [own, tickets] = [other, await api.ok<number>('ticket/category_create', { name: 'Slow' }, other.me)];
    const their = await makeUser(api, own.me, { ispid: own.ispid, roles: 'Field', username: 'fieldwork' });
    const visit = { ...window, serviceid: own.serviceid, technicianid: their.userid };
    const id = await api.ok<number>('visit/create', visit, own.me);
    await moved(id, ['OnWay', 'Failed'], { reason: 'nobody, 2031-03-03' }, their);
    expect(await timeline(own.serviceid, own.me)).toEqual([
      `Failed | ${DAY} 09:00-12:00, fieldwork, nobody, 2031-03-03`,
      `Booked | ${DAY} 09:00-12:00, fieldwork`,
    ]);
    await moved(id, ['Booked'], { day: '2031-03-07', hours: '10:00-11:00' }, own.me);
    await moved(id, ['OnWay', 'Started', 'Done'], { outcome: 'new cable' }, their);
    const ended = ['Done | 2031-03-07 10:00-11:00, fieldwork, new cable', 'Failed | fieldwork, nobody, 2031-03-03'];
    expect(await timeline(own.serviceid, own.me)).toEqual([...ended, 'Booked | 2031-03-07 10:00-11:00, fieldwork']);

    const filed = { serviceid: own.serviceid, categoryid: tickets, text: 'slow' };
    const ticketid = Number((await api.ok<{ id: string }>('ticket/create', filed, own.me)).id);
    await api.ok('ticket/move', { id: ticketid, report: 'take' }, own.me);
    const toCancel = await api.ok<number>('visit/create', { ...window, ticketid }, own.me);
    await moved(toCancel, ['Cancelled'], {}, own.me);
    expect((await timeline(own.serviceid, own.me)).slice(0, 2)).toEqual([
      `Cancelled | ${DAY} 09:00-12:00`,
      `Booked | ${DAY} 09:00-12:00`,
    ]);
    // The reseller whose customer it is does not see where the staff of its ISP goes, nor does who may see no visits.
    expect(await timeline(own.serviceid, own.ofReseller)).toEqual([]);
    const network = await makeUser(api, own.me, { ispid: own.ispid, roles: 'Network' });
    expect(await timeline(own.serviceid, network)).toEqual([]);
  });
});

it('every pending state leads somewhere', () => {
  for (const state of PENDING) expect(NEXT_STATES[state].length).toBeGreaterThan(0);
});
