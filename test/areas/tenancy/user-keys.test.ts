import { beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '../../../src/core/access/permission.ts';
import { ROLE_NAMES } from '../../../src/core/access/roles.ts';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { makeTenant, makeUser, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
let mine: Tenant;
let theirs: Tenant;
let clerk: Credentials;

interface Key {
  keyid: string;
  created_at: string;
  expires_at: string | null;
  works: string;
}

const keys = (id: number, as = mine.me) => api.ok<Key[]>('auth/user/keys', { id }, as);

beforeAll(async () => {
  mine = await makeTenant(api);
  theirs = await makeTenant(api);
  clerk = await makeUser(api, mine.me, { ispid: mine.ispid, roles: 'Support' });
});

describe('the keys of a login user', () => {
  it('are listed, the newest first, without the keys themselves', async () => {
    const { api_key } = await api.ok<{ api_key: string }>(
      'auth/user/api_key_rotate',
      { id: clerk.userid, overlap_minutes: 60 },
      mine.me,
    );
    const listed = await keys(clerk.userid);
    expect(listed).toMatchObject([
      { expires_at: null, works: 'Y' },
      { expires_at: expect.any(String), works: 'Y' },
    ]);
    expect(JSON.stringify(listed)).not.toContain(api_key);
    expect(Object.keys(listed[0] ?? {})).toEqual(['keyid', 'created_at', 'created_by', 'expires_at', 'works']);
  });

  it('end one by one, at once', async () => {
    const [newest, oldest] = await keys(clerk.userid);
    expect(await api.call('plan/list', {}, clerk)).toMatchObject({ status: 200 });
    const ending = { id: clerk.userid, keyid: oldest?.keyid ?? 0 };
    expect(await api.ok('auth/user/key_end', ending, mine.me)).toBe('done');
    expect(await api.call('plan/list', {}, clerk)).toMatchObject({ status: 401 });
    const after = await keys(clerk.userid);
    expect(after).toMatchObject([{ keyid: newest?.keyid, works: 'Y' }, { works: 'N' }]);
    await api.ok('auth/user/key_end', ending, mine.me);
    expect(await keys(clerk.userid)).toEqual(after);
  });

  it('are not those of another user, or of another tenant', async () => {
    const [foreign] = await keys(theirs.me.userid, theirs.me);
    const keyid = foreign?.keyid ?? 0;
    expect(await api.call('auth/user/key_end', { id: clerk.userid, keyid }, mine.me)).toMatchObject({
      status: 404,
      error: `there is no API key ${keyid}`,
    });
    expect(await api.call('auth/user/key_end', { id: theirs.me.userid, keyid }, mine.me)).toMatchObject({
      status: 404,
    });
    expect(await api.call('auth/user/keys', { id: theirs.me.userid }, mine.me)).toMatchObject({ status: 404 });
    expect(await keys(theirs.me.userid, theirs.me)).toMatchObject([{ works: 'Y' }]);
  });
});

describe('the list of roles', () => {
  it('has each with its permissions', async () => {
    const roles = await api.ok<{ role: string; permissions: string }[]>('auth/user/role_list', {}, mine.me);
    expect(roles.map(({ role }) => role)).toEqual(ROLE_NAMES);
    const ofAdmin = PERMISSIONS.filter((permission) => permission !== 'care.use');
    expect(roles[0]).toEqual({ role: 'Admin', permissions: ofAdmin.join(',') });
    expect(roles.at(-1)).toEqual({ role: 'CareLine', permissions: 'care.use' });
    expect(roles.find(({ role }) => role === 'Sales')?.permissions).toContain('lead.write');
  });
});
