import { sql } from '../../../db/sql.ts';
import { realmOf } from '../../online/portal/portal-call.ts';
import { HOTSPOT } from './hotspot.ts';
import type { Person } from './person.ts';
import { BOOKS, SPARED } from './spared.ts';
import {
  BLANK,
  byId,
  ERASED,
  lowered,
  NO_TEXTS,
  NONE,
  NOW,
  ofCallers,
  ofCalls,
  ofCustomer,
  ofFiles,
  ofLeads,
  ofOrders,
  ofServices,
  ofSessions,
  ofTasks,
  ofTickets,
  ofTraffic,
  ofUsernames,
  ofVisits,
  SAME,
  type Treatment,
  wordOf,
} from './treatment.ts';

/** What the staff and the subscriber wrote. */
const WRITTEN: Readonly<Record<string, Treatment>> = {
  // Before the calls that they name.
  'crm.task': { removes: ofTasks },
  'crm.call': { removes: ofCalls },
  'crm.note': { removes: ofCustomer },
  'crm.ticket': {
    blanks: byId('ticketIds'),
    columns: {
      ...{ text: ERASED, number: NONE, e164: NONE, verdict: NONE, reason: wordOf('reason'), client_ref: NONE },
      updated_at: NOW,
    },
  },
  'crm.ticket_entry': { blanks: ofTickets, columns: { text: ERASED, client_ref: NONE } },
  'crm.ticket_appeal': { blanks: ofTickets, columns: { text: ERASED, decision: wordOf('decision') } },
  'crm.visit': {
    blanks: byId('visitIds'),
    columns: {
      ...{ latitude: NONE, longitude: NONE, note: NONE, mac: NONE, serial: NONE, conflict: NONE },
      ...{ outcome: wordOf('outcome'), reason: wordOf('reason'), client_ref: NONE, updated_at: NOW },
    },
  },
  'crm.visit_event': { blanks: ofVisits, columns: { text: wordOf('text'), client_ref: NONE } },
  'crm.file_content': { removes: ofFiles },
  'crm.file': {
    blanks: byId('fileIds'),
    columns: {
      ...{ name: ERASED, key_enc: NONE, sha256: sql`repeat('0', 64)`, keep_until: NONE, client_ref: NONE },
      ...{ deleted_at: sql`coalesce(t.deleted_at, now())`, updated_at: NOW },
    },
  },
};

/** Who they are, where they live, and how they log in. `password_enc` is sealed for each service (erase-rows.ts). */
const WHO: Readonly<Record<string, Treatment>> = {
  'crm.customer': {
    blanks: ({ customerId }) => sql`t.id = ${customerId}`,
    columns: {
      ...{ name: sql`'Erased customer ' || t.id`, surname: NONE, dob: NONE, mobile: BLANK, other_mobiles: NO_TEXTS },
      ...{ e164: BLANK, other_e164: NO_TEXTS, email: BLANK, uniqueid: NONE, zipcode: BLANK, state: BLANK, city: BLANK },
      ...{ street: BLANK, notes: NONE, tax_id: NONE, portal_password_hash: NONE, language: NONE },
      ...{ deleted_at: sql`coalesce(t.deleted_at, now())`, updated_at: NOW },
    },
  },
  'crm.service': {
    blanks: byId('serviceIds'),
    columns: {
      ...{
        username: sql`'erased-' || t.id`,
        mac: NONE,
        mac_bind: sql`'No'`,
        ip_assignment: sql`'NAS'`,
        ip_pool_id: NONE,
      },
      ...{ staticip: NONE, ip6_prefix: NONE, pd_prefix: NONE, tax_id: NONE, latitude: NONE },
      ...{ longitude: NONE, installation_address: SAME, billing_address: SAME, ia_zipcode: NONE },
      ...{ ia_state: NONE, ia_city: NONE, ia_street: NONE, ba_zipcode: NONE, ba_state: NONE },
      ...{ ba_city: NONE, ba_street: NONE, updated_at: NOW },
    },
  },
  'crm.service_identity': { removes: ofServices },
  'crm.lead': {
    blanks: byId('leadIds'),
    columns: {
      ...{ name: sql`'Erased lead ' || t.id`, mobile: BLANK, e164: BLANK, other_e164: NO_TEXTS },
      ...{ email: BLANK, address: BLANK },
      ...{ city: NONE, zipcode: NONE, state: NONE, reason: wordOf('reason'), updated_at: NOW },
    },
  },
  'crm.lead_event': { blanks: ofLeads, columns: { reason: wordOf('reason') } },
  'crm.import_source': {
    removes: ({ ispId, customerId, serviceIds, leadIds }) =>
      sql`t.isp_id = ${ispId} AND (t.kind = 'customer' AND t.record_id = ${customerId}
        OR t.kind = 'service' AND t.record_id = ANY(${[...serviceIds]}::int[])
        OR t.kind = 'lead' AND t.record_id = ANY(${[...leadIds]}::int[]))`,
  },
};

/** By which the portal counts attempts to sign in. */
const signInNames = ({ ispId, usernames, numbers, email }: Person): string[] =>
  lowered([...usernames, ...numbers, email]).map((name) => `${realmOf(ispId)}${name}`);

/** What they did and were told. */
const TRACES: Readonly<Record<string, Treatment>> = {
  'auth.failed_sign_in': { removes: (person) => sql`t.name = ANY(${signInNames(person)}::text[])` },
  'auth.login_attempt': {
    removes: (person) => sql`t.username = ANY(${signInNames(person)}::text[])`,
  },
  'auth.sign_in_code': { removes: ofCustomer },
  'auth.subscriber_session': { removes: ofCustomer },
  'crm.care_caller': { removes: ofCallers },
  'crm.care_chat': { removes: ofCustomer },
  'crm.care_count': {
    removes: ({ ispId, numbers }) => sql`t.isp_id = ${ispId} AND t.key = ANY(${[...numbers]}::text[])`,
  },
  'crm.care_pin': { removes: ofCustomer },
  'crm.event': {
    removes: (person) => sql`(${ofServices(person)} OR ${ofCustomer(person)} AND t.isp_id = ${person.ispId})`,
  },
  'crm.unnumbered_event': { removes: (person) => sql`(${ofServices(person)} OR ${ofCustomer(person)})` },
  'crm.idempotency_key': {
    removes: ({ ispId, usernames, numbers, email }) => {
      const told = [...usernames, ...numbers, email].filter((each) => each.length >= 6);
      return sql`t.user_id IN (SELECT u.id FROM auth.login_user u WHERE u.isp_id = ${ispId})
        AND EXISTS (SELECT FROM unnest(${told}::text[]) AS told (text) WHERE strpos(lower(t.response::text), lower(told.text)) > 0)`;
    },
  },
  'crm.notice_message': { removes: (person) => sql`(${ofCustomer(person)} OR ${ofServices(person)})` },
  'crm.notice_opt_out': { removes: ofCustomer },
  'crm.promotion_opt_out': { removes: ofCustomer },
  // Nobody can tell whose names are in a file; it is made again when it is asked for.
  'crm.prepared_report': { removes: ({ ispId }) => sql`t.isp_id = ${ispId}` },
  'crm.service_problem': { removes: ofServices },
  'crm.payment_order': {
    blanks: byId('orderIds'),
    columns: {
      ...{ checkout_url: NONE, return_path: NONE, unfulfilled: wordOf('unfulfilled'), problem: wordOf('problem') },
    },
  },
  'crm.payment_refund': { blanks: ofOrders, columns: { reason: ERASED, problem: wordOf('problem') } },
  'crm.invoice': {
    blanks: byId('invoiceIds'),
    columns: { buyer: sql`t.buyer - '{mobile,email,username}'::text[]` },
  },
  'radius.session': { removes: ofSessions },
  'radius.session_log': { removes: ofSessions },
  'crm_archive.session_log': { removes: ofSessions },
  'radius.auth_log': { removes: ofUsernames },
  'radius.ip6_claim': { removes: ofServices },
  'radius.refusal_hour': { removes: ofServices },
  'radius.traffic_hour': { removes: ofTraffic },
};

/** Every table, in the order in which an erasure goes through them. A test compares it with PostgreSQL's catalog. */
export const TREATMENTS: Readonly<Record<string, Treatment>> = {
  ...{ ...WRITTEN, ...HOTSPOT, ...TRACES, ...WHO, ...BOOKS, ...SPARED },
};
