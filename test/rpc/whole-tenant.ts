import { Decimal } from 'decimal.js';
import { BANK, cashAccount } from '../../src/areas/money/billing/ledger/accounts.ts';
import { credit, debit } from '../../src/areas/money/billing/ledger/entry.ts';
import { post } from '../../src/areas/money/billing/store/ledger/post.ts';
import { makeInvoice } from '../factories/billing.ts';
import type { Api } from '../fixtures/api.ts';
import { addGateway, paidOrder } from '../fixtures/payment-providers.ts';
import { prepareReport } from '../fixtures/prepared-report.ts';
import { TO_BUSINESS } from '../fixtures/tax.ts';
import { contact, makeTenant, makeUser, serviceFields, type Tenant } from '../fixtures/tenants.ts';
import type { Ids } from './walk.ts';

/** A tenant with a record of every sort that a call can name. */
export async function wholeTenant(api: Api): Promise<Ids> {
  const tenant = await makeTenant(api);
  const { ispid, resellerid, me, serviceid } = tenant;
  const { userid } = await makeUser(api, me, { ispid, groupname: 'Employee', resellerid, roles: 'Support' });
  const { userid: programid } = await makeUser(api, me, {
    ispid,
    groupname: 'Reseller',
    resellerid,
    roles: 'CareLine',
  });
  const { id: keyid } = await api.db.prisma.apiKey.findFirstOrThrow({ where: { userId: userid } });
  await giveCash(api, ispid, userid);
  const offered = { id: userid, amt: 1, to: 'user', receiverid: me.userid };
  const { handoverid } = await api.ok<{ handoverid: string }>('auth/user/cash_settle', offered, me);
  const lead = { resellerid, name: 'Asha', address: '2 Main Road', source: 'Web', ...contact };
  const leadid = await api.ok<number>('lead/create', lead, me);
  const poolid = await api.ok<number>('radius/nas/ippool_create', { resellerid, name: 'pool-1' }, me);
  const topup = { resellerid, name: '10 GB', gb: 10, amt: 90, type: 'NonExpiring' };
  const topupplanid = await api.ok<number>('topupplan/create', topup, me);
  const service = await api.db.prisma.service.findUniqueOrThrow({ where: { id: serviceid } });
  const invoiceid = await makeInvoice(api.db, service, { taxDocument: TO_BUSINESS });
  const opensessionid = await openSession(api, tenant);
  const payment = { serviceid, amt: 100, mode: 'Online', ref_no: 'walk' };
  const paymentid = await api.ok<number>('payment/new', payment, me);
  const cheque = { serviceid, amt: 1, mode: 'Cheque' };
  const chequeid = await api.ok<number>('payment/new', cheque, me);
  await api.ok('service/adjust', { serviceid, type: 'Debit', amt: 10, tax: 'None', reason: 'whole' }, me);
  const poolname = `pool-${ispid}`;
  const pool = { resellerid, pool_name: poolname, range_from: '10.1.0.0', range_upto: '10.1.0.19' };
  await api.ok('radius/ippool/create', pool, me);
  const ip6pool = { resellerid, name: 'homes', prefix: '2001:db8::/40', length: 56, kind: 'Delegated' };
  const ip6poolid = await api.ok<number>('radius/ip6pool/create', ip6pool, me);
  const proxy = { name: 'Proxy', ip: `127.2.${ispid >> 8}.${ispid & 255}`, secret: 'proxy secret' };
  const proxyid = await api.ok<number>('radius/proxy/create', proxy, me);
  const identityid = await api.ok<number>('service/identity_add', { serviceid, circuit_id: 'whole 1/1' }, me);
  const hook = { url: 'https://crm.invalid/hook' };
  const { id: webhookid } = await api.ok<{ id: number }>('webhook/create', hook, me);
  const nat = {
    inside_from: '100.64.0.0',
    inside_upto: '100.64.0.63',
    public_from: '198.51.100.1',
    public_upto: '198.51.100.2',
  };
  const natruleid = await api.ok<number>('radius/nas/nat_create', { nasid: tenant.nasid, ...nat, ports: 1000 }, me);
  const realmruleid = await api.ok<number>('radius/realm/create', { realm: 'whole.example' }, me);
  const isSimulated = api.kernel.config.gatewaySimulatorUrl !== undefined;
  const gatewayid = isSimulated ? await addGateway(api, me) : 0;
  const orderid = isSimulated ? await paidOrder(api, serviceid, me) : 0;
  const noticeid = await api.ok<number>('notice/create', { on: 'np', channel: 'sms', body: 'whole' }, me);
  await api.ok('notice/opt_out', { customerid: tenant.customerid, channel: 'sms', opt_out: 'on' }, me);
  const provider = { channel: 'whatsapp', url: 'https://sms.invalid/', secret: 'k3y' };
  await api.ok('notice/sender_set', provider, me);
  await api.ok('notice/sender_set', { channel: 'email', host: 'smtp.invalid', from: 'isp@example.net' }, me);
  await api.ok('message/opt_out', { customerid: tenant.customerid, channel: 'sms', opt_out: 'on' }, me);
  const texts = '[{"channel":"email","language":"en","subject":"whole","body":"whole"}]';
  const toAll = () => api.ok<number>('message/send', { title: 'whole', texts, count: 1 }, me);
  const [messageid, pausedid] = [await toAll(), await toAll()];
  await api.ok('message/pause', { id: pausedid }, me);
  await api.db.pool.query(
    `INSERT INTO crm.notice_message (isp_id, reseller_id, notice_id, key, service_id, customer_id, channel, due_at, created_at)
     VALUES ($1, $2, $3, 'whole', $4, $5, 'sms', now(), now())`,
    [ispid, resellerid, noticeid, serviceid, tenant.customerid],
  );
  const preparedid = await prepareReport(api, me, { report: 'expiring' });
  const { customerid, planid, subplanid } = tenant;
  const other = {
    ...serviceFields,
    customerid,
    planid,
    subplanid,
    username: `second${ispid}`,
    bill_from: '2999-01-01',
  };
  const secondserviceid = await api.ok<number>('service/create', other, me);
  await api.ok('payment/new', { serviceid: secondserviceid, amt: 10, mode: 'Bank' }, me);
  const receiptid = await api.ok<number>('payment/new', { customerid, amt: 20, mode: 'Bank' }, me);
  const noteid = await api.ok<number>('note/create', { serviceid, text: 'whole' }, me);
  const queueid = await api.ok<number>('ticket/queue_create', { name: 'whole' }, me);
  const called = { serviceid, number: '9800000001', direction: 'In', outcome: 'Callback', queueid };
  const callid = await api.ok<number>('call/create', called, me);
  const task = { serviceid, title: 'whole', due_at: '2027-01-31 10:00:00' };
  const taskid = await api.ok<number>('task/create', task, me);
  const categoryid = await api.ok<number>('ticket/category_create', { name: 'whole' }, me);
  const slaid = await api.ok<number>('ticket/sla_set', { categoryid, priority: 'Normal', resolve_minutes: 480 }, me);
  const calendarid = await api.ok<number>('ticket/calendar_set', { mon: '09:00-18:00', fri: '09:00-12:00' }, me);
  const handed = await api.ok<number>('ticket/queue_create', { resellerid, name: 'handed' }, me);
  const file = async (fields: object = {}) => {
    const ticket = { serviceid, categoryid, text: 'whole', ...fields };
    return Number((await api.ok<{ id: string }>('ticket/create', ticket, me)).id);
  };
  const [ticketid, twinid, handedid, resolvedid, closedid, appealedid] = [
    await file(),
    await file(),
    await file({ queueid: handed }),
    await file(),
    await file(),
    await file(),
  ];
  const fileid = await api.ok<number>('file/upload', { serviceid, kind: 'Visit', name: 'whole' }, me);
  for (const id of [resolvedid, closedid, appealedid]) {
    await api.ok('ticket/move', { id, report: 'take' }, me);
    await api.ok('ticket/move', { id, report: 'resolve', resolution: 'Fixed' }, me);
  }
  const appealid = await api.ok<number>('ticket/appeal', { id: appealedid, text: 'whole' }, me);
  const booking = { serviceid, day: '2030-01-31', hours: '09:00-12:00' };
  const [visitid, stuckvisitid] = [
    await api.ok<number>('visit/create', booking, me),
    await api.ok<number>('visit/create', booking, me),
  ];
  await api.ok('visit/conflict_report', { id: stuckvisitid, text: 'whole' }, me);
  const slot = { location_code: 'BLR', hours: '09:00-12:00', capacity: 9 };
  const slotid = await api.ok<number>('visit/slot_set', slot, me);
  const outage = { kind: 'Outage', title: 'whole', serviceids: serviceid, count: 1 };
  const [incidentid, endedid] = [
    await api.ok<number>('incident/create', outage, me),
    await api.ok<number>('incident/create', outage, me),
  ];
  await api.ok('incident/move', { id: endedid, report: 'resolve' }, me);
  const alert = { ispId: ispid, nasId: tenant.nasid, kind: 'silent', openedAt: new Date() };
  const { id: alertid } = await api.db.prisma.alert.create({ data: alert, select: { id: true } });
  const free = { planid: tenant.planid, name: 'Gratis', units: 1, charge1: 'Internet', amt1: 0 };
  const freesubplanid = await api.ok<number>('plan/subplan_create', free, me);
  const codes = { count: 2, valid_hours: 1, use_until: '2030-12-31', location_code: 'BLR', sub_location_code: 'BLR-N' };
  const sold = { customerid: tenant.customerid, planid: tenant.planid, subplanid: freesubplanid };
  const batchid = await api.ok<number>('hotspot/batch_create', { ...sold, ...codes }, me);
  const made = {
    batchid,
    freesubplanid,
    alertid,
    incidentid,
    secondserviceid,
    endedid,
    fileid,
    visitid,
    stuckvisitid,
    slotid,
    ticketid,
    twinid,
    handedid,
    resolvedid,
    closedid,
    appealid,
    categoryid,
    slaid,
    calendarid,
    noteid,
    callid,
    taskid,
    queueid,
    noticeid,
    messageid,
    pausedid,
    natruleid,
    realmruleid,
    webhookid,
    gatewayid,
    orderid,
    opensessionid,
    ip6poolid,
    proxyid,
    identityid,
    userid,
    programid,
    keyid,
    leadid,
    poolid,
    topupplanid,
    ...{ paymentid, chequeid, receiptid, handoverid: Number(handoverid) },
    invoiceid,
    preparedid,
  };
  return { ...tenant, ...made, poolname };
}

/** Cash in the hands of a login user. */
async function giveCash({ db }: Api, ispId: number, userId: number): Promise<void> {
  await db.transaction((tx) =>
    post(tx, {
      ispId,
      kind: 'opening',
      postedOn: '2026-01-01',
      by: 'test',
      lines: [debit(cashAccount(userId), new Decimal(5)), credit(BANK, new Decimal(5))],
    }),
  );
}

async function openSession({ db }: Api, { ispid, resellerid, nasid, username, serviceid }: Tenant): Promise<number> {
  const now = new Date();
  const common = {
    ispId: ispid,
    resellerId: resellerid,
    nasId: nasid,
    nasIp: '127.0.0.1',
    username,
    serviceId: serviceid,
    startedAt: now,
    updatedAt: now,
  };
  const { id } = await db.prisma.session.create({ data: { ...common, acctSessionId: 'open' } });
  await db.prisma.session.create({ data: { ...common, acctSessionId: 'ended', endedAt: now } });
  return Number(id);
}
