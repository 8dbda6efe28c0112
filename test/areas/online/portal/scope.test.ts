import { beforeAll, describe, expect, it } from 'vitest';
import { appRouter } from '../../../../src/app-router.ts';
import { tickets } from '../../../../src/areas/care/tickets/list.ts';
import { plans } from '../../../../src/areas/catalogue/plans/list.ts';
import { invoices } from '../../../../src/areas/money/invoices/list.ts';
import { payments } from '../../../../src/areas/money/payments/list.ts';
import { nases } from '../../../../src/areas/network/nas/list.ts';
import { liveSessions } from '../../../../src/areas/network/sessions/live.ts';
import { customers } from '../../../../src/areas/subscribers/customers/list.ts';
import { pendingLeads } from '../../../../src/areas/subscribers/leads/list.ts';
import { services } from '../../../../src/areas/subscribers/services/list.ts';
import { users } from '../../../../src/areas/tenancy/users/list.ts';
import { runList } from '../../../../src/core/list/index.ts';
import { lockForUpdate } from '../../../../src/core/records/row-locks.ts';
import { owned, scopeOfSubscriber, usable } from '../../../../src/core/tenancy/scope.ts';
import { startApi } from '../../../fixtures/api.ts';
import type { Browser } from '../../../fixtures/browser.ts';
import type { Ids } from '../../../rpc/walk.ts';
import { wholeTenant } from '../../../rpc/whole-tenant.ts';
import { addSubscriber, type Own, pay, portalBrowser, portalTenant, seen, signedIn } from './portal-user.ts';

const api = await startApi();
let tenant: Ids;
let own: Own;
let neighbour: Own;
let browser: Browser;
beforeAll(async () => {
  tenant = await wholeTenant(api);
  await api.ok('isp/settings_update', { ispid: tenant.ispid, portal: 'Connection', currency: 'INR' }, tenant.me);
  own = await addSubscriber(api, tenant);
  neighbour = await addSubscriber(api, tenant);
  for (const each of [own, neighbour]) {
    await pay(api, tenant, each.serviceid, 600);
    await online(each);
    const ticket = { serviceid: each.serviceid, categoryid: tenant.categoryid, text: 'slow' };
    await api.ok('ticket/create', ticket, tenant.me);
  }
  browser = await signedIn(api, tenant, own);
});

async function online({ serviceid, username }: Own, ip = `10.30.0.${serviceid}`): Promise<string> {
  const { ispid, resellerid, nasid } = tenant;
  const at = new Date();
  const where = { nasId: nasid, nasIp: '127.0.0.1', acctSessionId: ip, startedAt: at, updatedAt: at, ip };
  const of = { ispId: ispid, resellerId: resellerid, serviceId: serviceid, username };
  return String((await api.db.prisma.session.create({ data: { ...of, ...where } })).id);
}

describe('the scope of a subscriber', () => {
  const scope = () =>
    scopeOfSubscriber({
      ...{ sessionId: 1, ispId: tenant.ispid, customerId: own.customerid, resellerId: tenant.resellerid },
      ...{ username: own.username, zone: 'UTC' },
    });
  const all = { rows_limit: 100, rows_offset: 0, show_count: false };
  const rowsOf = async (list: Parameters<typeof runList>[1]) =>
    (await runList(api.db, list as never, { scope: scope(), zone: 'UTC', input: all })) as { id: number }[];

  it.each([
    ['services', services, () => [own.serviceid]],
    ['invoices', invoices, async () => ofCustomer('invoice')],
    ['payments', payments, async () => ofCustomer('payment')],
    ['tickets', tickets, async () => ofCustomer('ticket')],
  ] as const)('has of %s his own', async (_name, list, expected) => {
    const ids = (await rowsOf(list as never)).map((row) => ('serviceid' in row ? (row.id ?? row.serviceid) : row.id));
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.sort()).toEqual([...(await expected())].sort());
  });

  it.each([
    ['customers', customers],
    ['plans', plans],
    ['NASes', nases],
    ['sessions', liveSessions],
    ['login users', users],
    ['leads', pendingLeads],
  ] as const)('has nothing of a table that does not say whose customer a row is: %s', async (_name, list) => {
    expect(await rowsOf(list as never)).toEqual([]);
  });

  it('owns nothing, uses nothing, and locks nothing of others', async () => {
    expect([owned(scope()), usable(scope())]).toEqual([{ ispId: 0 }, { ispId: 0 }]);
    const lock = (what: 'service' | 'customer' | 'plan', id: number) =>
      api.db.transaction((tx) => lockForUpdate(tx, scope(), { what, id }));
    await lock('service', own.serviceid);
    await lock('customer', own.customerid);
    for (const [what, id] of [
      ['service', neighbour.serviceid],
      ['customer', neighbour.customerid],
      ['plan', tenant.planid],
    ] as const)
      await expect(lock(what, id)).rejects.toThrow(`there is no ${what} ${id}`);
  });

  async function ofCustomer(table: 'invoice' | 'payment' | 'ticket'): Promise<number[]> {
    const where = { customerId: own.customerid };
    const { prisma } = api.db;
    const rows = await {
      invoice: () => prisma.invoice.findMany({ where }),
      payment: () => prisma.payment.findMany({ where }),
      ticket: () => prisma.ticket.findMany({ where }),
    }[table]();
    return rows.map(({ id }) => id);
  }
});

describe('another subscriber’s records look as if they did not exist', () => {
  const common = { balance: '-101.00', valid_upto: null, preview: false };
  const CALLS: Record<string, (of: Own, session: string) => object | undefined> = {
    'portal.overview': () => undefined,
    'portal.last_payment': () => undefined,
    'portal.pay': ({ serviceid }) => ({ serviceid, amt: '10.00', gatewayid: 1 }),
    'portal.pay_for': ({ serviceid }) => {
      const { preview: _preview, ...seen } = common;
      return { ...seen, serviceid, topup_planid: null, subplanid: null, gatewayid: 1 };
    },
    'portal.access': ({ serviceid }) => ({ serviceid }),
    'portal.usage': ({ serviceid }) => ({ serviceid }),
    'portal.to_pay': ({ serviceid }) => ({ serviceid }),
    'portal.bills': ({ serviceid }) => ({ serviceid }),
    'portal.offers': ({ serviceid }) => ({ serviceid }),
    'portal.devices': ({ serviceid }) => ({ serviceid }),
    'portal.renew': ({ serviceid }) => ({ ...common, serviceid }),
    'portal.plan_change': ({ serviceid }) => ({
      ...{ ...common, serviceid, subplanid: tenant.subplanid },
      schedule: 'next_bill',
    }),
    'portal.topup': ({ serviceid }) => ({ ...common, serviceid, topup_planid: tenant.topupplanid }),
    'portal.disconnect': ({ serviceid }, id) => ({ serviceid, id }),
    'portal.connection_password': ({ serviceid }) => ({
      ...{ serviceid, password: 'battery staple' },
      new_password: 'router-secret',
    }),
    'portal.file': () => ({ kind: 'receipt', id: 1 }),
    'portal.help': () => undefined,
    'portal.ticket': () => ({ id: 1 }),
    'portal.ticket_file': ({ serviceid }) => ({ serviceid, categoryid: tenant.categoryid, text: 'x' }),
    'portal.ticket_reply': () => ({ id: 1, text: 'x' }),
    'portal.ticket_reopen': () => ({ id: 1, text: 'x' }),
    'portal.ticket_close': () => ({ id: 1 }),
    'portal.ticket_rate': () => ({ id: 1, rating: 5 }),
    'portal.ticket_photo': () => ({ id: 1 }),
    'portal.ticket_appeal': () => ({ id: 1, text: 'x' }),
    'portal.password': () => ({ password: 'x', new_password: 'y' }),
    'portal.pin_state': () => undefined,
    'portal.ticket_withdraw': () => ({ id: 1 }),
    'portal.pin': () => ({ password: 'x', pin: '2583' }),
  };

  const OF_TICKETS = [
    'portal.ticket',
    'portal.ticket_reply',
    'portal.ticket_reopen',
    'portal.ticket_close',
    'portal.ticket_rate',
    'portal.ticket_photo',
    'portal.ticket_appeal',
    'portal.ticket_withdraw',
  ];
  const OF_NO_SERVICE = [
    ...['portal.overview', 'portal.last_payment', 'portal.password', 'portal.pin', 'portal.file', 'portal.help'],
    'portal.pin_state',
    ...OF_TICKETS,
  ];

  it('every call of a subscriber is here', () => {
    const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { meta: { access: string } } }>;
    const names = Object.keys(procedures).filter((name) => procedures[name]?._def.meta.access === 'subscriber');
    expect(Object.keys(CALLS).sort()).toEqual(names.sort());
  });

  it.each(Object.keys(CALLS).filter((name) => !OF_NO_SERVICE.includes(name)))('%s', async (name) => {
    const changes = () => api.db.prisma.auditEvent.count();
    const before = await changes();
    const foreign = await browser.call(name, CALLS[name]?.(neighbour, '1'));
    expect(foreign).toMatchObject({ status: 404, message: `there is no service ${neighbour.serviceid}` });
    expect(await changes()).toBe(before);
    const invented = { ...neighbour, serviceid: 987_654 };
    expect(await browser.call(name, CALLS[name]?.(invented, '1'))).toMatchObject({
      message: 'there is no service 987654',
    });
  });

  it.each(OF_TICKETS)('%s', async (name) => {
    const file = async ({ serviceid }: Own) =>
      Number((await api.ok<{ id: string }>('ticket/create', ticketOf(serviceid), tenant.me)).id);
    const changes = () => api.db.prisma.auditEvent.count();
    const theirs = await file(neighbour);
    const before = await changes();
    const input = { ...CALLS[name]?.(own, '1'), id: theirs };
    expect(await browser.call(name, input)).toMatchObject({ status: 404, message: `there is no ticket ${theirs}` });
    expect(await browser.call(name, { ...input, id: 987_654 })).toMatchObject({ message: 'there is no ticket 987654' });
    expect(await changes()).toBe(before);
    const mine = await file(own);
    expect(await browser.call(name, { ...input, id: mine })).not.toMatchObject({ status: 404 });
    expect(JSON.stringify(await browser.ok('portal.help'))).not.toContain(neighbour.username);
  });

  const ticketOf = (serviceid: number) => ({ serviceid, categoryid: tenant.categoryid, text: 'slow' });

  it('a file, an overview, and a device under his own service', async () => {
    const theirs = await api.db.prisma.payment.findFirstOrThrow({ where: { customerId: neighbour.customerid } });
    const invoice = await api.db.prisma.invoice.findFirstOrThrow({ where: { customerId: neighbour.customerid } });
    for (const [kind, id] of [
      ['receipt', theirs.id],
      ['invoice', invoice.id],
    ])
      expect(await browser.call('portal.file', { kind, id })).toMatchObject({
        status: 404,
        message: `there is no ${kind} ${id}`,
      });
    const overview = JSON.stringify(await browser.ok('portal.overview'));
    expect(overview).not.toContain(neighbour.username);
    const { id } = await api.db.prisma.session.findFirstOrThrow({ where: { serviceId: neighbour.serviceid } });
    const asked = api.network.asked.length;
    const device = { serviceid: own.serviceid, id: String(id) };
    expect(await browser.call('portal.disconnect', device)).toMatchObject({
      status: 404,
      message: `there is no device ${id}`,
    });
    expect(api.network.asked.length).toBe(asked);
  });

  it('his own he has, with the file as PDF', async () => {
    const mine = await api.db.prisma.payment.findFirstOrThrow({ where: { customerId: own.customerid } });
    const file = await browser.ok<{ base64: string }>('portal.file', { kind: 'receipt', id: mine.id });
    expect(Buffer.from(file.base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    const ofBoth = { ip6Prefix: '2001:db8:1::/64', pdPrefix: '2001:db8:2::/56' };
    await api.db.prisma.session.updateMany({ where: { serviceId: own.serviceid }, data: ofBoth });
    const devices = await browser.ok<{ id: string }[]>('portal.devices', { serviceid: own.serviceid });
    expect(devices).toMatchObject([{ ip: `10.30.0.${own.serviceid}`, ip6: '2001:db8:1::/64' }]);
    await browser.ok('portal.disconnect', { serviceid: own.serviceid, id: devices[0]?.id });
    expect(api.network.asked.at(-1)).toMatchObject({ username: own.username });
    api.network.answer = { result: 'silent' };
    expect(await browser.call('portal.disconnect', { serviceid: own.serviceid, id: devices[0]?.id })).toMatchObject({
      status: 502,
      message: 'the device could not be disconnected; try again in a minute',
    });
    api.network.answer = { result: 'acknowledged' };
  });
});

describe('from the address of an open session', () => {
  const trusting = (address: string) => portalBrowser(api, { 'x-forwarded-for': address });

  it('what is owed is seen without a sign-in, and not who owes it', async () => {
    const here = await startHere();
    const found = await here('10.30.9.9');
    expect(found).toMatchObject({ isp: { ispid: tenant.ispid }, status: 'Active', to_pay: { due: '0.00' } });
    const text = JSON.stringify(found);
    for (const secret of [own.username, 'Asha']) expect(text).not.toContain(secret);
    expect(await here('10.30.9.10')).toBeNull();
  });

  it('nothing is seen where the header is not that of a trusted proxy', async () => {
    await online(own, '10.30.9.8');
    expect(await trusting('10.30.9.8').ok('portal.here', { ispid: tenant.ispid })).toBeNull();
  });

  /** Asks from an address, as a trusted proxy says it. */
  async function startHere() {
    await online(own, '10.30.9.9');
    const { openContext } = await import('../../../../src/rpc/open-context.ts');
    const { FailedLogins } = await import('../../../../src/rpc/failed-logins.ts');
    const none = { userid: undefined, apiKey: undefined };
    return (address: string) => {
      const context = openContext(api.kernel, new FailedLogins(api.clock), { credentials: none, address });
      return appRouter.createCaller(context).portal.here({ ispid: tenant.ispid });
    };
  }
});

describe('one customer alone', () => {
  it('keeps a node busy for a minute at most', async () => {
    const eager = await addSubscriber(api, tenant);
    const theirs = await signedIn(api, tenant, eager);
    // Counted before the input is looked at.
    const calls = Array.from({ length: 130 }, () => theirs.call('portal.usage'));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400).length).toBe(120);
    expect(new Set(statuses)).toEqual(new Set([400, 429]));
    expect(await seen(browser, own.serviceid)).toMatchObject({ serviceid: own.serviceid });
  });

  it('is known again in another ISP only by its own session', async () => {
    const other = await portalTenant(api);
    expect(await browser.ok('portal.page', { ispid: other.ispid })).toMatchObject({ ispid: other.ispid });
    expect(await browser.ok('portal.overview')).toMatchObject({ isp: { ispid: tenant.ispid } });
  });
});
