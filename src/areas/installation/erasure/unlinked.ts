import { badParameter } from '../../../core/fault.ts';
import { query, type Runner, type Sql, sql } from '../../../db/sql.ts';
import type { Named, Person } from './person.ts';

/** A lead or a call of a stranger with a number of the person. Families and offices share numbers, so it is no proof. */
export interface Unlinked {
  readonly kind: 'lead' | 'call';
  readonly id: number;
  /** Null: of a call nobody knows it. */
  readonly name: string | null;
  readonly at: Date;
}

/** More of one kind are not shown; they can be named nevertheless. */
const MAX_SHOWN = 100;

type Whose = Pick<Person, 'ispId' | 'customerId' | 'serviceIds'>;

/** Newest first, leads before calls. */
export async function findUnlinked(on: Runner, person: Whose): Promise<Unlinked[]> {
  return query<Unlinked>(
    on,
    sql`WITH ${numbersOf(person)}
        (SELECT 'lead' AS kind, t.id, t.name, t.created_at AS at FROM crm.lead t WHERE ${isUnlinked.lead(person)}
          ORDER BY t.id DESC LIMIT ${MAX_SHOWN})
        UNION ALL
        (SELECT 'call', t.id, NULL, t.started_at FROM crm.call t WHERE ${isUnlinked.call(person)}
          ORDER BY t.id DESC LIMIT ${MAX_SHOWN})`,
  );
}

/** @throws Fault of kind `badInput` for what has no number of the person, or is linked to somebody */
export async function refuseOthers(on: Runner, person: Whose, { leadIds, callIds }: Named): Promise<void> {
  for (const [what, table, ids] of [
    ['lead', sql`crm.lead`, leadIds],
    ['call', sql`crm.call`, callIds],
  ] as const) {
    if (ids.length === 0) continue;
    const found = await query<{ id: number }>(
      on,
      sql`WITH ${numbersOf(person)} SELECT t.id FROM ${table} t WHERE ${isUnlinked[what](person)} AND t.id = ANY(${[...ids]}::int[])`,
    );
    const other = ids.find((id) => !found.some((row) => row.id === id));
    if (other !== undefined)
      throw badParameter(
        `${what}ids`,
        `${what} ${other} has no number of customer ${person.customerId}, or is linked to somebody`,
      );
  }
}

/** In E.164: those of the customer, and of the leads that became them. */
const numbersOf = ({ customerId, serviceIds }: Whose): Sql =>
  sql`numbers AS (
    SELECT array_agg(DISTINCT n.number) AS all FROM (
      SELECT unnest(c.other_e164 || ARRAY[c.e164]) AS number FROM crm.customer c WHERE c.id = ${customerId}
      UNION ALL
      SELECT unnest(l.other_e164 || ARRAY[l.e164]) FROM crm.lead l WHERE l.service_id = ANY(${[...serviceIds]}::int[])
    ) n WHERE n.number <> ''
  )`;

const isUnlinked = {
  lead: ({ ispId }: Whose): Sql =>
    sql`t.isp_id = ${ispId} AND t.service_id IS NULL
      AND (t.e164 = ANY((SELECT n.all FROM numbers n)::text[]) OR t.other_e164 && (SELECT n.all FROM numbers n))`,
  call: ({ ispId }: Whose): Sql =>
    sql`t.isp_id = ${ispId} AND t.customer_id IS NULL AND t.e164 = ANY((SELECT n.all FROM numbers n)::text[])`,
};
