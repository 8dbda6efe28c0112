import { type Scope, type ScopeColumns, scopeConditions } from '../../core/scope.ts';
import type { Database } from '../../db/database.ts';
import { execute, join, query, type Sql, sql } from '../../db/sql.ts';

/** When each tally was counted, in `crm.setting`. */
const SETTING = { services: 'services_counted_at', renewals: 'renewals_counted_at' } as const;

type Tally = keyof typeof SETTING;

export async function noteCounted({ pool }: Pick<Database, 'pool'>, tally: Tally, at: Date): Promise<void> {
  await execute(
    pool,
    sql`INSERT INTO crm.setting (key, value) VALUES (${SETTING[tally]}, to_jsonb(${at.toISOString()}::text))
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
  );
}

/** Null before the first count. */
export async function countedAt({ pool }: Pick<Database, 'pool'>, tally: Tally): Promise<Date | null> {
  const [row] = await query<{ value: string }>(
    pool,
    sql`SELECT value #>> '{}' AS value FROM crm.setting WHERE key = ${SETTING[tally]}`,
  );
  return row ? new Date(row.value) : null;
}

const TALLY_SCOPE = {
  isp: 't.isp_id',
  reseller: 't.reseller_id',
  location: { lc: 't.location_code', slc: 't.sub_location_code' },
} as const satisfies ScopeColumns;

/** The rows `t` of a tally that a caller may see. */
export function tallyWhere(scope: Scope): Sql {
  const conditions = scopeConditions(scope, TALLY_SCOPE);
  return conditions.length === 0 ? sql`true` : join(conditions, ' AND ');
}
