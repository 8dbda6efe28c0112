import { z } from 'zod';
import type { FedEvent } from './read-events.ts';

/** An exact decimal, as a text; an instant in ISO 8601; a day as `yyyy-mm-dd`. */
const decimal = () => z.string().regex(/^-?\d+(\.\d+)?$/);
const instant = () => z.string();
const day = () => z.string().regex(/^\d{4}-\d\d-\d\d$/);
const id = () => z.number().int();
const shown = () => z.string().nullable();

const lead = z.strictObject({
  ...{ id: id(), name: z.string(), mobile: z.string(), email: z.string(), address: z.string(), source: z.string() },
  ...{ status: z.string(), reason: shown(), location_code: shown(), sub_location_code: shown() },
  ...{ serviceid: id().nullable(), assigned_to: id().nullable() },
});

const ticket = z.strictObject({
  ...{ id: id(), docket: z.string(), customerid: id().nullable(), serviceid: id().nullable(), categoryid: id() },
  ...{ priority: z.string(), status: z.string(), source: z.string() },
});

const visit = z.strictObject({
  ...{ id: id(), leadid: id().nullable(), ticketid: id().nullable(), customerid: id().nullable() },
  ...{ serviceid: id().nullable(), kind: z.string(), state: z.string(), day: day(), hours: z.string() },
  technicianid: id().nullable(),
});

const incident = z.strictObject({
  ...{ id: id(), kind: z.string(), status: z.string(), source: z.string(), location_code: shown() },
  nasid: id().nullable(),
});

const customer = z.strictObject({
  ...{ id: id(), type: z.string(), name: z.string(), surname: shown(), dob: day().nullable(), mobile: z.string() },
  ...{ email: z.string(), uniqueid: shown(), zipcode: z.string(), state: z.string(), city: z.string() },
  street: z.string(),
});

const service = z.strictObject({
  ...{ serviceid: id(), customerid: id(), planid: id(), plan: z.string(), subplanid: id(), username: z.string() },
  ...{ status: z.string(), prepaid_postpaid: z.string(), protocol: z.string(), connectivity: z.string() },
  ...{ ip_assignment: z.string(), staticip: shown(), ip6_prefix: shown(), pd_prefix: shown(), mac: shown() },
  ...{ discount_percent: decimal(), discount_amt: decimal(), deposit: decimal(), os_amt: decimal() },
  ...{ valid_from: day().nullable(), valid_upto: day().nullable() },
  ...{ location_code: z.string(), sub_location_code: z.string() },
});

const invoice = z.strictObject({
  ...{ id: id(), document_no: z.string(), customerid: id(), serviceid: id(), issued_on: day(), due_on: day() },
  ...{ currency: z.string(), net: decimal(), tax: decimal(), total: decimal(), paid_amt: decimal() },
});

const payment = z.strictObject({
  ...{ id: id(), customerid: id(), serviceid: id(), amt: decimal(), mode: z.string(), status: z.string() },
  ...{ payment_date: day(), ref_no: shown(), reason: shown() },
});

const adjustment = z.strictObject({
  ...{ id: id(), customerid: id(), serviceid: id(), kind: z.string(), amt: decimal(), tax: decimal() },
  ...{ description: z.string(), reason: z.string(), invoiceid: id().nullable(), mode: shown(), ref_no: shown() },
  posted_on: day(),
});

const walletTransaction = z.strictObject({
  ...{ id: id(), resellerid: id(), txn_code: z.string(), serviceid: id().nullable(), amt: decimal() },
  ...{ balance: decimal(), note: shown() },
});

const session = z.strictObject({
  ...{ sessionid: id(), serviceid: id().nullable(), username: z.string(), nasid: id(), nasip: z.string() },
  ...{ acct_session_id: z.string(), mac: shown(), ip: shown(), ip6_prefix: shown(), pd_prefix: shown() },
  ...{ started_at: instant(), ended_at: instant().nullable(), session_time: z.number().int() },
  ...{ in_bytes: decimal(), out_bytes: decimal(), terminate_cause: shown() },
});

const nas = z.strictObject({
  id: id(),
  name: z.string(),
  ip: z.string(),
  heard_at: instant(),
  online: z.number().int(),
});

const alert = z.strictObject({
  ...{
    id: id(),
    kind: z.string(),
    nasid: id().nullable(),
    nas: shown(),
    pool: shown(),
    since_at: instant().nullable(),
  },
  ...{ sessions: id().nullable(), measured: id().nullable(), compared_to: id().nullable(), full_on: day().nullable() },
  ...{ opened_at: instant(), reopened_at: instant().nullable() },
});

const trawling = z.strictObject({ userid: id(), calls: id(), unknown: id(), until: instant() });

const guessing = z.strictObject({ guesses: z.number().int(), until: instant() });

const webhook = z.strictObject({ id: id(), url: z.string(), error: shown() });

/**
 * Everything that the feed tells, and the data of each: the record as the change left it. `prisma/migrations` has the triggers
 * that write them; `test/areas/insight/events` compares each with its schema. A change that a receiver must know of makes a new
 * version.
 */
export const EVENT_TYPES = {
  'lead.created': { version: 1, data: lead },
  'lead.updated': { version: 1, data: lead },
  'lead.status_changed': { version: 1, data: lead.extend({ previous_status: z.string() }) },
  'incident.created': { version: 1, data: incident },
  'incident.status_changed': { version: 1, data: incident.extend({ previous_status: z.string() }) },
  'ticket.created': { version: 1, data: ticket },
  'ticket.status_changed': { version: 1, data: ticket.extend({ previous_status: z.string() }) },
  /** A deadline was missed: once for each clock of a ticket. */
  'ticket.breached': { version: 1, data: ticket.extend({ clock: z.enum(['respond', 'resolve', 'legal']) }) },
  'ticket.appealed': { version: 1, data: ticket.extend({ appealid: id() }) },
  'visit.created': { version: 1, data: visit },
  'visit.state_changed': { version: 1, data: visit.extend({ previous_state: z.string() }) },
  'customer.created': { version: 1, data: customer },
  'customer.updated': { version: 1, data: customer },
  'customer.deleted': { version: 1, data: customer },
  /** What tells who a customer is was erased; systems that read the feed erase it too. */
  'customer.erased': { version: 1, data: z.strictObject({ id: id() }) },
  'service.created': { version: 1, data: service },
  'service.updated': { version: 1, data: service },
  'service.deleted': { version: 1, data: service },
  'service.status_changed': { version: 1, data: service.extend({ previous_status: z.string() }) },
  'service.plan_changed': { version: 1, data: service.extend({ previous_planid: id(), previous_subplanid: id() }) },
  /** A period has been opened. */
  'service.renewed': { version: 1, data: service.extend({ previous_valid_upto: day().nullable() }) },
  'service.password_changed': { version: 1, data: service },
  'service.level_changed': {
    version: 1,
    data: service.extend({ bw_level: id(), previous_bw_level: id(), exhausted: z.boolean() }),
  },
  'invoice.issued': { version: 1, data: invoice },
  'invoice.paid': { version: 1, data: invoice },
  /** It was paid, and the payment was cancelled. */
  'invoice.reopened': { version: 1, data: invoice },
  'payment.received': { version: 1, data: payment },
  'payment.cancelled': { version: 1, data: payment },
  'payment.bounced': { version: 1, data: payment.extend({ bounced_on: day() }) },
  'adjustment.made': { version: 1, data: adjustment },
  'wallet.changed': { version: 1, data: walletTransaction },
  'session.opened': { version: 1, data: session },
  'session.ended': { version: 1, data: session },
  'nas.silent': { version: 1, data: nas },
  'nas.heard': { version: 1, data: nas },
  'alert.opened': { version: 1, data: alert },
  'alert.closed': { version: 1, data: alert },
  'care.trawled': { version: 1, data: trawling },
  /** Somebody tries codes of hotspots, so none is taken for an hour. */
  'hotspot.guessed': { version: 1, data: guessing },
  'webhook.disabled': { version: 1, data: webhook },
} as const satisfies Record<string, { readonly version: number; readonly data: z.ZodType }>;

export type EventType = keyof typeof EVENT_TYPES;

export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as [EventType, ...EventType[]];

/** An event of any type, told apart by `type`: what other systems get. */
export type LastmileEvent = {
  [Type in EventType]: Omit<FedEvent, 'type' | 'version' | 'data'> & {
    readonly type: Type;
    readonly version: (typeof EVENT_TYPES)[Type]['version'];
    readonly data: z.output<(typeof EVENT_TYPES)[Type]['data']>;
  };
}[EventType];
