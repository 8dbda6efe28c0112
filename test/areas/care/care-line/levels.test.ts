import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { appRouter } from '../../../../src/app-router.ts';
import { setPin } from '../../../../src/areas/subscribers/customers/care-pin.ts';
import { routesOf } from '../../../../src/rest/routes.ts';
import { type Credentials, startApi } from '../../../fixtures/api.ts';
import { Browser } from '../../../fixtures/browser.ts';
import { makeUser, serviceFields } from '../../../fixtures/tenants.ts';
import { CARE_LINE } from '../../../rpc/walk.ts';
import {
  addCallerOf,
  type Fields,
  type Identified,
  PhoneCall,
  type ProgramTenant,
  programTenant,
  type Subscriber,
  sessionOf,
} from './program.ts';

const api = await startApi();
const PIN = '2583';

let tenant: ProgramTenant;
let own: Subscriber;
beforeAll(async () => {
  tenant = await programTenant(api);
  own = await addCallerOf(api, tenant);
  await choosePin(own);
  await sessionOf(api, tenant, own);
});
/** Each test has calls of its own. */
beforeEach(() => api.db.prisma.careCount.deleteMany());

const choosePin = ({ customerid }: Subscriber, pin = PIN) =>
  api.db.transaction((tx) => {
    const keys = { secretsKeys: api.kernel.secretsKeys, now: new Date() };
    return setPin(tx, { ispId: tenant.ispid, customerId: customerid }, pin, keys);
  });

/** A call at a level. */
async function callAt(level: 0 | 1 | 2, of = own): Promise<PhoneCall> {
  const call = new PhoneCall(api, tenant.program);
  const given: readonly Fields[] = [{ from: '9700000001' }, { from: of.mobile }, { from: of.mobile, pin: PIN }];
  expect(await call.identify(given[level] ?? {})).toMatchObject({ level: String(level) });
  return call;
}

describe('a caller is known', () => {
  const identify = (fields: Fields) => new PhoneCall(api, tenant.program).identify(fields);
  const levelOf = async (fields: Fields) => (await identify(fields)).level;

  it('by a number on record in any spelling, at level 1', async () => {
    const spellings = [own.mobile, `+91 ${own.mobile}`, `0${own.mobile}`, `tel:+91${own.mobile}`];
    for (const from of spellings) expect([from, await levelOf({ from })]).toEqual([from, '1']);
    expect(await levelOf({ wa_id: `91${own.mobile}` })).toBe('1');
    expect(await identify({ from: own.mobile })).toMatchObject({
      ...{ known: 'Y', language: 'en', caller: expect.stringMatching(/^[\w-]{43}$/) },
      services: [{ serviceid: String(own.serviceid), plan: null }],
    });
  });

  it('by the PIN, at level 2, also from another number and from none', async () => {
    expect(await identify({ from: own.mobile, pin: PIN })).toMatchObject({
      ...{ known: 'Y', level: '2', services: [{ serviceid: String(own.serviceid), plan: 'Fast 20' }] },
    });
    for (const account of [own.username.toUpperCase(), own.customerid])
      for (const from of ['9700000002', 'anonymous']) expect(await levelOf({ from, account, pin: PIN })).toBe('2');
    expect(await levelOf({ account: own.username, pin: ' 25 83 ' })).toBe('2');
  });

  it('by nothing else: a wrong PIN, a missing one, and an account that there is not, answer alike', async () => {
    const unknown = { known: 'N', level: '0', language: 'en', services: [] };
    const cases: Fields[] = [
      { from: '9700000003' },
      { from: 'anonymous' },
      { wa_id: 'IN.ABCDEF0123456789' },
      { account: own.username },
      { account: own.username, pin: '1111' },
      { account: own.username, pin: 'hello' },
      { account: 'nobody-at-all', pin: PIN },
      { account: 99_999, pin: PIN },
    ];
    for (const fields of cases)
      expect([fields, await identify(fields)]).toEqual([fields, { ...unknown, caller: expect.any(String) }]);
    expect(await identify({ from: own.mobile, pin: '1111' })).toMatchObject({ known: 'Y', level: '1' });
    expect(await new PhoneCall(api, tenant.program).tries({})).toMatchObject({
      ...{ status: 400, error: 'from: is required without wa_id and account' },
    });
  });

  it('by a number of several customers only with the account', async () => {
    const { mobile } = own;
    const shared = '9744444444';
    const [one, other] = [
      await addCallerOf(api, tenant, { mobile: shared }),
      await addCallerOf(api, tenant, { mobile: shared }),
    ];
    expect(await identify({ from: shared })).toMatchObject({ known: 'Y', level: '0', services: [] });
    for (const each of [one, other])
      expect(await identify({ from: shared, account: each.username })).toMatchObject({
        ...{ level: '1', services: [{ serviceid: String(each.serviceid) }] },
      });
    expect(await identify({ from: mobile, account: one.username })).toMatchObject({ level: '0', services: [] });
  });

  it('with one service at level 1, and all of them at level 2', async () => {
    const owner = await addCallerOf(api, tenant);
    await choosePin(owner);
    const { planid, subplanid, me } = tenant;
    const second = { customerid: owner.customerid, planid, subplanid, username: 'second.home', ...serviceFields };
    const serviceid = await api.ok<number>('service/create', second, me);
    const ids = ({ services }: Identified) => services.map((each) => Number(each.serviceid));
    expect(ids(await identify({ from: owner.mobile }))).toEqual([owner.serviceid]);
    expect(ids(await identify({ from: owner.mobile, account: 'second.home' }))).toEqual([serviceid]);
    expect(ids(await identify({ from: owner.mobile, pin: PIN }))).toEqual([owner.serviceid, serviceid]);
    const call = new PhoneCall(api, tenant.program);
    await call.identify({ from: owner.mobile });
    expect(await call.ask('status', { serviceid })).toMatchObject({ status: 404 });
  });
});

describe('each level has its rights', () => {
  const NEEDS = { forbidden: expect.stringMatching(/^this needs level [12], which .* gives; this caller has [01]$/) };
  it.each<[string, 0 | 1 | 2, () => Fields]>([
    ['status', 1, () => ({})],
    ['ticket_create', 1, () => ({ categoryid: tenant.categoryid })],
    ['ticket_status', 1, () => ({})],
    ['restart', 2, () => ({})],
    ['callback', 0, () => ({ queueid: tenant.queueid })],
    ['language', 0, () => ({ language: 'hi' })],
    ['call_end', 0, () => ({})],
  ])('%s from level %i on', async (what, least, fields) => {
    for (const level of [0, 1, 2] as const) {
      const answer = await (await callAt(level)).ask(what, fields());
      if (level < least) expect(answer).toMatchObject({ status: 403, error: NEEDS.forbidden });
      else expect([what, level, answer.status, answer.error]).toEqual([what, level, 200, null]);
    }
    await api.db.prisma.customer.update({ where: { id: own.customerid }, data: { language: null } });
  });

  it('messages from level 1 on, as far as the ISP sends any', async () => {
    for (const what of ['pay_link', 'pin_send']) {
      expect(await (await callAt(0)).ask(what)).toMatchObject({ status: 403 });
      const trigger = what === 'pay_link' ? 'pay_link' : 'sign_in_code';
      expect(await (await callAt(1)).ask(what)).toMatchObject({
        ...{ status: 409, error: `the ISP has no notice on ${trigger}, or no sender for SMS or WhatsApp` },
      });
    }
  });

  it('what is owed is told at level 2 only', async () => {
    const debtor = await addCallerOf(api, tenant);
    await choosePin(debtor);
    const debit = { type: 'Debit', amt: 123.45, tax: 'None', reason: 'x' };
    await api.ok('service/adjust', { serviceid: debtor.serviceid, ...debit }, tenant.me);
    const { result: first } = await (await callAt(1, debtor)).ask('status');
    expect(first).toMatchObject({ dues: null, due_on: null, currency: null });
    expect(JSON.stringify(first)).not.toContain('123');
    const { result: second } = await (await callAt(2, debtor)).ask('status');
    expect(second).toMatchObject({ dues: expect.stringMatching(/^\d+\.\d\d$/), currency: 'USD' });
    expect(Number((second as { dues: string }).dues)).toBeGreaterThanOrEqual(123.45);
  });
});

describe('what the calls do', () => {
  it('status is a number and a sentence in the language of the caller', async () => {
    const call = await callAt(1);
    expect((await call.ask('status')).result).toMatchObject({
      ...{ number: '15', text: expect.stringMatching(/^Your connection has been working since .+\.$/) },
    });
    await call.ask('language', { language: 'hi' });
    expect((await call.ask('status')).result).toMatchObject({
      number: '15',
      text: expect.stringMatching(/चल रहा है।$/),
    });
    const fresh = await callAt(1);
    expect((await fresh.ask('status')).result).toMatchObject({ text: expect.stringMatching(/^Your/) });
  });

  it('a language chosen at level 2 is kept for the customer', async () => {
    await (await callAt(2)).ask('language', { language: 'hi' });
    const { language } = await new PhoneCall(api, tenant.program).identify({ from: own.mobile });
    expect(language).toBe('hi');
    await (await callAt(2)).ask('language', { language: 'en' });
  });

  it('a status that takes too long is a person', async () => {
    const explain = api.network.explain;
    api.network.explain = () => new Promise((resolve) => setTimeout(() => resolve(null as never), 2_500));
    const began = performance.now();
    const { result } = await (await callAt(1)).ask('status');
    api.network.explain = explain;
    expect(result).toMatchObject({ number: '0', text: 'Please wait. Our staff will help you.', since: null });
    expect(performance.now() - began).toBeGreaterThan(1_400);
  });

  it('a complaint repeated within a day is the same ticket, also twelve at once', async () => {
    const complainer = await addCallerOf(api, tenant);
    const call = await callAt(1, complainer);
    const { categoryid } = tenant;
    const answers = await Promise.all(Array.from({ length: 12 }, () => call.ask('ticket_create', { categoryid })));
    const filed = answers.map(({ result }) => result as { docket: string; existing: string });
    expect(new Set(filed.map(({ docket }) => docket)).size).toBe(1);
    expect(filed.filter(({ existing }) => existing === 'N')).toHaveLength(1);
    const [{ docket } = { docket: '' }] = filed;
    const [ticket] = await api.ok<Record<string, string>[]>('ticket/list', { docket }, tenant.me);
    expect(ticket).toMatchObject({ source: 'Voice', serviceid: String(complainer.serviceid), status: 'New' });
    const told = [{ docket, status: 'New', text: 'Your complaint is registered.', resolve_by: null }];
    expect((await call.ask('ticket_status')).result).toMatchObject(told);
    expect((await call.ask('ticket_status', { docket })).result).toMatchObject(told);
    expect(await (await callAt(1)).ask('ticket_status', { docket })).toMatchObject({ status: 404 });
    await api.ok('ticket/move', { id: Number(ticket?.id), report: 'cancel', reason: 'x' }, tenant.me);
    expect((await call.ask('ticket_create', { categoryid, text: 'again' })).result).toMatchObject({ existing: 'N' });
  });

  it('a callback is a call and a task in the queue, once a call, for a stranger too', async () => {
    const { queueid, me } = tenant;
    for (const level of [0, 1] as const) {
      const call = await callAt(level);
      const before = await api.db.prisma.task.count({ where: { queueId: queueid } });
      await Promise.all([1, 2, 3].map(() => call.ask('callback', { queueid, note: 'after six' })));
      expect(await api.db.prisma.task.count({ where: { queueId: queueid } })).toBe(before + 1);
      const [latest] = await api.ok<Record<string, string | null>[]>(
        'call/list',
        { sort_field: 'id', sort_order: 'desc', rows_limit: 1 },
        me,
      );
      expect(latest).toMatchObject({
        ...{ outcome: 'Callback', note: 'after six', number: level === 0 ? '+919700000001' : `+91${own.mobile}` },
        customerid: level === 0 ? null : String(own.customerid),
      });
    }
    const withheld = new PhoneCall(api, tenant.program);
    await withheld.identify({ from: 'anonymous' });
    expect(await withheld.ask('callback', { queueid })).toMatchObject({ status: 409 });
  });

  it('a restart ends the sessions of the service, three times a day', async () => {
    const restarted = await addCallerOf(api, tenant);
    await choosePin(restarted);
    const idle = await callAt(2, restarted);
    expect(await idle.ask('restart')).toMatchObject({ status: 409 });
    await sessionOf(api, tenant, restarted);
    api.network.asked.length = 0;
    const call = await callAt(2, restarted);
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await call.ask('restart')).status));
    expect(statuses.sort()).toEqual([200, 200, 200, ...Array(9).fill(429)]);
    expect(api.network.asked.map(({ username }) => username)).toEqual(Array(3).fill(restarted.username));
    api.network.answer = { result: 'silent' };
    api.clock.at = new Date(Date.now() + 25 * 3_600_000);
    const later = await callAt(2, restarted);
    expect(await later.ask('restart')).toMatchObject({
      ...{ status: 502, error: 'the connection could not be restarted; try again in a minute' },
    });
    api.network.answer = { result: 'acknowledged' };
    api.clock.at = undefined;
  });
});

describe('the number that codes go to', () => {
  it('is changed only by staff who may do what the subscriber may', async () => {
    const { ispid, me } = tenant;
    const { customerid } = await addCallerOf(api, tenant);
    const change = (as: Credentials) => api.call('customer/update', { customerid, mobile: '9733333333' }, as);
    expect(await change(await makeUser(api, me, { ispid, roles: 'Sales' }))).toMatchObject({
      status: 403,
      error: expect.stringMatching(/^mobile: proves who the subscriber is to voice menus and bots\. You cannot give/),
    });
    expect(await change(await makeUser(api, me, { ispid, roles: 'Support' }))).toMatchObject({ status: 200 });
  });
});

describe('a handle', () => {
  it('ends after 15 minutes, with the call, and with the next identification of the call', async () => {
    const call = await callAt(1);
    const { caller } = call;
    await call.identify({ from: own.mobile });
    expect(await call.ask('status', { caller })).toMatchObject({ status: 404 });
    expect(await call.ask('status')).toMatchObject({ status: 200 });
    api.clock.at = new Date(Date.now() + 15 * 60_000);
    expect(await call.ask('status')).toMatchObject({
      ...{ status: 404, error: 'the caller is not known, or their 15 minutes are over; call care/identify again' },
    });
    api.clock.at = undefined;
    const another = await callAt(1);
    await another.ask('call_end');
    expect(await another.ask('status')).toMatchObject({ status: 404 });
  });

  it('is useless in another call, to another program of the ISP, and to another ISP', async () => {
    const call = await callAt(2);
    const { caller, id: call_id } = call;
    const sibling = await makeUser(api, tenant.me, { ispid: tenant.ispid, roles: 'CareLine' });
    const stranger = await programTenant(api);
    const answers = [
      await api.call('care/status', { caller, call_id: 'other' }, tenant.program),
      await api.call('care/status', { caller, call_id }, sibling),
      await api.call('care/status', { caller, call_id }, stranger.program),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ error }) => error)).size).toBe(1);
    const rows = await api.db.prisma.careCaller.findMany();
    expect(rows.some(({ digest }) => Buffer.from(digest).toString('utf8').includes(caller))).toBe(false);
  });

  it('is in no audit, nor is the PIN', async () => {
    const { caller } = await callAt(2);
    const events = await api.db.prisma.auditEvent.findMany();
    const kept = JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
    expect(kept).toContain('care.identify');
    expect(kept).not.toContain(caller);
    expect(kept).not.toContain(PIN);
  });
});

describe('another tenant', () => {
  it('knows nobody of this one, by number, account or PIN', async () => {
    const stranger = await programTenant(api);
    const cases: Fields[] = [
      { from: own.mobile },
      { account: own.username, pin: PIN },
      { account: own.customerid, pin: PIN },
    ];
    for (const fields of cases)
      expect(await new PhoneCall(api, stranger.program).identify(fields)).toMatchObject({ level: '0', known: 'N' });
    const call = await callAt(1);
    for (const [what, fields] of [
      ['ticket_create', { categoryid: stranger.categoryid }],
      ['callback', { queueid: stranger.queueid }],
    ] as const)
      expect(await call.ask(what, fields)).toMatchObject({ status: 404 });
  });

  it('is a reseller whose customer it is not', async () => {
    const { ispid, resellerid, me } = tenant;
    const reseller = { type: 'Reseller', name: 'Other', code: 'OTH', invoice_by: 'ISP', payment_by: 'ISP' };
    const contact = { mobile: '9811110000', email: 'o@example.net' };
    const other = await api.ok<number>('reseller/create', { ...reseller, ...contact }, me);
    const program = (of: number) =>
      makeUser(api, me, { ispid, groupname: 'Reseller', resellerid: of, roles: 'CareLine' });
    const level = async (of: number) =>
      (await new PhoneCall(api, await program(of)).identify({ from: own.mobile, pin: PIN })).level;
    expect([await level(other), await level(resellerid)]).toEqual(['0', '2']);
  });
});

describe('the key of a program', () => {
  const others = routesOf(appRouter).filter(
    ({ procedure, meta }) => !CARE_LINE.includes(procedure) && meta.access !== 'public',
  );

  it.each(others.map(({ meta }) => meta.rest[0]))('gets 403 for %s', async (path) => {
    expect(await api.call(path.slice(1), {}, tenant.program)).toMatchObject({ status: 403, result: null });
  });

  it('opens no session, and neither does its password', async () => {
    const { userid, api_key } = tenant.program;
    const { username } = await api.db.prisma.loginUser.findUniqueOrThrow({ where: { id: userid } });
    const refused = { status: 403, message: expect.stringContaining('is for a program, which needs no sign-in') };
    for (const fields of [
      { username, password: 'correct horse' },
      { login_userid: String(userid), login_api_key: api_key },
    ])
      expect(await new Browser(api.url).call('login.start', fields)).toMatchObject(refused);
  });

  it('is of a role that stands alone, and of no Employee', async () => {
    const { ispid, me, program } = tenant;
    const user = { ispid, username: 'mixed', password: 'correct horse', groupname: 'ISP', cash_limit: 0 };
    const created = (fields: object) => api.call('auth/user/create', { ...user, ...fields }, me);
    expect(await created({ roles: 'CareLine,Support' })).toMatchObject({
      ...{ status: 400, error: 'roles: CareLine must be the only role of a login user' },
    });
    const employee = { groupname: 'Employee', resellerid: 0, roles: 'CareLine' };
    const sentence = 'roles: CareLine applies only when groupname is ISP or Reseller';
    expect(await created(employee)).toMatchObject({ status: 400, error: sentence });
    const change = (fields: object) => api.call('auth/user/update', { id: program.userid, ...fields }, me);
    expect(await change({ roles: 'CareLine,Admin' })).toMatchObject({ status: 400 });
    expect(await change({ groupname: 'Employee', resellerid: 0 })).toMatchObject({ status: 400, error: sentence });
    const person = await makeUser(api, me, { ispid });
    const browser = new Browser(api.url);
    await browser.ok('login.start', { login_userid: String(person.userid), login_api_key: person.api_key });
    await api.ok('auth/user/update', { id: person.userid, roles: 'CareLine' }, me);
    await vi.waitFor(async () => expect(await browser.call('login.me')).toMatchObject({ status: 401 }));
  });

  it('is the only one for these calls: an administrator gets 403', async () => {
    for (const route of routesOf(appRouter).filter(({ procedure }) => CARE_LINE.includes(procedure)))
      for (const as of [tenant.me, api.admin])
        expect(await api.call(route.meta.rest[0].slice(1), {}, as)).toMatchObject({ status: 403 });
  });
});
