import { notFound } from '../../../../core/fault.ts';
import { type Scope, scopeConditions, wholeInstallation } from '../../../../core/tenancy/scope.ts';
import type { Database } from '../../../../db/database.ts';
import { join, query, sql } from '../../../../db/sql.ts';
import { nases } from '../../nas/list.ts';
import { findRouter, type RouterNas } from '../find.ts';

/** A NAS whose sessions are compared, also one that the ISP shares with the caller. */
export interface ComparedNas {
  readonly nas: RouterNas;
  readonly name: string;
  readonly isIpoe: boolean;
  /** The caller sees all sessions on it. */
  readonly isWhole: boolean;
}

interface Found {
  readonly name: string;
  readonly resellerId: number | null;
  readonly isIpoe: boolean;
}

/** @throws Fault of kind `notFound` unless the caller sees it */
export async function findCompared(
  { pool }: Pick<Database, 'pool'>,
  scope: Scope,
  nasId: number,
): Promise<ComparedNas> {
  const conditions = [...scopeConditions(scope, nases.scope), sql`n.id = ${nasId}`];
  const [found] = await query<Found>(
    pool,
    sql`SELECT n.name, n.reseller_id AS "resellerId", n.ipoe AS "isIpoe" FROM radius.nas n WHERE ${join(conditions, ' AND ')}`,
  );
  if (!found) throw notFound('NAS', nasId);
  const { name, isIpoe, resellerId } = found;
  const isWhole = scope.locations === null && (scope.resellerId === null || scope.resellerId === resellerId);
  return { nas: await findRouter(pool, wholeInstallation, nasId), name, isIpoe, isWhole };
}
