import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { Browser } from '../../../fixtures/browser.ts';
import { LoginUser, PASSWORD } from './login-user.ts';

const api = await startApi();
const user = new LoginUser(api);
const wait = (seconds: number) => user.wait(seconds * 1_000);
const start = (browser?: Browser) => user.start(browser);
const codeOf = (secret: string, offset = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock.now().getTime() + offset * 30_000 });

/** A user with a second factor: its secret and recovery codes. */
async function enrolled() {
  const { browser } = await start();
  const { secret } = await browser.ok<{ secret: string }>('login.enrol');
  const { recovery_codes } = await browser.ok<{ recovery_codes: string[] }>('login.enrol_confirm', {
    code: codeOf(secret),
  });
  wait(30);
  return { browser, secret, codes: recovery_codes };
}

describe('an authenticator', () => {
  it('is enrolled by its first code, and then asked for at each sign-in', async () => {
    const { secret, codes } = await enrolled();
    expect(codes).toHaveLength(10);
    const { browser, next } = await start();
    expect(next).toBe('second_factor');
    expect(await browser.call('customer.list', {})).toMatchObject({
      status: 401,
      message: 'the sign-in is not complete',
    });
    const unfinished = browser.cookie;
    await browser.ok('login.second_factor', { code: codeOf(secret) });
    expect(browser.cookie).not.toBe(unfinished);
    expect(await browser.ok('login.me')).toMatchObject({ second_factor: true });
  });

  it('shows its secret as a URI that authenticators read', async () => {
    const { browser } = await start();
    const { uri, secret } = await browser.ok<{ uri: string; secret: string }>('login.enrol');
    expect(uri).toBe(
      `otpauth://totp/Lastmile:${user.username}?issuer=Lastmile&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
  });

  it('is not asked for before a first code was right', async () => {
    const { browser } = await start();
    await browser.ok('login.enrol');
    expect(await browser.call('login.enrol_confirm', { code: '000000' })).toMatchObject({ status: 400 });
    expect((await start()).next).toBe('done');
  });

  it('may differ by half a minute, and no more', async () => {
    const { secret } = await enrolled();
    wait(600);
    for (const [offset, status] of [
      [-2, 401],
      [2, 401],
      [1, 200],
    ] as const) {
      const { browser } = await start();
      expect(await browser.call('login.second_factor', { code: codeOf(secret, offset) })).toMatchObject({ status });
    }
  });

  it('gives each code once, however many use it at the same time', async () => {
    const { secret } = await enrolled();
    const browsers = [(await start()).browser, (await start()).browser];
    const code = codeOf(secret);
    const answers = await Promise.all(browsers.map((browser) => browser.call('login.second_factor', { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('cannot be guessed: wrong codes block as wrong passwords do, and a right password does not forgive them', async () => {
    const { secret } = await enrolled();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt++) {
      const browser = new Browser(api.url);
      statuses.push((await browser.call('login.start', { username: user.username, password: PASSWORD })).status);
      statuses.push((await browser.call('login.second_factor', { code: '123456' })).status);
    }
    expect(statuses.slice(0, 10)).toEqual([200, 401, 200, 401, 200, 401, 200, 401, 200, 401]);
    expect(statuses[10]).toBe(429);
    wait(60);
    const { browser } = await start();
    await browser.ok('login.second_factor', { code: codeOf(secret) });
  });

  it('can be replaced by each recovery code once', async () => {
    const { codes } = await enrolled();
    const [code = ''] = codes;
    const typed = code.toUpperCase().replaceAll('-', ' ');
    await (await start()).browser.ok('login.second_factor', { code: typed });
    expect(await (await start()).browser.call('login.second_factor', { code })).toMatchObject({ status: 401 });
  });

  it('is removed by its user, or by an administrator of the ISP when it is lost', async () => {
    const { browser } = await enrolled();
    await browser.ok('login.second_factor_remove');
    expect((await start()).next).toBe('done');
    await enrolled();
    await api.ok('auth/user/second_factor_remove', { id: user.id }, user.tenant.me);
    expect((await start()).next).toBe('done');
  });

  it('is kept sealed, and its recovery codes as digests', async () => {
    const { secret, codes } = await enrolled();
    const row = await api.db.prisma.secondFactor.findUniqueOrThrow({ where: { userId: user.id } });
    const stored = Buffer.concat([row.secretEnc, ...row.recoveryDigests]).toString('latin1');
    for (const clear of [secret, ...codes]) expect(stored).not.toContain(clear);
  });
});

describe('an ISP that requires a second factor', () => {
  it('lets its users do nothing before they have enrolled', async () => {
    await api.ok('isp/settings_update', { require_second_factor: 'Y' }, user.tenant.me);
    const { browser, next } = await start();
    expect(next).toBe('enrol');
    expect(await browser.call('login.me')).toMatchObject({ status: 401 });
    const { secret } = await browser.ok<{ secret: string }>('login.enrol');
    await browser.ok('login.enrol_confirm', { code: codeOf(secret) });
    expect(await browser.ok('login.me')).toMatchObject({ username: user.username });
    expect(await browser.call('login.second_factor_remove')).toMatchObject({ status: 403 });
    await api.ok('isp/settings_update', { require_second_factor: 'N' }, user.tenant.me);
  });
});

describe('a caller who has the password and not the second factor', () => {
  it('ends no session of the owner, however often they begin a sign-in', async () => {
    const { browser, secret } = await enrolled();
    const sessions = [browser];
    for (let count = 0; count < 9; count++) {
      wait(30);
      const { browser: each } = await start();
      await each.ok('login.second_factor', { code: codeOf(secret) });
      sessions.push(each);
    }
    for (let count = 0; count < 25; count++) {
      wait(1);
      expect((await start()).next).toBe('second_factor');
    }
    const statuses = await Promise.all(sessions.map(async (each) => (await each.call('login.me')).status));
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 200));
    const unfinished = { userId: user.id, stage: 'second_factor' };
    expect(await api.db.prisma.loginSession.count({ where: unfinished })).toBe(3);
  });

  it('cannot keep the owner from the second step by beginning sign-ins elsewhere', async () => {
    const { secret } = await enrolled();
    const { browser } = await start();
    const mine = await api.db.prisma.loginSession.findFirstOrThrow({
      where: { userId: user.id, stage: 'second_factor' },
    });
    await api.db.prisma.loginSession.update({ where: { id: mine.id }, data: { address: '192.0.2.1' } });
    for (let count = 0; count < 25; count++) await start();
    expect(await browser.call('login.second_factor', { code: codeOf(secret) })).toMatchObject({ status: 200 });
  });

  it('has twenty unfinished sign-ins at most, from however many networks', async () => {
    await enrolled();
    for (let count = 0; count < 25; count++) {
      await start();
      await api.db.prisma.loginSession.updateMany({
        where: { userId: user.id, stage: 'second_factor', address: '127.0.0.1' },
        data: { address: `192.0.2.${count}` },
      });
    }
    expect(await api.db.prisma.loginSession.count({ where: { userId: user.id, stage: 'second_factor' } })).toBe(20);
  });
});

describe('a finished sign-in', () => {
  it('is one of ten, however many were unfinished before', async () => {
    const { secret } = await enrolled();
    for (let count = 0; count < 12; count++) {
      wait(30);
      const { browser } = await start();
      await browser.ok('login.second_factor', { code: codeOf(secret) });
    }
    expect(await api.db.prisma.loginSession.count({ where: { userId: user.id, stage: 'done' } })).toBe(10);
  });
});
