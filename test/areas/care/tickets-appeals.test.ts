import { afterEach, describe, expect, it } from 'vitest';
import {
  APPEAL_MOVES,
  APPEAL_REPORTS,
  APPEAL_STATUSES,
  type AppealStatus,
} from '../../../src/areas/care/tickets/appeals/life-cycle.ts';
import { numberEvents } from '../../../src/areas/insight/events/number-events.ts';
import type { Credentials } from '../../fixtures/api.ts';
import { makeUser } from '../../fixtures/tenants.ts';
import { workshop } from '../subscribers/notices/workshop.ts';
import { careTenant, type Fields, type Row } from './care-tenant.ts';

const { api, tenant, provider, settled, notice } = await workshop();
const other = await careTenant(api);
const { me, serviceid, ispid, resellerid, customerid } = tenant;
const ofReseller = await makeUser(api, me, { ispid, resellerid, groupname: 'Reseller' });
const support = await makeUser(api, me, { ispid, roles: 'Support' });
const categoryid = await api.ok<number>('ticket/category_create', { name: 'Bill', legal_days: 3 }, me);

afterEach(() => {
  api.clock.at = undefined;
});

async function file(fields: Fields = {}): Promise<number> {
  const ticket = { serviceid, categoryid, text: 'x', ...fields };
  return Number((await api.ok<{ id: string }>('ticket/create', ticket, me)).id);
}
const move = (id: number, report: string, fields: Fields = {}) => api.ok('ticket/move', { id, report, ...fields }, me);
async function resolved(fields: Fields = {}): Promise<number> {
  const id = await file(fields);
  await move(id, 'take');
  await move(id, 'resolve', { resolution: 'Explained' });
  return id;
}

const appeal = (id: number, as: Credentials = me, text = 'the bill is still wrong') =>
  api.call('ticket/appeal', { id, text }, as);
const filed = async (id: number, as: Credentials = me) => Number((await appeal(id, as)).result);
const decide = (id: number, report: string, fields: Fields = {}, as: Credentials = me) =>
  api.call('ticket/appeal_move', { id, report, ...fields }, as);
const list = (fields: Fields = {}, as: Credentials = me) =>
  api.ok<Row[]>('ticket/appeal_list', { rows_limit: 100, ...fields }, as);

/** What a report needs besides. */
const WITH: Readonly<Record<string, Fields>> = { uphold: { decision: 'credited' }, reject: { decision: 'as agreed' } };
const PATHS: Readonly<Record<AppealStatus, readonly string[]>> = {
  Filed: [],
  Acknowledged: ['acknowledge'],
  Upheld: ['acknowledge', 'uphold'],
  Rejected: ['acknowledge', 'reject'],
  Withdrawn: ['withdraw'],
};

describe('an appeal', () => {
  it('is filed once a ticket is resolved, or the limit of the law is over', async () => {
    api.clock.at = new Date('2026-01-31T06:00:00Z');
    const open = await file();
    expect(await appeal(open)).toMatchObject({
      status: 409,
      error: `id: ticket ${open} is New; an appeal needs one that is resolved, or open beyond the limit of the law`,
    });
    api.clock.at = new Date('2026-02-03T18:29:00Z');
    expect((await appeal(open)).status).toBe(409);
    api.clock.at = new Date('2026-02-03T18:31:00Z');
    expect((await appeal(open)).status).toBe(200);
    const closed = await resolved();
    await move(closed, 'close');
    expect((await appeal(closed)).status).toBe(200);
    const cancelled = await file();
    await move(cancelled, 'cancel', { reason: 'x' });
    api.clock.at = new Date('2027-01-31T06:00:00Z');
    expect((await appeal(cancelled)).status).toBe(409);
  });

  it('is filed within the days after the resolution that the ISP sets, and is to be decided 39 days later', async () => {
    api.clock.at = new Date('2026-03-01T06:00:00Z');
    const [late, timely] = [await resolved(), await resolved()];
    api.clock.at = new Date('2026-03-31T06:00:00Z');
    expect((await appeal(timely)).status).toBe(200);
    expect(await list({ ticketid: timely, decide_from: '2026-05-09', decide_upto: '2026-05-10' })).toMatchObject([
      { decide_by: '2026-05-10 00:00:00' },
    ]);
    expect(await list({ ticketid: timely, decide_upto: '2026-05-08' })).toEqual([]);
    api.clock.at = new Date('2026-03-31T06:00:01Z');
    const answer = {
      status: 409,
      error: `id: ticket ${late} was resolved more than 30 days ago, which is too long for an appeal`,
    };
    expect(await appeal(late)).toMatchObject(answer);
    await move(late, 'close');
    expect(await appeal(late)).toMatchObject(answer);
    await api.ok('isp/settings_update', { appeal_days: 0 }, me);
    expect((await appeal(late)).status).toBe(200);
    await api.ok('isp/settings_update', { appeal_days: 30 }, me);
  });

  it('is one of a ticket, also of two filed at once, until it is withdrawn', async () => {
    const id = await resolved();
    const answers = await Promise.all([appeal(id), appeal(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [row] = await list({ ticketid: id });
    expect(answers.find(({ status }) => status === 409)).toMatchObject({
      error: `id: ticket ${id} has appeal ${row?.id} already, which is Filed`,
    });
    expect((await decide(Number(row?.id), 'withdraw')).status).toBe(200);
    expect((await appeal(id)).status).toBe(200);
    expect((await list({ ticketid: id })).map(({ status }) => status)).toEqual(['Withdrawn', 'Filed']);
  });

  it('is filed once by a caller who repeats the call with its key', async () => {
    const id = await resolved();
    const keyed = () => api.ok('ticket/appeal', { id, text: 'x', idempotency_key: `appeal ${id}` }, me);
    expect(await keyed()).toEqual(await keyed());
  });

  it('notes who decided it, when and how', async () => {
    const ticket = await resolved();
    const id = await filed(ticket, support);
    await decide(id, 'acknowledge');
    await decide(id, 'uphold', { decision: 'We credit the amount' });
    const [row] = await list({ id });
    expect(row).toMatchObject({
      ...{ ticketid: String(ticket), serviceid: String(serviceid), customerid: String(customerid), status: 'Upheld' },
      ...{ text: 'the bill is still wrong', decision: 'We credit the amount' },
      ...{ acknowledged_at: expect.any(String), decided_at: expect.any(String), decided_by: row?.updated_by },
    });
    expect(await list({ docket: row?.docket ?? '', status: 'Upheld', customerid })).toHaveLength(1);
    expect(await list({ id, status: 'Filed' })).toEqual([]);
  });
});

describe('the life of an appeal', () => {
  async function appealIn(status: AppealStatus): Promise<number> {
    const id = await filed(await resolved());
    for (const report of PATHS[status]) expect((await decide(id, report, WITH[report])).status).toBe(200);
    return id;
  }

  it.each(APPEAL_STATUSES)('allows %s what the table has, and nothing else', async (status) => {
    const refusing = await appealIn(status);
    for (const report of APPEAL_REPORTS) {
      const to = APPEAL_MOVES.find((each) => each.from === status && each.report === report)?.to;
      const id = to ? await appealIn(status) : refusing;
      const answer = await decide(id, report, WITH[report]);
      expect([report, answer.status]).toEqual([report, to ? 200 : 409]);
      expect((await list({ id }))[0]?.status).toBe(to ?? status);
      const allowed = APPEAL_MOVES.filter((each) => each.from === status).map((each) => each.report);
      if (!to) for (const each of allowed) expect(answer.error).toContain(each);
    }
  });

  it('needs a decision to be decided, and takes none otherwise', async () => {
    const id = await appealIn('Acknowledged');
    expect(await decide(id, 'reject')).toMatchObject({
      ...{ status: 400, error: 'decision: is required when report is uphold or reject' },
    });
    expect(await decide(id, 'withdraw', { decision: 'x' })).toMatchObject({ status: 400 });
    expect(await decide(id, 'reject', { decision: 'x', status: 'Filed' })).toMatchObject({
      ...{ status: 409, error: `status: appeal ${id} is Acknowledged, not Filed` },
    });
  });

  it('takes one of two decisions at once', async () => {
    const id = await appealIn('Acknowledged');
    const answers = await Promise.all(['uphold', 'reject'].map((report) => decide(id, report, WITH[report])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('who decides an appeal', () => {
  it('is the ISP, with the permission; a reseller files it for its customer, and sees it', async () => {
    const ticket = await resolved();
    const id = await filed(ticket, ofReseller);
    expect(await decide(id, 'acknowledge', {}, ofReseller)).toMatchObject({
      ...{ status: 403, error: 'only the ISP decides appeals' },
    });
    expect((await decide(id, 'acknowledge', {}, support)).status).toBe(403);
    expect(await list({ id }, ofReseller)).toHaveLength(1);
  });

  it('is nobody of another ISP, to whom it looks as if it did not exist', async () => {
    const ticket = await resolved();
    const id = await filed(ticket);
    expect(await appeal(ticket, other.me)).toMatchObject({ status: 404, error: `there is no ticket ${ticket}` });
    expect(await decide(id, 'acknowledge', {}, other.me)).toMatchObject({
      status: 404,
      error: `there is no appeal ${id}`,
    });
    expect(await list({}, other.me)).toEqual([]);
    expect(await list({ ticketid: ticket }, other.ofReseller)).toEqual([]);
  });
});

describe('what is told of an appeal', () => {
  it('is that it was filed and how it was decided, to the subscriber, and an event', async () => {
    const sms = (on: string, body: string) => notice({ on, channel: 'sms', body });
    const ids = [
      await sms('appeal_filed', 'filed {docket}'),
      await sms('appeal_decided', 'decided {decision}'),
    ] as const;
    const ticket = await resolved();
    const { docket } = await api.db.prisma.ticket.findUniqueOrThrow({ where: { id: ticket } });
    const id = await filed(ticket);
    expect(await settled(ids[0])).toMatchObject([{ status: 'Sent', body: `filed ${docket}` }]);
    await decide(id, 'acknowledge');
    await decide(id, 'reject', { decision: 'It was as agreed' });
    expect(await settled(ids[1])).toMatchObject([{ status: 'Sent', body: 'decided It was as agreed' }]);
    expect(provider.received).toHaveLength(2);
    while ((await numberEvents(api.db)) > 0);
    const which = { type: 'ticket.appealed', rows_limit: 100 };
    const events = await api.ok<{ data: { appealid: number } }[]>('event/list', which, me);
    const [event, ...others] = events.filter(({ data }) => data.appealid === id);
    expect(event).toMatchObject({ procedure: 'ticket.appeal', data: { id: ticket, docket, status: 'Resolved' } });
    expect(others).toEqual([]);
    expect(JSON.stringify(event)).not.toContain('still wrong');
  });

  it('has {decision} where it was decided, and not where it was filed', async () => {
    const bad = await api.call('notice/create', { on: 'appeal_filed', channel: 'sms', body: '{decision}' }, me);
    expect(bad).toMatchObject({ status: 400, error: expect.stringMatching(/^body: must not contain \{decision\}; /) });
  });
});
