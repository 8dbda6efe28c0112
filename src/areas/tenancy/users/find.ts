import { readRecord } from '../../../core/records/row-locks.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { type Runner, sql } from '../../../db/sql.ts';

interface LoginUser {
  readonly id: number;
  readonly groupname: string;
  /** Null: a server administrator. */
  readonly ispId: number | null;
  readonly resellerId: number | null;
  readonly locationIds: readonly number[];
  readonly subLocationIds: readonly number[];
  readonly roles: string[];
  readonly cashBalance: string;
}

const COLUMNS = sql`x.id, x.groupname, x.isp_id AS "ispId", x.reseller_id AS "resellerId", x.location_ids AS "locationIds",
  x.sub_location_ids AS "subLocationIds", x.roles, x.cash_balance AS "cashBalance"`;

export const findUser = (on: Runner, scope: Scope, userId: number): Promise<LoginUser> =>
  readRecord<LoginUser>(on, scope, { what: 'login user', id: userId }, COLUMNS);
