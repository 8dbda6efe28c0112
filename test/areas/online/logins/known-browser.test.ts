import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { knownDevice, markDevice } from '../../../../src/areas/online/logins/device.ts';
import { purgeLogins } from '../../../../src/areas/online/logins/purge.ts';
import { SecretsKeys } from '../../../../src/config/secrets-keys.ts';
import { startApi } from '../../../fixtures/api.ts';
import { Browser } from '../../../fixtures/browser.ts';
import { LoginUser, PASSWORD } from './login-user.ts';

const api = await startApi({ TRUSTED_PROXIES: '127.0.0.1' });
const user = new LoginUser(api);
const DAY = 24 * 3_600_000;
const from = (address: string) => new Browser(api.url, { headers: { 'x-forwarded-for': address } });
const give = (browser: Browser, password: string) => browser.call('login.start', { username: user.username, password });
const statusOf = async (browser: Browser, password = PASSWORD) => (await give(browser, password)).status;
/**
 * So many guesses of strangers, five from each address, whose turns come one after the other. Ten at a time: repeated refusals are
 * answered seconds later.
 */
async function guesses(count: number): Promise<number[]> {
  const guess = (n: number) => statusOf(from(`198.51.0.${1 + (n % (count / 5))}`), 'wrong');
  const statuses: number[] = [];
  for (let n = 0; n < count; n += AT_ONCE)
    statuses.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => guess(n + at)))));
  return statuses;
}
const AT_ONCE = 10;
const refused = (statuses: number[]) => statuses.filter((status) => status === 429).length;

describe('guesses of strangers', () => {
  it('are as many as before, and do not keep the user out of a browser in which they have signed in', async () => {
    const { browser } = await user.start(from('203.0.113.1'));
    const statuses = await guesses(140);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(100);
    expect(statuses.at(-1)).toBe(429);
    expect(await statusOf(browser)).toBe(200);
    expect(await statusOf(browser, 'a typing error')).toBe(401);
    expect(await statusOf(browser)).toBe(200);
    // And what the owner did gave the strangers nothing.
    expect(await statusOf(from('198.51.0.1'), 'wrong')).toBe(429);
  });

  it('from twenty addresses leave the user in at an address from which nobody has guessed', async () => {
    expect(refused(await guesses(100))).toBeGreaterThanOrEqual(16);
    expect(await statusOf(from('203.0.113.1'))).toBe(200);
  });

  it('from a hundred addresses block the name for strangers, as before', async () => {
    for (let n = 1; n <= 100; n += 1) await statusOf(from(`198.51.100.${n}`), 'wrong');
    expect(await statusOf(from('203.0.113.1'))).toBe(429);
    user.wait(3_600_000);
    expect(await statusOf(from('203.0.113.1'))).toBe(200);
  });

  it('from the own address do not keep the user out of a browser that is known', async () => {
    const { browser } = await user.start(from('203.0.113.1'));
    for (let n = 0; n < 6; n += 1) await statusOf(from('203.0.113.1'), 'wrong');
    expect(await statusOf(from('203.0.113.1'))).toBe(429);
    expect(await statusOf(browser)).toBe(200);
  });

  it('do not keep the user from confirming their password', async () => {
    const { browser } = await user.start(from('203.0.113.1'));
    await guesses(120);
    expect(await browser.call('login.confirm', { password: PASSWORD })).toMatchObject({ status: 200 });
  });
});

describe('a browser that is known', () => {
  const signedIn = async () => (await user.start(from('203.0.113.1'))).browser;

  it('has five attempts of its own, as an address has', async () => {
    const browser = await signedIn();
    for (let n = 0; n < 5; n += 1) expect(await statusOf(browser, 'wrong')).toBe(401);
    expect(await statusOf(browser)).toBe(429);
    user.wait(60_000);
    expect(await statusOf(browser)).toBe(200);
  });

  it('keeps a cookie that scripts cannot read, for half a year, also after signing out', async () => {
    const browser = await signedIn();
    expect(browser.deviceCookie).toMatch(
      /^lastmile-device-insecure=user-\d+\.[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    await browser.ok('login.end');
    expect(browser.device).not.toBe('');
  });

  it('is not one in which only the password was given', async () => {
    await api.db.prisma.secondFactor.create({
      data: { userId: user.id, secretEnc: randomBytes(60), confirmedAt: api.clock.now() },
    });
    const browser = from('203.0.113.1');
    expect(await browser.ok('login.start', { username: user.username, password: PASSWORD })).toEqual({
      next: 'second_factor',
    });
    expect(browser.device).toBe('');
  });

  it('is forgotten when the password changes elsewhere, and not in the browser that changes it', async () => {
    const [mine, other] = [await signedIn(), await signedIn()];
    await mine.ok('login.password', { password: PASSWORD, new_password: 'another horse' });
    for (let n = 0; n < 6; n += 1) await statusOf(from('203.0.113.1'), 'wrong');
    expect(await statusOf(other, 'another horse')).toBe(429);
    expect(await statusOf(mine, 'another horse')).toBe(200);
  });

  it('of one user is a stranger to another, and may be known to both', async () => {
    const browser = await signedIn();
    const first = browser.device;
    const [{ userid, api_key }] = [api.admin];
    await browser.ok('login.start', { login_userid: String(userid), login_api_key: api_key });
    expect(browser.device.split('~')).toHaveLength(2);
    expect(browser.device).toContain(first.split('=')[1]);
    const stranger = from('203.0.113.9');
    stranger.device = first.replace(/user-\d+/, `user-${userid}`);
    expect(await give(stranger, 'wrong')).toMatchObject({ status: 401 });
  });
});

describe('a mark', () => {
  const keys = new SecretsKeys(randomBytes(32));
  const owner = { subject: 'user-7', passwordHash: 'a hash' };
  const now = new Date('2026-11-20T10:00:00Z');
  const cookie = markDevice(keys, owner, { cookie: undefined, now });

  it('is right for its user, password and installation alone, and for half a year', () => {
    expect(knownDevice(keys, owner, { cookie, now })).toMatch(/^device [\w-]{22}$/);
    expect(knownDevice(keys, owner, { cookie, now: new Date(now.getTime() + 179 * DAY) })).toBeDefined();
    expect(knownDevice(keys, owner, { cookie, now: new Date(now.getTime() + 181 * DAY) })).toBeUndefined();
    expect(knownDevice(keys, { ...owner, subject: 'user-8' }, { cookie, now })).toBeUndefined();
    expect(knownDevice(keys, { ...owner, passwordHash: 'another' }, { cookie, now })).toBeUndefined();
    expect(knownDevice(new SecretsKeys(randomBytes(32)), owner, { cookie, now })).toBeUndefined();
  });

  it('cannot be made by changing any of its letters', () => {
    for (let at = 0; at < cookie.length; at += 1) {
      const other = cookie[at] === 'A' ? 'B' : 'A';
      const forged = cookie.slice(0, at) + other + cookie.slice(at + 1);
      // The last letter of a digest in base64 has two bits that say nothing; the text is compared, so they count.
      expect(knownDevice(keys, owner, { cookie: forged, now })).toBeUndefined();
    }
    for (const odd of ['', '~~~', 'user-7', 'user-7...', 'user-7.x.y.z', '%00', 'user-7.NaN.a.b'])
      expect(knownDevice(keys, owner, { cookie: odd, now })).toBeUndefined();
  });

  it('is one of four in a browser', () => {
    let marks: string | undefined;
    for (let user = 1; user <= 6; user += 1)
      marks = markDevice(keys, { subject: `user-${user}`, passwordHash: 'x' }, { cookie: marks, now });
    expect(marks?.split('~').map((mark) => mark.split('.')[0])).toEqual(['user-6', 'user-5', 'user-4', 'user-3']);
  });
});

describe('failed attempts', () => {
  const told = async (browser: Browser) =>
    (await browser.ok<{ session: { failed_attempts: number; last_failed_at: Date | null } }>('login.me')).session;

  it('are told at the next sign-in, once', async () => {
    const first = (await user.start(from('203.0.113.1'))).browser;
    expect(await told(first)).toMatchObject({ failed_attempts: 0, last_failed_at: null });
    for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) await statusOf(from(address), 'wrong');
    const at = api.clock.now();
    user.wait(60_000);
    const second = (await user.start(from('203.0.113.1'))).browser;
    expect(await told(second)).toMatchObject({ failed_attempts: 3, last_failed_at: at });
    expect(await second.ok('login.sessions')).toContainEqual(
      expect.objectContaining({ current: true, failed_attempts: 3 }),
    );
    expect(await told((await user.start(from('203.0.113.1'))).browser)).toMatchObject({ failed_attempts: 0 });
  });

  it('at names that are nobody’s are forgotten after a day, those of users are not', async () => {
    await statusOf(from('198.51.100.1'), 'wrong');
    await from('198.51.100.1').call('login.start', { username: 'nobody at all', password: 'wrong' });
    const names = async () => (await api.db.prisma.failedSignIn.findMany()).map(({ name }) => name);
    expect(await names()).toEqual(expect.arrayContaining(['nobody at all', user.username.toLowerCase()]));
    await purgeLogins(api.db, new Date(api.clock.now().getTime() + 2 * DAY));
    expect(await names()).toContain(user.username.toLowerCase());
    expect(await names()).not.toContain('nobody at all');
    await purgeLogins(api.db, new Date(api.clock.now().getTime() + 91 * DAY));
    expect(await names()).not.toContain(user.username.toLowerCase());
  });
});
