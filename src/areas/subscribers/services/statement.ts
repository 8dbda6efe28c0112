import { z } from 'zod';
import { badParameter, notFound } from '../../../core/fault.ts';
import { inOwnLocations, owned, type Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';

export const statementInput = z.strictObject({
  serviceid: wire.id(),
  date_from: wire.ymd().optional(),
  date_upto: wire.ymd().optional(),
  rows_limit: wire.wholeNumber(1, 100).default(10),
  rows_offset: wire.wholeNumber(0, 2_147_483_647).default(0),
});

const signed = () => wire.asStored(wire.money());
const entry = z.object({
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
export const statement = z.object({
  serviceid: wire.id(),
  currency: wire.shown(),
  opening_balance: signed(),
  closing_balance: signed(),
  /** Number of entries in those days, of which a page is returned. */
  count: wire.count(),
  entries: z.array(entry),
});

type Input = z.output<typeof statementInput>;
type Entry = z.output<typeof entry>;
type Row = { opening: string; closing: string; count: number } & (Entry | { [K in keyof Entry]: null });
type Reads = Pick<Database, 'pool' | 'prisma'>;

/** The ledger account of a service, deleted or not. Days are the ISP's. */
export async function accountStatement(db: Reads, scope: Scope, input: Input): Promise<z.output<typeof statement>> {
  const { serviceid, date_from = '1000-01-01', date_upto = '9999-12-31', rows_limit, rows_offset } = input;
  if (date_upto < date_from) throw badParameter('date_upto', 'must not be before date_from');
  const service = await db.prisma.service.findFirst({
    where: { ...owned(scope), ...inOwnLocations(scope), id: serviceid },
    select: { id: true, ispId: true },
  });
  if (!service) throw notFound('service', serviceid);
  const setting = await db.prisma.ispSetting.findUniqueOrThrow({
    where: { ispId: service.ispId },
    select: { currency: true },
  });
  const rows = await query<Row>(db.pool, accountOf(service.id, { date_from, date_upto, rows_limit, rows_offset }));
  const [{ opening = '0.00', closing = '0.00', count = 0 } = {}] = rows;
  const entries = rows.filter((row): row is Row & Entry => row.id !== null);
  const balances = { opening_balance: opening, closing_balance: closing };
  return { serviceid, currency: setting.currency, ...balances, count, entries };
}

/** Every row has the sums; without entries there is one row. It is one statement so that all of it is of one moment. */
function accountOf(
  serviceId: number,
  { date_from, date_upto, rows_limit, rows_offset }: Required<Omit<Input, 'serviceid'>>,
) {
  return sql`
    WITH entry AS (
      SELECT e.id, e.posted_on AS date, e.kind, e.memo, sum(l.amt) AS amt,
        sum(sum(l.amt)) OVER (ORDER BY e.posted_on, e.id) AS balance
      FROM crm.ledger_account a
      JOIN crm.ledger_line l ON l.account_id = a.id
      JOIN crm.ledger_entry e ON e.id = l.entry_id
      WHERE a.kind = 'service' AND a.service_id = ${serviceId} AND e.posted_on <= ${date_upto}::date
      GROUP BY e.id
    ), sums AS (
      SELECT coalesce(sum(amt) FILTER (WHERE date < ${date_from}::date), 0)::numeric(14,2) AS opening,
        coalesce(sum(amt), 0)::numeric(14,2) AS closing,
        (count(*) FILTER (WHERE date >= ${date_from}::date))::int AS count
      FROM entry
    ), page AS (
      SELECT id, date, kind, memo, greatest(amt, 0)::numeric(14,2) AS debit,
        greatest(-amt, 0)::numeric(14,2) AS credit, balance,
        coalesce((SELECT p.paid_on FROM crm.payment p WHERE p.entry_id = entry.id),
          (SELECT p.paid_on FROM crm.payment p WHERE p.reversal_entry_id = entry.id)) AS payment_date
      FROM entry WHERE date >= ${date_from}::date
      ORDER BY date, id LIMIT ${rows_limit} OFFSET ${rows_offset}
    )
    SELECT * FROM sums LEFT JOIN page ON true ORDER BY date, id`;
}
