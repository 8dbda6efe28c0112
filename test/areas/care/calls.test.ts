import { describe, expect, it } from 'vitest';
import { forgetStrangers } from '../../../src/areas/care/calls/forget-strangers.ts';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { makeUser } from '../../fixtures/tenants.ts';
import { careTenant, elsewhere, type Fields, type Row, there } from './care-tenant.ts';

const api = await startApi();
const tenant = await careTenant(api);
const other = await careTenant(api);
const { me, ofReseller, customerid, serviceid } = tenant;

const base = { direction: 'In', number: '98111-22233', outcome: 'Answered' };
const log = (fields: Fields = {}, as = me) => api.ok<number>('call/create', { ...base, ...fields }, as);
const refused = (fields: Fields, as = me) => api.call('call/create', { ...base, ...fields }, as);
const list = (fields: Fields = {}, as: Credentials = me) =>
  api.ok<Row[]>('call/list', { rows_limit: 100, ...fields }, as);
const ids = async (fields: Fields = {}, as: Credentials = me) => (await list(fields, as)).map(({ id }) => Number(id));
const tasks = (fields: Fields = {}, as: Credentials = me) =>
  api.ok<Row[]>('task/list', { rows_limit: 100, ...fields }, as);
const queueOf = (name: string, as = me) => api.ok<number>('ticket/queue_create', { name }, as);

describe('a call', () => {
  it('is logged with the agent, the number as it was given, and in E.164', async () => {
    const id = await log({ serviceid, seconds: 75, note: 'router is red', started_at: '2026-01-31 18:30:00' });
    const number = { number: '98111-22233', e164: '+919811122233', agentid: String(me.userid) };
    expect(await list({ id })).toMatchObject([
      { ...number, customerid: String(customerid), serviceid: String(serviceid), seconds: 75, outcome: 'Answered' },
    ]);
    expect(await list({ id })).toMatchObject([{ started_at: '2026-01-31 18:30:00', note: 'router is red' }]);
  });

  it('is found by its number in any spelling', async () => {
    const id = await log({ number: '+91 98222 33344' });
    for (const number of ['9822233344', '098222-33344', '+919822233344', 'tel:+919822233344'])
      expect(await ids({ number })).toEqual([id]);
    const hidden = await log({ number: 'anonymous' });
    expect(await list({ number: 'anonymous' })).toMatchObject([{ id: String(hidden), e164: null }]);
  });

  it('cannot begin in the future, and needs a queue for a callback, and only then', async () => {
    const error = (fields: Fields) => refused(fields).then((answer) => [answer.status, answer.error]);
    expect(await error({ started_at: '2999-01-31 18:30:00' })).toEqual([400, 'started_at: must not be in the future']);
    expect(await error({ outcome: 'Callback' })).toEqual([400, 'queueid: is required when outcome is Callback']);
    expect(await error({ queueid: 1 })).toEqual([400, 'queueid: applies only to the outcome Callback']);
    expect(await error({ due_at: '2027-01-31 10:00:00' })).toEqual([
      ...[400, 'due_at: applies only to the outcome Callback'],
    ]);
  });

  it('can be logged for a colleague, not for somebody else', async () => {
    const colleague = await makeUser(api, me, { ispid: tenant.ispid });
    const id = await log({ agentid: colleague.userid });
    expect(await list({ id })).toMatchObject([{ agentid: String(colleague.userid) }]);
    expect(await refused({ agentid: other.me.userid })).toMatchObject({
      ...{ status: 404, error: `there is no login user ${other.me.userid}` },
    });
    expect(await refused({ agentid: ofReseller.userid })).toMatchObject({
      ...{ status: 409, error: 'agentid: does not belong to the staff of the ISP' },
    });
  });

  it('is logged once for a page that repeats it, also twice at once', async () => {
    const fields = { number: '9833300001', client_ref: 'visit-1' };
    const [one, two] = await Promise.all([log(fields), log(fields)]);
    expect(two).toBe(one);
    expect(await ids({ number: '9833300001' })).toEqual([one]);
  });
});

describe('a callback', () => {
  it('becomes a task in the queue, for whichever member takes it', async () => {
    const queueid = await queueOf('Callbacks');
    const member = await makeUser(api, me, { ispid: tenant.ispid, roles: 'Support' });
    await api.ok('ticket/queue_update', { id: queueid, members: member.userid }, me);
    const id = await log({ serviceid, outcome: 'Callback', queueid, due_at: '2027-01-31 10:00:00', note: 'after ten' });
    const task = { title: 'Call back 98111-22233', text: 'after ten', source: 'Callback', callid: String(id) };
    const place = {
      queueid: String(queueid),
      queuename: 'Callbacks',
      assigned_to: null,
      due_at: '2027-01-31 10:00:00',
    };
    const expected = { ...task, ...place, customerid: String(customerid), state: 'Open' };
    expect(await tasks({ queueid })).toMatchObject([expected]);
    expect(await api.ok('task/mine', {}, member)).toMatchObject([expected]);
    expect(await api.ok('task/mine', {}, me)).toEqual([]);
  });

  it('is asked for once, when the outcome changes', async () => {
    const queueid = await queueOf('Later');
    const id = await log();
    const update = (fields: Fields) => api.call('call/update', { id, ...fields }, me);
    expect((await update({ outcome: 'Callback', queueid })).status).toBe(200);
    expect((await update({ note: 'in the evening' })).status).toBe(200);
    expect(await update({ outcome: 'Callback', queueid })).toMatchObject({
      ...{ status: 409, error: `queueid: call ${id} has its task already; change it with task/update` },
    });
    expect(await tasks({ queueid })).toHaveLength(1);
  });

  it('does not go into the queue of another ISP', async () => {
    const queueid = await queueOf('Theirs', other.me);
    const before = await ids();
    expect(await refused({ outcome: 'Callback', queueid })).toMatchObject({
      ...{ status: 404, error: `there is no queue ${queueid}` },
    });
    expect(await ids()).toEqual(before);
  });

  it('is one task of two calls to it at once', async () => {
    const queueid = await queueOf('Once');
    const id = await log();
    const fields = { id, outcome: 'Callback', queueid };
    const answers = await Promise.all([api.call('call/update', fields, me), api.call('call/update', fields, me)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await tasks({ queueid })).toHaveLength(1);
  });
});

describe('a stranger', () => {
  it('who turns out to be a customer takes the callback along', async () => {
    const queueid = await queueOf('Unknown');
    const id = await log({ outcome: 'Callback', queueid });
    expect(await list({ id })).toMatchObject([{ customerid: null, resellerid: '0' }]);
    await api.ok('call/update', { id, serviceid }, me);
    const about = {
      customerid: String(customerid),
      serviceid: String(serviceid),
      resellerid: String(tenant.resellerid),
    };
    expect(await list({ id })).toMatchObject([about]);
    expect(await tasks({ queueid })).toMatchObject([about]);
    await api.ok('call/update', { id, serviceid: '' }, me);
    expect(await list({ id })).toMatchObject([{ customerid: String(customerid), serviceid: null }]);
    await api.ok('call/update', { id, customerid: '' }, me);
    expect(await list({ id })).toMatchObject([{ customerid: null, resellerid: '0' }]);
  });

  it('is forgotten after 90 days, with the task to call back', async () => {
    const queueid = await queueOf('Old');
    const old = { started_at: '2026-02-01 10:00:00', outcome: 'Callback', queueid };
    const [stranger, known] = [await log({ ...old, number: '9844400001' }), await log({ ...old, customerid })];
    const recent = await log({ started_at: '2026-02-03 10:00:00' });
    const now = new Date('2026-05-03T10:00:01Z');
    expect(await forgetStrangers(api.db, now, AbortSignal.abort())).toBe(false);
    expect(await forgetStrangers(api.db, now, new AbortController().signal)).toBe(true);
    const left = await ids();
    expect(left).not.toContain(stranger);
    expect(left).toEqual(expect.arrayContaining([known, recent]));
    expect((await tasks({ queueid })).map(({ callid }) => Number(callid))).toEqual([known]);
  });
});

describe('who sees a call', () => {
  it('is the staff that took it, and its ISP', async () => {
    const [ofIsp, own] = [await log({ serviceid, note: 'ISP' }), await log({ serviceid, note: 'own' }, ofReseller)];
    expect(await ids({ serviceid }, ofReseller)).toEqual([own]);
    expect(await ids({ serviceid })).toEqual(expect.arrayContaining([ofIsp, own]));
    const stranger = await log({}, ofReseller);
    expect(await ids({}, ofReseller)).toContain(stranger);
    expect((await api.call('call/update', { id: ofIsp, note: 'x' }, ofReseller)).status).toBe(404);
    expect((await api.call('call/update', { id: own, note: 'x' }, other.me)).status).toBe(404);
  });

  it('is, among Employees of some locations, those of the customer’s, and of a stranger’s the one who took it', async () => {
    const [far, near] = [await elsewhere(api, tenant), await there(api, tenant)];
    const [id, stranger] = [await log({ serviceid }), await log({}, far)];
    expect(await ids({ serviceid }, near)).toContain(id);
    expect(await ids({}, near)).not.toContain(stranger);
    expect(await ids({}, far)).toEqual([stranger]);
    expect((await refused({ serviceid }, far)).status).toBe(404);
  });
});
