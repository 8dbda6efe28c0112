import { sameName } from '../../core/list/index.ts';
import { type Scope, scopeConditions, serviceScope } from '../../core/scope.ts';
import { join, type Sql } from '../../db/sql.ts';

/** Of the services `s` those of that username which the caller sees; a username is one subscriber's within an ISP. */
export function isSubscriber(scope: Scope, username: string): Sql {
  return join([...scopeConditions(scope, serviceScope('s')), sameName('s.username', username)], ' AND ');
}
