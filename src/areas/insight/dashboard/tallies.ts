import { type Scope, type ScopeColumns, scopeConditions } from '../../../core/tenancy/scope.ts';
import { join, type Sql, sql } from '../../../db/sql.ts';

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
