import { type Scope, type ScopeColumns, scopeConditions } from '../../../core/tenancy/scope.ts';
import { join, raw, type Sql, sql } from '../../../db/sql.ts';

/** A kind of record that the target of an event may name by its id. */
interface Named {
  /** The parameter before the id. */
  readonly by: 'serviceid' | 'customerid' | 'resellerid' | 'ispid' | 'id';
  /** Which calls have the record as `id`: a regular expression. */
  readonly calls?: RegExp;
  readonly table: string;
  /** Default: its column `name`. */
  readonly name?: Sql;
  /** Default: that of records which an ISP shares with its resellers. */
  readonly scope?: ScopeColumns;
}

/** What an ISP sells or runs itself is shared with its resellers; whom it serves is not. */
const SHARED: ScopeColumns = { isp: 't.isp_id', reseller: 't.reseller_id', shared: true };
const OWNED: ScopeColumns = { isp: 't.isp_id', reseller: 't.reseller_id' };

const NAMED: readonly Named[] = [
  { by: 'serviceid', table: 'crm.service', name: sql`t.username`, scope: OWNED },
  { by: 'customerid', table: 'crm.customer', name: sql`concat_ws(' ', t.name, t.surname)`, scope: OWNED },
  { by: 'resellerid', table: 'crm.reseller', scope: { isp: 't.isp_id', reseller: 't.id' } },
  { by: 'ispid', table: 'crm.isp', scope: { isp: 't.id' } },
  { by: 'id', calls: /^(user|login)\./, table: 'auth.login_user', name: sql`t.username`, scope: OWNED },
  { by: 'id', calls: /^plan\.subplan/, table: 'crm.sub_plan' },
  { by: 'id', calls: /^plan\.(update|delete)$/, table: 'crm.plan' },
  { by: 'id', calls: /^topupplan\./, table: 'crm.topup_plan' },
  { by: 'id', calls: /^ticket\.queue/, table: 'crm.care_queue', scope: OWNED },
  { by: 'id', calls: /^ticket\.category/, table: 'crm.ticket_category', scope: { isp: 't.isp_id' } },
  { by: 'id', calls: /^(ticket\.(?!\w+_)|portal\.ticket_)/, table: 'crm.ticket', name: sql`t.docket`, scope: OWNED },
  { by: 'id', calls: /^incident\./, table: 'crm.incident', name: sql`t.title`, scope: { isp: 't.isp_id' } },
  { by: 'id', calls: /^lead\./, table: 'crm.lead', scope: OWNED },
  { by: 'id', calls: /^nas\.ippool/, table: 'radius.nas_ip_pool' },
  { by: 'id', calls: /^nas\.(update|delete|script)$/, table: 'radius.nas' },
];

/** The name that the record of `e.target` has now, deleted or not; NULL for a record of another kind, or of others. */
export const targetName = (scope: Scope): Sql =>
  sql`CASE ${join(
    NAMED.map((named) => when(named, scope)),
    ' ',
  )} END`;

function when({ by, calls, table, name = sql`t.name`, scope: columns = SHARED }: Named, scope: Scope): Sql {
  const isOf = calls === undefined ? sql`true` : sql`e.procedure ~ ${calls.source}`;
  const visible = scopeConditions(scope, columns);
  const all = join([sql`t.id = substr(e.target, ${by.length + 2})::int`, ...visible], ' AND ');
  return sql`WHEN e.target ~ ${`^${by}=\\d{1,9}$`} AND ${isOf} THEN (SELECT ${name} FROM ${raw(table)} t WHERE ${all})`;
}
