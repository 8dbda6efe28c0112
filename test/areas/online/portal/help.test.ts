import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Credentials, startApi } from '../../../fixtures/api.ts';
import type { Browser } from '../../../fixtures/browser.ts';
import { makeUser, type Tenant } from '../../../fixtures/tenants.ts';
import { JPEG } from '../../../fixtures/uploads.ts';
import { addSubscriber, OWN_PASSWORD, type Own, portalBrowser, portalTenant, signedIn } from './portal-user.ts';

const api = await startApi();
const SECRET = 'SECRET-OF-THE-STAFF';

interface OwnTicket {
  readonly id: number;
  readonly docket: string;
  readonly status: string;
}
interface Help {
  readonly categories: readonly { categoryid: number; name: string }[];
  readonly tickets: readonly OwnTicket[];
  readonly limit: string | null;
}
interface Thread {
  readonly ticket: OwnTicket;
  readonly thread: readonly { mine: boolean; text: string }[];
}

let tenant: Tenant;
let staff: Credentials;
let categoryid: number;
let hidden: number;
let queueid: number;
let own: Own;
let browser: Browser;
beforeAll(async () => {
  tenant = await portalTenant(api, { timezone: 'Asia/Kolkata' });
  const { me, ispid } = tenant;
  staff = await makeUser(api, me, { ispid, username: SECRET });
  queueid = await api.ok<number>('ticket/queue_create', { name: SECRET }, me);
  const category = { name: 'No Internet', portal: 'Y', priority: 'High', queueid, legal_days: 3 };
  categoryid = await api.ok<number>('ticket/category_create', category, me);
  hidden = await api.ok<number>('ticket/category_create', { name: `${SECRET} category` }, me);
});
beforeEach(async () => {
  api.clock.at = undefined;
  own = await addSubscriber(api, tenant);
  browser = await signedIn(api, tenant, own);
});

const filing = (text = 'no Internet') => ({ serviceid: own.serviceid, categoryid, text });
const file = (text?: string) => browser.ok<OwnTicket>('portal.ticket_file', filing(text));
const help = () => browser.ok<Help>('portal.help');
const thread = (id: number) => browser.ok<Thread>('portal.ticket', { id });
const seen = (id: number) => api.ok<Record<string, unknown>>('ticket/get', { id }, tenant.me);
const move = (id: number, report: string, fields: Record<string, string> = {}) =>
  api.ok('ticket/move', { id, report, ...fields }, staff);

async function resolved(): Promise<OwnTicket> {
  const ticket = await file();
  await move(ticket.id, 'take');
  await move(ticket.id, 'resolve', { resolution: 'Explained', reason: SECRET });
  return ticket;
}

describe('a ticket that a subscriber files', () => {
  it('is one of the ISP, in the queue of its category, with the docket for the subscriber', async () => {
    api.clock.at = new Date('2026-01-31T06:00:00Z');
    const ofThen = portalBrowser(api);
    await ofThen.ok('portal.sign_in', { ispid: tenant.ispid, username: own.username, password: OWN_PASSWORD });
    const ticket = await ofThen.ok<OwnTicket>('portal.ticket_file', filing());
    expect(ticket).toMatchObject({
      ...{
        docket: expect.stringMatching(/^260131\d{5}$/),
        status: 'New',
        category: 'No Internet',
        text: 'no Internet',
      },
      ...{ username: own.username, created_at: '2026-01-31T06:00:00.000Z', expected_by: '2026-02-03T18:29:00.000Z' },
    });
    expect(await seen(ticket.id)).toMatchObject({
      ...{ source: 'Portal', priority: 'High', queueid: String(queueid), keeperid: '0', assigned_to: null },
      ...{ serviceid: String(own.serviceid), created_by: `subscriber ${own.username}`, verdict: expect.any(String) },
    });
    const [event] = await api.ok<object[]>('audit/list', { rows_limit: 1, procedure: 'portal.ticket_file' }, tenant.me);
    expect(event).toMatchObject({ via: 'subscriber', target: `serviceid=${own.serviceid}` });
  });

  it('is in a category for subscribers; of others and of other ISPs they learn nothing', async () => {
    const other = await portalTenant(api);
    const theirs = await api.ok<number>('ticket/category_create', { name: 'x', portal: 'Y' }, other.me);
    expect((await help()).categories).toEqual([{ categoryid, name: 'No Internet' }]);
    for (const each of [hidden, theirs, 987_654])
      expect(await browser.call('portal.ticket_file', { ...filing(), categoryid: each })).toMatchObject({
        ...{ status: 409, message: 'offer: this category is no longer available; choose again' },
      });
    for (const text of ['', '  ', 'x'.repeat(2001)])
      expect(await browser.call('portal.ticket_file', filing(text))).toMatchObject({ status: 400 });
    expect((await help()).tickets).toEqual([]);
  });

  it('is the same one when its answer was lost, also of two calls at once', async () => {
    const [first, second] = await Promise.all([file(), file()]);
    expect(second).toEqual(first);
    expect(await file()).toEqual(first);
    expect((await help()).tickets).toHaveLength(1);
  });

  it('has a text that the staff does not change', async () => {
    const { id } = await file();
    expect(await api.call('ticket/edit', { id, text: SECRET }, staff)).toMatchObject({
      ...{ status: 409, error: 'text: is what the subscriber wrote; write a note or a reply instead' },
    });
    await api.ok('ticket/edit', { id, priority: 'Low' }, staff);
  });
});

describe('a subscriber', () => {
  const fill = (count: number) => Promise.all(Array.from({ length: count }, (_, at) => attempt(`fault ${at}`)));
  const attempt = (text: string) => browser.call('portal.ticket_file', filing(text));
  const OPEN = 'open: you have 3 open tickets; wait until one is resolved, or write to one of them';
  const DAY = 'day: you have filed 5 tickets today; try again tomorrow, or call your provider';

  it('has three open tickets at most, also when filed at once; those of the staff do not count', async () => {
    await api.ok('ticket/create', filing('by the staff'), staff);
    const answers = await fill(6);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ message: OPEN });
    expect(await help()).toMatchObject({ limit: 'open' });
    const [last] = (await help()).tickets;
    await move(last?.id ?? 0, 'cancel', { reason: 'x' });
    expect(await help()).toMatchObject({ limit: null });
    expect(await attempt('again')).toMatchObject({ status: 200 });
  });

  it('files five tickets a day at most, by the calendar of the ISP', async () => {
    // 23:00 there.
    api.clock.at = new Date('2026-01-31T17:30:00Z');
    const then = portalBrowser(api);
    const signIn = { ispid: tenant.ispid, username: own.username, password: OWN_PASSWORD };
    await then.ok('portal.sign_in', signIn);
    for (let count = 1; count <= 5; count += 1) {
      const { id } = await then.ok<OwnTicket>('portal.ticket_file', filing(`fault ${count}`));
      await move(id, 'cancel', { reason: 'x' });
    }
    expect(await then.call('portal.ticket_file', filing('sixth'))).toMatchObject({ status: 409, message: DAY });
    expect(await then.ok('portal.help')).toMatchObject({ limit: 'day' });
    api.clock.at = new Date('2026-01-31T18:31:00Z');
    expect(await then.call('portal.ticket_file', filing('sixth'))).toMatchObject({ status: 200 });
  });

  it('writes thirty answers a day at most', async () => {
    const { id } = await file();
    const { ispid } = tenant;
    await api.db.pool.query(
      `INSERT INTO crm.ticket_entry (isp_id, ticket_id, kind, text)
       SELECT $1, $2, 'Public', 'x' FROM generate_series(1, 29)`,
      [ispid, id],
    );
    const reply = () => browser.call('portal.ticket_reply', { id, text: 'again' });
    const answers = await Promise.all([reply(), reply()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({
      message: 'written: you have written 30 answers today; try again tomorrow, or call your provider',
    });
  });
});

describe('what a subscriber sees of a ticket', () => {
  it('is what was written to and by them, and no byte of what is the staff’s', async () => {
    const { id } = await file();
    const { me, ispid, resellerid } = tenant;
    const reseller = await makeUser(api, me, { ispid, resellerid, groupname: 'Reseller' });
    await api.ok('ticket/assign', { id, assigned_to: staff.userid, queueid }, me);
    await move(id, 'take');
    await move(id, 'refer', { reason: SECRET });
    await move(id, 'back');
    for (const visibility of ['Internal', 'Shared'])
      await api.ok('ticket/note', { id, text: SECRET, visibility }, staff);
    await api.ok('ticket/note', { id, text: SECRET }, reseller);
    await api.ok('ticket/reply', { id, text: 'which lamp is red?' }, staff);
    await browser.ok('portal.ticket_reply', { id, text: 'the second' });
    await move(id, 'resolve', { resolution: 'Fixed', reason: SECRET });
    const shown = await thread(id);
    expect(shown.thread).toMatchObject([
      { mine: false, text: 'which lamp is red?' },
      { mine: true, text: 'the second' },
    ]);
    const all = JSON.stringify([shown, await help()]);
    for (const secret of [SECRET, staff.api_key, '"Fixed"', 'verdict', 'nas']) expect(all).not.toContain(secret);
    expect((await seen(id)).thread).toHaveLength(6);
  });

  it('leaves out the text and the category of one that the staff filed for itself', async () => {
    const ticket = { serviceid: own.serviceid, categoryid: hidden, text: SECRET };
    const { id } = await api.ok<{ id: string }>('ticket/create', ticket, staff);
    const shown = await thread(Number(id));
    expect(shown).toMatchObject({ ticket: { text: null, category: null, status: 'New' }, thread: [] });
    expect(JSON.stringify([shown, await help()])).not.toContain(SECRET);
  });

  it('says where a merged ticket goes on; an answer to it goes there', async () => {
    const [first, second] = [await file('one'), await file('two')];
    await api.ok('ticket/merge', { id: first.id, into: second.id }, tenant.me);
    expect(await thread(first.id)).toMatchObject({ ticket: { status: 'Merged', merged_docket: second.docket } });
    await browser.ok('portal.ticket_reply', { id: first.id, text: 'here' });
    expect(await thread(second.id)).toMatchObject({ thread: [{ text: 'here', mine: true }] });
  });
});

describe('what a subscriber does with a ticket', () => {
  it('is an answer, which takes a ticket that waits for it back to the staff', async () => {
    const { id } = await file();
    await move(id, 'take');
    await move(id, 'ask');
    expect(await thread(id)).toMatchObject({ ticket: { status: 'Waiting' } });
    await browser.ok('portal.ticket_reply', { id, text: 'now it works at times' });
    expect(await seen(id)).toMatchObject({
      ...{ status: 'Open', first_reply_at: null, paused_at: null },
      thread: [{ kind: 'Public', text: 'now it works at times', created_by: `subscriber ${own.username}` }],
    });
  });

  it('is to reopen a resolved one, and say why', async () => {
    const { id } = await resolved();
    expect(await browser.call('portal.ticket_reply', { id, text: 'x' })).toMatchObject({
      ...{ status: 409, message: 'ticket: is Resolved in the meantime; look at it again' },
    });
    const reopen = () => browser.call('portal.ticket_reopen', { id, text: 'still slow' });
    const answers = await Promise.all([reopen(), reopen()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await seen(id)).toMatchObject({ status: 'Open', reopened: 1, resolution: null });
    expect((await thread(id)).thread).toMatchObject([{ text: 'still slow', mine: true }]);
  });

  it('is to confirm and to rate a resolved one, and nothing of that before', async () => {
    const { id } = await file();
    for (const [name, input] of [
      ['portal.ticket_close', { id }],
      ['portal.ticket_rate', { id, rating: 5 }],
      ['portal.ticket_reopen', { id, text: 'x' }],
    ] as const)
      expect(await browser.call(name, input)).toMatchObject({
        ...{ status: 409, message: 'ticket: is New in the meantime; look at it again' },
      });
    const done = await resolved();
    expect(await browser.call('portal.ticket_rate', { id: done.id, rating: 6 })).toMatchObject({ status: 400 });
    await browser.ok('portal.ticket_rate', { id: done.id, rating: 4 });
    await browser.ok('portal.ticket_close', { id: done.id });
    await browser.ok('portal.ticket_rate', { id: done.id, rating: 5 });
    expect(await seen(done.id)).toMatchObject({
      ...{ status: 'Closed', rating: '5', closed_by: `subscriber ${own.username}` },
    });
    expect(await browser.call('portal.ticket_close', { id: done.id })).toMatchObject({ status: 409 });
  });

  it('is to appeal, once it is resolved, and to see what was decided', async () => {
    const { id } = await file();
    expect(await thread(id)).toMatchObject({ appeal: null, may_appeal: false });
    const appeal = () => browser.call('portal.ticket_appeal', { id, text: 'wrong' });
    expect(await appeal()).toMatchObject({ status: 409 });
    await move(id, 'take');
    await move(id, 'resolve', { resolution: 'Explained' });
    expect(await thread(id)).toMatchObject({ appeal: null, may_appeal: true });
    const answers = await Promise.all([appeal(), appeal()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [row] = await api.ok<{ id: string; created_by: string }[]>('ticket/appeal_list', { ticketid: id }, staff);
    expect(row?.created_by).toBe(`subscriber ${own.username}`);
    await api.ok('ticket/appeal_move', { id: Number(row?.id), report: 'acknowledge' }, staff);
    await api.ok('ticket/appeal_move', { id: Number(row?.id), report: 'uphold', decision: 'We were wrong' }, staff);
    const shown = await thread(id);
    expect(shown).toMatchObject({
      appeal: { status: 'Upheld', decide_by: null, decision: 'We were wrong' },
      may_appeal: false,
    });
    expect(JSON.stringify(shown)).not.toContain(SECRET);
  });

  it('is to withdraw an appeal while it is not decided, and then to file another', async () => {
    const { id } = await resolved();
    const withdraw = () => browser.call('portal.ticket_withdraw', { id });
    expect(await withdraw()).toMatchObject({ status: 409, message: 'appeal: has not been filed' });
    await browser.ok('portal.ticket_appeal', { id, text: 'wrong' });
    expect(await thread(id)).toMatchObject({ appeal: { status: 'Filed', may_withdraw: true } });
    const answers = await Promise.all([withdraw(), withdraw()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await thread(id)).toMatchObject({ appeal: null, may_appeal: true });
    await browser.ok('portal.ticket_appeal', { id, text: 'wrong again' });
    const appeals = () =>
      api.ok<{ id: string; status: string; updated_by: string }[]>('ticket/appeal_list', { ticketid: id }, staff);
    expect(await appeals()).toMatchObject([
      { status: 'Withdrawn', updated_by: `subscriber ${own.username}` },
      { status: 'Filed' },
    ]);
    const second = Number((await appeals())[1]?.id);
    await api.ok('ticket/appeal_move', { id: second, report: 'acknowledge' }, staff);
    await api.ok('ticket/appeal_move', { id: second, report: 'reject', decision: 'As agreed' }, staff);
    expect(await thread(id)).toMatchObject({ appeal: { status: 'Rejected', may_withdraw: false } });
    expect(await withdraw()).toMatchObject({
      ...{ status: 409, message: 'appeal: is Rejected in the meantime; look at it again' },
    });
  });
});

describe('a photo that a subscriber adds to a ticket', () => {
  const photo = async (id: number, body = JPEG, headers: Record<string, string> = { cookie: browser.cookie }) => {
    const response = await fetch(`${api.url}/my/file/ticket_photo?id=${id}`, {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg', 'x-lastmile': 'portal', origin: api.url, ...headers },
      body: new Uint8Array(body),
    });
    const { error } = (await response.json()) as { error: string | null };
    return { status: response.status, error };
  };
  const another = (n: number) => Buffer.concat([JPEG, Buffer.of(n)]);

  it('is shown to the staff, as a photo of that ticket', async () => {
    const { id } = await file();
    expect(await photo(id)).toEqual({ status: 200, error: null });
    const files = await api.ok<Record<string, unknown>[]>('file/list', { ticketid: id }, tenant.me);
    const about = { customerid: String(own.customerid), serviceid: String(own.serviceid), ticketid: String(id) };
    expect(files).toMatchObject([
      { ...about, kind: 'Ticket', media_type: 'image/jpeg', created_by: `subscriber ${own.username}` },
    ]);
    const fileid = Number(files[0]?.id);
    expect((await api.call('file/view', { id: fileid }, tenant.me)).result).toEqual(JPEG);
  });

  it('is one of three, and the same photo counts once', async () => {
    const { id } = await file();
    expect((await Promise.all([photo(id), photo(id)])).map(({ status }) => status)).toEqual([200, 200]);
    expect((await photo(id, another(1))).status).toBe(200);
    expect((await photo(id, another(2))).status).toBe(200);
    expect(await photo(id, another(3))).toEqual({ status: 409, error: 'photos: the ticket has 3 photos already' });
    const { id: done } = await resolved();
    expect(await photo(done)).toMatchObject({ status: 409 });
  });

  it('is a picture, of the subscriber’s own ticket, from a page where they are signed in', async () => {
    const { id } = await file();
    expect(await photo(id, Buffer.from('<svg/>'))).toMatchObject({ status: 400 });
    expect(await photo(id, JPEG, {})).toMatchObject({ status: 401 });
    expect(await photo(id, JPEG, { cookie: browser.cookie, origin: 'https://evil.example' })).toMatchObject({
      status: 401,
    });
    const other = await addSubscriber(api, tenant);
    const theirs = await signedIn(api, tenant, other);
    expect(await photo(id, JPEG, { cookie: theirs.cookie })).toEqual({
      status: 404,
      error: `there is no ticket ${id}`,
    });
    expect(await api.db.prisma.file.count({ where: { ticketId: id } })).toBe(0);
    const elsewhere = await fetch(`${api.url}/my/file/ticket_reply?id=${id}`, { method: 'POST', body: 'x' });
    expect(elsewhere.status).toBe(404);
  });
});
