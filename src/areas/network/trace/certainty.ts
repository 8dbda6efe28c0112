import { silenceOfNas } from '../../../core/vocabulary/interim.ts';
import { join, type Sql, sql } from '../../../db/sql.ts';
import { OUR_CAUSES } from '../sessions/our-causes.ts';
import type { Sought } from './question.ts';

export const CERTAINTIES = ['certain', 'probable', 'ambiguous'] as const;

/** Documented timestamps have a precision of a second: within one, the order of two sessions does not tell them apart. */
const ONE_SECOND = sql`interval '1 second'`;
const AT_ONCE = sql`interval '0'`;

/** This server ended the session as of its last update. */
const isAssumed = sql`coalesce(f.terminate_cause = ANY (${[...OUR_CAUSES]}::text[]), false)`;
const untilOf = (alias: Sql) => sql`coalesce(${alias}.ended_at, 'infinity'::timestamptz)`;
/** Sessions of one service are of one person. */
const holderOf = (alias: Sql) =>
  sql`CASE WHEN ${alias}.service_id IS NULL THEN lower(${alias}.username) ELSE ${alias}.service_id::text END`;

/** `found o` and `found f` have the whole address, or ports in common. */
const sharesPorts = sql`coalesce(o.first_port <= f.last_port AND f.first_port <= o.last_port, o.first_port IS NULL AND f.first_port IS NULL)`;

/** From when on `found` is known to have had the address: where it was first reported after the start, not before. */
const sinceOf = (alias: Sql) => sql`coalesce(${alias}.first_seen_at, ${alias}.started_at)`;
const isOther = sql`(o.id, o.part) IS DISTINCT FROM (f.id, f.part)`;

/**
 * `found f` had the address in the time sought. After its last report, as long as it may have been silent or until the NAS
 * reported another address, and before the first one, that counts unless another had it then, or has had it since.
 */
export const mayHaveHad = ({ from, upto }: Sought): Sql =>
  sql`(f.ended_at IS NULL OR f.ended_at >= ${from}
    OR (f.replaced_at >= ${from} OR ${isAssumed} AND f.ended_at >= ${from}::timestamptz - ${silenceOfNas(sql`f.nas_id`)})
      AND NOT EXISTS (SELECT FROM found o WHERE ${isOther} AND ${sharesPorts} AND ${sinceOf(sql`o`)} <= ${from}
        AND (${sinceOf(sql`o`)} >= f.ended_at OR ${untilOf(sql`o`)} >= ${from})))
  AND (f.first_seen_at IS NULL OR f.first_seen_at < ${upto} OR NOT EXISTS (
    SELECT FROM found o WHERE ${isOther} AND ${sharesPorts} AND ${sinceOf(sql`o`)} <= ${from} AND ${untilOf(sql`o`)} >= ${from}))`;

/** Another service's session `found o` had the address during the time sought, while `found f` had it. */
function isShared({ from, upto, isInstant }: Sought): Sql {
  const [f, o] = [sql`f`, sql`o`];
  const overlap = [
    sql`${holderOf(o)} <> ${holderOf(f)}`,
    sql`o.id <> f.id`,
    sql`least(${untilOf(f)}, ${untilOf(o)}, ${upto}) + ${isInstant ? ONE_SECOND : AT_ONCE}
      > greatest(${sinceOf(f)}, ${sinceOf(o)}, ${from})`,
  ];
  return sql`EXISTS (SELECT FROM found o WHERE ${join(overlap, ' AND ')})`;
}

interface Reader {
  readonly now: Date;
  readonly zone: string;
}

type Case = readonly [when: Sql, certainty: (typeof CERTAINTIES)[number], why: Sql];
type Shown = (at: Sql) => Sql;

const lastSecondOf = ({ upto }: Sought) => sql`${upto}::timestamptz - ${ONE_SECOND}`;

/** Why nobody can tell. */
function ambiguousCases(sought: Sought, shown: Shown): Case[] {
  return [
    [
      sql`f.first_port IS NOT NULL AND ${sought.port === undefined} AND ${isShared(sought)}`,
      'ambiguous',
      sql`'Several services shared the address by NAT; the port tells whose it was.'`,
    ],
    [
      sql`f.flapping`,
      'ambiguous',
      sql`'Its NAS reported more changes of the address than are kept; the session had it at some time until ' || ${shown(sql`f.replaced_at`)} || '.'`,
    ],
    [isShared(sought), 'ambiguous', sql`'Sessions of several services had the address at the same time.'`],
  ];
}

/** Of an address that the session did not have from its start to its end. */
function changedCases(sought: Sought, shown: Shown): Case[] {
  return [
    [
      sql`greatest(f.started_at, ${sought.from}) < date_trunc('second', f.first_seen_at)`,
      'probable',
      sql`'The session began at ' || ${shown(sql`f.started_at`)} || '; its NAS first reported the address at ' || ${shown(sql`f.first_seen_at`)} || '.'`,
    ],
    [
      sql`f.replaced_at IS NOT NULL AND f.updated_at < ${lastSecondOf(sought)}`,
      'probable',
      sql`'The NAS last reported the address at ' || ${shown(sql`f.updated_at`)} || ', and another one at ' || ${shown(sql`f.replaced_at`)} || '.'`,
    ],
    [
      sql`f.replaced_at IS NOT NULL`,
      'certain',
      sql`'The NAS reported the address at that time, and no session of another service had it.'`,
    ],
  ];
}

function sessionCases(sought: Sought, now: Date, shown: Shown): Case[] {
  const lastReport = shown(sql`f.updated_at`);
  const { upto } = sought;
  return [
    [
      sql`f.ended_at IS NULL AND f.updated_at < least(${lastSecondOf(sought)}, ${now}::timestamptz)`,
      'probable',
      sql`'The session is open; its NAS last reported it at ' || ${lastReport} || '.'`,
    ],
    [
      sql`f.ended_at < ${upto} AND ${isAssumed}`,
      'probable',
      sql`'No Stop arrived (' || f.terminate_cause || '); the NAS last reported the session at ' || ${lastReport} || '.'`,
    ],
    [
      sql`f.ended_at < ${upto}`,
      'certain',
      sql`'The NAS reported start and end, and no session of another service had the address.'`,
    ],
  ];
}

/** `certainty` and `why` of `found f`. */
export function certaintyOf(sought: Sought, { now, zone }: Reader): Sql {
  const shown: Shown = (at) => sql`to_char(${at} AT TIME ZONE ${zone}, 'YYYY-MM-DD HH24:MI:SS')`;
  const cases = [...ambiguousCases(sought, shown), ...changedCases(sought, shown), ...sessionCases(sought, now, shown)];
  const otherwise = sql`'The NAS reported the session after that time too, and no session of another service had the address.'`;
  const chosen = (last: Sql, of: (one: Case) => Sql) =>
    sql`CASE ${join(
      cases.map((one) => sql`WHEN ${one[0]} THEN ${of(one)}`),
      ' ',
    )} ELSE ${last} END`;
  return sql`${chosen(sql`'certain'`, ([, name]) => sql`${name}::text`)} AS certainty,
    ${chosen(otherwise, ([, , why]) => why)} AS why`;
}
