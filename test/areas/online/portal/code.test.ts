import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { purgeLogins } from '../../../../src/areas/online/logins/purge.ts';
import { startApi } from '../../../fixtures/api.ts';
import type { Browser, Reply } from '../../../fixtures/browser.ts';
import { serviceFields, type Tenant } from '../../../fixtures/tenants.ts';
import { startReceiver } from '../../insight/webhooks/receiver.ts';
import { startMailServer } from '../../subscribers/notices/mail-server.ts';
import { codeIn, sendsCodes, textOf } from './codes.ts';
import { addSubscriber, type Own, portalBrowser, portalTenant, signedIn } from './portal-user.ts';

const api = await startApi({ OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8', TRUSTED_PROXIES: '127.0.0.0/8' });
const provider = await startReceiver();
const mail = await startMailServer();
let tenant: Tenant;
let own: Own;
let smsNotice = 0;

const MINUTE = 60_000;
const WRONG = { status: 401, message: 'the code is wrong or has expired; ask for another' };
const SOON = { status: 429, message: 'we sent you a code within the last minute; wait for it' };
const TOO_MANY = {
  status: 429,
  message: 'you asked for too many codes; sign in with your password, or try again in an hour',
};

const settings = (change: Record<string, string | number>) =>
  api.ok('isp/settings_update', { ispid: tenant.ispid, ...change }, tenant.me);

beforeAll(async () => {
  tenant = await portalTenant(api);
  smsNotice = await sendsCodes(api, tenant, provider);
});
beforeEach(async () => {
  api.clock.at = new Date('2026-11-20T10:00:00Z');
  provider.answer = () => 200;
  provider.received.length = 0;
  await api.db.prisma.signInCode.deleteMany();
  await api.db.prisma.noticeMessage.deleteMany({ where: { key: { startsWith: 'code:' } } });
  own = await addSubscriber(api, tenant);
});
const wait = (ms: number) => {
  api.clock.at = new Date(api.clock.now().getTime() + ms);
};

/** From an address of his own, unless told otherwise. */
const from = (address: string) => portalBrowser(api, { 'x-forwarded-for': address });
const ask = (browser: Browser, username = own.username, ispid = tenant.ispid) =>
  browser.call('portal.code', { ispid, username });
const requestOf = ({ data }: Reply): string => (data as { request: string }).request;
const enter = (browser: Browser, request: string, code: string, ispid = tenant.ispid) =>
  browser.call('portal.sign_in_by_code', { ispid, request, code });

/** Few codes of an ISP may be on their way at a time, and one is until the node has noted the provider's answer. */
const noted = (count: number) =>
  expect.poll(() => api.db.prisma.noticeMessage.count({ where: { key: { startsWith: 'code:' } } })).toBe(count);

/** The code of the newest of `count` messages that the provider has. */
async function codeSent(count = 1): Promise<string> {
  await expect.poll(() => provider.received.length).toBe(count);
  await noted(count);
  return codeIn(provider.received.at(-1));
}

async function requested(browser: Browser): Promise<{ request: string; code: string }> {
  const before = provider.received.length;
  const request = requestOf(await ask(browser));
  return { request, code: await codeSent(before + 1) };
}

const another = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a subscriber signs in by a code', () => {
  it('that a text message brings, and needs no password for that', async () => {
    const browser = portalBrowser(api);
    const { request, code } = await requested(browser);
    expect(textOf(provider.received[0])).toMatch(/^\d{6} opens .+ for 10 minutes$/);
    expect(await browser.call('portal.overview')).toMatchObject({ status: 401 });
    expect(await enter(browser, request, ` ${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({ data: 'done' });
    expect(await browser.ok('portal.overview')).toMatchObject({ customer: { username: own.username } });
    const audit = await api.ok<{ procedure: string }[]>('audit/list', { rows_limit: 2 }, tenant.me);
    expect(audit).toMatchObject([
      { procedure: 'portal.sign_in', username: `subscriber ${own.username}`, via: 'subscriber' },
      { procedure: 'portal.code', username: `subscriber ${own.username}`, target: `customerid=${own.customerid}` },
    ]);
  });

  it('which is in no table, no list and no log', async () => {
    const { code } = await requested(portalBrowser(api));
    const listed = () =>
      api.ok<object[]>('notice/messages', { noticeid: smsNotice, serviceid: own.serviceid }, tenant.me);
    await expect.poll(async () => (await listed()).length).toBe(1);
    expect(await listed()).toMatchObject([
      { status: 'Sent', body: expect.stringMatching(/^•{6} opens /), attempts: 1 },
    ]);
    const stored = await api.db.prisma.signInCode.findFirstOrThrow();
    const kept = JSON.stringify([stored, await listed()], (_, value) =>
      typeof value === 'bigint' ? `${value}` : value,
    );
    expect(kept).not.toContain(code);
  });

  it('once, also when two send it at the same moment', async () => {
    const { request, code } = await requested(portalBrowser(api));
    const both = await Promise.all([1, 2, 3].map(() => enter(portalBrowser(api), request, code)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect(await enter(portalBrowser(api), request, code)).toMatchObject(WRONG);
  });

  it('within ten minutes', async () => {
    const { request, code } = await requested(portalBrowser(api));
    wait(10 * MINUTE);
    expect(await enter(portalBrowser(api), request, code)).toMatchObject(WRONG);
  });

  it('at the fifth try, and not at the sixth, however fast they come', async () => {
    const first = await requested(portalBrowser(api));
    for (let at = 0; at < 4; at += 1) await enter(portalBrowser(api), first.request, another(first.code));
    expect(await enter(portalBrowser(api), first.request, first.code)).toMatchObject({ status: 200 });
    wait(MINUTE);
    const second = await requested(portalBrowser(api));
    const wrong = Array.from({ length: 12 }, () => enter(portalBrowser(api), second.request, another(second.code)));
    expect(new Set((await Promise.all(wrong)).map(({ status }) => status))).toEqual(new Set([401]));
    expect(await api.db.prisma.signInCode.findMany({ where: { tries: { gt: 5 } } })).toEqual([]);
    expect(await enter(portalBrowser(api), second.request, second.code)).toMatchObject(WRONG);
  });

  it('only in the browser that asked for it, and only at its ISP', async () => {
    const { request, code } = await requested(portalBrowser(api));
    wait(MINUTE);
    const other = await requested(portalBrowser(api));
    expect(await enter(portalBrowser(api), other.request, code)).toMatchObject(code === other.code ? {} : WRONG);
    const neighbour = await portalTenant(api);
    await sendsCodes(api, neighbour, provider);
    expect(await enter(portalBrowser(api), request, code, neighbour.ispid)).toMatchObject(WRONG);
    expect(await enter(portalBrowser(api), request, code)).toMatchObject({ status: 200 });
  });

  it('by e-mail where text messages fail, and not by a channel that he does not want', async () => {
    const smtp = { host: '127.0.0.1', port: mail.port, from: 'noc@example.net', username: 'isp', secret: 'letmein' };
    await api.ok('notice/sender_set', { channel: 'email', ...smtp }, tenant.me);
    const text = { subject: 'Your code', body: '{code} opens {isp}' };
    const id = await api.ok<number>('notice/create', { on: 'sign_in_code', channel: 'email', ...text }, tenant.me);
    provider.answer = () => 400;
    await ask(portalBrowser(api));
    await expect.poll(() => mail.received.length).toBe(1);
    expect(mail.received[0]?.text).toMatch(/^\d{6} opens /);
    expect(provider.received).toHaveLength(1);
    await api.ok('notice/opt_out', { customerid: own.customerid, channel: 'sms', opt_out: 'on' }, tenant.me);
    wait(MINUTE);
    await ask(portalBrowser(api));
    await expect.poll(() => mail.received.length).toBe(2);
    expect(provider.received).toHaveLength(1);
    // The text message that failed, and both e-mails.
    await noted(3);
    await api.ok('notice/delete', { id }, tenant.me);
  });
});

describe('whose name it is', () => {
  it('is not told: a stranger’s name gets the same answers, and no message', async () => {
    const known = await ask(from('203.0.113.1'));
    const unknown = await ask(from('203.0.113.2'), 'nobody');
    expect(unknown).toEqual({ ...known, data: { request: expect.stringMatching(/^\S{43}$/) } });
    expect(await ask(from('203.0.113.1'))).toEqual(await ask(from('203.0.113.2'), 'nobody'));
    expect(await ask(from('203.0.113.1'))).toMatchObject(SOON);
    await codeSent();
    const guessed = await enter(from('203.0.113.2'), requestOf(unknown), '123456');
    expect(guessed).toMatchObject(WRONG);
    expect(guessed).toEqual(await enter(from('203.0.113.1'), requestOf(known), '12345'));
    expect(guessed).toEqual(await enter(from('203.0.113.3'), 'no such request', '123456'));
  });
});

describe('strangers who ask for a subscriber’s codes', () => {
  /** Uses up what strangers may have for the name, from an address of each. */
  async function usedUp(): Promise<void> {
    for (let at = 0; at < 5; at += 1) expect(await ask(from(`198.51.100.${at}`))).toMatchObject({ status: 200 });
    await codeSent(5);
    expect(await ask(from('198.51.100.5'))).toMatchObject(TOO_MANY);
  }

  it('keep nobody from theirs in a browser in which they have signed in by a code', async () => {
    const browser = from('203.0.113.1');
    const { request, code } = await requested(browser);
    expect(await enter(browser, request, code)).toMatchObject({ data: 'done' });
    wait(61 * MINUTE);
    provider.received.length = 0;
    await api.db.prisma.noticeMessage.deleteMany({ where: { key: { startsWith: 'code:' } } });
    await usedUp();
    const own = await requested(browser);
    expect(await enter(browser, own.request, own.code)).toMatchObject({ data: 'done' });
  });

  it('keep nobody from theirs in a browser in which they have signed in by the password', async () => {
    const browser = await signedIn(api, tenant, own);
    await usedUp();
    expect(await ask(browser)).toMatchObject({ status: 200 });
    await codeSent(6);
  });

  it('get no more than three from one network, and leave one of five to others', async () => {
    const asked = async (address: string) => {
      wait(MINUTE);
      const { status } = await ask(from(address));
      if (status === 200) await codeSent(provider.received.length + 1).catch(() => undefined);
      return status;
    };
    const statuses: number[] = [];
    for (const host of [1, 1, 1, 1, 2, 2]) statuses.push((await asked(`198.51.100.${host}`)) ?? 0);
    expect(statuses).toEqual([200, 200, 200, 429, 200, 429]);
    expect(await asked('203.0.113.7')).toBe(200);
  });

  it('do not make the others wait for a minute', async () => {
    expect(await ask(from('198.51.100.1'))).toMatchObject({ status: 200 });
    expect(await ask(from('203.0.113.7'))).toMatchObject({ status: 200 });
    await codeSent(2);
  });

  it('leave a fifth of what an ISP sends in an hour to browsers that are known', async () => {
    await settings({ portal_codes: 5 });
    const browser = await signedIn(api, tenant, own);
    const others = [1, 2, 3, 4, 5].map(() => addSubscriber(api, tenant));
    const statuses: number[] = [];
    for (const [at, other] of (await Promise.all(others)).entries())
      statuses.push((await ask(from(`192.0.2.${at}`), other.username)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    expect(await ask(browser)).toMatchObject({ status: 200 });
    await codeSent(5);
    await settings({ portal_codes: 100 });
  });
});

describe('a browser that is known', () => {
  it('gets five codes in an hour, one a minute', async () => {
    const browser = await signedIn(api, tenant, own);
    for (let at = 0; at < 5; at += 1) {
      expect(await ask(browser)).toMatchObject({ status: 200 });
      await codeSent(at + 1);
      expect(await ask(browser)).toMatchObject(SOON);
      wait(MINUTE);
    }
    expect(await ask(browser)).toMatchObject(TOO_MANY);
  });

  it('is a stranger to every other name', async () => {
    const browser = await signedIn(api, tenant, own);
    const other = await addSubscriber(api, tenant);
    expect(await ask(browser, other.username)).toMatchObject({ status: 200 });
    await codeSent();
    expect((await api.db.prisma.signInCode.findFirstOrThrow()).source).toBe('127.0.0.1');
  });
});

describe('codes are limited, since they cost money:', () => {
  it('five an hour for a name, known or not', async () => {
    for (const username of [own.username, 'nobody']) {
      for (let at = 0; at < 5; at += 1) {
        expect(await ask(from(`198.51.100.${at}`), username.toUpperCase())).toMatchObject({ status: 200 });
        await codeSent(username === own.username ? at + 1 : 5);
        wait(MINUTE);
      }
      expect(await ask(from('198.51.100.9'), username)).toMatchObject(TOO_MANY);
    }
    wait(60 * MINUTE);
    expect(await ask(from('198.51.100.9'))).toMatchObject({ status: 200 });
    await codeSent(6);
  });

  it('five an hour for a customer with many names, who is not told of it', async () => {
    const { me, planid, subplanid } = tenant;
    const names = Array.from({ length: 6 }, (_, at) => `${own.username}-${at}`);
    for (const username of names)
      await api.ok(
        'service/create',
        { customerid: own.customerid, planid, subplanid, ...serviceFields, username, prepaid_postpaid: 'Prepaid' },
        me,
      );
    for (const [at, username] of names.entries()) {
      expect(await ask(portalBrowser(api), username)).toMatchObject({ status: 200 });
      await codeSent(Math.min(at + 1, 5));
    }
    wait(MINUTE);
    const sixth = await ask(portalBrowser(api), names[5]);
    expect(await enter(portalBrowser(api), requestOf(sixth), '123456')).toMatchObject(WRONG);
    expect(provider.received).toHaveLength(5);
  });

  it('twenty an hour for an address, and for all of an IPv6 network', async () => {
    for (let at = 0; at < 20; at += 1)
      expect(await ask(from(`2001:db8::${at}`), `n${at}`)).toMatchObject({ status: 200 });
    expect(await ask(from('2001:db8::ffff'), 'n20')).toMatchObject(TOO_MANY);
    expect(await ask(from('2001:db8:0:1::1'), 'n20')).toMatchObject({ status: 200 });
  });

  it('as many an hour for an ISP as it allows, also when all ask at once, and others have their own', async () => {
    await settings({ portal_codes: 2 });
    const all = [own, await addSubscriber(api, tenant), await addSubscriber(api, tenant)];
    const answers = await Promise.all(all.map(({ username }, at) => ask(from(`192.0.2.${at}`), username)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
    await codeSent(2);
    for (let at = 0; at < 18; at += 1) await api.db.prisma.signInCode.create({ data: stranger(at) });
    await settings({ portal_codes: 3 });
    for (let at = 18; at < 28; at += 1) await api.db.prisma.signInCode.create({ data: stranger(at) });
    expect(await ask(from('192.0.2.9'), 'nobody'), 'ten requests for a code').toMatchObject(TOO_MANY);
    const neighbour = await portalTenant(api);
    await sendsCodes(api, neighbour, provider);
    const theirs = await addSubscriber(api, neighbour);
    expect(await ask(from('192.0.2.9'), theirs.username, neighbour.ispid)).toMatchObject({ status: 200 });
    await codeSent(3);
    await settings({ portal_codes: 100 });
  });

  const stranger = (at: number) => {
    const [createdAt, octets] = [api.clock.now(), Buffer.from(`stranger ${at}`)];
    const row = { ispId: tenant.ispid, username: `stranger${at}`, digest: octets, codeMac: octets };
    return { ...row, source: `10.0.0.${at}`, createdAt, expiresAt: createdAt };
  };

  it('counted for an hour, and forgotten after a day', async () => {
    await ask(portalBrowser(api));
    await codeSent();
    await purgeLogins(api.db, api.clock.now());
    expect(await api.db.prisma.signInCode.count()).toBe(1);
    wait(25 * 60 * MINUTE);
    await purgeLogins(api.db, api.clock.now());
    expect(await api.db.prisma.signInCode.count()).toBe(0);
  });
});

describe('an ISP', () => {
  const closed = { status: 403, message: 'your provider has closed these pages' };
  const isOffered = async (ispid: number) =>
    (await portalBrowser(api).ok<{ by_code: boolean }>('portal.page', { ispid })).by_code;

  it('sends no codes until it wants to, has a notice for them, and a channel', async () => {
    const neighbour = await portalTenant(api);
    const { username } = await addSubscriber(api, neighbour);
    expect(await isOffered(neighbour.ispid)).toBe(false);
    expect(await ask(portalBrowser(api), username, neighbour.ispid)).toMatchObject(closed);
    await api.ok('isp/settings_update', { ispid: neighbour.ispid, portal_codes: 10 }, neighbour.me);
    expect(await isOffered(neighbour.ispid)).toBe(false);
    const id = await sendsCodes(api, neighbour, provider);
    expect(await isOffered(neighbour.ispid)).toBe(true);
    await api.ok('notice/update', { id, status: 'Paused' }, neighbour.me);
    expect(await isOffered(neighbour.ispid)).toBe(false);
  });

  it('that sends them no more takes none that it has sent', async () => {
    const { request, code } = await requested(portalBrowser(api));
    await settings({ portal_codes: 0 });
    expect(await enter(portalBrowser(api), request, code)).toMatchObject(closed);
    await settings({ portal_codes: 100 });
  });

  it('cannot leave the code out of the text, or have it in another', async () => {
    const create = (fields: Record<string, string>) =>
      api.call('notice/create', { channel: 'sms', ...fields }, tenant.me);
    expect((await create({ on: 'sign_in_code', body: 'Hello', language: 'hi' })).error).toBe(
      'body: must contain {code}',
    );
    expect((await create({ on: 'np', body: '{code}' })).error).toMatch(/^body: must not contain \{code\}/);
  });

  it('sees an example of the text, with a code that is right nowhere', async () => {
    const shown = await api.ok<{ body: string }>(
      'notice/preview',
      { id: smsNotice, serviceid: own.serviceid },
      tenant.me,
    );
    expect(shown.body).toMatch(/^000000 opens .+ for 10 minutes$/);
  });
});
