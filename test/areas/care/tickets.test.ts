import { describe, expect, it } from 'vitest';
import { closeResolved } from '../../../src/areas/care/tickets/close-resolved.ts';
import { checkDigit, docketOf } from '../../../src/areas/care/tickets/docket.ts';
import { forgetNumbers } from '../../../src/areas/care/tickets/forget-numbers.ts';
import { ENDED, MOVES, REPORTS, STATUSES, type TicketStatus } from '../../../src/areas/care/tickets/life-cycle.ts';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { makeUser } from '../../fixtures/tenants.ts';
import { careTenant, elsewhere, type Fields, type Row, there } from './care-tenant.ts';

const api = await startApi();
const tenant = await careTenant(api);
const other = await careTenant(api);
const { me, ofReseller, customerid, serviceid, ispid } = tenant;

interface Filed {
  readonly id: number;
  readonly docket: string;
}

type Ticket = Row & { readonly thread: Row[] };

const categoryOf = (fields: Fields = {}, as = me) =>
  api.ok<number>('ticket/category_create', { name: `c${Math.random()}`, ...fields }, as);
const categoryid = await categoryOf({ name: 'No Internet' });

const send = (fields: Fields, as: Credentials = me) =>
  api.call('ticket/create', { categoryid, text: 'no Internet', ...fields }, as);
async function file(fields: Fields = { serviceid }, as: Credentials = me): Promise<Filed> {
  const params = { categoryid, text: 'no Internet', ...fields };
  const { id, docket } = await api.ok<{ id: string; docket: string }>('ticket/create', params, as);
  return { id: Number(id), docket };
}
const get = (id: number, as: Credentials = me) => api.ok<Ticket>('ticket/get', { id }, as);
const list = (fields: Fields = {}, as: Credentials = me) =>
  api.ok<Row[]>('ticket/list', { rows_limit: 100, ...fields }, as);
const ids = async (fields: Fields = {}, as: Credentials = me) => (await list(fields, as)).map(({ id }) => Number(id));
const move = (id: number, report: string, fields: Fields = {}, as: Credentials = me) =>
  api.call('ticket/move', { id, report, ...fields }, as);

/** What a report needs besides. */
const WITH: Readonly<Record<string, Fields>> = { resolve: { resolution: 'Fixed' }, cancel: { reason: 'twice' } };
const PATHS: Readonly<Record<Exclude<TicketStatus, 'Merged'>, readonly string[]>> = {
  New: [],
  Open: ['take'],
  Waiting: ['take', 'ask'],
  Referred: ['take', 'refer'],
  Visit: ['take', 'book'],
  Resolved: ['take', 'resolve'],
  Closed: ['take', 'resolve', 'close'],
  Cancelled: ['cancel'],
};

/** A ticket that has come to the status. */
async function ticketIn(status: keyof typeof PATHS): Promise<number> {
  const { id } = await file();
  for (const report of PATHS[status]) expect((await move(id, report, WITH[report])).status).toBe(200);
  return id;
}

describe('a ticket', () => {
  it('has a docket, the service as it was, and what its category says', async () => {
    const queueid = await api.ok<number>('ticket/queue_create', { name: 'First level' }, me);
    const category = await categoryOf({ name: 'Slow', priority: 'High', queueid, legal_days: 3, portal: 'Y' });
    api.clock.at = new Date('2026-01-31T18:29:00Z');
    const { id, docket } = await file({ serviceid, categoryid: category });
    api.clock.at = undefined;
    expect(docket).toMatch(/^\d{11}$/);
    const about = { customerid: String(customerid), serviceid: String(serviceid), username: tenant.username };
    const own = {
      category: 'Slow',
      priority: 'High',
      queuename: 'First level',
      status: 'New',
      keeperid: '0',
      source: 'Staff',
    };
    expect(await get(id)).toMatchObject({ docket, ...about, ...own, verdict: expect.any(String), thread: [] });
    expect(await get(id)).toMatchObject({ verdict_code: expect.any(String), legal_by: '2026-02-04 00:00:00' });
    expect(await api.ok('ticket/get', { docket }, me)).toMatchObject({ id: String(id) });
    expect(await ids({ docket })).toEqual([id]);
    expect(await ids({ queueid, status: 'New', priority: 'High' })).toEqual([id]);
  });

  it('may be a stranger’s, who leaves a number', async () => {
    const { id } = await file({ number: '98111-00011' });
    expect(await get(id)).toMatchObject({ customerid: null, verdict: null, e164: '+919811100011', resellerid: '0' });
    expect(await ids({ number: '+91 98111 00011' })).toEqual([id]);
    expect(await send({})).toMatchObject({
      ...{ status: 400, error: 'number: is required without customerid and serviceid' },
    });
  });

  it('of a stranger becomes one of a customer, and then stays theirs', async () => {
    const { id } = await file({ number: '98111-00012' });
    await api.ok('ticket/edit', { id, serviceid }, me);
    const about = {
      customerid: String(customerid),
      serviceid: String(serviceid),
      resellerid: String(tenant.resellerid),
    };
    expect(await get(id)).toMatchObject(about);
    expect(await api.call('ticket/edit', { id, customerid: tenant.ownCustomer }, me)).toMatchObject({
      ...{ status: 409, error: `customerid: ticket ${id} stays with customer ${customerid}` },
    });
    expect((await api.call('ticket/edit', { id, customerid: other.customerid }, me)).status).toBe(404);
  });

  it('of a stranger loses its number 90 days after it has ended', async () => {
    const number = '98111-00013';
    const filed = await Promise.all(
      ['Closed', 'Cancelled', 'Merged', 'Open', 'known', 'recent'].map(() => file({ number })),
    );
    type Six = [number, number, number, number, number, number];
    const [closed, cancelled, merged, open, known, recent] = filed.map(({ id }) => id) as Six;
    await api.ok('ticket/edit', { id: known, customerid }, me);
    const end = (where: string, at: string, ids: unknown) =>
      api.db.pool.query(`UPDATE crm.ticket SET ${where}, closed_at = $1, closed_by = 'x' WHERE id = ANY($2)`, [
        at,
        ids,
      ]);
    const long = '2026-02-01T10:00:00Z';
    await end(`status = 'Closed'`, long, [closed, known]);
    await end(`status = 'Cancelled'`, long, [cancelled]);
    await end(`status = 'Merged', merged_into = ${open}`, long, [merged]);
    await end(`status = 'Closed'`, '2026-02-02T10:00:00Z', [recent]);
    const now = new Date('2026-05-02T10:00:01Z');
    expect(await forgetNumbers(api.db, now, AbortSignal.abort())).toBe(false);
    expect(await forgetNumbers(api.db, now, new AbortController().signal)).toBe(true);
    for (const id of [closed, cancelled, merged])
      expect(await get(id)).toMatchObject({ number: null, e164: null, text: expect.any(String) });
    for (const id of [open, known, recent]) expect(await get(id)).toMatchObject({ number });
    expect((await ids({ number })).sort()).toEqual([open, known, recent].sort());
    const { rows } = await api.db.pool.query(
      `SELECT 1 FROM auth.audit_change WHERE table_name = 'crm.ticket' AND row_id = ANY($1) AND operation = 'update'
         AND before ->> 'number' IS NOT NULL AND after ->> 'number' IS NULL AND after ? 'number'`,
      [[closed, cancelled, merged].map(String)],
    );
    expect(rows).toEqual([]);
    await expect(api.db.pool.query('UPDATE crm.ticket SET number = NULL WHERE id = $1', [open])).rejects.toThrow(
      'ticket_contact_check',
    );
  });

  it('is rated once it was resolved', async () => {
    const id = await ticketIn('Open');
    const rate = (rating: number) => api.call('ticket/rate', { id, rating }, me);
    expect((await rate(5)).status).toBe(409);
    await move(id, 'resolve', WITH.resolve);
    expect([(await rate(6)).status, (await rate(4)).status]).toEqual([400, 200]);
    expect(await get(id)).toMatchObject({ rating: '4' });
  });

  it('is filed once by a client that repeats it, also twice at once', async () => {
    const fields = { serviceid, client_ref: 'field-1' };
    const [one, two] = await Promise.all([file(fields), file(fields)]);
    expect(two).toEqual(one);
    const keyed = { serviceid, idempotency_key: 'k1' };
    expect(await file(keyed)).toEqual(await file(keyed));
  });

  it('changes until it has ended', async () => {
    const { id } = await file();
    const category = await categoryOf();
    await api.ok('ticket/edit', { id, categoryid: category, priority: 'Urgent', text: 'slow' }, me);
    expect(await get(id)).toMatchObject({ categoryid: String(category), priority: 'Urgent', text: 'slow' });
    const stale = { id, text: 'x', if_updated_at: '2020-01-31 18:30:00' };
    expect((await api.call('ticket/edit', stale, me)).status).toBe(409);
    await move(id, 'cancel', WITH.cancel);
    for (const path of ['ticket/edit', 'ticket/reply'])
      expect(await api.call(path, { id, text: 'x' }, me)).toMatchObject({
        ...{ status: 409, error: `ticket ${id} is Cancelled and does not change any more` },
      });
  });
});

describe('a docket', () => {
  it('ends with the check digit of Luhn, which finds each wrong digit', () => {
    expect(checkDigit('7992739871')).toBe(3);
    const right = docketOf('2026-01-31', 42);
    expect(right.slice(0, 10)).toBe('2601310042');
    for (let at = 0; at < 10; at += 1) {
      const wrong = right.slice(0, at) + ((Number(right[at]) + 1) % 10) + right.slice(at + 1);
      expect(checkDigit(wrong.slice(0, -1))).not.toBe(Number(wrong.slice(-1)));
    }
  });

  it('is refused with a wrong check digit, and read in groups', async () => {
    const { id, docket } = await file();
    const wrong = docket.slice(0, -1) + ((Number(docket.slice(-1)) + 1) % 10);
    for (const path of ['ticket/get', 'ticket/list'])
      expect((await api.call(path, { docket: wrong }, me)).status).toBe(400);
    const spoken = `${docket.slice(0, 6)} ${docket.slice(6)}`;
    expect(await api.ok('ticket/get', { docket: spoken }, me)).toMatchObject({ id: String(id) });
  });

  it('is another for each of many at once, without a gap; each ISP counts its own', async () => {
    api.clock.at = new Date('2026-03-01T06:00:00Z');
    const theirs = await categoryOf({}, other.me);
    const dockets = await Promise.all(Array.from({ length: 8 }, async () => (await file()).docket));
    expect((await send({ serviceid, categoryid: 999_999 })).status).toBe(404);
    const next = await file();
    const first = await file({ serviceid: other.serviceid, categoryid: theirs }, other.me);
    api.clock.at = undefined;
    const counted = [...dockets, next.docket].map((docket) => docket.slice(0, 10)).sort();
    expect(counted).toEqual(Array.from({ length: 9 }, (_, at) => `260301000${at + 1}`));
    expect(first.docket).toBe(docketOf('2026-03-01', 1));
  });
});

describe('the life of a ticket', () => {
  const statuses = STATUSES.filter((status) => status !== 'Merged');

  it.each(statuses)('allows %s what the table has, and nothing else', async (status) => {
    const refusing = await ticketIn(status);
    for (const report of REPORTS) {
      const to = MOVES.find((each) => each.from === status && each.report === report)?.to;
      const id = to ? await ticketIn(status) : refusing;
      const answer = await move(id, report, WITH[report]);
      expect([report, answer.status]).toEqual([report, to ? 200 : 409]);
      expect((await get(id)).status).toBe(to ?? status);
      const allowed = MOVES.filter((each) => each.from === status).map((each) => each.report);
      if (!to) for (const each of allowed) expect(answer.error).toContain(each);
    }
  });

  it('notes who moved it, when, and why', async () => {
    const { id } = await file();
    await move(id, 'take');
    expect(await get(id)).toMatchObject({ status: 'Open', assigned_to: String(me.userid) });
    await move(id, 'ask', { reason: 'which lamp is red?' });
    expect((await get(id)).thread).toMatchObject([{ kind: 'Internal', text: 'which lamp is red?' }]);
    await move(id, 'resolve', { resolution: 'Replaced', reason: 'new router' });
    const by = (await get(id)).updated_by;
    expect(await get(id)).toMatchObject({
      resolution: 'Replaced',
      reason: 'new router',
      resolved_by: by,
      closed_at: null,
    });
    await move(id, 'reopen');
    expect(await get(id)).toMatchObject({ reopened: 1, resolution: null, resolved_at: null, reason: null });
  });

  it('needs a resolution to resolve and a reason to cancel', async () => {
    const id = await ticketIn('Open');
    expect(await move(id, 'resolve')).toMatchObject({
      ...{ status: 400, error: 'resolution: is required when report is resolve' },
    });
    expect(await move(id, 'ask', { resolution: 'Fixed' })).toMatchObject({ status: 400 });
    expect(await move(id, 'cancel')).toMatchObject({ status: 400, error: 'reason: is required when report is cancel' });
  });

  it('takes one of two moves at once, and none of a caller who saw another status', async () => {
    const id = await ticketIn('Open');
    const answers = await Promise.all([move(id, 'ask'), move(id, 'book')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const seen = await move(id, 'back', { status: 'Referred' });
    expect(seen).toMatchObject({
      status: 409,
      error: expect.stringMatching(/^status: ticket \d+ is (Waiting|Visit), not Referred; its next move can be back/),
    });
  });

  it('ends seven days after it was resolved', async () => {
    api.clock.at = new Date('2026-02-01T10:00:00Z');
    const [old, recent] = [await ticketIn('Resolved'), await ticketIn('Resolved')];
    await move(recent, 'reopen');
    api.clock.at = new Date('2026-02-01T10:00:01Z');
    await move(recent, 'resolve', WITH.resolve);
    api.clock.at = undefined;
    const now = new Date('2026-02-08T10:00:00Z');
    expect(await closeResolved(api.db, now, AbortSignal.abort())).toBe(false);
    expect(await closeResolved(api.db, now, new AbortController().signal)).toBe(true);
    expect([(await get(old)).status, (await get(recent)).status]).toEqual(['Closed', 'Resolved']);
    expect(ENDED).toEqual(['Closed', 'Cancelled', 'Merged']);
  });
});

describe('who works on a ticket', () => {
  it('is of one staff; an ISP may hand it to the customer’s reseller, and take it back', async () => {
    const { id } = await file();
    const queueid = await api.ok<number>('ticket/queue_create', { name: 'Second level' }, me);
    const assign = (fields: Fields, as: Credentials = me) => api.call('ticket/assign', { id, ...fields }, as);
    expect((await assign({ assigned_to: me.userid, queueid })).status).toBe(200);
    expect(await assign({ assigned_to: ofReseller.userid, queueid })).toMatchObject({
      ...{ status: 409, error: `queueid: does not belong to reseller ${tenant.resellerid}` },
    });
    expect((await move(id, 'take', {}, ofReseller)).status).toBe(403);
    expect((await assign({ assigned_to: ofReseller.userid })).status).toBe(200);
    expect(await get(id)).toMatchObject({ keeperid: String(tenant.resellerid), queueid: null });
    expect((await move(id, 'take', {}, ofReseller)).status).toBe(200);
    expect((await assign({ queueid })).status).toBe(200);
    expect(await get(id, ofReseller)).toMatchObject({
      keeperid: '0',
      queueid: null,
      queuename: null,
      assigned_to: null,
    });
    const own = await file({ customerid: tenant.ownCustomer });
    expect((await api.call('ticket/assign', { id: own.id, assigned_to: ofReseller.userid }, me)).status).toBe(409);
    expect((await assign({ assigned_to: other.me.userid })).status).toBe(404);
  });

  it('keeps a queue from being deleted', async () => {
    const queueid = await api.ok<number>('ticket/queue_create', { name: 'Busy' }, me);
    await file({ serviceid, queueid });
    expect(await api.call('ticket/queue_delete', { id: queueid }, me)).toMatchObject({
      ...{ status: 409, error: `queue ${queueid} still has 1 open tickets` },
    });
  });
});

describe('a reseller', () => {
  const secret = 'SECRET-OF-THE-ISP';

  it('sees the tickets of its customers, and no byte of an internal entry of its ISP', async () => {
    const queueid = await api.ok<number>('ticket/queue_create', { name: secret }, me);
    const { id } = await file({ serviceid, queueid });
    await api.ok('ticket/note', { id, text: secret }, me);
    await move(id, 'take');
    await move(id, 'ask', { reason: secret });
    await api.ok('ticket/note', { id, text: 'shared', visibility: 'Shared' }, me);
    await api.ok('ticket/note', { id, text: 'own' }, ofReseller);
    await api.ok('ticket/reply', { id, text: 'public' }, ofReseller);
    const ticket = await get(id, ofReseller);
    expect(ticket.thread.map(({ text }) => text)).toEqual(['shared', 'own', 'public']);
    expect((await get(id)).thread).toHaveLength(5);
    expect(ticket).toMatchObject({ first_reply_at: expect.any(String) });
    const answers = await Promise.all([
      list({}, ofReseller),
      ...['audit/list', 'service/list', 'ticket/queue_list', 'ticket/category_list'].map((path) =>
        api.ok(path, { rows_limit: 100 }, ofReseller),
      ),
      api.ok('service/timeline', { serviceid, limit: 100 }, ofReseller),
      api.ok('audit/list', { rows_limit: 100, serviceid }, ofReseller),
    ]);
    expect(JSON.stringify([ticket, answers])).not.toContain(secret);
    expect(await ids({ queueid }, ofReseller)).toEqual([]);
  });

  it('files in the categories of its ISP, and manages none', async () => {
    const { id } = await file({ serviceid }, ofReseller);
    expect(await get(id)).toMatchObject({ keeperid: String(tenant.resellerid), queueid: null });
    expect((await api.call('ticket/category_create', { name: 'x' }, ofReseller)).status).toBe(403);
    const taken = await api.call('ticket/category_create', { name: 'NO INTERNET' }, me);
    expect(taken).toMatchObject({ status: 409, error: 'name: is already taken' });
    expect((await api.call('ticket/category_update', { id: categoryid, name: 'x' }, ofReseller)).status).toBe(403);
    expect((await send({ customerid: tenant.ownCustomer }, ofReseller)).status).toBe(404);
  });
});

describe('a ticket of a reseller', () => {
  it('is handed over to the ISP, with the reason; the reseller still sees it', async () => {
    const queueid = await api.ok<number>('ticket/queue_create', { name: 'Network' }, me);
    const category = await categoryOf({ queueid });
    const { id } = await file({ serviceid, categoryid: category }, ofReseller);
    await move(id, 'take', {}, ofReseller);
    await api.ok('ticket/escalate', { id, reason: 'not ours' }, ofReseller);
    expect(await get(id)).toMatchObject({ keeperid: '0', queueid: String(queueid), assigned_to: null, status: 'Open' });
    expect(await get(id, ofReseller)).toMatchObject({ queueid: null, thread: [{ kind: 'Shared', text: 'not ours' }] });
    expect((await api.call('ticket/escalate', { id }, ofReseller)).status).toBe(403);
    expect((await api.call('ticket/escalate', { id }, me)).status).toBe(409);
  });
});

describe('a ticket whose customer goes to another reseller', () => {
  it('goes to the ISP; the new reseller sees it without the internal entries of the old one', async () => {
    const moving = await careTenant(api);
    const data = {
      ispId: moving.ispid,
      type: 'Reseller',
      name: 'Next',
      code: 'NEXT',
      invoiceBy: 'ISP',
      paymentBy: 'ISP',
    };
    const { id: next } = await api.db.prisma.reseller.create({
      data: { ...data, mobile: '9800000001', email: 'x@example.net' },
      select: { id: true },
    });
    const nextUser = await makeUser(api, moving.me, { ispid: moving.ispid, resellerid: next, groupname: 'Reseller' });
    const category = await categoryOf({}, moving.me);
    const { id } = await file({ customerid: moving.customerid, categoryid: category }, moving.ofReseller);
    await move(id, 'take', {}, moving.ofReseller);
    await api.ok('ticket/note', { id, text: 'private' }, moving.ofReseller);
    await api.ok('ticket/reply', { id, text: 'public' }, moving.ofReseller);
    await api.db.pool.query('UPDATE crm.service SET deleted_at = now() WHERE customer_id = $1', [moving.customerid]);
    await api.db.pool.query('UPDATE crm.customer SET reseller_id = $1 WHERE id = $2', [next, moving.customerid]);
    expect(await get(id, nextUser)).toMatchObject({ keeperid: '0', assigned_to: null, thread: [{ text: 'public' }] });
    expect((await move(id, 'ask', {}, nextUser)).status).toBe(403);
    expect((await api.call('ticket/get', { id }, moving.ofReseller)).status).toBe(404);
    expect((await get(id, moving.me)).thread).toHaveLength(2);
  });
});

describe('a ticket that is merged', () => {
  const merge = (id: number, into: number) => api.call('ticket/merge', { id, into }, me);

  it('answers under both dockets; what is written to it goes to the other', async () => {
    const [first, second, third] = [await file(), await file(), await file()];
    expect((await merge(first.id, second.id)).status).toBe(200);
    expect(await api.ok('ticket/get', { docket: first.docket }, me)).toMatchObject({
      ...{ status: 'Merged', merged_into: String(second.id), merged_docket: second.docket },
    });
    await api.ok('ticket/reply', { id: first.id, text: 'answer' }, me);
    expect((await get(second.id)).thread).toMatchObject([{ text: 'answer', kind: 'Public' }]);
    expect((await merge(second.id, third.id)).status).toBe(200);
    expect(await get(first.id)).toMatchObject({ merged_into: String(third.id) });
    await api.ok('ticket/note', { id: first.id, text: 'note' }, me);
    expect((await get(third.id)).thread).toMatchObject([{ text: 'note' }]);
    expect((await merge(second.id, first.id)).status).toBe(409);
    for (const report of REPORTS) expect((await move(first.id, report, WITH[report])).status).toBe(409);
  });

  it('is of the same customer, and in a status that allows it', async () => {
    const { id } = await file();
    const own = await file({ customerid: tenant.ownCustomer });
    expect(await merge(id, own.id)).toMatchObject({
      ...{ status: 409, error: `into: ticket ${own.id} is not of the customer of ticket ${id}` },
    });
    expect((await merge(id, id)).status).toBe(400);
    const visit = await ticketIn('Visit');
    expect((await merge(visit, id)).status).toBe(409);
    expect((await merge(id, visit)).status).toBe(200);
    expect((await merge(visit, 987_654)).status).toBe(404);
  });

  it('is merged one way by two merges at once', async () => {
    const [one, two] = [await file(), await file()];
    const answers = await Promise.all([merge(one.id, two.id), merge(two.id, one.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('the board', () => {
  it('counts the tickets of each status, and shows the first', async () => {
    const category = await categoryOf();
    const [first, second] = [
      await file({ serviceid, categoryid: category }),
      await file({ serviceid, categoryid: category }),
    ];
    await move(second.id, 'cancel', WITH.cancel);
    type Column = { status: string; count: number; tickets: Row[] };
    const board = await api.ok<Column[]>('ticket/board', { categoryid: category }, me);
    expect(board.map(({ status, count }) => [status, count])).toEqual([
      ...[
        ['New', 1],
        ['Open', 0],
        ['Waiting', 0],
        ['Referred', 0],
        ['Visit', 0],
      ],
    ]);
    expect(board[0]?.tickets).toMatchObject([{ id: String(first.id) }]);
    const counts = await api.ok('ticket/status_count', { categoryid: category }, me);
    expect(counts).toMatchObject({ New: 1, Cancelled: 1, Open: 0 });
    expect((await api.call('ticket/board', { ispid: other.ispid }, me)).status).toBe(404);
  });
});

describe('a ticket of another ISP', () => {
  it('looks as if it did not exist', async () => {
    const theirs = await categoryOf({}, other.me);
    const { id, docket } = await file({ serviceid: other.serviceid, categoryid: theirs }, other.me);
    const calls: readonly [string, Fields][] = [
      ['ticket/get', { id }],
      ['ticket/get', { docket: docketOf('2031-01-31', 7) }],
      ['ticket/move', { id, report: 'take' }],
      ['ticket/edit', { id, text: 'x' }],
      ['ticket/assign', { id, assigned_to: me.userid }],
      ['ticket/merge', { id, into: 1 }],
      ['ticket/note', { id, text: 'x' }],
      ['ticket/reply', { id, text: 'x' }],
      ['ticket/create', { serviceid: other.serviceid, categoryid, text: 'x' }],
      ['ticket/create', { serviceid, categoryid: theirs, text: 'x' }],
      ['ticket/category_update', { id: theirs, name: 'x' }],
    ];
    for (const [path, fields] of calls) expect([path, (await api.call(path, fields, me)).status]).toEqual([path, 404]);
    expect(await ids({ customerid: other.customerid })).toEqual([]);
    expect(docket).toMatch(/^\d{11}$/);
  });
});

describe('an Employee of some locations', () => {
  it('sees tickets about the services there, and no others', async () => {
    const [far, near] = [await elsewhere(api, tenant), await there(api, tenant)];
    const { id } = await file();
    expect(await ids({ id }, near)).toEqual([id]);
    expect(await ids({ id }, far)).toEqual([]);
    expect((await move(id, 'take', {}, far)).status).toBe(404);
    expect((await send({ serviceid }, far)).status).toBe(404);
    const { username } = await api.db.prisma.loginUser.findUniqueOrThrow({ where: { id: far.userid } });
    const error = `assigned_to: login user ${username} is limited to locations and would not see this ticket`;
    expect(await send({ serviceid, assigned_to: far.userid })).toMatchObject({ status: 409, error });
    expect(await api.call('ticket/assign', { id, assigned_to: far.userid }, me)).toMatchObject({ status: 409, error });
    expect((await api.call('ticket/assign', { id, assigned_to: near.userid }, me)).status).toBe(200);
    // Who is to deal with a stranger sees the ticket, wherever the stranger may be.
    expect((await send({ number: '9811100098', assigned_to: far.userid })).status).toBe(200);
  });

  it('is not told how a service was served without permission to see sessions', async () => {
    const sales = await makeUser(api, me, { ispid, roles: 'Sales' });
    const { id } = await file();
    expect(await get(id, sales)).toMatchObject({ verdict: null, nasid: null });
    expect((await send({ serviceid }, sales)).status).toBe(403);
  });
});
