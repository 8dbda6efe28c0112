import { z } from 'zod';
import { notFound } from '../../../core/fault.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { id } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';

export const namedIsp = z.strictObject({ ispid: id() });

export async function findIsp(tx: Pick<Tx, 'isp'>, scope: Scope, ispId: number) {
  const mine = scope.ispId === null || scope.ispId === ispId;
  const isp = mine ? await tx.isp.findFirst({ where: { id: ispId, deletedAt: null } }) : null;
  if (!isp) throw notFound('ISP', ispId);
  return isp;
}
