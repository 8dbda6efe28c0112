import { raw, type Sql, sql } from '../../db/sql.ts';
import type { Scope, ScopeColumns } from './scope.ts';

/** Cash that login users hand over. An Employee of some locations sees what is given by it, or to it. */
export const handoverScope = (alias: string): ScopeColumns => ({
  isp: `${alias}.isp_id`,
  reseller: `${alias}.reseller_id`,
  own: ({ locations, by }: Scope): Sql | null =>
    locations === null
      ? null
      : sql`EXISTS (SELECT FROM auth.login_user p WHERE p.id IN (${raw(alias)}.giver_id, ${raw(alias)}.receiver_id)
          AND p.username = ${by} AND p.deleted_at IS NULL)`,
});
