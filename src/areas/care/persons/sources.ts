import { type Sql, sql } from '../../../db/sql.ts';
import { ofHoursKept } from '../../network/traffic/hours-kept.ts';

/** A table with what is held about a customer. Its alias is `t`. */
export interface PersonSource {
  /** In the export. */
  readonly name: string;
  readonly table: string;
  readonly of: (customerId: number) => Sql;
  /** The newest first. */
  readonly newest: string;
}

const ofCustomer = (id: number): Sql => sql`t.customer_id = ${id}`;
const ofServices = (id: number): Sql =>
  sql`t.service_id IN (SELECT s.id FROM crm.service s WHERE s.customer_id = ${id})`;
const ofTraffic = (id: number): Sql =>
  ofHoursKept(sql`(SELECT c.isp_id FROM crm.customer c WHERE c.id = ${id})`, ofServices(id));
const via = (column: 'ticket_id' | 'lead_id' | 'invoice_id', parents: (id: number) => Sql) => (id: number) =>
  column === 'ticket_id'
    ? sql`t.ticket_id IN (SELECT p.id FROM crm.ticket p WHERE ${parents(id)})`
    : column === 'lead_id'
      ? sql`t.lead_id IN (SELECT p.id FROM crm.lead p WHERE ${parents(id)})`
      : sql`t.invoice_id IN (SELECT p.id FROM crm.invoice p WHERE ${parents(id)})`;
const parentOfCustomer = (id: number): Sql => sql`p.customer_id = ${id}`;
const parentOfServices = (id: number): Sql =>
  sql`p.service_id IN (SELECT s.id FROM crm.service s WHERE s.customer_id = ${id})`;
const ofLeads = via('lead_id', parentOfServices);

/** In the order of the export. */
export const PERSON_SOURCES: readonly PersonSource[] = [
  { name: 'customers', table: 'crm.customer', of: (id) => sql`t.id = ${id}`, newest: 't.id' },
  { name: 'services', table: 'crm.service', of: ofCustomer, newest: 't.id' },
  { name: 'identities', table: 'crm.service_identity', of: ofServices, newest: 't.id' },
  { name: 'hotspot_batches', table: 'crm.hotspot_batch', of: ofCustomer, newest: 't.id' },
  {
    name: 'hotspot_devices',
    table: 'crm.hotspot_device',
    of: (id) =>
      sql`t.code_id IN (SELECT c.id FROM crm.hotspot_code c JOIN crm.hotspot_batch b ON b.id = c.batch_id
          WHERE b.customer_id = ${id})`,
    newest: 't.id',
  },
  { name: 'leads', table: 'crm.lead', of: ofServices, newest: 't.id' },
  { name: 'lead_events', table: 'crm.lead_event', of: via('lead_id', parentOfServices), newest: 't.id' },
  { name: 'periods', table: 'crm.period', of: ofServices, newest: 't.id' },
  { name: 'plan_changes', table: 'crm.plan_change', of: ofServices, newest: 't.id' },
  { name: 'topups', table: 'crm.topup', of: ofServices, newest: 't.id' },
  { name: 'promises', table: 'crm.promise', of: ofServices, newest: 't.id' },
  { name: 'charges', table: 'crm.charge', of: ofServices, newest: 't.id' },
  { name: 'invoices', table: 'crm.invoice', of: ofCustomer, newest: 't.id' },
  { name: 'invoice_lines', table: 'crm.invoice_line', of: via('invoice_id', parentOfCustomer), newest: 't.invoice_id' },
  { name: 'payments', table: 'crm.payment', of: ofCustomer, newest: 't.id' },
  { name: 'receipts', table: 'crm.receipt', of: ofCustomer, newest: 't.id' },
  { name: 'payment_orders', table: 'crm.payment_order', of: ofCustomer, newest: 't.id' },
  { name: 'adjustments', table: 'crm.adjustment', of: ofCustomer, newest: 't.id' },
  { name: 'notes', table: 'crm.note', of: ofCustomer, newest: 't.id' },
  { name: 'calls', table: 'crm.call', of: ofCustomer, newest: 't.id' },
  { name: 'tasks', table: 'crm.task', of: ofCustomer, newest: 't.id' },
  { name: 'tickets', table: 'crm.ticket', of: ofCustomer, newest: 't.id' },
  { name: 'ticket_entries', table: 'crm.ticket_entry', of: via('ticket_id', parentOfCustomer), newest: 't.id' },
  { name: 'ticket_appeals', table: 'crm.ticket_appeal', of: via('ticket_id', parentOfCustomer), newest: 't.id' },
  { name: 'visits', table: 'crm.visit', of: (id) => sql`(${ofCustomer(id)} OR ${ofLeads(id)})`, newest: 't.id' },
  { name: 'incidents', table: 'crm.incident_service', of: ofServices, newest: 't.id' },
  { name: 'compensations', table: 'crm.incident_compensation', of: ofServices, newest: 't.created_at' },
  { name: 'messages', table: 'crm.notice_message', of: ofCustomer, newest: 't.id' },
  { name: 'opt_outs', table: 'crm.notice_opt_out', of: ofCustomer, newest: 't.id' },
  { name: 'opt_outs_of_promotion', table: 'crm.promotion_opt_out', of: ofCustomer, newest: 't.id' },
  { name: 'telephone_pins', table: 'crm.care_pin', of: ofCustomer, newest: 't.customer_id' },
  { name: 'chats', table: 'crm.care_chat', of: ofCustomer, newest: 't.id' },
  { name: 'sessions_of_pages', table: 'auth.subscriber_session', of: ofCustomer, newest: 't.id' },
  { name: 'sessions', table: 'radius.session', of: ofServices, newest: 't.id' },
  { name: 'ended_sessions', table: 'radius.session_log', of: ofServices, newest: 't.id' },
  { name: 'archived_sessions', table: 'crm_archive.session_log', of: ofServices, newest: 't.id' },
  { name: 'usage_by_day', table: 'radius.usage_day', of: ofServices, newest: 't.day' },
  { name: 'archived_usage_by_day', table: 'crm_archive.usage_day', of: ofServices, newest: 't.day' },
  { name: 'traffic_by_hour', table: 'radius.traffic_hour', of: ofTraffic, newest: 't.hour' },
  { name: 'log_ins', table: 'radius.auth_log', of: ofServices, newest: 't.at' },
];
