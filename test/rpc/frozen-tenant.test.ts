import { Secret, TOTP } from 'otpauth';
import { beforeAll, describe, expect, it } from 'vitest';
import { appRouter } from '../../src/app-router.ts';
import { freezeTenant, thawTenant } from '../../src/areas/installation/tenants/freeze.ts';
import type { EndpointMeta } from '../../src/rpc/meta.ts';
import { checksums } from '../areas/installation/backup/checksums.ts';
import { addSubscriber, type Own, portalBrowser, signedIn } from '../areas/online/portal/portal-user.ts';
import { type Answer, startApi } from '../fixtures/api.ts';
import { Browser, type Reply } from '../fixtures/browser.ts';
import { simulatedProviders } from '../fixtures/payment-providers.ts';
import { makeUser, serviceFields } from '../fixtures/tenants.ts';
import { CALLS, DELETIONS, type Ids, ROUTER_CALLS, SERVER_ONLY } from './walk.ts';
import { wholeTenant } from './whole-tenant.ts';

/** What an installation acknowledges for an ISP after its export is lost, so it must acknowledge nothing. */

const api = await startApi(await simulatedProviders());
const PASSWORD = 'correct horse';

interface Procedure {
  readonly name: string;
  readonly meta: EndpointMeta;
}
const mutations = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { type: string; meta: EndpointMeta } }>,
).flatMap(([name, { _def }]): Procedure[] => (_def.type === 'mutation' ? [{ name, meta: _def.meta }] : []));

/** A session that ends, which no move takes along. */
const ALLOWED = ['login.end', 'portal.sign_out'];

let isp: Ids;
let own: Own;
let subscriber: Browser;
/** A subscriber who has to choose a password. */
let choosing: Browser;
/** Login users: signed in, with an enrolment begun, with a second factor, and on the way to it. */
let done: Browser;
let enrolling: Browser;
let factored: Browser;
let halfway: Browser;
let codes: { enrol_confirm: string; second_factor: string };
let username: string;
let otherSession: number;

async function staff(): Promise<{ browser: Browser; username: string }> {
  const { userid } = await makeUser(api, isp.me, { ispid: isp.ispid, password: PASSWORD });
  const user = await api.db.prisma.loginUser.findUniqueOrThrow({ where: { id: userid } });
  const browser = new Browser(api.url);
  await browser.ok('login.start', { username: user.username, password: PASSWORD });
  return { browser, username: user.username };
}

async function enrol(browser: Browser): Promise<(steps: number) => string> {
  const { secret } = await browser.ok<{ secret: string }>('login.enrol');
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return (steps) => totp.generate({ timestamp: api.clock.now().getTime() + steps * 30_000 });
}

beforeAll(async () => {
  api.clock.at = new Date();
  isp = await wholeTenant(api);
  const { ispid, me } = isp;
  await api.ok('isp/settings_update', { ispid, portal: 'Connection', portal_codes: 100 }, me);
  await api.ok('notice/create', { on: 'sign_in_code', channel: 'whatsapp', body: '{code}' }, me);
  own = await addSubscriber(api, isp);
  const other = await addSubscriber(api, isp);
  subscriber = await signedIn(api, isp, own);
  choosing = portalBrowser(api);
  await choosing.ok('portal.sign_in', { ispid, username: other.username, password: serviceFields.password });
  await api.db.prisma.session.updateMany({ where: { endedAt: null }, data: { ip: '127.0.0.1' } });

  ({ browser: done, username } = await staff());
  const again = new Browser(api.url);
  await again.ok('login.start', { username, password: PASSWORD });
  const sessions = await done.ok<{ sessionid: number; current: boolean }[]>('login.sessions');
  otherSession = sessions.find(({ current }) => !current)?.sessionid ?? 0;
  ({ browser: enrolling } = await staff());
  const enrolment = await enrol(enrolling);
  const withFactor = await staff();
  factored = withFactor.browser;
  const factor = await enrol(factored);
  await factored.ok('login.enrol_confirm', { code: factor(0) });
  halfway = new Browser(api.url);
  await halfway.ok('login.start', { username: withFactor.username, password: PASSWORD });
  codes = { enrol_confirm: enrolment(0), second_factor: factor(1) };
  await api.db.transaction((tx) => freezeTenant(tx, String(ispid)));
});

/** Calls of sign-in and of visitors, each right but for the freeze. */
const OF_SESSIONS: Readonly<Record<string, () => Promise<Reply>>> = {
  'login.start': () => new Browser(api.url).call('login.start', { username, password: PASSWORD }),
  'login.second_factor': () => halfway.call('login.second_factor', { code: codes.second_factor }),
  'login.confirm': () => done.call('login.confirm', { password: PASSWORD }),
  'login.password': () => done.call('login.password', { password: PASSWORD, new_password: 'battery staple' }),
  'login.session_end': () => done.call('login.session_end', { sessionid: otherSession }),
  'login.sessions_end_others': () => done.call('login.sessions_end_others'),
  'login.enrol': () => done.call('login.enrol'),
  'login.enrol_confirm': () => enrolling.call('login.enrol_confirm', { code: codes.enrol_confirm }),
  'login.second_factor_remove': () => factored.call('login.second_factor_remove'),
  'portal.pay_here': () =>
    portalBrowser(api).call('portal.pay_here', { ispid: isp.ispid, amt: '1.00', gatewayid: isp.gatewayid }),
  'portal.sign_in': () =>
    portalBrowser(api).call('portal.sign_in', { ispid: isp.ispid, username: own.username, password: 'battery staple' }),
  'portal.code': () => portalBrowser(api).call('portal.code', { ispid: isp.ispid, username: own.username }),
  'portal.sign_in_by_code': () =>
    portalBrowser(api).call('portal.sign_in_by_code', { ispid: isp.ispid, request: 'none', code: '123456' }),
  'portal.choose_password': () => choosing.call('portal.choose_password', { new_password: 'battery staple' }),
};

/** Everything that belongs to an ISP, and the administrator's part of the same tables. */
async function rows(): Promise<Record<string, string>> {
  const { 'auth.login_attempt': _ofNames, 'auth.failed_sign_in': _failed, ...rest } = await checksums(api.db.pool);
  return rest;
}

/** As they were after the call before: all tables are read once a call. */
let known: Record<string, string> | undefined;

async function expectRefused(call: () => Promise<Reply | Answer>): Promise<void> {
  const before = known ?? (await rows());
  const reply = await call();
  const message = 'message' in reply ? reply.message : reply.error;
  expect([reply.status, message]).toEqual([503, expect.stringContaining('is being moved to another installation')]);
  known = await rows();
  expect(known).toEqual(before);
}

describe('while an ISP is being moved, nothing of it is changed by', () => {
  it('an endpoint that this test does not know', () => {
    const ofSessions = mutations.filter(({ meta }) => meta.access === 'session').map(({ name }) => name);
    expect([...Object.keys(OF_SESSIONS), ...ALLOWED].sort()).toEqual(ofSessions.sort());
    expect(mutations.filter(({ meta }) => meta.access === 'public')).toEqual([]);
  });

  it.each(Object.entries(OF_SESSIONS))('%s', async (_, call) => {
    await expectRefused(call);
  });

  it.each(mutations.filter(({ meta }) => meta.access === 'subscriber'))('$name', async ({ name }) => {
    await expectRefused(() => subscriber.call(name, { serviceid: own.serviceid }));
  });

  it.each(
    mutations.filter(
      ({ name, meta }) => !['session', 'subscriber'].includes(meta.access) && !SERVER_ONLY.includes(name),
    ),
  )('$name', async ({ name, meta }) => {
    const parameters = { ...CALLS, ...ROUTER_CALLS, ...DELETIONS }[name]?.(isp) ?? {};
    const path = meta.rest[0]?.slice(1);
    await expectRefused(() => (path === undefined ? done.call(name, parameters) : api.call(path, parameters, isp.me)));
  });
});

it('afterwards each of the calls of sign-in is answered again', async () => {
  await api.db.transaction((tx) => thawTenant(tx, String(isp.ispid)));
  for (const [name, call] of Object.entries(OF_SESSIONS))
    expect([name, (await call()).status]).not.toEqual([name, 503]);
});

it.each(ALLOWED)('%s ends a session even then', async (name) => {
  const browser =
    name === 'login.end' ? (await staff()).browser : await signedIn(api, isp, await addSubscriber(api, isp));
  await api.db.transaction((tx) => freezeTenant(tx, String(isp.ispid)));
  const count = async () =>
    (await api.db.prisma.loginSession.count()) + (await api.db.prisma.subscriberSession.count());
  const before = await count();
  expect(await browser.call(name)).toMatchObject({ status: 200 });
  expect(await count()).toBe(before - 1);
  await api.db.transaction((tx) => thawTenant(tx, String(isp.ispid)));
});
