import { sameName } from '../../core/list/index.ts';
import { type Scope, scopeConditions } from '../../core/scope.ts';
import { join, type Sql } from '../../db/sql.ts';

/** Of the services `s` those of that username which the caller sees; a username is one subscriber's within an ISP. */
export function isSubscriber(scope: Scope, username: string): Sql {
  const visible = scopeConditions(scope, {
    ...{ isp: 's.isp_id', reseller: 's.reseller_id', deleted: 's.deleted_at' },
    location: { lc: 's.location_code', slc: 's.sub_location_code' },
  });
  return join([...visible, sameName('s.username', username)], ' AND ');
}
