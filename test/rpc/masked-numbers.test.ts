import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { appRouter } from '../../src/app-router.ts';
import { numberEvents } from '../../src/areas/insight/events/number-events.ts';
import { ROLES, type Role } from '../../src/core/access/roles.ts';
import { type ListDefinition, runList } from '../../src/core/list/index.ts';
import { type Scope, wholeInstallation } from '../../src/core/tenancy/scope.ts';
import { routesOf } from '../../src/rest/routes.ts';
import { type Credentials, startApi } from '../fixtures/api.ts';
import { simulatedProviders } from '../fixtures/payment-providers.ts';
import { linesOf } from '../fixtures/pdf-text.ts';
import { customerFields, makeUser } from '../fixtures/tenants.ts';
import { CALLS, EXPORTS, type Ids } from './walk.ts';
import { wholeTenant } from './whole-tenant.ts';

/** Numbers of people who are not of the staff. No other field of any record has these digits. */
const NUMBERS = { customer: '9877712345', other: '9877754321', lead: '9877767890', stranger: '9877798761' };
const DIGITS = Object.values(NUMBERS).map((number) => number.slice(2));
const MASKED = '98•••••345';

const api = await startApi(await simulatedProviders());
const routes = routesOf(appRouter);

let ids: Ids;
let strangerCall: number;
let strangerTicket: number;
let visit: number;
/** All roles that do not read numbers, in one person. */
let support: Credentials;
let field: Credentials;

const set = (mask_phones: 'Y' | 'N') => api.ok('isp/settings_update', { mask_phones }, ids.me);

beforeAll(async () => {
  ids = await wholeTenant(api);
  const { me, ispid, customerid, leadid, serviceid, queueid, categoryid, noticeid } = ids;
  await api.ok('isp/settings_update', { event_feed: 'Y' }, me);
  await api.ok('customer/update', { customerid, mobile: NUMBERS.customer, other_mobiles: NUMBERS.other }, me);
  await api.ok('lead/edit', { id: leadid, mobile: NUMBERS.lead }, me);
  const call = { number: NUMBERS.stranger, direction: 'In', outcome: 'Callback', queueid };
  strangerCall = await api.ok<number>('call/create', call, me);
  await api.ok('call/create', { ...call, serviceid }, me);
  const filed = await api.ok<{ id: string }>('ticket/create', { number: NUMBERS.stranger, categoryid, text: 'a' }, me);
  strangerTicket = Number(filed.id);
  const roles = 'Support,Sales,Network,Field';
  support = await makeUser(api, me, { ispid, groupname: 'ISP', roles });
  field = await makeUser(api, me, { ispid, groupname: 'ISP', roles: 'Field' });
  const booking = { serviceid, day: '2030-01-31', hours: '09:00-12:00', technicianid: String(field.userid) };
  visit = await api.ok<number>('visit/create', booking, me);
  await api.ok('visit/create', { ...booking, serviceid: '', leadid }, me).catch(() => undefined);
  await api.ok('service/action', { serviceid, action: 'bill' }, me);
  await api.db.pool.query('UPDATE crm.notice_message SET address = $1 WHERE notice_id = $2', [
    `+91${NUMBERS.customer}`,
    noticeid,
  ]);
  while ((await numberEvents(api.db)) > 0);
  await set('Y');
});

const textOf = (result: unknown): string =>
  Buffer.isBuffer(result) && result.subarray(0, 4).toString() === '%PDF'
    ? linesOf(result).flat().join('\n')
    : Buffer.isBuffer(result)
      ? result.toString()
      : JSON.stringify(result);

/** Whatever signs are between its digits. */
const shownIn = (text: string): string[] => {
  const packed = text.replace(/[ ()./-]/g, '');
  return DIGITS.filter((digits) => packed.includes(digits));
};

/** What a call that reads answers to the masked user; null: they may not make it. */
async function read(procedure: string): Promise<string | null> {
  const path = routes.find((route) => route.procedure === procedure)?.meta.rest[0]?.slice(1) ?? '';
  const { status, result } = await api.call(path, CALLS[procedure]?.(ids) ?? {}, support);
  return status === 200 ? textOf(result) : null;
}

const READS = routes.filter(
  ({ type, procedure, meta }) =>
    meta.access !== 'public' &&
    procedure !== 'event.stream' &&
    (type === 'query' ||
      EXPORTS.includes(procedure) ||
      ['report.csv', 'report.pdf', 'trace.export'].includes(procedure)),
);

describe('with mask_phones, a login user who may not read numbers', () => {
  it('finds none in whatever they may read', async () => {
    const read_ = [];
    for (const { procedure } of READS) {
      const text = await read(procedure);
      if (text === null) continue;
      expect({ procedure, shown: shownIn(text) }).toEqual({ procedure, shown: [] });
      read_.push(procedure);
    }
    expect(read_.length).toBeGreaterThan(60);
    for (const procedure of [
      'customer.list',
      'customer.export',
      'subscriber.get',
      'invoice.pdf',
      'report.csv',
      'trace.export',
    ])
      expect(read_).toContain(procedure);
  });

  it.each([
    ['customer/list', () => ({ customerid: ids.customerid })],
    ['subscriber/list', () => ({ serviceid: ids.serviceid })],
    ['subscriber/get', () => ({ serviceid: ids.serviceid })],
    ['search/find', () => ({ text: NUMBERS.customer })],
  ])('recognises one in %s', async (path, input) => {
    expect(textOf(await api.ok(path, input(), support))).toContain(MASKED);
  });

  it('finds a record by a whole number and by no part of one, and cannot sort by numbers', async () => {
    const found = (mobile: string) => api.ok<unknown[]>('customer/list', { mobile }, support);
    expect(await found(`+91 ${NUMBERS.customer}`)).toHaveLength(1);
    for (const part of ['98777', '712345', '98%', '98•••••345']) expect(await found(part)).toEqual([]);
    const byEnd = (as: Credentials) => api.ok<unknown[]>('search/find', { text: '712345' }, as);
    expect(await byEnd(support)).toEqual([]);
    expect(await byEnd(ids.me)).not.toEqual([]);
    for (const path of ['customer/list', 'lead/list'])
      expect(await api.call(path, { sort_field: 'mobile' }, support)).toMatchObject({ status: 403 });
  });

  it('is not given the masked number back as a new one', async () => {
    const { customerid } = ids;
    expect(await api.call('customer/update', { customerid, mobile: MASKED }, support)).toMatchObject({ status: 400 });
  });

  it('gets no report that was prepared with whole numbers', async () => {
    const file = await api.call('report/prepared_csv', { id: ids.preparedid }, support);
    expect(file).toMatchObject({ status: 403, result: null });
  });
});

describe('numbers are shown whole', () => {
  it('to a role with phone.read, and to everybody where the ISP masks none', async () => {
    const accounts = await makeUser(api, ids.me, { ispid: ids.ispid, roles: 'Accounts' });
    const mobileOf = async (as: Credentials) => {
      const [row] = await api.ok<{ mobile: string }[]>('customer/list', { customerid: ids.customerid }, as);
      return row?.mobile;
    };
    expect([await mobileOf(accounts), await mobileOf(ids.me)]).toEqual([NUMBERS.customer, NUMBERS.customer]);
    await set('N');
    expect(await mobileOf(support)).toBe(NUMBERS.customer);
    await set('Y');
    expect(await mobileOf(support)).toBe(MASKED);
  });

  it('to a technician, of the visits that they are sent to', async () => {
    expect(await api.ok('visit/mine', {}, field)).toMatchObject([{ id: String(visit), mobile: NUMBERS.customer }, {}]);
    const [seen] = await api.ok<{ mobile: string }[]>('visit/list', { technicianid: String(field.userid) }, support);
    expect(seen?.mobile).toBe(MASKED);
  });

  it('to every role that reads the audit, events or notices, whose rows are copied in full', () => {
    for (const [role, permissions] of Object.entries(ROLES) as [Role, readonly string[]][])
      if (['audit.read', 'event.read', 'notice.read'].some((permission) => permissions.includes(permission)))
        expect([role, permissions.includes('phone.read')]).toEqual([role, true]);
  });
});

describe('phone_reveal', () => {
  it.each([
    ['customer', () => ({ customerid: ids.customerid }), `${NUMBERS.customer},${NUMBERS.other}`],
    ['lead', () => ({ id: ids.leadid }), NUMBERS.lead],
    ['ticket', () => ({ id: strangerTicket }), NUMBERS.stranger],
    ['call', () => ({ id: strangerCall }), NUMBERS.stranger],
  ])('shows the numbers of one %s, and the audit has who looked', async (what, input, numbers) => {
    expect(await api.ok(`${what}/phone_reveal`, input(), support)).toEqual({ numbers });
    const procedure = `${what === 'call' ? 'phonecall' : what}.phone_reveal`;
    const events = await api.ok<object[]>('audit/list', { procedure }, ids.me);
    expect(events).toMatchObject([{ userid: String(support.userid), input: input() }]);
  });

  it('also needs the permission to read the record', async () => {
    const reader = await makeUser(api, ids.me, { ispid: ids.ispid, roles: 'Support' });
    const { status, error } = await api.call('lead/phone_reveal', { id: ids.leadid }, reader);
    expect({ status, error }).toMatchObject({ status: 403, error: expect.stringContaining('lead.read') });
  });

  it('shows 200 records in 24 hours, refused calls not counted', async () => {
    const { ispid, me } = ids;
    const reader = await makeUser(api, me, { ispid, roles: 'Sales' });
    await api.db.pool.query(
      `INSERT INTO auth.audit_event (user_id, isp_id, procedure, at)
       SELECT $1::int, $2::int, 'lead.phone_reveal', now() - interval '23 hours' FROM generate_series(1, 198)
       UNION ALL SELECT $1::int, $2::int, 'lead.phone_reveal', now() - interval '25 hours' FROM generate_series(1, 50)`,
      [Number(reader.userid), ispid],
    );
    const another = await api.ok<number>('customer/create', { ...customerFields, resellerid: 0 }, me);
    const calls = await Promise.all(
      [1, 2, 3, 4].map(() => api.call('customer/phone_reveal', { customerid: another }, reader)),
    );
    expect(calls.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
    expect((await api.call('customer/phone_reveal', { customerid: another }, reader)).error).toContain('24 hours');
  });
});

const areas = new URL('../../src/areas/', import.meta.url).pathname;
const files = (await readdir(areas, { recursive: true })).filter((name) => name.endsWith('.ts'));
const modules = await Promise.all(files.map((name) => import(join(areas, name)) as Promise<Record<string, unknown>>));
const lists = modules.flatMap((module) =>
  Object.entries(module).filter(
    (entry): entry is [string, ListDefinition & { readonly input: ListInput; readonly output: never }] =>
      typeof entry[1] === 'object' &&
      entry[1] !== null &&
      ['key', 'columns', 'filters', 'input'].every((of) => of in (entry[1] as object)),
  ),
);
interface ListInput {
  parse(input: object): object;
}

describe('a scope that masks numbers', () => {
  // A trace has its rows from a question; the calls above ask one.
  it.each(lists.filter(([name]) => name !== 'traces'))('finds none in %s', async (_, list) => {
    const scope = { ...wholeInstallation, ispId: ids.ispid, masksPhones: true } as Scope;
    const paged = list.paging.includes('rows_limit') ? { rows_limit: 100 } : {};
    const rows = await runList(api.db, list, { scope, zone: 'UTC', input: list.input.parse(paged) });
    expect(shownIn(JSON.stringify(rows))).toEqual([]);
  });

  it('masks what the audit, the feed and the messages keep', async () => {
    const scope = { ...wholeInstallation, ispId: ids.ispid, masksPhones: true } as Scope;
    for (const name of ['auditEvents', 'events', 'messages', 'tasks', 'calls', 'tickets', 'pendingLeads']) {
      const [, list] = lists.find(([known]) => known === name) ?? [];
      if (!list) throw new Error(`there is no list ${name}`);
      const rows = await runList(api.db, list, { scope, zone: 'UTC', input: list.input.parse({ rows_limit: 100 }) });
      expect([name, JSON.stringify(rows).includes('•••')]).toEqual([name, true]);
    }
  });
});
