import { GST_SELLER } from '../fixtures/tax.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { contact, customerFields, planFields, serviceFields } from '../fixtures/tenants.ts';

type Parameters = Record<string, string | number>;

const TEXTS = '[{"channel":"email","language":"en","subject":"walk","body":"walk"}]';

/** More records of a tenant than `makeTenant` makes: what the calls below name. */
export interface Ids extends Tenant {
  readonly userid: number;
  /** A login user of the role CareLine. */
  readonly programid: number;
  /** An API key of the login user. */
  readonly keyid: number;
  readonly leadid: number;
  readonly poolid: number;
  readonly paymentid: number;
  readonly chequeid: number;
  /** Of a payment over several services. */
  readonly receiptid: number;
  readonly handoverid: number;
  readonly topupplanid: number;
  readonly invoiceid: number;
  readonly poolname: string;
  readonly proxyid: number;
  /** Of payments on the Internet; 0 without simulated providers. */
  readonly gatewayid: number;
  /** A payment order that was paid; 0 without simulated providers. */
  readonly orderid: number;
  /** Of `session/live`. */
  readonly opensessionid: number;
  readonly ip6poolid: number;
  readonly webhookid: number;
  readonly noticeid: number;
  readonly messageid: number;
  /** Another, which is paused. */
  readonly pausedid: number;
  readonly natruleid: number;
  readonly realmruleid: number;
  /** An identity of the service. */
  readonly identityid: number;
  /** A prepared report. */
  readonly preparedid: number;
  /** Of the same customer, with an advance. */
  readonly secondserviceid: number;
  readonly noteid: number;
  readonly callid: number;
  readonly taskid: number;
  readonly queueid: number;
  readonly ticketid: number;
  /** Another ticket of the same customer. */
  readonly twinid: number;
  /** One that the reseller works on. */
  readonly handedid: number;
  /** One that is resolved. */
  readonly resolvedid: number;
  /** Another. */
  readonly closedid: number;
  /** Of a third. */
  readonly appealid: number;
  readonly categoryid: number;
  readonly slaid: number;
  readonly calendarid: number;
  readonly fileid: number;
  readonly visitid: number;
  /** One that something could not be carried out for. */
  readonly stuckvisitid: number;
  readonly slotid: number;
  /** A batch of codes, and the free sub plan of them. */
  readonly batchid: number;
  readonly freesubplanid: number;
  /** An open alert of the NAS. */
  readonly alertid: number;
  /** An open incident of the service. */
  readonly incidentid: number;
  /** One that is resolved. */
  readonly endedid: number;
}

/** Reports of money and usage: of one ISP each. */
const days = { from: '2026-01-01', to: '2026-01-31' };
const REPORTS: Record<string, Parameters> = {
  collections_by_day: days,
  collections_by_mode: days,
  collections_by_collector: days,
  cash_in_hand: {},
  outstanding_by_reseller: {},
  outstanding_by_location: {},
  outstanding_by_plan: {},
  revenue_by_plan: days,
  revenue_by_location: days,
  revenue_by_reseller: days,
  revenue_by_tax: days,
  outside_gstr1: days,
  commissions: days,
  subscribers_by_month: days,
  expiring: {},
  forecast: { until: days.to },
  forecast_services: { until: days.to },
  top_users: days,
  usage_by_subscriber: days,
  usage_by_plan: days,
  usage_by_nas: days,
  usage_by_hour: days,
  tickets_by_category: days,
  tickets_by_location: days,
  tickets_by_nas: days,
  tickets_by_reseller: days,
  tickets_by_agent: days,
  csv: { report: 'expiring' },
  pdf: { report: 'expiring' },
  prepare: { report: 'expiring' },
  prepared: {},
};

/**
 * For every procedure that names a record: a call that is right for the owner of the records. The walk makes it as another
 * tenant first, where each record must look as if it did not exist. Deletions come last, and only what nothing needs.
 */
export const CALLS: Record<string, (own: Ids) => Parameters> = {
  'reseller.create': ({ ispid }) => ({
    ispid,
    type: 'Reseller',
    name: 'New',
    code: 'NEW',
    invoice_by: 'ISP',
    payment_by: 'ISP',
    ...contact,
  }),
  'reseller.update': ({ resellerid }) => ({ resellerid, name: 'Renamed' }),
  'location.create': ({ ispid }) => ({ ispid, location_code: 'MAA', location: 'Chennai' }),
  'location.sublocation_create': ({ ispid }) => ({
    ispid,
    location_code: 'BLR',
    sub_location_code: 'BLR-S',
    sub_location: 'South',
  }),
  'location.update': ({ ispid }) => ({ ispid, location_code: 'BLR', location: 'Bangalore' }),
  'location.sublocation_update': ({ ispid }) => ({
    ispid,
    location_code: 'BLR',
    sub_location_code: 'BLR-N',
    sub_location: 'Far north',
  }),
  'user.create': ({ ispid }) => ({
    ispid,
    username: 'somebody',
    password: 'secret word',
    groupname: 'ISP',
    roles: 'ReadOnly',
    cash_limit: 0,
  }),
  'user.update': ({ userid }) => ({ id: userid, cash_limit: 10 }),
  'user.roles': ({ userid }) => ({ id: userid }),
  'user.keys': ({ userid }) => ({ id: userid }),
  'user.key_end': ({ userid, keyid }) => ({ id: userid, keyid }),
  'user.cash_settle': ({ userid }) => ({ id: userid, amt: 1 }),
  'user.cash_answer': ({ handoverid }) => ({ id: handoverid, action: 'Refuse', reason: 'walk' }),
  'user.api_key_rotate': ({ userid }) => ({ id: userid }),
  'user.second_factor_remove': ({ userid }) => ({ id: userid }),
  'user.branch_address_make': ({ programid }) => ({ id: programid }),
  'user.branch_address_end': ({ programid }) => ({ id: programid }),
  'plan.create': ({ resellerid }) => ({ resellerid, ...planFields }),
  'plan.traffic': ({ planid }) => ({ id: planid }),
  'plan.quote': ({ planid, subplanid, resellerid }) => ({ planid, subplanid, resellerid }),
  'plan.update': ({ planid }) => ({ id: planid, name: 'Renamed' }),
  'plan.subplan_create': ({ planid }) => ({ planid, name: 'Quarterly', units: 3, charge1: 'Internet', amt1: 1400 }),
  'plan.subplan_update': ({ subplanid }) => ({ id: subplanid, name: 'Renamed' }),
  'topupplan.create': ({ resellerid }) => ({ resellerid, name: '5 GB', gb: 5, amt: 50, type: 'Expiring' }),
  'topupplan.update': ({ topupplanid }) => ({ id: topupplanid, amt: 45 }),
  'customer.create': ({ resellerid }) => ({ resellerid, ...customerFields }),
  'customer.caf': ({ customerid }) => ({ customerid }),
  'customer.export_person': ({ customerid }) => ({ customerid, reason: 'walk' }),
  'customer.phone_reveal': ({ customerid }) => ({ customerid }),
  'customer.update': ({ customerid }) => ({ customerid, name: 'Renamed' }),
  'customer.chat_unlink': ({ customerid }) => ({ customerid }),
  'customer.portal_password': ({ customerid }) => ({ customerid, new_password: 'correct horse' }),
  'service.create': ({ customerid, planid, subplanid }) => ({
    customerid,
    planid,
    subplanid,
    username: 'walker',
    ...serviceFields,
  }),
  'nas.create': ({ resellerid }) => ({ resellerid, name: 'Edge', ip: '127.9.9.9', secret: 'edge secret' }),
  'nas.update': ({ nasid, proxyid }) => ({ id: nasid, name: 'Renamed', proxyid }),
  'nas.network': ({ ispid }) => ({ ispid }),
  'nas.traffic': ({ nasid }) => ({ id: nasid }),
  'nas.onboard': ({ nasid }) => ({ id: nasid }),
  'nas.script': ({ nasid }) => ({ id: nasid }),
  'nas.api_status': ({ nasid }) => ({ id: nasid }),
  'nas.api_pin': ({ nasid }) => ({ id: nasid, fingerprint: 'a1'.repeat(32) }),
  'proxy.create': ({ ispid }) => ({ ispid, name: 'Proxy', ip: '127.9.9.10', secret: 'proxy secret' }),
  'proxy.update': ({ proxyid }) => ({ id: proxyid, name: 'Renamed' }),
  'nas.ippool_create': ({ resellerid }) => ({ resellerid, name: 'pool-2' }),
  'nas.ippool_update': ({ poolid }) => ({ id: poolid, notes: 'changed' }),
  'nas.nat_create': ({ nasid }) => ({
    nasid,
    inside_from: '100.65.0.0',
    inside_upto: '100.65.0.63',
    public_from: '198.51.100.3',
    public_upto: '198.51.100.4',
    ports: 1000,
  }),
  'realm.create': ({ ispid, nasid }) => ({ ispid, nasid, realm: 'walker.example' }),
  'realm.update': ({ realmruleid }) => ({ id: realmruleid, notes: 'changed' }),
  'realm.test': ({ ispid, nasid }) => ({ ispid, nasid, username: 'ravi@walker.example' }),
  'nas.nat_update': ({ natruleid }) => ({ id: natruleid, notes: 'changed' }),
  'lead.create': ({ resellerid }) => ({ resellerid, name: 'Asha', address: '2 Main Road', source: 'Web', ...contact }),
  'lead.reminder': ({ leadid }) => ({ id: leadid, action: 'set', timestamp: '2027-01-01 10:00:00' }),
  'lead.update': ({ leadid }) => ({ id: leadid, status: 'Welcome-Call', report: 'Customer-Accepted' }),
  'lead.edit': ({ leadid, userid }) => ({ id: leadid, name: 'Asha', assigned_to: userid }),
  'lead.phone_reveal': ({ leadid }) => ({ id: leadid }),
  'lead.return': ({ leadid }) => ({ id: leadid, status: 'Welcome-Call' }),
  'isp.update': ({ ispid }) => ({ ispid, name: 'Renamed' }),
  'isp.settings': ({ ispid }) => ({ ispid }),
  'isp.settings_update': ({ ispid }) => ({ ispid, np_grace_days: 5 }),
  'reseller.wallet_update': ({ resellerid }) => ({ resellerid, action: 'TopUp', amt: 100 }),
  'service.update': ({ serviceid }) => ({ serviceid, discount_amt: 5 }),
  'service.topup': ({ serviceid }) => ({ serviceid, gb: 5, amt: 50, type: 'Expiring' }),
  'service.planchange': ({ serviceid, planid, subplanid }) => ({ serviceid, planid, subplanid, schedule: 'next_bill' }),
  'service.action': ({ serviceid }) => ({ serviceid, action: 'bill' }),
  'service.action_many': ({ serviceid }) => ({ serviceids: serviceid, action: 'bill' }),
  'service.adjust': ({ serviceid, invoiceid }) => ({ serviceid, type: 'Credit', amt: 10, invoiceid, reason: 'walk' }),
  'service.write_off': ({ serviceid }) => ({ serviceid, reason: 'walk' }),
  'service.transfer': ({ secondserviceid: from, serviceid: to }) => ({ from, to, amt: 1, reason: 'walk' }),
  'payment.new': ({ serviceid }) => ({ serviceid, amt: 10, mode: 'Online' }),
  'payment.refund': ({ serviceid }) => ({ serviceid, of: 'Advance', amt: 1, mode: 'Bank', reason: 'walk' }),
  'payment.bounce': ({ chequeid }) => ({ id: chequeid, reason: 'walk' }),
  'payment.cancel': ({ paymentid }) => ({ id: paymentid, reason: 'entered twice' }),
  'payment.cancel_receipt': ({ receiptid }) => ({ receiptid, reason: 'entered twice' }),
  'service.usage_report': ({ serviceid }) => ({
    serviceid,
    report_format: 'detailed',
    source: 'recent',
    date_from: '2026-01-01',
    date_upto: '2026-01-31',
  }),
  'service.usage': ({ serviceid }) => ({ serviceid }),
  'service.traffic': ({ serviceid }) => ({ serviceid }),
  'service.timeline': ({ serviceid }) => ({ serviceid }),
  'service.statement': ({ serviceid }) => ({ serviceid }),
  'customer.statement': ({ customerid }) => ({ customerid }),
  'service.mac_unbind': ({ serviceid }) => ({ serviceid }),
  'service.identity_add': ({ serviceid }) => ({ serviceid, circuit_id: 'walk 1/2/3' }),
  'ippool.create': ({ resellerid, ispid }) => ({
    ispid,
    resellerid,
    pool_name: 'pool-9',
    range_from: '10.9.0.0',
    range_upto: '10.9.0.9',
  }),
  'ip6pool.create': ({ resellerid, ispid }) => ({
    ispid,
    resellerid,
    name: 'homes-9',
    prefix: '2001:db8:9000::/40',
    length: 56,
    kind: 'Delegated',
  }),
  'ip6pool.update': ({ ip6poolid }) => ({ id: ip6poolid, name: 'Renamed' }),
  'ippool.update': ({ poolname }) => ({ pool_name: poolname, range_upto: '10.1.0.9' }),
  'invoice.pdf': ({ invoiceid }) => ({ id: invoiceid }),
  'isp.logo_set': ({ ispid }) => ({ ispid }),
  'tax.seller': ({ ispid }) => ({ ispid }),
  'tax.seller_set': ({ ispid }) => ({ ispid, ...GST_SELLER }),
  'tax.gstr1': ({ ispid }) => ({ ispid, month: '2026-11' }),
  'invoice.einvoice': ({ invoiceid }) => ({ id: invoiceid }),
  'invoice.einvoice_set': ({ invoiceid }) => ({ id: invoiceid, irn: 'a'.repeat(64) }),
  'payment.receipt': ({ paymentid }) => ({ id: paymentid }),
  'subscriber.get': ({ serviceid }) => ({ serviceid }),
  'session.status': ({ username }) => ({ username }),
  'session.last_online': ({ username }) => ({ username }),
  'session.disconnect': ({ username }) => ({ username }),
  'session.refusals': ({ ispid }) => ({ ispid }),
  'session.explain': ({ username }) => ({ username }),
  'notice.create': ({ ispid }) => ({ ispid, on: 'np', channel: 'whatsapp', body: 'walk' }),
  'notice.update': ({ noticeid }) => ({ id: noticeid, body: 'Walk' }),
  'notice.preview': ({ noticeid, serviceid }) => ({ id: noticeid, serviceid }),
  'notice.test': ({ noticeid, serviceid }) => ({ id: noticeid, serviceid, to: '9800000001' }),
  'notice.sender_set': ({ ispid }) => ({ ispid, channel: 'sms', url: 'https://sms.invalid/' }),
  'notice.opt_out': ({ customerid }) => ({ customerid, channel: 'whatsapp', opt_out: 'on' }),
  'message.preview': ({ ispid }) => ({ ispid, texts: TEXTS }),
  'message.send': ({ ispid }) => ({ ispid, texts: TEXTS, title: 'walk', count: 1 }),
  'message.pause': ({ messageid }) => ({ id: messageid }),
  'message.resume': ({ pausedid }) => ({ id: pausedid }),
  'message.cancel': ({ messageid }) => ({ id: messageid }),
  'message.get': ({ messageid }) => ({ id: messageid }),
  'message.opt_out': ({ customerid }) => ({ customerid, channel: 'whatsapp', opt_out: 'on' }),
  'webhook.create': ({ ispid, resellerid }) => ({ ispid, resellerid, url: 'https://crm.example.net/walk' }),
  'webhook.update': ({ webhookid }) => ({ id: webhookid, description: 'walk' }),
  'webhook.rotate': ({ webhookid }) => ({ id: webhookid }),
  'webhook.test': ({ webhookid }) => ({ id: webhookid }),
  'webhook.replay': ({ webhookid }) => ({ id: webhookid, after: 0 }),
  'trace.find': ({ ispid }) => ({ ispid, ip: '10.0.0.1', at: '2026-01-31 18:30:00', reason: 'Letter 12' }),
  'trace.export': ({ ispid }) => ({ ispid, ip: '10.0.0.1', at: '2026-01-31 18:30:00', reason: 'Letter 12' }),
  'dashboard.now': ({ ispid }) => ({ ispid }),
  'payment.summary': ({ ispid }) => ({ ispid, from_date: '2026-01-01', to_date: '2026-01-31', by: 'mode' }),
  'series.read': ({ ispid }) => ({ ispid, series: 'online', from: '2026-01-01', to: '2026-01-02' }),
  'lead.board': ({ ispid }) => ({ ispid }),
  'dashboard.due': ({ ispid }) => ({ ispid }),
  ...Object.fromEntries(
    Object.entries(REPORTS).map(([name, more]) => [`report.${name}`, ({ ispid }: Ids) => ({ ispid, ...more })]),
  ),
  'report.prepared_csv': ({ preparedid }) => ({ id: preparedid }),
  'gateway.create': ({ ispid }) => ({
    ...{ ispid, provider: 'Razorpay', name: 'Second', environment: 'Test' },
    ...{ key_id: 'rzp_test_walk', key_secret: 'walk secret' },
  }),
  'gateway.update': ({ gatewayid }) => ({ id: gatewayid, name: 'Renamed' }),
  'gateway.webhook': ({ gatewayid }) => ({ id: gatewayid }),
  'order.create': ({ serviceid, gatewayid }) => ({ serviceid, gatewayid, purpose: 'Advance', amt: 10 }),
  'order.check': ({ orderid }) => ({ id: orderid }),
  'note.create': ({ serviceid }) => ({ serviceid, text: 'walk' }),
  'note.update': ({ noteid }) => ({ id: noteid, text: 'walk' }),
  'phonecall.create': ({ serviceid }) => ({ serviceid, number: '9800000001', direction: 'In', outcome: 'Answered' }),
  'phonecall.phone_reveal': ({ callid }) => ({ id: callid }),
  'phonecall.update': ({ callid }) => ({ id: callid, note: 'walk' }),
  'task.create': ({ serviceid }) => ({ serviceid, title: 'walk', due_at: '2027-01-31 10:00:00' }),
  'task.update': ({ taskid }) => ({ id: taskid, title: 'walk' }),
  'task.move': ({ taskid }) => ({ id: taskid, state: 'Done' }),
  'ticket.queue_create': ({ resellerid }) => ({ resellerid, name: 'walk' }),
  'ticket.queue_update': ({ queueid }) => ({ id: queueid, name: 'Walk' }),
  'ticket.category_create': ({ ispid }) => ({ ispid, name: 'walk' }),
  'ticket.category_update': ({ categoryid }) => ({ id: categoryid, name: 'Renamed' }),
  'ticket.sla_set': ({ categoryid }) => ({ categoryid, priority: 'High', respond_minutes: 60 }),
  'ticket.calendar_set': ({ ispid }) => ({ ispid, location_code: 'BLR', mon: '09:00-13:00' }),
  'ticket.create': ({ serviceid, categoryid }) => ({ serviceid, categoryid, text: 'walk' }),
  'ticket.get': ({ ticketid }) => ({ id: ticketid }),
  'ticket.phone_reveal': ({ ticketid }) => ({ id: ticketid }),
  'ticket.edit': ({ ticketid }) => ({ id: ticketid, text: 'walk' }),
  'ticket.assign': ({ ticketid, queueid }) => ({ id: ticketid, queueid }),
  'ticket.escalate': ({ handedid }) => ({ id: handedid }),
  'ticket.rate': ({ resolvedid }) => ({ id: resolvedid, rating: 5 }),
  'ticket.appeal': ({ closedid }) => ({ id: closedid, text: 'walk' }),
  'ticket.appeal_move': ({ appealid }) => ({ id: appealid, report: 'acknowledge' }),
  'ticket.note': ({ ticketid }) => ({ id: ticketid, text: 'walk' }),
  'ticket.reply': ({ ticketid }) => ({ id: ticketid, text: 'walk' }),
  'ticket.board': ({ ispid }) => ({ ispid }),
  'ticket.status_count': ({ ispid }) => ({ ispid }),
  'ticket.move': ({ ticketid }) => ({ id: ticketid, report: 'take' }),
  'ticket.merge': ({ ticketid, twinid }) => ({ id: twinid, into: ticketid }),
  'file.upload': ({ serviceid }) => ({ serviceid, kind: 'Visit', name: 'walk' }),
  'file.view': ({ fileid }) => ({ id: fileid }),
  'visit.create': ({ serviceid }) => ({ serviceid, day: '2030-01-31', hours: '09:00-12:00' }),
  'visit.get': ({ visitid }) => ({ id: visitid }),
  'visit.edit': ({ visitid }) => ({ id: visitid, note: 'walk' }),
  'visit.move': ({ visitid }) => ({ id: visitid, state: 'OnWay' }),
  'visit.conflict_report': ({ visitid }) => ({ id: visitid, text: 'walk' }),
  'visit.conflict_settle': ({ stuckvisitid }) => ({ id: stuckvisitid }),
  'visit.slots': ({ ispid }) => ({ ispid, location_code: 'BLR' }),
  'visit.slot_set': ({ resellerid }) => ({ resellerid, location_code: 'BLR', hours: '12:00-15:00', capacity: 2 }),
  'incident.preview': ({ ispid, nasid }) => ({ ispid, nasid }),
  'incident.create': ({ ispid, serviceid }) => ({
    ...{ ispid, serviceids: serviceid, kind: 'Outage', title: 'walk', count: 1 },
  }),
  'hotspot.batch_create': ({ customerid, planid, freesubplanid }) => ({
    ...{ customerid, planid, subplanid: freesubplanid, location_code: 'BLR', sub_location_code: 'BLR-N' },
    ...{ count: 1, valid_hours: 1, use_until: '2030-12-31' },
  }),
  'hotspot.batch_print': ({ batchid }) => ({ id: batchid }),
  'hotspot.batch_sheet': ({ batchid }) => ({ id: batchid }),
  'hotspot.batch_void': ({ batchid }) => ({ id: batchid }),
  'alert.ack': ({ alertid }) => ({ id: alertid }),
  'alert.mute': ({ alertid }) => ({ id: alertid }),
  'incident.get': ({ incidentid }) => ({ id: incidentid }),
  'incident.update': ({ incidentid }) => ({ id: incidentid, title: 'Walk' }),
  'incident.add': ({ incidentid, serviceid }) => ({ id: incidentid, serviceids: serviceid }),
  'incident.remove': ({ incidentid, serviceid }) => ({ id: incidentid, serviceids: serviceid }),
  'incident.move': ({ incidentid }) => ({ id: incidentid, report: 'monitor' }),
  'incident.compensate': ({ endedid }) => ({ id: endedid, compensation: 'Days', days: 1 }),
  'order.refund': ({ orderid }) => ({ id: orderid, reason: 'paid twice' }),
};

/** They ask a router, which the NASes of the walk are not: 409 for the owner, and never as unknown. */
export const ROUTER_CALLS: Record<string, (own: Ids) => Parameters> = {
  'nas.resources': ({ nasid }) => ({ id: nasid }),
  'nas.check': ({ nasid }) => ({ id: nasid }),
  'nas.reconcile': ({ nasid }) => ({ id: nasid }),
  'nas.reconcile_end': ({ nasid }) => ({ id: nasid, sessions: 'only_here', preview: 'Y' }),
  'nas.graph': ({ nasid }) => ({ id: nasid, interface: 'ether1' }),
  'session.ping': ({ opensessionid }) => ({ id: opensessionid, count: 1 }),
  'session.traceroute': ({ opensessionid }) => ({ id: opensessionid }),
  'session.throughput': ({ opensessionid }) => ({ id: opensessionid }),
};

/** Deletions: right for the owner only in so far as they are refused for what depends on the record (409), never as unknown. */
export const DELETIONS: Record<string, (own: Ids) => Parameters> = {
  'realm.delete': ({ realmruleid }) => ({ id: realmruleid }),
  'nas.nat_delete': ({ natruleid }) => ({ id: natruleid }),
  'ip6pool.delete': ({ ip6poolid }) => ({ id: ip6poolid }),
  'service.identity_delete': ({ identityid }) => ({ id: identityid }),
  'ippool.delete': ({ poolname }) => ({ pool_name: poolname }),
  'service.delete': ({ serviceid }) => ({ serviceid }),
  'location.sublocation_delete': ({ ispid }) => ({ ispid, location_code: 'BLR', sub_location_code: 'BLR-N' }),
  'location.delete': ({ ispid }) => ({ ispid, location_code: 'BLR' }),
  'nas.ippool_delete': ({ poolid }) => ({ id: poolid }),
  'topupplan.delete': ({ topupplanid }) => ({ id: topupplanid }),
  'plan.subplan_delete': ({ planid }) => ({ planid }),
  'plan.delete': ({ planid }) => ({ id: planid }),
  'customer.delete': ({ customerid }) => ({ customerid }),
  'customer.erase': ({ customerid }) => ({ customerid, reason: 'walk' }),
  'reseller.delete': ({ resellerid }) => ({ resellerid }),
  'proxy.delete': ({ proxyid }) => ({ id: proxyid }),
  'file.delete': ({ fileid }) => ({ id: fileid }),
  'note.delete': ({ noteid }) => ({ id: noteid }),
  'ticket.sla_delete': ({ slaid }) => ({ id: slaid }),
  'ticket.calendar_delete': ({ calendarid }) => ({ id: calendarid }),
  'ticket.category_delete': ({ categoryid }) => ({ id: categoryid }),
  'visit.slot_delete': ({ slotid }) => ({ id: slotid }),
  'ticket.queue_delete': ({ queueid }) => ({ id: queueid }),
  'notice.delete': ({ noticeid }) => ({ id: noticeid }),
  'webhook.delete': ({ webhookid }) => ({ id: webhookid }),
  'gateway.delete': ({ gatewayid }) => ({ id: gatewayid }),
  'nas.delete': ({ nasid }) => ({ id: nasid }),
  'user.delete': ({ userid }) => ({ id: userid }),
};

/** Files of all records that match. */
export const EXPORTS = [
  'service.export',
  'subscriber.export',
  'customer.export',
  'payment.export',
  'adjustment.export',
  'invoice.export',
  'order.export',
  'ticket.export',
  'audit.export',
];

/** Ends with the node only; `test/areas/insight/events/stream.test.ts` reads it. */
export const STREAMS = ['event.stream'];

/** Only the server administrator may call these, so that no tenant can name a record to them. */
export const SERVER_ONLY = [
  'backup.db',
  'isp.create',
  'isp.delete',
  'isp.credits_update',
  'nas.unknown',
  'server.status',
  'job.list',
];

/** The same call about records that were never there. */
export function inventedIds(parameters: Parameters): Parameters {
  const isId = (name: string) => /^(isp|reseller|customer|plan|subplan|service)?id$/.test(name);
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      if (isId(name) && value !== 0) return [name, 987_654];
      if (name === 'pool_name') return [name, 'pool-none'];
      return name === 'username' ? [name, 'nobody-at-all'] : [name, value];
    }),
  );
}

/** An error without what differs between records. */
export const shapeOf = (error: string | null) =>
  error?.replace(/\d+/g, 'N').replace(/nobody-at-all|ravi\w*|walker|pool-\w*/g, 'U');

/** Only a program that subscribers talk to may call these; `test/areas/care/care-line` tries them. */
export const CARE_LINE = [
  'care.identify',
  'care.status',
  'care.pay_link',
  'care.pin_send',
  'care.chat_code_send',
  'care.chat_unlink',
  'care.ticket_create',
  'care.ticket_status',
  'care.branch',
  'care.callback',
  'care.restart',
  'care.language',
  'care.call_end',
];
