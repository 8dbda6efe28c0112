import { describe, expect, it } from 'vitest';
import { startApi } from '../../fixtures/api.ts';
import { careTenant, type Fields, type Row } from './care-tenant.ts';

const api = await startApi();
const tenant = await careTenant(api);
const other = await careTenant(api);
const { me, ofReseller, serviceid, customerid } = tenant;

const hours = '09:00-13:00,14:00-18:00';
const week = { mon: hours, tue: hours, wed: hours, thu: hours, fri: hours };
await api.ok('ticket/calendar_set', { ...week, holidays: '2026-01-26' }, me);

const categoryOf = (name: string) => api.ok<number>('ticket/category_create', { name }, me);
const categoryid = await categoryOf('No Internet');
const limit = (fields: Fields) => api.ok('ticket/sla_set', { categoryid, priority: 'Normal', ...fields }, me);
await limit({ respond_minutes: 60, resolve_minutes: 480 });
await limit({ priority: 'Urgent', resolve_minutes: 120 });

const now = (text: string) => {
  api.clock.at = new Date(`${text}Z`);
};
async function file(fields: Fields = {}): Promise<number> {
  const params = { customerid, categoryid, text: 'no Internet', ...fields };
  return Number((await api.ok<{ id: string }>('ticket/create', params, me)).id);
}
const get = (id: number) => api.ok<Row>('ticket/get', { id }, me);
const move = (id: number, report: string, fields: Fields = {}) => api.ok('ticket/move', { id, report, ...fields }, me);
const isListed = async (id: number, fields: Fields) =>
  (await api.ok<Row[]>('ticket/list', { id, ...fields }, me)).length === 1;

describe('the deadlines of a ticket', () => {
  it('are set at filing, in working time', async () => {
    now('2026-01-23T16:00:00');
    const id = await file();
    const expected = { respond_by: '2026-01-23 17:00:00', resolve_by: '2026-01-27 16:00:00', legal_by: null };
    expect(await get(id)).toMatchObject(expected);
    await limit({ respond_minutes: 30, resolve_minutes: 240 });
    expect(await get(id)).toMatchObject(expected);
    await limit({ respond_minutes: 60, resolve_minutes: 480 });
    expect(await isListed(id, { due_from: '2026-01-27', due_upto: '2026-01-27', sort_field: 'resolve_by' })).toBe(true);
    expect(await isListed(id, { due_upto: '2026-01-26' })).toBe(false);
    expect(await get(await file({ priority: 'Low' }))).toMatchObject({
      respond_by: null,
      resolve_by: null,
      breached: 'N',
    });
  });

  it('move by the working time of a pause, and not once the subscriber has an answer', async () => {
    now('2026-01-23T10:00:00');
    const id = await file();
    await move(id, 'take');
    now('2026-01-23T10:30:00');
    await move(id, 'ask');
    expect(await get(id)).toMatchObject({ paused_at: '2026-01-23 10:30:00', breached: 'N' });
    now('2026-01-27T11:00:00');
    await move(id, 'back');
    expect(await get(id)).toMatchObject({ respond_by: '2026-01-27 11:30:00', resolve_by: '2026-01-28 10:30:00' });
    await api.ok('ticket/reply', { id, text: 'we look into it' }, me);
    await move(id, 'ask');
    now('2026-01-27T12:00:00');
    await move(id, 'back');
    expect(await get(id)).toMatchObject({ respond_by: '2026-01-27 11:30:00', resolve_by: '2026-01-28 11:30:00' });
  });

  it('are those of the new category and priority, without what was paused', async () => {
    now('2026-01-27T09:00:00');
    const id = await file();
    await move(id, 'take');
    await move(id, 'ask');
    now('2026-01-27T10:00:00');
    await move(id, 'back');
    await api.ok('ticket/edit', { id, priority: 'Urgent' }, me);
    expect(await get(id)).toMatchObject({ respond_by: null, resolve_by: '2026-01-27 12:00:00' });
    await api.ok('ticket/edit', { id, categoryid: await categoryOf('Billing') }, me);
    expect(await get(id)).toMatchObject({ resolve_by: null });
  });

  it('stop when it is resolved, and go on when it is reopened', async () => {
    now('2026-01-27T09:00:00');
    const id = await file();
    await move(id, 'take');
    now('2026-01-27T09:30:00');
    await move(id, 'resolve', { resolution: 'Fixed' });
    expect(await get(id)).toMatchObject({ breached: 'N' });
    now('2026-01-28T09:30:00');
    await move(id, 'reopen');
    expect(await get(id)).toMatchObject({
      resolve_by: '2026-01-28 18:00:00',
      respond_by: '2026-01-28 10:00:00',
      paused_at: null,
    });
    expect(await isListed(id, { breached: 'Y' })).toBe(true);
    expect(await isListed(id, { breached: 'N' })).toBe(false);
  });

  it('follow the hours of the service’s location, and the holidays of the ISP', async () => {
    const id = await api.ok<number>(
      'ticket/calendar_set',
      { location_code: 'BLR', mon: '00:00-24:00', tue: '10:00-12:00' },
      me,
    );
    now('2026-01-26T10:00:00');
    expect(await get(await file({ serviceid, priority: 'Urgent' }))).toMatchObject({
      resolve_by: '2026-01-27 12:00:00',
    });
    expect(await get(await file({ priority: 'Urgent' }))).toMatchObject({ resolve_by: '2026-01-27 11:00:00' });
    await api.ok('ticket/calendar_delete', { id }, me);
    expect(await api.ok<Row[]>('ticket/calendar_list', {}, me)).toMatchObject([
      { location_code: null, mon: hours, sat: '', holidays: '2026-01-26' },
    ]);
  });
});

describe('limits and calendars', () => {
  const set = (fields: Fields, as = me) => api.call('ticket/calendar_set', fields, as);

  it('refuse intervals that end before they begin, or overlap, and unknown places', async () => {
    for (const mon of ['13:00-09:00', '09:00-09:00', '9-13', '09:00-24:30'])
      expect([mon, (await set({ mon })).status]).toEqual([mon, 400]);
    expect(await set({ tue: '09:00-13:00,12:00-18:00' })).toMatchObject({
      ...{ status: 400, error: 'tue: has intervals that overlap' },
    });
    expect((await set({ location_code: 'NONE' })).status).toBe(404);
    expect((await api.call('ticket/sla_set', { categoryid, priority: 'Low' }, me)).status).toBe(400);
  });

  it('are of one ISP, which alone manages them', async () => {
    const [{ id: slaid } = {}] = await api.ok<Row[]>('ticket/sla_list', { categoryid }, me);
    const [{ id } = {}] = await api.ok<Row[]>('ticket/calendar_list', {}, me);
    for (const [path, named] of [
      ['ticket/sla_delete', slaid],
      ['ticket/calendar_delete', id],
    ] as const) {
      expect((await api.call(path, { id: Number(named) }, other.me)).status).toBe(404);
      expect((await api.call(path, { id: Number(named) }, ofReseller)).status).toBe(403);
    }
    expect(
      (await api.call('ticket/sla_set', { categoryid, priority: 'Low', resolve_minutes: 1 }, other.me)).status,
    ).toBe(404);
    expect((await set({ mon: hours }, ofReseller)).status).toBe(403);
    expect(await api.ok('ticket/sla_list', {}, other.me)).toEqual([]);
  });
});
