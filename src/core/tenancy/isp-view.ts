import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { notFound } from '../fault.ts';
import { readRecord } from '../records/row-locks.ts';
import { described, id } from '../wire/index.ts';
import { partOf, type Scope } from './scope.ts';

/** Whose figures are shown: all that the caller sees, or one ISP or reseller of it. */
export const viewInput = z.strictObject({
  ispid: described('when absent, everything that the caller may see', id()).optional(),
  resellerid: described('when absent, the whole ISP', id()).optional(),
});

/** The part of the caller's scope that the input names. @throws Fault of kind `notFound` for an owner outside the scope */
export async function viewOf(
  { pool }: Pick<Database, 'pool'>,
  scope: Scope,
  { ispid, resellerid }: z.output<typeof viewInput>,
): Promise<Scope> {
  if (ispid !== undefined) await readRecord(pool, scope, { what: 'ISP', id: ispid }, sql`1`);
  const ispId = ispid ?? scope.ispId;
  if (resellerid === undefined) return partOf(scope, { ispId, resellerId: scope.resellerId });
  const reseller = { what: 'reseller', id: resellerid } as const;
  const { isp } = await readRecord<{ isp: number }>(pool, scope, reseller, sql`x.isp_id AS isp`);
  if (ispId !== null && isp !== ispId) throw notFound('reseller', resellerid);
  return partOf(scope, { ispId: isp, resellerId: resellerid });
}
