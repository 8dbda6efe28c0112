import { type Sql, sql } from '../../../../db/sql.ts';

/*
 * What was given up of an invoice `i`, as SQL. The service is locked, so nothing of it changes meanwhile. Most services never
 * had anything credited by hand: callers that read many ask for that first.
 */

/** What the lines of an invoice charge. Its total is less where it also credits an earlier one. */
const chargedOn = (i: Sql): Sql =>
  sql`(SELECT coalesce(sum(g.total), 0) FROM crm.invoice_line g WHERE g.invoice_id = ${i}.id AND g.total > 0)`;

/**
 * What other documents credit of an invoice: notes that name it under a scheme, adjustments, late fees that were taken back, and what
 * plan changes credited of the periods that it charged.
 */
const creditedOf = (i: Sql): Sql => sql`(
  SELECT coalesce(-sum(k.total), 0) FROM crm.charge k
  WHERE k.service_id = ${i}.service_id AND k.total < 0
    AND NOT EXISTS (SELECT FROM crm.invoice_line g WHERE g.charge_id = k.id AND g.invoice_id = ${i}.id)
    AND ((k.supply ->> 'credits')::int = ${i}.id
      OR k.entry_id IN (SELECT a.entry_id FROM crm.adjustment a WHERE a.invoice_id = ${i}.id)
      OR k.kind = 'late_fee_return' AND k.supply IS NULL AND EXISTS (
        SELECT FROM crm.ledger_entry e JOIN crm.charge q ON q.entry_id = e.reverses_id
        JOIN crm.invoice_line g ON g.charge_id = q.id WHERE e.id = k.entry_id AND g.invoice_id = ${i}.id)
      OR k.kind = 'plan_credit' AND k.supply IS NULL AND k.period_id IN (
        SELECT q.period_id FROM crm.invoice_line g JOIN crm.charge q ON q.id = g.charge_id
        WHERE g.invoice_id = ${i}.id AND q.kind = 'plan')))`;

/** What adjustments credit of an invoice. */
const adjustedOf = (i: Sql): Sql =>
  sql`(SELECT coalesce(sum(a.amt), 0) FROM crm.adjustment a WHERE a.invoice_id = ${i}.id AND a.kind = 'Credit')`;

/** The ledger entry of the first charge of an invoice: entries of a service are numbered as they were posted. */
const postedAt = (i: Sql): Sql =>
  sql`(SELECT min(q.entry_id) FROM crm.invoice_line g JOIN crm.charge q ON q.id = g.charge_id WHERE g.invoice_id = ${i}.id)`;

/**
 * What was written off of an invoice. A write-off names none: payments cover the oldest, so what was owed is what was left of
 * the newest that there were.
 */
const writtenOffOf = (i: Sql): Sql => sql`(
  SELECT coalesce(sum(greatest(0, w.amt - (
    SELECT coalesce(sum(greatest(0, ${chargedOn(sql`n`)} - ${creditedOf(sql`n`)})), 0) FROM crm.invoice n
    WHERE n.service_id = w.service_id AND n.id > ${i}.id AND ${postedAt(sql`n`)} < w.entry_id))), 0)
  FROM crm.adjustment w
  WHERE w.service_id = ${i}.service_id AND w.kind = 'WriteOff' AND w.entry_id > ${postedAt(i)})`;

/**
 * The sums of an invoice `i`, for FROM: `charged`, `credited`, what of that was `adjusted`, and `written_off`, which is never
 * more than the rest.
 */
export const givenUp = (i: Sql): Sql => sql`LATERAL (
  SELECT y.charged, y.credited, y.adjusted, greatest(0, least(y.charged - y.credited, ${writtenOffOf(i)})) AS written_off
  FROM (SELECT ${chargedOn(i)} AS charged, ${creditedOf(i)} AS credited, ${adjustedOf(i)} AS adjusted) y)`;
