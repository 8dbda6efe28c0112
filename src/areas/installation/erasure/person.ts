import { query, type Runner, type Sql, sql } from '../../../db/sql.ts';

/** A customer, with the ids of what belongs to them. Deleted records are among them. */
export interface Person {
  readonly ispId: number;
  readonly customerId: number;
  readonly serviceIds: readonly number[];
  readonly leadIds: readonly number[];
  readonly ticketIds: readonly number[];
  readonly visitIds: readonly number[];
  readonly fileIds: readonly number[];
  /** Calls of strangers that the caller has named. */
  readonly callIds: readonly number[];
  readonly invoiceIds: readonly number[];
  readonly orderIds: readonly number[];
  /** With those that their services had earlier. */
  readonly usernames: readonly string[];
  /** As they were typed, and in E.164. */
  readonly numbers: readonly string[];
  /** Of chats at WhatsApp that were linked to them. */
  readonly waIds: readonly string[];
  readonly email: string;
}

/** What nothing links to the customer, and the caller says is theirs. */
export interface Named {
  readonly leadIds: readonly number[];
  readonly callIds: readonly number[];
}

const NONE: Named = { leadIds: [], callIds: [] };

/** Whom a customer is, under the lock of the customer. */
export async function readPerson(tx: Runner, ispId: number, customerId: number, named = NONE): Promise<Person> {
  const idsOf = async (table: Sql, condition: Sql) =>
    (await query<{ id: number }>(tx, sql`SELECT t.id FROM ${table} t WHERE ${condition} ORDER BY t.id`)).map(
      ({ id }) => id,
    );
  const ofCustomer = sql`t.customer_id = ${customerId}`;
  const serviceIds = await idsOf(sql`crm.service`, ofCustomer);
  const leadIds = await idsOf(
    sql`crm.lead`,
    sql`t.service_id = ANY(${serviceIds}::int[]) OR t.id = ANY(${[...named.leadIds]}::int[])`,
  );
  const ticketIds = await idsOf(sql`crm.ticket`, ofCustomer);
  const ofWork = sql`${ofCustomer} OR t.lead_id = ANY(${leadIds}::int[]) OR t.ticket_id = ANY(${ticketIds}::int[])`;
  const contacts = await readContacts(tx, customerId, leadIds);
  return {
    ...{ ispId, customerId, serviceIds, leadIds, ticketIds, callIds: named.callIds, ...contacts },
    visitIds: await idsOf(sql`crm.visit`, ofWork),
    fileIds: await idsOf(sql`crm.file`, ofWork),
    invoiceIds: await idsOf(sql`crm.invoice`, ofCustomer),
    orderIds: await idsOf(sql`crm.payment_order`, ofCustomer),
    usernames: await readUsernames(tx, serviceIds),
    waIds: await readWaIds(tx, customerId),
  };
}

async function readContacts(tx: Runner, customerId: number, leadIds: readonly number[]) {
  const rows = await query<{ email: string; numbers: string[] }>(
    tx,
    sql`SELECT c.email, array_remove(c.other_mobiles || c.other_e164 || ARRAY[c.mobile, c.e164], NULL) AS numbers
        FROM crm.customer c WHERE c.id = ${customerId}
        UNION ALL
        SELECT '', array_remove(l.other_e164 || ARRAY[l.mobile, l.e164], NULL)
        FROM crm.lead l WHERE l.id = ANY(${[...leadIds]}::int[])`,
  );
  const numbers = [...new Set(rows.flatMap((row) => row.numbers))].filter((number) => number !== '');
  return { email: rows[0]?.email ?? '', numbers };
}

/** The audit has those from before. */
async function readWaIds(tx: Runner, customerId: number): Promise<string[]> {
  const inAudit = (place: Sql) =>
    sql`SELECT coalesce(c.before, c.after) ->> 'wa_id' FROM ${place} c
        WHERE c.table_name = 'crm.care_chat' AND coalesce(c.before, c.after) ->> 'customer_id' = ${String(customerId)}`;
  const rows = await query<{ waId: string }>(
    tx,
    sql`SELECT x.wa_id AS "waId" FROM (SELECT t.wa_id FROM crm.care_chat t WHERE t.customer_id = ${customerId}
          UNION ${inAudit(sql`auth.audit_change`)} UNION ${inAudit(sql`crm_archive.audit_change`)}) x
        WHERE x.wa_id IS NOT NULL ORDER BY 1`,
  );
  return rows.map(({ waId }) => waId);
}

/** The audit has the names from before. */
async function readUsernames(tx: Runner, serviceIds: readonly number[]): Promise<string[]> {
  const rows = await query<{ username: string }>(
    tx,
    sql`SELECT s.username FROM crm.service s WHERE s.id = ANY(${[...serviceIds]}::int[])
        UNION SELECT coalesce(c.before ->> 'username', c.after ->> 'username') FROM auth.audit_change c
        WHERE c.table_name = 'crm.service' AND c.row_id = ANY(${serviceIds.map(String)}::text[])
          AND coalesce(c.before ->> 'username', c.after ->> 'username') IS NOT NULL
        UNION SELECT coalesce(c.before ->> 'username', c.after ->> 'username') FROM crm_archive.audit_change c
        WHERE c.table_name = 'crm.service' AND c.row_id = ANY(${serviceIds.map(String)}::text[])
          AND coalesce(c.before ->> 'username', c.after ->> 'username') IS NOT NULL
        ORDER BY 1`,
  );
  return rows.map(({ username }) => username);
}
