import { describe, expect, it } from 'vitest';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { makeUser } from '../../fixtures/tenants.ts';
import { careTenant, elsewhere, type Fields, type Row, there } from './care-tenant.ts';

const api = await startApi();
const tenant = await careTenant(api);
const other = await careTenant(api);
const { me, ofReseller, customerid, serviceid } = tenant;

const add = (fields: Fields, as = me) => api.ok<number>('note/create', fields, as);
const list = (fields: Fields = {}, as: Credentials = me) =>
  api.ok<Row[]>('note/list', { rows_limit: 100, ...fields }, as);
const texts = async (fields: Fields = {}, as: Credentials = me) => (await list(fields, as)).map(({ text }) => text);

describe('a note', () => {
  it('is about a customer, or about one service, whose customer it names then', async () => {
    const whole = await add({ customerid, text: 'pays in cash' });
    const single = await add({ serviceid, text: 'router under the roof', pinned: 'Y' });
    expect(await list({ id: whole })).toMatchObject([
      { customerid: String(customerid), serviceid: null, username: null, pinned: 'N', visibility: 'Internal' },
    ]);
    const about = { customerid: String(customerid), customername: 'Ravi', serviceid: String(serviceid) };
    expect(await list({ id: single })).toMatchObject([
      { ...about, username: tenant.username, resellerid: String(tenant.resellerid), keeperid: '0', pinned: 'Y' },
    ]);
    expect(await texts({ customerid, pinned: 'Y' })).toEqual(['router under the roof']);
    expect(await texts({ serviceid })).toEqual(['router under the roof']);
  });

  it('names somebody, and one customer only', async () => {
    expect(await api.call('note/create', { text: 'x' }, me)).toMatchObject({
      ...{ status: 400, error: 'customerid: is required without serviceid' },
    });
    expect(await api.call('note/create', { customerid: tenant.ownCustomer, serviceid, text: 'x' }, me)).toMatchObject({
      ...{ status: 409, error: `serviceid: service ${serviceid} is not one of customer ${tenant.ownCustomer}` },
    });
    const long = await api.call('note/create', { customerid, text: 'x'.repeat(4001) }, me);
    expect(long).toMatchObject({ status: 400, error: 'text: must be a text of 1 to 4000 characters' });
  });

  it('changes, is shared, and is deleted', async () => {
    const id = await add({ customerid, text: 'first' });
    const [{ updated_at } = {}] = await list({ id });
    await api.ok('note/update', { id, text: 'second', pinned: 'Y', visibility: 'Shared' }, me);
    expect(await list({ id })).toMatchObject([{ text: 'second', pinned: 'Y', visibility: 'Shared' }]);
    const { updatedAt } = await api.db.prisma.note.findUniqueOrThrow({ where: { id } });
    expect(updatedAt.getTime()).toBeGreaterThanOrEqual(Date.parse(`${updated_at}Z`));
    await api.ok('note/delete', { id }, me);
    expect(await list({ id })).toEqual([]);
    expect(await api.call('note/update', { id, text: 'third' }, me)).toMatchObject({
      ...{ status: 404, error: `there is no note ${id}` },
    });
  });

  it('does not name customers and services to a caller who may not see them', async () => {
    const network = await makeUser(api, me, { ispid: tenant.ispid, roles: 'Network' });
    const sales = await makeUser(api, me, { ispid: tenant.ispid, roles: 'Sales' });
    const id = await add({ serviceid, text: 'named' });
    expect(await list({ id }, network)).toMatchObject([{ customername: null, username: tenant.username }]);
    expect(await list({ id }, sales)).toMatchObject([{ customername: 'Ravi', username: null }]);
  });
});

describe('a client that repeats a note', () => {
  it('gets the first id for ever, whatever it says the second time', async () => {
    const first = await add({ customerid, text: 'from the field', client_ref: 'phone-1' });
    api.clock.at = new Date(Date.now() + 400 * 86_400_000);
    expect(await add({ customerid, text: 'again', client_ref: 'phone-1' })).toBe(first);
    api.clock.at = undefined;
    expect(await texts({ customerid, id: first })).toEqual(['from the field']);
  });

  it('is one login user: another one has references of its own', async () => {
    const first = await add({ customerid, text: 'x', client_ref: 'shared-ref' });
    expect(await add({ customerid, text: 'x', client_ref: 'shared-ref' }, ofReseller)).not.toBe(first);
  });

  it('makes one of two at once', async () => {
    const fields = { customerid, text: 'at once', client_ref: 'twice' };
    const [one, two, three] = await Promise.all([add(fields), add(fields), add(fields)]);
    expect([two, three]).toEqual([one, one]);
    expect((await texts({ customerid })).filter((text) => text === 'at once')).toHaveLength(1);
  });

  it('may also use a key for the day', async () => {
    const fields = { customerid, text: 'keyed', idempotency_key: 'k1' };
    expect(await add(fields)).toBe(await add(fields));
  });
});

describe('a note of the ISP', () => {
  const secret = 'SECRET-OF-THE-ISP';

  it('is hidden from the reseller unless it is shared', async () => {
    const internal = await add({ serviceid, text: secret });
    const shared = await add({ serviceid, text: 'open to you', visibility: 'Shared' });
    expect(await texts({ customerid }, ofReseller)).toContain('open to you');
    for (const id of [internal, 987_654])
      expect(await api.call('note/update', { id, text: 'x' }, ofReseller)).toMatchObject({
        ...{ status: 404, error: `there is no note ${id}` },
      });
    const refused = { status: 403, error: `note ${shared} is not yours; only the staff that wrote it changes it` };
    expect(await api.call('note/update', { id: shared, text: 'x' }, ofReseller)).toMatchObject(refused);
    expect(await api.call('note/delete', { id: shared }, ofReseller)).toMatchObject(refused);
  });

  it('leaves no byte in anything that the reseller reads', async () => {
    const id = await add({ serviceid, text: secret });
    await api.ok('note/update', { id, text: `${secret} 2`, visibility: 'Shared' }, me);
    await api.ok('note/update', { id, visibility: 'Internal' }, me);
    const queueid = await api.ok<number>('ticket/queue_create', { name: secret }, me);
    const called = { serviceid, number: '9800000001', direction: 'In', outcome: 'Callback', note: secret, queueid };
    await api.ok('call/create', called, me);
    await api.ok('task/create', { serviceid, title: secret, due_at: '2027-01-31 10:00:00' }, me);
    const answers = await Promise.all([
      list({}, ofReseller),
      list({ customerid, sort_field: 'created_at' }, ofReseller),
      ...['call/list', 'task/list', 'task/mine', 'ticket/queue_list', 'audit/list', 'service/list'].map((path) =>
        api.ok(path, { rows_limit: 100 }, ofReseller),
      ),
      api.ok('service/timeline', { serviceid, limit: 100 }, ofReseller),
      api.ok('subscriber/get', { serviceid }, ofReseller),
      api.ok('audit/list', { rows_limit: 100, serviceid }, ofReseller),
    ]);
    expect(JSON.stringify(answers)).not.toContain(secret);
    expect(JSON.stringify(await api.ok('service/timeline', { serviceid, limit: 100 }, me))).toContain(secret);
    expect(await texts({ visibility: 'Internal', customerid }, ofReseller)).not.toContain(`${secret} 2`);
  });
});

describe('a note of a reseller', () => {
  it('is shown to its ISP, which answers for all subscribers', async () => {
    const id = await add({ customerid, text: 'of the reseller' }, ofReseller);
    expect(await list({ id }, me)).toMatchObject([{ text: 'of the reseller', keeperid: String(tenant.resellerid) }]);
    await api.ok('note/update', { id, pinned: 'Y' }, me);
    expect(await list({ id }, ofReseller)).toMatchObject([{ pinned: 'Y' }]);
  });

  it('stays with the ISP when its customer goes to another reseller, unless it is shared', async () => {
    const moving = await careTenant(api);
    const { ispid, resellerid, customerid: moved } = moving;
    const data = { ispId: ispid, type: 'Reseller', name: 'Next', code: 'NEXT', invoiceBy: 'ISP', paymentBy: 'ISP' };
    const { id: next } = await api.db.prisma.reseller.create({
      data: { ...data, mobile: '9800000001', email: 'x@example.net' },
      select: { id: true },
    });
    const nextUser = await makeUser(api, moving.me, { ispid, resellerid: next, groupname: 'Reseller' });
    await add({ customerid: moved, text: 'private' }, moving.ofReseller);
    await add({ customerid: moved, text: 'handed on', visibility: 'Shared' }, moving.ofReseller);
    await api.db.pool.query('UPDATE crm.service SET deleted_at = now() WHERE customer_id = $1', [moved]);
    await api.db.pool.query('UPDATE crm.customer SET reseller_id = $1 WHERE id = $2', [next, moved]);
    expect(await texts({ customerid: moved }, nextUser)).toEqual(['handed on']);
    expect(await texts({ customerid: moved }, moving.ofReseller)).toEqual([]);
    expect(await texts({ customerid: moved }, moving.me)).toEqual(['private', 'handed on']);
    expect(resellerid).not.toBe(next);
  });

  it('is about its own customers only', async () => {
    expect(await api.call('note/create', { customerid: tenant.ownCustomer, text: 'x' }, ofReseller)).toMatchObject({
      ...{ status: 404, error: `there is no customer ${tenant.ownCustomer}` },
    });
  });
});

describe('a note of another ISP', () => {
  it('looks as if it did not exist', async () => {
    const id = await add({ serviceid: other.serviceid, text: 'theirs' }, other.me);
    expect(await list({ id })).toEqual([]);
    expect(await list({ customerid: other.customerid })).toEqual([]);
    for (const path of ['note/update', 'note/delete'])
      expect(await api.call(path, { id }, me)).toMatchObject({ status: 404, error: `there is no note ${id}` });
    const foreign = await api.call('note/create', { serviceid: other.serviceid, text: 'x' }, me);
    expect(foreign).toMatchObject({ status: 404, error: `there is no service ${other.serviceid}` });
  });
});

describe('an Employee of some locations', () => {
  it('sees and writes notes about the services and customers there, and no others', async () => {
    const [far, near] = [await elsewhere(api, tenant), await there(api, tenant)];
    const ofService = await add({ serviceid, text: 'of the service there' });
    await add({ customerid, text: 'of the customer there' });
    expect(await texts({ customerid }, near)).toEqual(
      expect.arrayContaining(['of the service there', 'of the customer there']),
    );
    expect(await texts({ customerid }, far)).toEqual([]);
    await api.ok('note/update', { id: ofService, pinned: 'Y' }, near);
    expect((await api.call('note/update', { id: ofService, pinned: 'N' }, far)).status).toBe(404);
    for (const about of [{ serviceid }, { customerid }])
      expect((await api.call('note/create', { ...about, text: 'x' }, far)).status).toBe(404);
  });
});
