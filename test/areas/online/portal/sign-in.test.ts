import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { appRouter } from '../../../../src/app-router.ts';
import { purgeLogins } from '../../../../src/areas/online/logins/purge.ts';
import { routesOf } from '../../../../src/rest/routes.ts';
import { startApi } from '../../../fixtures/api.ts';
import { Browser } from '../../../fixtures/browser.ts';
import { makeUser, serviceFields, type Tenant } from '../../../fixtures/tenants.ts';
import { addSubscriber, OWN_PASSWORD, type Own, portalBrowser, portalTenant, signedIn } from './portal-user.ts';

const api = await startApi();
let tenant: Tenant;
let own: Own;
const DAY = 24 * 3_600_000;

beforeAll(async () => {
  tenant = await portalTenant(api);
});
beforeEach(async () => {
  api.clock.at = new Date('2026-11-20T10:00:00Z');
  await api.db.prisma.loginAttempt.deleteMany();
  own = await addSubscriber(api, tenant);
});

const signIn = (browser: Browser, password: string, username = own.username, ispid = tenant.ispid) =>
  browser.call('portal.sign_in', { ispid, username, password });
const wait = (ms: number) => {
  api.clock.at = new Date(api.clock.now().getTime() + ms);
};
const settings = (change: Record<string, string>) =>
  api.ok('isp/settings_update', { ispid: tenant.ispid, ...change }, tenant.me);

describe('a subscriber signs in', () => {
  it('the first time with the password of his connection, and can do nothing before he has chosen one', async () => {
    const browser = portalBrowser(api);
    expect(await signIn(browser, serviceFields.password)).toMatchObject({ status: 200, data: { next: 'password' } });
    expect(await browser.call('portal.overview')).toMatchObject({
      status: 401,
      message: 'the sign-in is not complete',
    });
    const unfinished = browser.cookie;
    await browser.ok('portal.choose_password', { new_password: OWN_PASSWORD });
    expect(browser.cookie).not.toBe(unfinished);
    expect(await browser.ok('portal.overview')).toMatchObject({
      isp: { ispid: tenant.ispid },
      customer: { name: 'Asha', username: own.username },
      services: [{ serviceid: own.serviceid, status: 'NewRequest', prepaid: true, balance: '0.00' }],
    });
    const [event] = await api.ok<object[]>('audit/list', { rows_limit: 1 }, tenant.me);
    expect(event).toMatchObject({
      procedure: 'portal.password',
      username: `subscriber ${own.username}`,
      userid: null,
      via: 'subscriber',
      target: `customerid=${own.customerid}`,
      changes: [{ table: 'crm.customer', after: { portal_password_hash: '***' } }],
    });
  });

  it('from then on with that password, in any case of his user name, and no more with the other', async () => {
    await signedIn(api, tenant, own);
    const browser = portalBrowser(api);
    expect(await signIn(browser, serviceFields.password)).toMatchObject({
      status: 401,
      message: 'wrong username or password',
    });
    expect(await signIn(browser, OWN_PASSWORD, own.username.toUpperCase())).toMatchObject({ data: { next: 'done' } });
    expect(browser.setCookie).toMatch(/^lastmile-my-insecure=\S{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  it('with the same refusal for a wrong password, an unknown name, and a name of another ISP', async () => {
    const neighbour = await portalTenant(api);
    const theirs = await addSubscriber(api, neighbour);
    const refusals = [
      await signIn(portalBrowser(api), 'wrong'),
      await signIn(portalBrowser(api), 'wrong', 'nobody'),
      await signIn(portalBrowser(api), serviceFields.password, theirs.username),
    ];
    for (const refused of refusals)
      expect(refused).toEqual({ ...refusals[0], status: 401, message: 'wrong username or password' });
  });

  it('not with the password of his connection where the ISP does not want it', async () => {
    await settings({ portal: 'Password' });
    expect(await signIn(portalBrowser(api), serviceFields.password)).toMatchObject({ status: 401 });
    await api.ok('customer/portal_password', { customerid: own.customerid, new_password: OWN_PASSWORD }, tenant.me);
    expect(await signIn(portalBrowser(api), OWN_PASSWORD)).toMatchObject({ data: { next: 'done' } });
    await settings({ portal: 'Connection' });
  });

  it('nowhere while the ISP has the pages closed, and who is signed in is out', async () => {
    const browser = await signedIn(api, tenant, own);
    await settings({ portal: 'Off' });
    const closed = { status: 403, message: 'your provider has closed these pages' };
    expect(await signIn(portalBrowser(api), OWN_PASSWORD)).toMatchObject(closed);
    expect(await browser.call('portal.overview')).toMatchObject(closed);
    expect(await browser.ok('portal.page', { ispid: tenant.ispid })).toBeNull();
    await settings({ portal: 'Connection' });
  });

  it('over unencrypted HTTP from another machine never', async () => {
    const host = 'my.isp.example';
    const browser = new Browser(api.url, { origin: `http://${host}`, headers: { 'x-lastmile': 'portal', host } });
    expect(await signIn(browser, serviceFields.password)).toMatchObject({ status: 403 });
  });

  it('not from a page of another site', async () => {
    const evil = new Browser(api.url, { origin: 'https://evil.example', headers: { 'x-lastmile': 'portal' } });
    expect(await signIn(evil, serviceFields.password)).toMatchObject({ status: 403, kind: 'forbidden' });
  });
});

describe('guesses', () => {
  it('are refused after five, with any password, without a word to login users or to other ISPs', async () => {
    for (let at = 0; at < 5; at += 1) await signIn(portalBrowser(api), 'wrong');
    expect(await signIn(portalBrowser(api), serviceFields.password)).toMatchObject({ status: 429 });
    for (let at = 0; at < 20; at += 1) await signIn(portalBrowser(api), 'wrong', `guess${at}`);
    expect(await signIn(portalBrowser(api), serviceFields.password, 'somebody')).toMatchObject({ status: 429 });
    const neighbour = await portalTenant(api);
    await signedIn(api, neighbour, await addSubscriber(api, neighbour));
    const userid = (await makeUser(api, tenant.me, { ispid: tenant.ispid })).userid;
    const { username } = await api.db.prisma.loginUser.findUniqueOrThrow({ where: { id: userid } });
    await new Browser(api.url).ok('login.start', { username, password: 'correct horse' });
  });

  it('at the password of somebody signed in count too', async () => {
    const browser = await signedIn(api, tenant, own);
    const change = (password: string) => browser.call('portal.password', { password, new_password: 'another one' });
    for (let at = 0; at < 5; at += 1)
      expect(await change('wrong')).toMatchObject({ status: 400, message: 'password: is not your password' });
    expect(await change(OWN_PASSWORD)).toMatchObject({ status: 429 });
  });
});

describe('a session', () => {
  it.each(['reset', 'another password', 'a deleted customer'])('ends with %s', async (what) => {
    const browser = await signedIn(api, tenant, own);
    const { customerid } = own;
    if (what === 'reset') await api.ok('customer/update', { customerid, reset_password: 'Y' }, tenant.me);
    else if (what === 'another password')
      await api.ok('customer/portal_password', { customerid, new_password: 'set by staff' }, tenant.me);
    else {
      await api.ok('service/delete', { serviceid: own.serviceid }, tenant.me);
      await api.ok('customer/delete', { customerid }, tenant.me);
    }
    expect(await browser.call('portal.overview')).toMatchObject({ status: 401 });
  });

  it('ends when the subscriber changes his password elsewhere, and goes on where he did', async () => {
    const browser = await signedIn(api, tenant, own);
    const other = portalBrowser(api);
    await signIn(other, OWN_PASSWORD);
    await browser.ok('portal.password', { password: OWN_PASSWORD, new_password: 'another one' });
    await browser.ok('portal.overview');
    expect(await other.call('portal.overview')).toMatchObject({ status: 401 });
  });

  it('ends when he signs out, after two weeks away, and after sixty days', async () => {
    const browser = await signedIn(api, tenant, own);
    const { cookie } = browser;
    await browser.ok('portal.sign_out');
    browser.cookie = cookie;
    expect(await browser.call('portal.overview')).toMatchObject({ status: 401 });
    await signIn(browser, OWN_PASSWORD);
    wait(13 * DAY);
    await browser.ok('portal.overview');
    wait(15 * DAY);
    expect(await browser.call('portal.overview')).toMatchObject({ status: 401 });
    await purgeLogins(api.db, api.clock.now());
    expect(await api.db.prisma.subscriberSession.count({ where: { customerId: own.customerid } })).toBe(0);
  });

  it.each([
    ['short', 'new_password: must have at least 8 characters'],
    [serviceFields.password.padEnd(8, '!'), 'new_password: must not be the password of your connection'],
  ])('takes no weak password: %s', async (new_password, message) => {
    await api.ok('service/update', { serviceid: own.serviceid, password: 'hello!!!' }, tenant.me);
    const browser = portalBrowser(api);
    await signIn(browser, 'hello!!!');
    expect(await browser.call('portal.choose_password', { new_password })).toMatchObject({ status: 400, message });
  });

  it('keeps ten browsers, and ends the one seen least recently', async () => {
    const first = await signedIn(api, tenant, own);
    for (let at = 0; at < 10; at += 1) {
      wait(1_000);
      await signIn(portalBrowser(api), OWN_PASSWORD);
    }
    expect(await first.call('portal.overview')).toMatchObject({ status: 401 });
    expect(await api.db.prisma.subscriberSession.count({ where: { customerId: own.customerid } })).toBe(10);
  });
});

describe('a caller who has the password of the connection', () => {
  it('ends no session that the subscriber has by other means', async () => {
    const browser = await signedIn(api, tenant, own);
    // As after signing in by a code, without ever choosing a password.
    await api.db.prisma.$executeRaw`ALTER TABLE crm.customer DISABLE TRIGGER USER`;
    await api.db.prisma.customer.update({ where: { id: own.customerid }, data: { portalPasswordHash: null } });
    await api.db.prisma.$executeRaw`ALTER TABLE crm.customer ENABLE TRIGGER USER`;
    for (let count = 0; count < 12; count++) {
      wait(1_000);
      await portalBrowser(api).ok('portal.sign_in', {
        ...{ ispid: tenant.ispid, username: own.username, password: serviceFields.password },
      });
    }
    expect(await browser.call('portal.overview')).toMatchObject({ status: 200 });
    const choosing = { customerId: own.customerid, stage: 'password' };
    expect(await api.db.prisma.subscriberSession.count({ where: choosing })).toBe(5);
  });
});

describe('between subscribers and staff', () => {
  const procedures = Object.entries(
    appRouter._def.procedures as unknown as Record<string, { _def: { type: string; meta: { access: string } } }>,
  );
  const ofSubscribers = procedures.filter(([, { _def }]) => _def.meta.access === 'subscriber').map(([name]) => name);
  const others = procedures.filter(([name]) => !name.startsWith('portal.') && name !== 'login.start');

  it('no call of a subscriber has a path in the documented API', () => {
    expect(ofSubscribers.length).toBeGreaterThan(8);
    const served = routesOf(appRouter).map(({ procedure }) => procedure);
    expect(served.filter((name) => name.startsWith('portal.'))).toEqual([]);
  });

  it('a session of a subscriber opens no call of staff, whatever page it says it is of', async () => {
    const browser = await signedIn(api, tenant, own);
    const pretending = new Browser(api.url, {
      headers: { cookie: browser.cookie.replace('lastmile-my', 'lastmile') },
    });
    const closed = others.filter(([, { _def }]) => _def.meta.access !== 'public').map(([name]) => name);
    for (const caller of [browser, pretending])
      for (const name of closed) {
        const { status } = await caller.call(name);
        // Signing out is right for everybody.
        expect([name, status === 200 && name !== 'login.end']).toEqual([name, false]);
      }
  });

  it.each(ofSubscribers)('neither a key nor a session of staff opens %s', async (name) => {
    const { userid, api_key } = tenant.me;
    const headers = { 'x-lastmile': 'portal', 'x-userid': String(userid), 'x-api-key': api_key };
    expect(await new Browser(api.url, { headers }).call(name)).toMatchObject({ status: 401 });
    const staff = new Browser(api.url);
    await staff.ok('login.start', { login_userid: String(userid), login_api_key: api_key });
    expect(await staff.call(name)).toMatchObject({ status: 401 });
    const token = staff.cookie.replace('lastmile', 'lastmile-my');
    expect(await portalBrowser(api, { cookie: token }).call(name)).toMatchObject({ status: 401 });
  });
});
