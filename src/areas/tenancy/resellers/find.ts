import { z } from 'zod';
import { notFound } from '../../../core/fault.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { id } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';

/** Contract 4.9. */
export const namedReseller = z.strictObject({ resellerid: id(), ispid: id().optional() });

/** `ispid` only confirms whose the reseller is: a reseller never moves to another ISP. */
export async function findReseller(
  tx: Tx,
  scope: Scope,
  { resellerid, ispid }: { resellerid: number; ispid?: number | undefined },
) {
  const reseller = await tx.reseller.findFirst({
    where: {
      AND: [
        { id: resellerid, deletedAt: null },
        scope.ispId === null ? {} : { ispId: scope.ispId },
        scope.resellerId === null ? {} : { id: scope.resellerId },
        ispid === undefined ? {} : { ispId: ispid },
      ],
    },
  });
  if (!reseller) throw notFound('reseller', resellerid);
  return reseller;
}
