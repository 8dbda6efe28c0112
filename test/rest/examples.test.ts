import { beforeAll, describe, expect, it } from 'vitest';
import { appRouter } from '../../src/app-router.ts';
import { digestOfKey } from '../../src/core/access/api-key.ts';
import { openApiDocument } from '../../src/rest/openapi.ts';
import { exampleOf } from '../../src/rest/openapi-examples.ts';
import { type Route, routesOf } from '../../src/rest/routes.ts';
import { makeInvoice } from '../factories/billing.ts';
import { type Api, type Credentials, startApi } from '../fixtures/api.ts';
import { addGateway, paidOrder, simulatedProviders } from '../fixtures/payment-providers.ts';
import { prepareReport } from '../fixtures/prepared-report.ts';
import { TO_BUSINESS } from '../fixtures/tax.ts';
import { contact, makeTenant, makeUser } from '../fixtures/tenants.ts';
import { PDF } from '../fixtures/uploads.ts';
import { CARE_LINE, ROUTER_CALLS, SERVER_ONLY, STREAMS } from '../rpc/walk.ts';

/** Deletions, each after those of what depends on its record. */
const DELETIONS = [
  'session.disconnect',
  'customer.chat_unlink',
  'service.identity_delete',
  'service.delete',
  'customer.delete',
  'plan.subplan_delete',
  'plan.delete',
  'topupplan.delete',
  'ippool.delete',
  'ip6pool.delete',
  'nas.ippool_delete',
  'nas.nat_delete',
  'realm.delete',
  'proxy.delete',
  'file.delete',
  'note.delete',
  'ticket.sla_delete',
  'ticket.calendar_delete',
  'ticket.category_delete',
  'visit.slot_delete',
  'ticket.queue_delete',
  'notice.delete',
  'webhook.delete',
  'gateway.delete',
  'nas.delete',
  'location.sublocation_delete',
  'location.delete',
  'user.delete',
  'reseller.delete',
  'isp.delete',
];

/** Refused once the other examples have changed what is owed; `test/areas/care/care-line/messages.test.ts` sends it. */
const NOTHING_TO_PAY = 'care.pay_link';
/** Refused until the retention is over; `test/areas/installation/erasure` sends it. */
const TOO_EARLY = 'customer.erase';
/** Needs a second service, which would keep the customer from being deleted; `test/areas/money/adjustments/transfer.test.ts` sends it. */
const BETWEEN_TWO = 'service.transfer';
/** Needs a payment over several services; `test/areas/money/several-services.test.ts` sends it. */
const OF_SEVERAL = 'payment.cancel_receipt';

type Sent = (route: Route, type: string) => Promise<{ procedure: string; status: number; error: string | null }>;

const routes = routesOf(appRouter);
const { paths = {} } = openApiDocument(appRouter);

/** What the document shows for a path: content types, and the example of each; undefined without parameters. */
function examplesOf({ meta }: Route): Record<string, { example?: Record<string, string> }> {
  const body = paths[meta.rest[0]]?.post?.requestBody;
  return body && 'content' in body ? (body.content as ReturnType<typeof examplesOf>) : {};
}

/** Sends the example of an endpoint as the document has it, as who may call it. */
function sender(api: Api, me: Credentials, program: Credentials): Sent {
  const callerOf = (procedure: string) => {
    if (SERVER_ONLY.includes(procedure)) return api.admin;
    return CARE_LINE.includes(procedure) ? program : me;
  };
  return async (route, type) => {
    const { userid, api_key } = callerOf(route.procedure);
    const example = examplesOf(route)[type]?.example ?? {};
    const body = type === 'application/json' ? JSON.stringify(example) : new URLSearchParams(example).toString();
    const headers = { 'content-type': type, 'x-userid': String(userid), 'x-api-key': api_key };
    const sent = route.meta.upload
      ? {
          query: `?${new URLSearchParams(exampleOf(route))}`,
          body: PDF,
          headers: { ...headers, 'content-type': 'application/pdf' },
        }
      : { query: '', body, headers };
    const { query, ...rest } = sent;
    const response = await fetch(`${api.url}/api${route.meta.rest[0]}${query}`, { method: 'POST', ...rest });
    const isFile = !response.headers.get('content-type')?.startsWith('application/json');
    const { error } = isFile ? { error: null } : ((await response.json()) as { error: string | null });
    // The stream of events has no end.
    if (STREAMS.includes(route.procedure)) await response.body?.cancel();
    else if (isFile) await response.arrayBuffer();
    return { procedure: route.procedure, status: response.status, error };
  };
}

const FORM = 'application/x-www-form-urlencoded';

/** A database where the records that the examples name are there: the first of each kind. */
async function prepared(): Promise<{ api: Api; me: Credentials; send: Sent }> {
  const api = await startApi(await simulatedProviders());
  const { ispid, resellerid, me, serviceid } = await makeTenant(api);
  await makeUser(api, me, { ispid, groupname: 'Employee', resellerid, roles: 'Support' });
  await api.ok('plan/subplan_create', { planid: 1, name: 'Free', units: 1, charge1: 'Internet', amt1: 0 }, me);
  await makeCodes(api, me);
  await api.ok('radius/nas/ippool_create', { resellerid, name: 'pool' }, me);
  const nat = {
    inside_from: '100.65.0.0',
    inside_upto: '100.65.0.63',
    public_from: '203.0.113.1',
    public_upto: '203.0.113.4',
  };
  await api.ok('radius/nas/nat_create', { nasid: 1, ...nat, ports: 2016 }, me);
  await api.ok('radius/proxy/create', { name: 'Proxy', ip: '127.9.0.1', secret: 'proxy secret' }, me);
  await addGateway(api, me);
  await api.ok('topupplan/create', { resellerid, name: '5 GB', gb: 5, amt: 50, type: 'Expiring' }, me);
  const pool = { resellerid, pool_name: 'static', range_from: '10.0.0.1', range_upto: '10.0.0.9' };
  await api.ok('radius/ippool/create', pool, me);
  await api.ok('service/identity_add', { serviceid, mac: '02:00:00:00:00:99' }, me);
  const service = await api.db.prisma.service.update({ where: { id: serviceid }, data: { username: 'ravi' } });
  await makeInvoice(api.db, service, { taxDocument: TO_BUSINESS });
  await api.db.prisma.loginUser.update({ where: { id: me.userid }, data: { cashLimit: 1000 } });
  await api.db.prisma.alert.create({ data: { ispId: ispid, nasId: 1, kind: 'silent', openedAt: new Date() } });
  await api.ok('payment/new', { serviceid, amt: 100, mode: 'Cash' }, me);
  await addSessions(api);
  await prepareReport(api, me, { report: 'expiring' });
  const program = await makeUser(api, me, { ispid, roles: 'CareLine' });
  await addCaller(api, program);
  const offered = { id: me.userid, amt: 10, to: 'user', receiverid: program.userid };
  await api.ok('auth/user/cash_settle', offered, me);
  return { api, me, send: sender(api, me, program) };
}

/** Codes of the free sub plan. */
async function makeCodes(api: Api, me: Credentials): Promise<void> {
  const sold = { customerid: 1, planid: 1, subplanid: 2, location_code: 'BLR', sub_location_code: 'BLR-N' };
  await api.ok('hotspot/batch_create', { ...sold, count: 2, valid_hours: 24, use_until: '2030-12-31' }, me);
}

/** One that is open, and one that has ended. */
async function addSessions({ db }: Api): Promise<void> {
  const { ispId, resellerId, id, username } = await db.prisma.service.findUniqueOrThrow({ where: { id: 1 } });
  const at = new Date();
  const nas = { nasId: 1, nasIp: '127.0.0.1', startedAt: at, updatedAt: at };
  const common = { ...nas, ispId, resellerId, serviceId: id, username };
  const sessions = [
    { ...common, acctSessionId: 'open' },
    { ...common, acctSessionId: 'ended', endedAt: at },
  ];
  await db.prisma.session.createMany({ data: sessions });
}

/** A caller who has proved who they are, and what the ISP sends by SMS. Their ids are not those of other examples. */
async function addCaller({ db }: Api, { userid }: Credentials): Promise<void> {
  const { ispId, customerId } = await db.prisma.service.findUniqueOrThrow({ where: { id: 1 } });
  const at = new Date();
  const caller = {
    ...{ ispId, userId: userid, callId: 'CA1', customerId, serviceIds: [1], level: 2, number: '+919800000001' },
    digest: new Uint8Array(digestOfKey('the-caller-of-care-identify')),
    ...{ createdAt: at, expiresAt: new Date(at.getTime() + 600_000) },
  };
  await db.prisma.careCaller.create({ data: caller });
  const waId = 'IN.13491208655302741918';
  const digest = new Uint8Array(digestOfKey('the-caller-of-a-chat'));
  await db.prisma.careCaller.create({ data: { ...caller, callId: 'CA4', waId, digest } });
  await db.prisma.careChat.create({ data: { ispId, customerId, waId, linkedAt: at } });
  for (const [id, trigger, body] of [
    [101, 'sign_in_code', '{code}'],
    [102, 'pay_link', '{pay_url}'],
  ] as const)
    await db.prisma.notice.create({ data: { id, ispId, trigger, channel: 'sms', body, fromEvent: 0n } });
  const url = 'https://sms.invalid/';
  await db.prisma.noticeSender.create({ data: { id: 101, ispId, channel: 'sms', url } });
}

describe('the example of each endpoint is accepted', () => {
  let send: Sent;

  beforeAll(async () => {
    const { api, me, ...made } = await prepared();
    const lead = { resellerid: 1, name: 'Asha', address: '2 Main Road', source: 'Web', ...contact };
    await api.ok('lead/create', lead, me);
    await api.ok('payment/new', { serviceid: 1, amt: 1, mode: 'Cheque' }, me);
    await paidOrder(api, 1, me);
    await api.ok('ticket/category_create', { name: 'x' }, me);
    const { id: colleague } = await api.db.prisma.loginUser.findFirstOrThrow({ where: { resellerId: 1 } });
    const ticket = { customerid: 1, categoryid: 1, text: 'x' };
    for (const handler of [{}, {}, { assigned_to: colleague }, {}])
      await api.ok('ticket/create', { ...ticket, ...handler }, me);
    await api.ok('ticket/move', { id: 4, report: 'take' }, me);
    await api.ok('ticket/move', { id: 4, report: 'resolve', resolution: 'Fixed' }, me);
    const visit = { serviceid: 1, day: '2030-03-01', hours: '09:00-12:00' };
    await api.ok('visit/create', visit, me);
    await api.ok('visit/conflict_report', { id: 1, text: 'x' }, me);
    const outage = { kind: 'Outage', title: 'x', serviceids: 1, count: 1 };
    await api.ok('incident/create', outage, me);
    await api.ok('incident/create', outage, me);
    await api.ok('incident/move', { id: 2, report: 'resolve' }, me);
    send = made.send;
  });

  const unsent = [...DELETIONS, NOTHING_TO_PAY, TOO_EARLY, BETWEEN_TWO, OF_SEVERAL, ...Object.keys(ROUTER_CALLS)];
  const others = routes.filter(({ procedure }) => !unsent.includes(procedure));

  it.each(others.map((route) => [route.procedure, route] as const))('%s', async (procedure, route) => {
    expect(await send(route, FORM)).toEqual({ procedure, status: 200, error: null });
    if (route.type === 'query' && examplesOf(route)['application/json'])
      expect(await send(route, 'application/json')).toEqual({ procedure, status: 200, error: null });
  });
});

describe('the example of each deletion is accepted, once nothing depends on its record', () => {
  let api: Api;
  let send: Sent;

  beforeAll(async () => {
    const { me, ...made } = await prepared();
    ({ api, send } = made);
    const pool = { name: 'homes', prefix: '2001:db8::/40', length: 56, kind: 'Delegated' };
    await api.ok('radius/ip6pool/create', pool, me);
    await api.ok('radius/realm/create', { realm: 'example.net' }, me);
    await api.ok('webhook/create', { url: 'https://crm.invalid/hook' }, me);
    await api.ok('notice/create', { on: 'np', channel: 'sms', body: 'x' }, me);
    await api.ok('note/create', { customerid: 1, text: 'x' }, me);
    await api.ok('file/upload', { customerid: 1, kind: 'Visit', name: 'x' }, me);
    await api.ok('ticket/queue_create', { name: 'x' }, me);
    await api.ok('ticket/category_create', { name: 'x' }, me);
    await api.ok('ticket/sla_set', { categoryid: 1, priority: 'Low', resolve_minutes: 60 }, me);
    await api.ok('ticket/calendar_set', { mon: '09:00-18:00' }, me);
    await api.ok('visit/slot_set', { hours: '09:00-12:00', capacity: 1 }, me);
    // A service that owes or is owed something is not deleted.
    await api.ok('service/update', { serviceid: 1, discount_percent: 100 }, me);
    await api.ok('service/planchange', { serviceid: 1, planid: 1, subplanid: 1, schedule: 'immediately' }, me);
  });

  it('and each endpoint that deletes is here', () => {
    const deleting = routes.filter(({ procedure }) => procedure.endsWith('delete')).map(({ procedure }) => procedure);
    expect([...DELETIONS].sort()).toEqual(['session.disconnect', 'customer.chat_unlink', ...deleting].sort());
  });

  it.each(DELETIONS)('%s', async (procedure) => {
    const route = routes.find((each) => each.procedure === procedure);
    if (!route) throw new Error(`there is no ${procedure}`);
    expect(await send(route, FORM)).toEqual({ procedure, status: 200, error: null });
    if (procedure === 'session.disconnect') await api.db.prisma.session.updateMany({ data: { endedAt: new Date() } });
  });
});
