import { beforeAll, describe, expect, it } from 'vitest';
import { RealmRules } from '../../../src/areas/network/realms/realm-rules.ts';
import { execute, query, sql } from '../../../src/db/sql.ts';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { makeTenant, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
let north: Tenant;
let south: Tenant;
beforeAll(async () => {
  north = await makeTenant(api);
  south = await makeTenant(api);
});

const create = (fields: Record<string, unknown>, as: Credentials = north.me) =>
  api.ok<number>('radius/realm/create', fields as never, as);
const refused = (fields: Record<string, unknown>, as: Credentials = north.me) =>
  api.call('radius/realm/create', fields as never, as);

describe('rules for realms', () => {
  it('are added, listed, changed and deleted', async () => {
    const id = await create({ realm: 'lab.example', notes: 'old network' });
    const [row] = await api.ok<object[]>('radius/realm/list', {}, north.me);
    expect(row).toMatchObject({
      ...{ id: String(id), nasid: null, form: 'user@realm', realm: 'lab.example', action: 'strip' },
      notes: 'old network',
    });
    await api.ok('radius/realm/update', { id, form: 'realm\\user', realm: 'LAB', action: 'keep', notes: '' }, north.me);
    expect(await api.ok('radius/realm/list', { id }, north.me)).toMatchObject([
      { form: 'realm\\user', realm: 'LAB', action: 'keep', notes: null },
    ]);
    await api.ok('radius/realm/delete', { id }, north.me);
    expect(await api.ok('radius/realm/list', {}, north.me)).toEqual([]);
  });

  it('are one for each realm, form and NAS, whatever its case', async () => {
    const { nasid } = north;
    const id = await create({ realm: 'Once' });
    expect(await refused({ realm: 'ONCE' })).toMatchObject({ status: 409 });
    await create({ realm: 'once', form: 'realm/user' });
    await create({ realm: 'once', nasid });
    expect(await refused({ realm: 'once', nasid })).toMatchObject({ status: 409 });
    const other = await create({ realm: 'twice' });
    expect(await api.call('radius/realm/update', { id: other, realm: 'oncE' }, north.me)).toMatchObject({
      status: 409,
    });
    expect(id).toBeLessThan(other);
  });

  it.each([
    [{ realm: 'a@b' }, 'realm: must not contain @'],
    [{ realm: 'a\\b', form: 'realm\\user' }, 'realm: must not contain \\'],
    [{ realm: 'x', form: 'user#realm' }, 'form: '],
    [{ realm: '' }, 'realm: '],
    [{ realm: 'x', action: 'drop' }, 'action: '],
  ])('refuse %j', async (fields, sentence) => {
    const answer = await refused(fields);
    expect(answer.status).toBe(400);
    expect(answer.error).toContain(sentence);
  });

  it('are those of the ISP: no other ISP sees, uses or changes them', async () => {
    const id = await create({ realm: 'mine' });
    expect(JSON.stringify(await api.ok('radius/realm/list', {}, south.me))).not.toContain('mine');
    for (const path of ['radius/realm/update', 'radius/realm/delete'])
      expect(await api.call(path, { id } as never, south.me)).toMatchObject({ status: 404 });
    expect(await refused({ realm: 'theirs', nasid: north.nasid }, south.me)).toMatchObject({ status: 404 });
    expect(await api.call('radius/realm/test', { nasid: north.nasid, username: 'x' }, south.me)).toMatchObject({
      status: 404,
    });
  });

  it('are at most fifty, also of two that are added at once', async () => {
    await execute(
      api.db.pool,
      sql`INSERT INTO radius.realm_rule (isp_id, form, realm, action)
          SELECT ${south.ispid}, 'user@realm', 'r' || g, 'strip' FROM generate_series(1, 49) g`,
    );
    const answers = await Promise.all([refused({ realm: 'a' }, south.me), refused({ realm: 'b' }, south.me)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [row] = await query<{ count: number }>(
      api.db.pool,
      sql`SELECT count(*)::int AS count FROM radius.realm_rule WHERE isp_id = ${south.ispid}`,
    );
    expect(row?.count).toBe(50);
  });

  it('of a NAS go with it', async () => {
    const nas = { resellerid: 0, name: 'Gone', ip: '127.0.9.9', secret: 'testing123' };
    const nasid = await api.ok<number>('radius/nas/create', nas, north.me);
    const id = await create({ realm: 'gone', nasid });
    await api.ok('radius/nas/delete', { id: nasid }, north.me);
    expect(await api.ok('radius/realm/list', { id }, north.me)).toEqual([]);
  });
});

describe('a test of a username', () => {
  const test = (username: string, more: Record<string, unknown> = {}) =>
    api.ok('radius/realm/test', { username, ...more } as never, north.me);

  it('shows whose it would be, and by which rule', async () => {
    const { username, serviceid, nasid } = north;
    const strip = await create({ realm: 'test.example' });
    const reject = await create({ realm: '*', nasid, action: 'reject' });
    const nobody = { serviceid: null, ruleid: null, action: null };
    expect(await test(username)).toEqual({ ...nobody, name: username, serviceid: String(serviceid) });
    expect(await test('nobody')).toEqual({ ...nobody, name: 'nobody' });
    expect(await test(`${username}@Test.example`)).toEqual({
      ...{ name: username, serviceid: String(serviceid), ruleid: String(strip), action: 'strip' },
    });
    expect(await test(`${username}@test.example`, { nasid })).toEqual({
      ...{ name: null, serviceid: null, ruleid: String(reject), action: 'reject' },
    });
  });
});

describe('a session with a realm', () => {
  it('is found by the username of its service', async () => {
    const { ispid, serviceid, nasid, username, me } = north;
    const name = `${username}@test.example`;
    await execute(
      api.db.pool,
      sql`INSERT INTO radius.session (isp_id, service_id, nas_id, nas_ip, username, acct_session_id, started_at, updated_at)
          VALUES (${ispid}, ${serviceid}, ${nasid}, '127.0.0.1', ${name}, 'realm', now(), now())`,
    );
    expect(await api.ok('radius/user/status', { username }, me)).toMatchObject({ sessionid: 'realm' });
    expect(await api.ok('radius/user/status', { username: name }, me)).toMatchObject({ sessionid: 'realm' });
    expect(await api.ok('session/live', { username }, me)).toMatchObject([{ username: name }]);
  });
});

describe('the rule that decides', () => {
  const rules = new RealmRules([
    { id: 1, nasId: null, form: 'user@realm', realm: 'a', action: 'strip' },
    { id: 2, nasId: null, form: 'user@realm', realm: '*', action: 'keep' },
    { id: 3, nasId: 9, form: 'realm\\user', realm: '*', action: 'strip' },
    { id: 4, nasId: 9, form: 'user@realm', realm: 'A', action: 'reject' },
  ]);
  it.each([
    ['u@a', null, 1, 'u'],
    ['u@A', 9, 4, 'u'],
    ['u@b', 9, 2, 'u'],
    ['u@x@a', null, 1, 'u@x'],
    ['D\\u@b', 9, 3, 'u@b'],
    ['D\\u@a', 9, 4, 'D\\u'],
    ['D\\E\\u', 9, 3, 'E\\u'],
    ['@a', null, undefined, undefined],
    ['u@', null, undefined, undefined],
    ['u', 9, undefined, undefined],
    ['D\\u', null, undefined, undefined],
  ])('of %s at NAS %s is %s', (name, nasId, id, user) => {
    const match = rules.match(nasId, name);
    expect([match?.rule.id, match?.user]).toEqual([id, user]);
  });
});
