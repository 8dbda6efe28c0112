import { Fault } from '../../../core/fault.ts';
import { query, type Runner, type Sql, sql } from '../../../db/sql.ts';
import { STAGES } from '../../subscribers/leads/workflow.ts';
import type { Person } from './person.ts';
import { ofCustomer, ofServices, ofTickets } from './treatment.ts';

interface Obstacle {
  /** One row: something of this id, in words where the id says too little. */
  readonly found: Sql;
  readonly sentence: (id: number, amt: string) => string;
}

const NO_AMOUNT = sql`NULL::text AS amt`;

/**
 * Refuses to erase a customer whose business is not over, with the first thing that is still open.
 * @throws Fault of kind `conflict`
 */
export async function refuseUnfinished(tx: Runner, person: Person, now: Date): Promise<void> {
  for (const { found, sentence } of [...moneyOf(person), ...workOf(person)]) {
    const [row] = await query<{ id: number; amt: string | null }>(tx, sql`${found} LIMIT 1`);
    if (row) throw new Fault('conflict', sentence(row.id, row.amt ?? ''));
  }
  await refuseEarly(tx, person, now);
}

/** Services and their money. */
function moneyOf(person: Person): readonly Obstacle[] {
  const { serviceIds } = person;
  const [customer, services] = [ofCustomer(person), ofServices(person)];
  const ofOwn = sql`t.id = ANY(${[...serviceIds]}::int[])`;
  return [
    {
      found: sql`SELECT t.id, ${NO_AMOUNT} FROM crm.service t WHERE ${ofOwn} AND t.deleted_at IS NULL ORDER BY t.id`,
      sentence: (id) => `service ${id} is not closed; delete it first`,
    },
    {
      found: sql`SELECT t.service_id AS id, ${NO_AMOUNT} FROM radius.session t WHERE ${services} AND t.ended_at IS NULL`,
      sentence: (id) => `service ${id} is online; disconnect it first`,
    },
    {
      found: sql`SELECT t.id, t.os_amt::text AS amt FROM crm.service t WHERE ${ofOwn} AND t.os_amt > 0 ORDER BY t.id`,
      sentence: (id, amt) => `service ${id} owes ${amt}; collect it or write it off first`,
    },
    {
      found: sql`SELECT t.id, (-t.os_amt)::text AS amt FROM crm.service t WHERE ${ofOwn} AND t.os_amt < 0 ORDER BY t.id`,
      sentence: (id, amt) => `service ${id} has an advance of ${amt}; refund it first`,
    },
    {
      found: sql`SELECT t.service_id AS id, (-sum(l.amt))::text AS amt FROM crm.ledger_entry t
        JOIN crm.ledger_line l ON l.entry_id = t.id
        JOIN crm.ledger_account a ON a.id = l.account_id AND a.kind = 'nominal' AND a.name = 'deposit'
        WHERE ${services} GROUP BY t.service_id HAVING sum(l.amt) <> 0`,
      sentence: (id, amt) => `a deposit of ${amt} is held for service ${id}; refund it first`,
    },
    {
      found: sql`SELECT t.id, ${NO_AMOUNT} FROM crm.payment_order t
        WHERE ${customer} AND t.status IN ('New', 'Open', 'Held', 'Disputed') ORDER BY t.id`,
      sentence: (id) => `online payment ${id} is not settled`,
    },
  ];
}

/** What the staff still works on. */
function workOf(person: Person): readonly Obstacle[] {
  const { customerId, visitIds, leadIds, callIds } = person;
  const [customer, services, tickets] = [ofCustomer(person), ofServices(person), ofTickets(person)];
  return [
    {
      found: sql`SELECT t.id, ${NO_AMOUNT} FROM crm.ticket t
        WHERE ${customer} AND t.status NOT IN ('Closed', 'Cancelled', 'Merged') ORDER BY t.id`,
      sentence: (id) => `ticket ${id} is not closed`,
    },
    {
      found: sql`SELECT t.id, ${NO_AMOUNT} FROM crm.ticket_appeal t
        WHERE ${tickets} AND t.status IN ('Filed', 'Acknowledged') ORDER BY t.id`,
      sentence: (id) => `appeal ${id} is not decided`,
    },
    {
      found: sql`SELECT t.id, ${NO_AMOUNT} FROM crm.visit t WHERE t.id = ANY(${[...visitIds]}::int[])
        AND (t.state IN ('Booked', 'OnWay', 'Started') OR t.conflict IS NOT NULL) ORDER BY t.id`,
      sentence: (id) => `visit ${id} is not over`,
    },
    {
      found: sql`SELECT t.id, ${NO_AMOUNT} FROM crm.task t WHERE (${customer} OR t.call_id = ANY(${[...callIds]}::int[])) AND t.state = 'Open' ORDER BY t.id`,
      sentence: (id) => `task ${id} is not done`,
    },
    {
      found: sql`SELECT t.id, ${NO_AMOUNT} FROM crm.lead t WHERE t.id = ANY(${[...leadIds]}::int[]) AND t.service_id IS NULL
        AND t.status = ANY(${[...STAGES]}::text[]) ORDER BY t.id`,
      sentence: (id) => `lead ${id} is not over`,
    },
    {
      found: sql`SELECT t.incident_id AS id, ${NO_AMOUNT} FROM crm.incident_service t JOIN crm.incident i ON i.id = t.incident_id
        WHERE ${services} AND t.upto_at IS NULL AND i.status IN ('Open', 'Monitoring') ORDER BY t.incident_id`,
      sentence: (id) => `incident ${id}, which concerns a service of customer ${customerId}, is not over`,
    },
  ];
}

/** The licence wants records kept for a while after the last service was closed. */
async function refuseEarly(tx: Runner, { ispId, customerId, serviceIds }: Person, now: Date): Promise<void> {
  const [row] = await query<{ days: number; from: string }>(
    tx,
    sql`SELECT t.erase_after_days AS days, (max(s.deleted_at AT TIME ZONE t.timezone)::date + t.erase_after_days)::text AS "from"
        FROM crm.isp_setting t JOIN crm.service s ON s.id = ANY(${[...serviceIds]}::int[])
        WHERE t.isp_id = ${ispId} GROUP BY t.erase_after_days, t.timezone
        HAVING max(s.deleted_at AT TIME ZONE t.timezone)::date + t.erase_after_days > (${now}::timestamptz AT TIME ZONE t.timezone)::date`,
  );
  if (row)
    throw new Fault(
      'conflict',
      `customer ${customerId} can be erased from ${row.from} on, ${row.days} days after the last service was closed`,
    );
}
