import { raw, type Sql, sql } from '../../../db/sql.ts';
import { ofHoursKept } from '../../network/traffic/hours-kept.ts';
import type { Person } from './person.ts';

/** Which rows of a table, named t, are of a person. */
export type RowsOf = (person: Person) => Sql;

/** What an erasure does to a table. */
export type Treatment =
  /** Its rows of the person are deleted. */
  | { readonly removes: RowsOf }
  /** Its rows stay, with these columns set to an expression over the row `t`. */
  | { readonly blanks: RowsOf; readonly columns: Readonly<Record<string, Sql>> }
  /** Its rows stay as they are, for this reason; only the username in who wrote them is taken out. */
  | { readonly keeps: RowsOf; readonly because: string }
  /** No row of it is of one person, for this reason. */
  | { readonly spares: string };

/** In place of a text that may not be empty. */
export const ERASED = sql`'erased'`;
export const wordOf = (column: string): Sql => sql`CASE WHEN t.${raw(column)} IS NOT NULL THEN 'erased' END`;
export const NONE = sql`NULL`;
export const SAME = sql`'same'`;
export const BLANK = sql`''`;
export const NO_TEXTS = sql`'{}'`;
export const NOW = sql`now()`;

export const lowered = (texts: readonly string[]): string[] => texts.map((text) => text.toLowerCase());

export const ofCustomer: RowsOf = ({ customerId }) => sql`t.customer_id = ${customerId}`;
/** With those that were to be sent a code for their chat. */
export const ofCallers: RowsOf = (person) =>
  sql`t.isp_id = ${person.ispId} AND (${ofCustomer(person)} OR t.code_customer_id = ${person.customerId})`;
/** With those that the caller has named. */
export const ofCalls: RowsOf = ({ customerId, callIds }) =>
  sql`(t.customer_id = ${customerId} OR t.id = ANY(${[...callIds]}::int[]))`;
export const ofTasks: RowsOf = ({ customerId, callIds }) =>
  sql`(t.customer_id = ${customerId} OR t.call_id = ANY(${[...callIds]}::int[]))`;
export const ofServices: RowsOf = ({ serviceIds }) => sql`t.service_id = ANY(${[...serviceIds]}::int[])`;
export const ofTraffic: RowsOf = (person) => ofHoursKept(person.ispId, ofServices(person));
export const ofLeads: RowsOf = ({ leadIds }) => sql`t.lead_id = ANY(${[...leadIds]}::int[])`;
export const ofTickets: RowsOf = ({ ticketIds }) => sql`t.ticket_id = ANY(${[...ticketIds]}::int[])`;
export const ofVisits: RowsOf = ({ visitIds }) => sql`t.visit_id = ANY(${[...visitIds]}::int[])`;
export const ofFiles: RowsOf = ({ fileIds }) => sql`t.file_id = ANY(${[...fileIds]}::int[])`;
export const ofInvoices: RowsOf = ({ invoiceIds }) => sql`t.invoice_id = ANY(${[...invoiceIds]}::int[])`;
export const ofOrders: RowsOf = ({ orderIds }) => sql`t.order_id = ANY(${[...orderIds]}::int[])`;
/** Of packets: also those that came when no service had the name. */
export const ofUsernames: RowsOf = ({ ispId, serviceIds, usernames }) =>
  sql`(lower(t.username) = ANY(${lowered(usernames)}::text[]) AND t.isp_id = ${ispId}
    AND (t.service_id IS NULL OR t.service_id = ANY(${[...serviceIds]}::int[])))`;
export const ofSessions: RowsOf = (person) => sql`(${ofServices(person)} OR ${ofUsernames(person)})`;
export const byId =
  (ids: 'serviceIds' | 'leadIds' | 'ticketIds' | 'visitIds' | 'fileIds' | 'invoiceIds' | 'orderIds'): RowsOf =>
  (person) =>
    sql`t.id = ANY(${[...person[ids]]}::int[])`;
