import { beforeEach, describe, expect, it } from 'vitest';
import { appRouter } from '../../../../src/app-router.ts';
import { routesOf } from '../../../../src/rest/routes.ts';
import { startApi } from '../../../fixtures/api.ts';
import { Browser } from '../../../fixtures/browser.ts';
import { LoginUser, PASSWORD } from './login-user.ts';

const api = await startApi();
const user = new LoginUser(api);
let browser: Browser;

beforeEach(async () => {
  ({ browser } = await user.start());
});

const later = () => user.wait(10 * 60_000);
const rotate = () => browser.call('user.api_key_rotate', { id: user.id });

describe('keys, backups, credits and changes of users', () => {
  it('are the calls that ask for the password again', () => {
    const asking = routesOf(appRouter).filter(({ meta }) => meta.confirmed);
    expect(asking.map(({ procedure }) => procedure).sort()).toEqual(
      expect.arrayContaining([
        'backup.db',
        'isp.credits_update',
        'user.api_key_rotate',
        'user.create',
        'user.delete',
        'user.branch_address_make',
        'user.branch_address_end',
        'user.key_end',
        'user.second_factor_remove',
        'user.update',
      ]),
    );
  });

  it('are allowed for ten minutes after sign-in, then ask for the password', async () => {
    expect(await rotate()).toMatchObject({ status: 200 });
    later();
    expect(await rotate()).toMatchObject({
      status: 403,
      kind: 'unconfirmed',
      message: 'enter your password again to do this',
    });
    expect(await browser.call('login.confirm', { password: 'wrong' })).toMatchObject({
      status: 400,
      message: 'password: is not your password',
    });
    await browser.ok('login.confirm', { password: PASSWORD });
    expect(await rotate()).toMatchObject({ status: 200 });
  });

  it('never ask a caller with an API key, and change nothing when they ask', async () => {
    later();
    const keys = await api.db.prisma.apiKey.count();
    await rotate();
    expect(await api.db.prisma.apiKey.count()).toBe(keys);
    await api.ok('auth/user/api_key_rotate', { id: user.id }, user.tenant.me);
  });

  it('take the API key from a user that signed in with it', async () => {
    browser = new Browser(api.url);
    const login_api_key = api.admin.api_key;
    await browser.ok('login.start', { login_userid: String(api.admin.userid), login_api_key });
    later();
    const { ispid } = user.tenant;
    const credits = () => browser.call('isp.credits_update', { ispid, action: 'Set', credits: '1.00' });
    expect(await credits()).toMatchObject({ kind: 'unconfirmed' });
    expect(await browser.call('login.confirm', { login_api_key: 'f'.repeat(50) })).toMatchObject({ status: 401 });
    await browser.ok('login.confirm', { login_api_key });
    expect(await credits()).toMatchObject({ status: 200 });
  });
});

describe('the own password', () => {
  const change = (input: object) => browser.call('login.password', input);

  it('is changed with the old one; all other sessions end', async () => {
    const other = new Browser(api.url);
    await other.ok('login.start', { username: user.username, password: PASSWORD });
    const before = browser.cookie;
    expect(await change({ password: PASSWORD, new_password: 'battery staple' })).toMatchObject({ status: 200 });
    expect(browser.cookie).not.toBe(before);
    expect(await browser.call('login.me')).toMatchObject({ status: 200 });
    expect(await other.call('login.me')).toMatchObject({ status: 401 });
    expect(await other.call('login.start', { username: user.username, password: PASSWORD })).toMatchObject({
      status: 401,
    });
    await other.ok('login.start', { username: user.username, password: 'battery staple' });
  });

  it.each([
    [{ password: 'wrong', new_password: 'battery staple' }, 'password: is not your password'],
    [{ password: PASSWORD, new_password: 'short' }, 'new_password: must have at least 8 characters'],
  ])('is refused for %j', async (input, message) => {
    expect(await change(input)).toMatchObject({ status: 400, message });
    expect(await browser.call('login.me')).toMatchObject({ status: 200 });
  });
});
