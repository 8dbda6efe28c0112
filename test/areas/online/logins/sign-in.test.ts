import { describe, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { Browser } from '../../../fixtures/browser.ts';
import { LoginUser, PASSWORD } from './login-user.ts';

const api = await startApi();
const MINUTE = 60_000;
const user = new LoginUser(api);
const wait = (ms: number) => user.wait(ms);
const open = (headers?: Record<string, string>) => new Browser(api.url, headers ? { headers } : {});
async function signedIn(browser = open()): Promise<Browser> {
  expect((await user.start(browser)).next).toBe('done');
  return browser;
}
const guess = async () => (await open().call('login.start', { username: user.username, password: 'wrong' })).status;
const right = async () => (await open().call('login.start', { username: user.username, password: PASSWORD })).status;

describe('a login user', () => {
  it('signs in by password and calls with the cookie alone', async () => {
    const browser = await signedIn();
    expect(await browser.ok('login.me')).toMatchObject({
      userid: user.id,
      username: user.username,
      groupname: 'ISP',
      isp: { ispid: user.tenant.ispid, currency: 'USD', country: 'IN', year_start: 4 },
      reseller: null,
      session: { idle_minutes: 60 },
    });
    expect(await browser.ok('customer.list', {})).toHaveLength(1);
  });

  it('signs in whatever the case of its name', async () => {
    expect(await open().ok('login.start', { username: user.username.toUpperCase(), password: PASSWORD })).toEqual({
      next: 'done',
    });
  });

  it('signs in by API key, the way in on a first start', async () => {
    const browser = open();
    const { userid: login_userid, api_key: login_api_key } = api.admin;
    await browser.ok('login.start', { login_userid: String(login_userid), login_api_key });
    expect(await browser.ok('login.me')).toMatchObject({ groupname: 'Server', isp: null, zone: 'UTC' });
  });

  it('sees one sentence for a wrong password and for an unknown name', async () => {
    const wrong = await open().call('login.start', { username: user.username, password: 'wrong' });
    const unknown = await open().call('login.start', { username: 'nobody', password: 'wrong' });
    expect(wrong).toEqual({
      status: 401,
      data: undefined,
      kind: 'unauthenticated',
      message: 'wrong username or password',
    });
    expect(unknown).toEqual(wrong);
  });

  it('is told why it cannot sign in only after the right password', async () => {
    await api.ok('auth/user/update', { id: user.id, status: 'Suspend' }, user.tenant.me);
    expect(await open().call('login.start', { username: user.username, password: 'wrong' })).toMatchObject({
      status: 401,
    });
    expect(await open().call('login.start', { username: user.username, password: PASSWORD })).toMatchObject({
      status: 403,
      message: `login user ${user.username} is suspended`,
    });
  });

  it('gets a cookie that scripts cannot read and no other site can send', async () => {
    const browser = await signedIn(new Browser(api.url, { origin: api.url.replace('http:', 'https:') }));
    expect(browser.setCookie).toMatch(
      /^__Host-lastmile=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
  });

  it('gets one that is not Secure on the machine of the node, since Safari would not keep it', async () => {
    const browser = await signedIn();
    expect(browser.setCookie).toMatch(
      /^lastmile-insecure=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(await browser.call('login.me')).toMatchObject({ status: 200 });
  });

  it('gets a new token with each sign-in, whatever the browser had before', async () => {
    const browser = open();
    browser.cookie = 'lastmile-insecure=fixed-by-somebody-else';
    await signedIn(browser);
    expect(browser.cookie).not.toContain('fixed');
    const first = browser.cookie;
    await signedIn(browser);
    expect(browser.cookie).not.toBe(first);
  });

  it('signs out, and the token is worth nothing afterwards', async () => {
    const browser = await signedIn();
    const { cookie } = browser;
    await browser.ok('login.end');
    expect(browser.cookie).toBe('');
    browser.cookie = cookie;
    expect(await browser.call('login.me')).toMatchObject({ status: 401, kind: 'unauthenticated' });
    expect(await browser.call('login.end')).toMatchObject({ status: 200 });
  });

  it('appears in the audit with its sign-ins, failures and how it called', async () => {
    const browser = await signedIn();
    await guess();
    await browser
      .ok('customer.create', {
        ...{ resellerid: user.tenant.resellerid, name: 'Asha', mobile: '9800000001', email: 'a@example.net' },
        ...{ address: 'x', city: 'x', pincode: '560001', state: 'Karnataka', country: 'India' },
      })
      .catch(() => undefined);
    const events = await api.ok<{ procedure: string; via: string | null; address: string }[]>(
      'audit/list',
      { user: user.username },
      user.tenant.me,
    );
    expect(events.map(({ procedure, via }) => `${procedure} ${via}`)).toEqual(
      expect.arrayContaining(['login.start session', 'login.failed session']),
    );
    expect(events.every(({ address }) => address === '127.0.0.1')).toBe(true);
  });
});

describe('a session', () => {
  it('ends after an hour without a call', async () => {
    const browser = await signedIn();
    wait(59 * MINUTE);
    await browser.ok('login.me');
    wait(59 * MINUTE);
    await browser.ok('login.me');
    wait(61 * MINUTE);
    expect(await browser.call('login.me')).toMatchObject({
      status: 401,
      message: 'the session has ended; sign in again',
    });
  });

  it('ends after twelve hours, however much it is used', async () => {
    const browser = await signedIn();
    for (let minutes = 0; minutes < 12 * 60 - 30; minutes += 30) {
      wait(30 * MINUTE);
      await browser.ok('login.me');
    }
    wait(30 * MINUTE);
    expect(await browser.call('login.me')).toMatchObject({ status: 401 });
  });

  it.each([
    ['password', { password: 'another password' }],
    ['status', { status: 'Suspend' }],
  ])('ends at once with a change of the %s', async (_, change) => {
    const browser = await signedIn();
    await browser.ok('login.me');
    await api.ok('auth/user/update', { id: user.id, ...change }, user.tenant.me);
    expect(await browser.call('login.me')).toMatchObject({ status: 401 });
  });

  it('ends with its user', async () => {
    const browser = await signedIn();
    await api.ok('auth/user/delete', { id: user.id }, user.tenant.me);
    expect(await browser.call('login.me')).toMatchObject({ status: 401 });
  });

  it('follows a change of the roles', async () => {
    const browser = await signedIn();
    await api.ok('auth/user/update', { id: user.id, roles: 'Sales' }, user.tenant.me);
    expect(await browser.call('nas.list', {})).toMatchObject({ status: 403 });
  });

  it('is one of ten: the one seen least recently ends', async () => {
    const browsers: Browser[] = [];
    for (let count = 0; count < 11; count++) {
      wait(1_000);
      browsers.push(await signedIn());
    }
    const statuses = await Promise.all(browsers.map(async (browser) => (await browser.call('login.me')).status));
    expect(statuses).toEqual([401, ...Array.from({ length: 10 }, () => 200)]);
  });

  it('is listed with the others of its user, and ends them', async () => {
    const [phone, desktop, other] = [
      await signedIn(),
      await signedIn(open({ 'user-agent': 'Desktop' })),
      await signedIn(),
    ];
    const rows = await desktop.ok<{ sessionid: number; agent: string; current: boolean }[]>('login.sessions');
    expect(rows).toHaveLength(3);
    expect(rows.filter(({ current }) => current)).toMatchObject([{ agent: 'Desktop' }]);
    const lowest = Math.min(...rows.map(({ sessionid }) => sessionid));
    await desktop.ok('login.session_end', { sessionid: lowest });
    expect((await phone.call('login.me')).status).toBe(401);
    await desktop.ok('login.sessions_end_others');
    expect((await other.call('login.me')).status).toBe(401);
    expect((await desktop.call('login.me')).status).toBe(200);
  });

  it('cannot end the session of another user', async () => {
    const mine = await signedIn();
    const theirs = open();
    await theirs.ok('login.start', { login_userid: String(api.admin.userid), login_api_key: api.admin.api_key });
    const [row] = await theirs.ok<{ sessionid: number }[]>('login.sessions');
    expect(await mine.call('login.session_end', { sessionid: row?.sessionid })).toMatchObject({ status: 404 });
    expect((await theirs.call('login.me')).status).toBe(200);
  });
});

describe('guessing', () => {
  it('is refused after five failures from an address for 1, 2, 4, 8, then 15 minutes, also with the right password', async () => {
    for (let failures = 0; failures < 5; failures++) expect(await guess()).toBe(401);
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      const refused = await open().call('login.start', { username: user.username, password: PASSWORD });
      const span = minutes === 1 ? 'a minute' : `${minutes} minutes`;
      expect(refused.message).toBe(`too many failed attempts to sign in; try again in ${span}`);
      wait(minutes * MINUTE - 1_000);
      expect(await right()).toBe(429);
      wait(1_000);
      expect(await guess()).toBe(401);
    }
    wait(15 * MINUTE);
    expect(await right()).toBe(200);
    expect(await guess()).toBe(401);
    expect(await right()).toBe(200);
  });

  it('is limited for attempts at the same time, too', async () => {
    const statuses = await Promise.all(Array.from({ length: 15 }, guess));
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  it('of many names from one address is refused after twenty in a minute', async () => {
    const statuses: number[] = [];
    for (let name = 0; name < 25; name++)
      statuses.push((await open().call('login.start', { username: `name${name}`, password: 'wrong' })).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    wait(MINUTE);
    expect(await right()).toBe(200);
  });

  it('from many addresses is refused after a hundred in an hour', async () => {
    await api.db.prisma.loginAttempt.create({
      data: { username: user.username, address: '', count: 99, since: api.clock.now(), lastAt: api.clock.now() },
    });
    expect(await guess()).toBe(401);
    expect(await right()).toBe(429);
    wait(60 * MINUTE);
    expect(await right()).toBe(200);
  });
});

describe('a request that no page of this host made', () => {
  it.each([
    ['from a page of another host', { origin: 'https://evil.example' }],
    ['from an opaque page', { origin: 'null' }],
    ['that the browser calls cross-site', { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['from another host of the site', { headers: { 'sec-fetch-site': 'same-site' } }],
    ['without the header', { headers: { 'x-lastmile': '' } }],
  ])('%s is not signed in by the cookie, and cannot sign in', async (_, options) => {
    const { cookie } = await signedIn();
    const foreign = new Browser(api.url, options);
    foreign.cookie = cookie;
    expect(await foreign.call('customer.list', {})).toMatchObject({ status: 401 });
    expect(await foreign.call('login.start', { username: user.username, password: PASSWORD })).toMatchObject({
      status: 403,
    });
    expect(foreign.setCookie).toBeNull();
  });

  it('to the REST API is not signed in by the cookie', async () => {
    const { cookie } = await signedIn();
    const response = await fetch(`${api.url}/api/customer/list`, {
      method: 'POST',
      headers: { cookie, 'x-lastmile': 'console' },
    });
    expect(response.status).toBe(401);
  });
});

describe('from another machine', () => {
  const crm = (origin: string) => new Browser(api.url, { origin, headers: { host: 'crm.example.net' } });
  const start = (browser: Browser) => browser.call('login.start', { username: user.username, password: PASSWORD });

  it('nobody signs in over unencrypted HTTP', async () => {
    const answer = await start(crm('http://crm.example.net'));
    expect(answer).toMatchObject({ status: 403, message: expect.stringContaining('HTTPS') });
    expect(await api.db.prisma.loginSession.count({ where: { userId: user.id } })).toBe(0);
  });

  it('a user signs in over HTTPS, which a proxy ends', async () => {
    const browser = crm('https://crm.example.net');
    expect(await start(browser)).toMatchObject({ status: 200 });
    expect(browser.setCookie).toContain('Secure');
    expect(await browser.call('login.me')).toMatchObject({ status: 200 });
  });

  it('an operator may allow it all the same', async () => {
    const open = await startApi({ CONSOLE_INSECURE: 'on' });
    const origin = 'http://crm.example.net';
    const browser = new Browser(open.url, { origin, headers: { host: 'crm.example.net' } });
    const { userid: login_userid, api_key: login_api_key } = open.admin;
    await browser.ok('login.start', { login_userid: String(login_userid), login_api_key });
    expect(browser.setCookie).toMatch(/^lastmile-insecure=.*HttpOnly; SameSite=Strict$/);
    expect(await browser.call('login.me')).toMatchObject({ status: 200 });
  });
});
