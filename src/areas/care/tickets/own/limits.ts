import { parameterFault } from '../../../../core/fault.ts';
import { ticketScope } from '../../../../core/tenancy/care-scope.ts';
import { type Scope, scopeConditions } from '../../../../core/tenancy/scope.ts';
import { dayOf, startOfDay } from '../../../../core/zone.ts';
import { join, query, type Runner, type Sql, sql } from '../../../../db/sql.ts';
import { PENDING } from '../life-cycle.ts';

/** A subscriber looks at what is theirs. */
export interface Reading {
  readonly scope: Scope;
  readonly zone: string;
  readonly now: Date;
}

/** Why a customer files or writes no more at present. */
export const LIMITS = ['open', 'day', 'written'] as const;
type Limit = (typeof LIMITS)[number];

/** Of tickets that the customer has filed here; what the staff files for them does not count. */
const MAX_OPEN = 3;
const MAX_FILED_A_DAY = 5;
/** Answers, also those that reopen a ticket. */
const MAX_WRITTEN_A_DAY = 30;

const SENTENCES: Readonly<Record<Limit, string>> = {
  open: `you have ${MAX_OPEN} open tickets; wait until one is resolved, or write to one of them`,
  day: `you have filed ${MAX_FILED_A_DAY} tickets today; try again tomorrow, or call your provider`,
  written: `you have written ${MAX_WRITTEN_A_DAY} answers today; try again tomorrow, or call your provider`,
};

export const beyond = (limit: Limit) => parameterFault('conflict', limit, SENTENCES[limit]);

const isOpen = sql`k.status = ANY(${[...PENDING]}::text[])`;
/** The subscriber is no login user, and everybody of the staff is. */
const isFiledHere = sql`k.source = 'Portal' AND k.created_by_id IS NULL`;

/** Of days of the ISP. Null: another ticket may be filed. Certain only under a lock of the customer. */
export async function limitReached(on: Runner, reading: Reading): Promise<Limit | null> {
  const from = today(reading);
  const [row] = await query<{ open: number; filed: number }>(
    on,
    sql`SELECT count(*) FILTER (WHERE ${isOpen})::int AS open,
          count(*) FILTER (WHERE k.created_at >= ${from}::timestamptz)::int AS filed
        FROM crm.ticket k WHERE ${ofCustomer(reading)} AND ${isFiledHere} AND (${isOpen} OR k.created_at >= ${from}::timestamptz)`,
  );
  if ((row?.open ?? 0) >= MAX_OPEN) return 'open';
  return (row?.filed ?? 0) >= MAX_FILED_A_DAY ? 'day' : null;
}

/** @throws Fault of kind `conflict` for a customer who has written as much as anybody may in a day */
export async function refuseMuchWritten(on: Runner, reading: Reading): Promise<void> {
  const [row] = await query<{ written: number }>(
    on,
    sql`SELECT count(*)::int AS written FROM crm.ticket k JOIN crm.ticket_entry e ON e.ticket_id = k.id
        WHERE ${ofCustomer(reading)} AND e.created_by_id IS NULL AND e.created_at >= ${today(reading)}::timestamptz`,
  );
  if ((row?.written ?? 0) >= MAX_WRITTEN_A_DAY) throw beyond('written');
}

const today = ({ now, zone }: Reading): Date => startOfDay(dayOf(now, zone), zone);
const ofCustomer = ({ scope }: Reading): Sql => join(scopeConditions(scope, ticketScope('k')), ' AND ');
