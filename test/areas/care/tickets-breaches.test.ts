import { describe, expect, it } from 'vitest';
import { noteBreaches } from '../../../src/areas/care/tickets/clocks/note-breaches.ts';
import { numberEvents } from '../../../src/areas/insight/events/number-events.ts';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { makeUser } from '../../fixtures/tenants.ts';
import { careTenant, type Fields, type Row } from './care-tenant.ts';

const api = await startApi();
const tenant = await careTenant(api);
const { me, serviceid, ispid, ofReseller } = tenant;
await api.ok('isp/settings_update', { event_feed: 'Y' }, me);
const categoryid = await api.ok<number>('ticket/category_create', { name: 'Fault', legal_days: 1 }, me);
await api.ok('ticket/sla_set', { categoryid, priority: 'Normal', respond_minutes: 60, resolve_minutes: 120 }, me);

/** 10:00 on a Saturday; the ISP counts in UTC and works day and night. */
const FILED = new Date('2026-01-31T10:00:00Z');
const later = (minutes: number) => new Date(FILED.getTime() + minutes * 60_000);
const DAY = 1_440;

async function file(fields: Fields = {}): Promise<number> {
  api.clock.at = FILED;
  const { id } = await api.ok<{ id: string }>('ticket/create', { serviceid, categoryid, text: 'x', ...fields }, me);
  return Number(id);
}
const at = async (minutes: number, work: () => Promise<unknown>) => {
  api.clock.at = later(minutes);
  await work();
  api.clock.at = undefined;
};
const move = (id: number, report: string, fields: Fields = {}) => api.ok('ticket/move', { id, report, ...fields }, me);
const note = (minutes: number, signal = new AbortController().signal) => noteBreaches(api.db, later(minutes), signal);

/** The clocks of a ticket that the feed has told of. */
async function told(id: number): Promise<string[]> {
  while ((await numberEvents(api.db)) > 0);
  const which = { type: 'ticket.breached', rows_limit: 100 };
  const rows = await api.ok<{ data: { id: number; clock: string } }[]>('event/list', which, me);
  return rows.filter(({ data }) => data.id === id).map(({ data }) => data.clock);
}

describe('a deadline that is missed', () => {
  it('is told once for each clock, also by two nodes at once', async () => {
    const id = await file();
    await note(59);
    expect(await told(id)).toEqual([]);
    await Promise.all([note(61), note(61)]);
    expect(await told(id)).toEqual(['respond']);
    await Promise.all([note(121), note(122)]);
    await note(123);
    expect(await told(id)).toEqual(['respond', 'resolve']);
    // The end of the next day.
    await note(2 * DAY - 600 - 1);
    expect(await told(id)).toHaveLength(2);
    await note(2 * DAY);
    await note(2 * DAY + 1);
    expect(await told(id)).toEqual(['respond', 'resolve', 'legal']);
  });

  it('is told with ids and states, in the transaction that notes it, and changes nothing else', async () => {
    const id = await file();
    const before = await api.db.prisma.ticket.findUniqueOrThrow({ where: { id } });
    await note(121);
    while ((await numberEvents(api.db)) > 0);
    const [event] = await api.ok<object[]>('event/list', { type: 'ticket.breached', serviceid, rows_limit: 100 }, me);
    expect(event).toMatchObject({ procedure: null, username: null, serviceid: String(serviceid) });
    const after = await api.db.prisma.ticket.findUniqueOrThrow({ where: { id } });
    const noted = { respondBreachedAt: later(121), resolveBreachedAt: later(121) };
    expect(after).toEqual({ ...before, ...noted });
  });

  it('is not told of a ticket that was answered, resolved or waiting in time', async () => {
    const [answered, resolved, waiting] = [await file(), await file(), await file()];
    await at(30, async () => {
      await api.ok('ticket/reply', { id: answered, text: 'x' }, me);
      for (const id of [resolved, waiting]) await move(id, 'take');
      await move(resolved, 'resolve', { resolution: 'Fixed' });
      await move(waiting, 'ask');
    });
    await note(300);
    expect(await told(answered)).toEqual(['resolve']);
    expect([await told(resolved), await told(waiting)]).toEqual([[], []]);
    await at(330, () => move(waiting, 'back'));
    await note(331);
    expect(await told(waiting)).toEqual([]);
    await note(361);
    expect(await told(waiting)).toEqual(['respond']);
    // The law's clock has no pauses.
    await note(3 * DAY);
    expect(await told(resolved)).toEqual([]);
    expect(await told(waiting)).toEqual(['respond', 'resolve', 'legal']);
  });

  it('is told of one that was resolved too late before a job came by, and not a week later', async () => {
    const [late, old] = [await file(), await file()];
    await at(200, async () => {
      await move(late, 'take');
      await move(late, 'resolve', { resolution: 'Fixed' });
    });
    await note(201);
    expect(await told(late)).toEqual(['respond', 'resolve']);
    await api.db.prisma.ticket.update({
      where: { id: old },
      data: { resolveBreachedAt: null, respondBreachedAt: null },
    });
    const count = (await told(old)).length;
    await note(9 * DAY);
    expect(await told(old)).toHaveLength(count);
  });

  it('waits for the next run where somebody changes the ticket, or the job is to stop', async () => {
    const id = await file();
    expect(await note(61, AbortSignal.abort())).toBe(false);
    expect(await told(id)).toEqual([]);
    await api.db.transaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM crm.ticket WHERE id = ${id} FOR NO KEY UPDATE`;
      expect(await note(61)).toBe(true);
    });
    expect(await told(id)).toEqual([]);
    await note(61);
    expect(await told(id)).toEqual(['respond']);
  });
});

describe('the list of tickets', () => {
  it('shows and filters those that have missed the limit of the law', async () => {
    api.clock.at = undefined;
    const open = await file();
    const inTime = await file();
    await at(60, async () => {
      await move(inTime, 'take');
      await move(inTime, 'resolve', { resolution: 'Fixed' });
    });
    // By the clock of the database, both deadlines are long over.
    const ids = async (legal_breached: string) =>
      (await api.ok<Row[]>('ticket/list', { legal_breached, rows_limit: 100 }, me)).map(({ id }) => Number(id));
    const [missed, kept] = [await ids('Y'), await ids('N')];
    expect(missed).toContain(open);
    expect(missed).not.toContain(inTime);
    expect(kept).toContain(inTime);
    expect(await api.ok('ticket/get', { id: open }, me)).toMatchObject({ legal_breached: 'Y' });
  });
});

describe('the tickets as a file', () => {
  const linesOf = async (fields: Fields = {}, as: Credentials = me) =>
    String(await api.ok('ticket/export', fields, as))
      .split('\r\n')
      .slice(0, -1);

  it('have the columns and the filters of the list', async () => {
    const id = await file();
    const { docket } = await api.db.prisma.ticket.findUniqueOrThrow({ where: { id } });
    const lines = await linesOf({ id, columns: 'docket,status,category' });
    expect(lines).toEqual(['\uFEFFdocket,status,category', `${docket},New,Fault`]);
    const all = await linesOf();
    const [row] = await api.ok<Row[]>('ticket/list', { id }, me);
    expect(all[0]).toBe(`\uFEFF${Object.keys(row ?? {}).join()}`);
    expect(await linesOf({ status: 'Cancelled' })).toHaveLength(1);
  });

  it('show nobody more than the list does', async () => {
    const queueid = await api.ok<number>('ticket/queue_create', { name: 'SECRET-QUEUE' }, me);
    const id = await file({ queueid });
    const sales = await makeUser(api, me, { ispid, roles: 'Sales' });
    expect(await linesOf({ id, columns: 'queuename,verdict' }, sales)).toEqual([
      ...['\uFEFFqueuename,verdict', 'SECRET-QUEUE,'],
    ]);
    expect((await linesOf({ id }, ofReseller)).join()).not.toContain('SECRET-QUEUE');
    expect(await linesOf({ queueid }, ofReseller)).toHaveLength(1);
  });
});
