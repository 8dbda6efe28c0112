import { sameName } from '../../../core/list/index.ts';
import { type Scope, scopeConditions, serviceScope } from '../../../core/tenancy/scope.ts';
import { join, type Sql } from '../../../db/sql.ts';

/** Condition on services `s`: the username, visible to the caller. A username is unique within an ISP. */
export function isSubscriber(scope: Scope, username: string): Sql {
  return join([...scopeConditions(scope, serviceScope('s')), sameName('s.username', username)], ' AND ');
}
