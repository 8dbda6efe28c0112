import { raw, type Sql, sql } from '../../../../db/sql.ts';
import type { AlertKind } from '../vocabulary.ts';

/** When a round looks. */
export interface Round {
  readonly now: Date;
  /** Up to when the counts of sessions know what was heard of NASes. */
  readonly heardUpto: Date;
}

/** What a sign tells, in SQL. Absent: null. */
interface Told {
  readonly since?: Sql;
  readonly sessions?: Sql;
  readonly measured?: Sql;
  readonly comparedTo?: Sql;
  readonly fullOn?: Sql;
}

/** The columns of a sign: of the NAS `n`, the pool `p`, or the whole ISP whose id is given. */
export function signOf(kind: AlertKind, subject: 'n' | 'p' | Sql, told: Told): Sql {
  const of = (alias: 'n' | 'p', name: string) => (subject === alias ? raw(`${alias}.${name}`) : sql`NULL::int`);
  const [isp, reseller] =
    typeof subject === 'string' ? [raw(`${subject}.isp_id`), raw(`${subject}.reseller_id`)] : [subject, sql`NULL::int`];
  return sql`${isp} AS isp_id, ${reseller} AS reseller_id, ${kind}::text AS kind,
    ${of('n', 'id')} AS nas_id, ${of('p', 'id')} AS pool_id,
    ${told.since ?? sql`NULL`}::timestamptz AS since_at, ${told.sessions ?? sql`NULL`}::int AS sessions,
    ${told.measured ?? sql`NULL`}::int AS measured, ${told.comparedTo ?? sql`NULL`}::int AS compared_to,
    ${told.fullOn ?? sql`NULL`}::date AS full_on`;
}

/** Does the sign `g` or alert belong to the same subject as `other`? In the words of their unique indexes. */
export const sameSubject = (one: string, other: string): Sql => {
  const [a, b] = [raw(one), raw(other)];
  return sql`${a}.isp_id = ${b}.isp_id AND ${a}.kind = ${b}.kind AND coalesce(${a}.nas_id, 0) = coalesce(${b}.nas_id, 0)
    AND coalesce(${a}.pool_id, 0) = coalesce(${b}.pool_id, 0)`;
};
