import { z } from 'zod';
import { badParameter, notFound } from '../../../core/fault.ts';
import { inOwnLocations, owned, type Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { query, type Sql, sql } from '../../../db/sql.ts';

/** Days are the ISP's. */
export const statementDays = {
  date_from: wire.ymd().optional(),
  date_upto: wire.ymd().optional(),
  rows_limit: wire.wholeNumber(1, 100).default(10),
  rows_offset: wire.wholeNumber(0, 2_147_483_647).default(0),
};

export const statementInput = z.strictObject({ serviceid: wire.id(), ...statementDays });

const signed = () => wire.asStored(wire.money());
export const statementEntry = z.object({
  id: wire.amount(),
  /** The day on which it was posted. */
  date: wire.ymd(),
  /** The day on which a payment was made, which may be entered later; null: it is no payment. */
  payment_date: wire.ymd().nullable(),
  kind: wire.shown(),
  memo: wire.shown().nullable(),
  debit: wire.asStored(wire.money()),
  credit: wire.asStored(wire.money()),
  /** After the entry; above 0 is owed. */
  balance: signed(),
});

/** The balance before the first day, the entries of the days, and the balance after the last. */
export const statementSums = {
  currency: wire.shown(),
  opening_balance: signed(),
  closing_balance: signed(),
  /** Number of entries in those days, of which a page is returned. */
  count: wire.count(),
};

export const statement = z.object({
  serviceid: wire.id(),
  ...statementSums,
  entries: z.array(statementEntry),
});

type Input = z.output<typeof statementInput>;
type Days = Omit<Input, 'serviceid'>;
/** Of a service that has a name. */
type Entry = z.output<typeof statementEntry> & { readonly serviceid: number; readonly username: string };
type Row = { opening: string; closing: string; count: number } & (Entry | { [K in keyof Entry]: null });
type Reads = Pick<Database, 'pool' | 'prisma'>;

/** The ledger account of a service, deleted or not. Days are the ISP's. */
export async function accountStatement(db: Reads, scope: Scope, input: Input): Promise<z.output<typeof statement>> {
  const { serviceid, ...days } = input;
  const service = await db.prisma.service.findFirst({
    where: { ...owned(scope), ...inOwnLocations(scope), id: serviceid },
    select: { id: true, ispId: true },
  });
  if (!service) throw notFound('service', serviceid);
  return { serviceid, ...(await readAccounts(db, service.ispId, sql`a.service_id = ${service.id}`, days)) };
}

/**
 * The accounts of services of an ISP as one. `services`: a condition on the accounts `a`.
 * @throws Fault of kind `badInput` for days in the wrong order
 */
export async function readAccounts(db: Reads, ispId: number, services: Sql, days: Days) {
  const { date_from = '1000-01-01', date_upto = '9999-12-31', ...page } = days;
  if (date_upto < date_from) throw badParameter('date_upto', 'must not be before date_from');
  const { currency } = await db.prisma.ispSetting.findUniqueOrThrow({ where: { ispId }, select: { currency: true } });
  const rows = await query<Row>(db.pool, accountsOf(services, { date_from, date_upto, ...page }));
  const [{ opening = '0.00', closing = '0.00', count = 0 } = {}] = rows;
  const entries = rows.filter((row): row is Row & Entry => row.id !== null);
  return { currency, opening_balance: opening, closing_balance: closing, count, entries };
}

/** Every row has the sums; without entries there is one row. It is one statement so that all of it is of one moment. */
function accountsOf(services: Sql, { date_from, date_upto, rows_limit, rows_offset }: Required<Days>): Sql {
  return sql`
    WITH entry AS (
      SELECT e.id, e.posted_on AS date, e.kind, e.memo, a.service_id, sum(l.amt) AS amt,
        sum(sum(l.amt)) OVER (ORDER BY e.posted_on, e.id) AS balance
      FROM crm.ledger_account a
      JOIN crm.ledger_line l ON l.account_id = a.id
      JOIN crm.ledger_entry e ON e.id = l.entry_id
      WHERE a.kind = 'service' AND ${services} AND e.posted_on <= ${date_upto}::date
      GROUP BY e.id, a.service_id
    ), sums AS (
      SELECT coalesce(sum(amt) FILTER (WHERE date < ${date_from}::date), 0)::numeric(14,2) AS opening,
        coalesce(sum(amt), 0)::numeric(14,2) AS closing,
        (count(*) FILTER (WHERE date >= ${date_from}::date))::int AS count
      FROM entry
    ), page AS (
      SELECT id, date, kind, memo, service_id AS serviceid,
        (SELECT s.username FROM crm.service s WHERE s.id = service_id) AS username, greatest(amt, 0)::numeric(14,2) AS debit,
        greatest(-amt, 0)::numeric(14,2) AS credit, balance,
        coalesce((SELECT p.paid_on FROM crm.payment p WHERE p.entry_id = entry.id),
          (SELECT p.paid_on FROM crm.payment p WHERE p.reversal_entry_id = entry.id)) AS payment_date
      FROM entry WHERE date >= ${date_from}::date
      ORDER BY date, id LIMIT ${rows_limit} OFFSET ${rows_offset}
    )
    SELECT * FROM sums LEFT JOIN page ON true ORDER BY date, id`;
}
