import { describe, expect, it } from 'vitest';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { makeUser } from '../../fixtures/tenants.ts';
import { careTenant, elsewhere, type Fields, type Row, there } from './care-tenant.ts';

const api = await startApi();
const tenant = await careTenant(api);
const other = await careTenant(api);
const { me, ofReseller, customerid, serviceid, ispid } = tenant;

const due_at = '2027-01-31 10:00:00';
const add = (fields: Fields = {}, as = me) => api.ok<number>('task/create', { title: 'x', due_at, ...fields }, as);
const refused = (fields: Fields, as = me) => api.call('task/create', { title: 'x', due_at, ...fields }, as);
const list = (fields: Fields = {}, as: Credentials = me) =>
  api.ok<Row[]>('task/list', { rows_limit: 100, ...fields }, as);
const mine = async (as: Credentials = me) =>
  (await api.ok<Row[]>('task/mine', { rows_limit: 100 }, as)).map(({ id }) => Number(id));
const move = (id: number, state: string, as = me) => api.call('task/move', { id, state }, as);
const queueOf = (fields: Fields, as = me) => api.ok<number>('ticket/queue_create', fields, as);

describe('a task', () => {
  it('is for the caller unless it says otherwise', async () => {
    const id = await add({ serviceid, text: 'with ladder' });
    const expected = { assigned_to: String(me.userid), queueid: null, source: 'Manual', text: 'with ladder', due_at };
    expect(await list({ id })).toMatchObject([{ ...expected, customerid: String(customerid), state: 'Open' }]);
    expect(await mine()).toContain(id);
    expect(await refused({ ispid }, api.admin)).toMatchObject({
      ...{ status: 400, error: 'assigned_to: is required without queueid' },
    });
  });

  it('waits in a queue until a member takes it', async () => {
    const members = await Promise.all([1, 2].map(() => makeUser(api, me, { ispid, roles: 'Support' })));
    const [one, two] = members as [Credentials, Credentials];
    const queueid = await queueOf({ name: 'Field', members: members.map(({ userid }) => userid).join() });
    const id = await add({ queueid });
    expect([await mine(one), await mine(two), await mine()]).toEqual([[id], [id], expect.not.arrayContaining([id])]);
    await api.ok('task/update', { id, assigned_to: one.userid }, one);
    expect([await mine(one), await mine(two)]).toEqual([[id], []]);
    await api.ok('task/update', { id, assigned_to: '' }, one);
    expect(await mine(two)).toEqual([id]);
    expect(await api.call('task/update', { id, queueid: '' }, one)).toMatchObject({
      ...{ status: 400, error: 'queueid: must stay: nobody else does the task' },
    });
  });

  it('is closed with what came of it, and opened again', async () => {
    const id = await add();
    await api.ok('task/move', { id, state: 'Done', report: 'sent' }, me);
    expect(await list({ id })).toMatchObject([{ state: 'Done', report: 'sent', closed_at: expect.any(String) }]);
    expect(await mine()).not.toContain(id);
    expect(await move(id, 'Cancelled')).toMatchObject({
      ...{ status: 409, error: `state: task ${id} is Done; it can become Open` },
    });
    expect(await api.call('task/update', { id, title: 'y' }, me)).toMatchObject({
      ...{ status: 409, error: `task ${id} is Done; move it to Open first` },
    });
    expect((await move(id, 'Open')).status).toBe(200);
    expect(await list({ id })).toMatchObject([{ state: 'Open', report: null, closed_at: null, closed_by: null }]);
    expect(await move(id, 'Open')).toMatchObject({
      ...{ status: 409, error: `state: task ${id} is Open; it can become Done or Cancelled` },
    });
  });

  it('is closed once by two at once', async () => {
    const id = await add();
    const answers = await Promise.all([move(id, 'Done'), move(id, 'Cancelled')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is made once by a client that repeats it, and moved once with a key', async () => {
    const [one, two] = await Promise.all([add({ client_ref: 'r' }), add({ client_ref: 'r' })]);
    expect(two).toBe(one);
    const call = { id: one, state: 'Done', idempotency_key: 'done-1' };
    expect([await api.ok('task/move', call, me), await api.ok('task/move', call, me)]).toEqual(['done', 'done']);
  });
});

describe('who does a task', () => {
  it('is of the same staff, and can work', async () => {
    const resting = await makeUser(api, me, { ispid });
    const { username } = await api.db.prisma.loginUser.findUniqueOrThrow({ where: { id: resting.userid } });
    await api.ok('auth/user/update', { id: resting.userid, status: 'Suspend' }, me);
    const suspended = `assigned_to: login user ${username} is suspended`;
    expect(await refused({ assigned_to: resting.userid })).toMatchObject({ status: 409, error: suspended });
    const stranger = `there is no login user ${other.me.userid}`;
    expect(await refused({ assigned_to: other.me.userid })).toMatchObject({ status: 404, error: stranger });
    const id = await add();
    expect(await api.call('task/update', { id, assigned_to: ofReseller.userid }, me)).toMatchObject({
      ...{ status: 409, error: 'assigned_to: does not belong to the staff of the ISP' },
    });
  });

  it('may be the staff of the customer’s reseller, whose task it is from then on', async () => {
    const id = await add({ serviceid, assigned_to: ofReseller.userid });
    expect(await list({ id }, ofReseller)).toMatchObject([{ keeperid: String(tenant.resellerid) }]);
    expect(await mine(ofReseller)).toEqual([id]);
    const internal = await add({ serviceid });
    expect(await list({ id: internal }, ofReseller)).toEqual([]);
    expect((await move(internal, 'Done', ofReseller)).status).toBe(404);
    expect(await refused({ customerid: tenant.ownCustomer, assigned_to: ofReseller.userid })).toMatchObject({
      status: 409,
      error: `assigned_to: customer ${tenant.ownCustomer} is not one of reseller ${tenant.resellerid}`,
    });
  });

  it('sees it as an Employee of other locations, if it is about nobody', async () => {
    const [far, near] = [await elsewhere(api, tenant), await there(api, tenant)];
    const [about, free] = [await add({ serviceid }), await add({ assigned_to: far.userid })];
    expect((await list({}, near)).map(({ id }) => Number(id))).toContain(about);
    expect((await list({}, far)).map(({ id }) => Number(id))).toEqual([free]);
    expect((await move(free, 'Done', near)).status).toBe(404);
    expect((await move(free, 'Done', far)).status).toBe(200);
    const { username } = await api.db.prisma.loginUser.findUniqueOrThrow({ where: { id: far.userid } });
    const error = `assigned_to: login user ${username} is limited to locations and would not see this task`;
    expect(await refused({ serviceid, assigned_to: far.userid })).toMatchObject({ status: 409, error });
    expect(await api.call('task/update', { id: about, title: 'other', assigned_to: far.userid }, me)).toMatchObject({
      ...{ status: 409, error },
    });
    expect((await list({ id: about }))[0]).not.toMatchObject({ title: 'other' });
    expect((await api.call('task/update', { id: about, assigned_to: near.userid }, me)).status).toBe(200);
  });
});

describe('a queue', () => {
  it('has login users of its owner', async () => {
    const of = (fields: Fields, as = me) => api.call('ticket/queue_create', { name: 'Mixed', ...fields }, as);
    const { username } = await api.db.prisma.loginUser.findUniqueOrThrow({ where: { id: ofReseller.userid } });
    expect(await of({ members: ofReseller.userid })).toMatchObject({
      ...{ status: 409, error: `members: login user ${username} does not belong to the owner of the queue` },
    });
    expect(await of({ members: `${me.userid},${other.me.userid}` })).toMatchObject({
      ...{ status: 404, error: `there is no login user ${other.me.userid}` },
    });
  });

  it('has a name of its own within its owner', async () => {
    await queueOf({ name: 'Lines' });
    const taken = await api.call('ticket/queue_create', { name: 'LINES' }, me);
    expect(taken).toMatchObject({ status: 409, error: 'name: is already taken' });
    const own = await queueOf({ name: 'Lines' }, ofReseller);
    expect(await api.ok<Row[]>('ticket/queue_list', { name: 'lines' }, ofReseller)).toMatchObject([
      { id: String(own) },
    ]);
    const all = await api.ok<Row[]>('ticket/queue_list', { name: 'lines' }, me);
    expect(all.map(({ resellerid }) => resellerid)).toEqual(['0', String(tenant.resellerid)]);
  });

  it('is deleted when no task waits in it, and its name is free again', async () => {
    const id = await queueOf({ name: 'Short' });
    const task = await add({ queueid: id });
    const still = { status: 409, error: `queue ${id} still has 1 open tasks` };
    expect(await api.call('ticket/queue_delete', { id }, me)).toMatchObject(still);
    await move(task, 'Done');
    await api.ok('ticket/queue_delete', { id }, me);
    expect(await refused({ queueid: id })).toMatchObject({ status: 404, error: `there is no queue ${id}` });
    await queueOf({ name: 'Short' });
  });

  it('is not managed by an Employee', async () => {
    const employee = await makeUser(api, me, { ispid, resellerid: 0, groupname: 'Employee' });
    expect((await api.call('ticket/queue_create', { name: 'x' }, employee)).status).toBe(403);
    expect((await api.call('ticket/queue_list', {}, employee)).status).toBe(200);
  });
});
