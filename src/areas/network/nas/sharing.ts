import { notFound } from '../../../core/fault.ts';
import { refreshSessionsWhere } from '../../../core/network/effects.ts';
import type { Tx } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { servedBy } from './serves.ts';

interface NewShares {
  readonly nasId: number;
  readonly ispId: number;
  readonly resellerIds: readonly number[];
}

/** Shares an ISP-owned NAS with some of its resellers. */
export async function shareNas(tx: Tx, { nasId, ispId, resellerIds }: NewShares): Promise<void> {
  if (resellerIds.length === 0) return;
  const known = await tx.reseller.findMany({
    where: { ispId, id: { in: [...resellerIds] }, deletedAt: null },
    select: { id: true },
  });
  const unknown = resellerIds.find((resellerId) => !known.some(({ id }) => id === resellerId));
  if (unknown !== undefined) throw notFound('reseller', unknown);
  await tx.nasShare.createMany({ data: resellerIds.map((resellerId) => ({ nasId, ispId, resellerId })) });
}

/** Replaces the resellers that a NAS is shared with. Takes effect only on a NAS of the ISP itself (contract 4.5). */
export async function updateShares(
  tx: Tx,
  nas: { id: number; ispId: number; resellerId: number | null },
  resellers: number[],
): Promise<void> {
  if (nas.resellerId !== null) return;
  const resellerIds = resellers.filter((resellerId) => resellerId !== 0);
  await tx.nasShare.deleteMany({ where: { nasId: nas.id } });
  await tx.nas.update({ where: { id: nas.id }, data: { shareAll: resellerIds.length === 0 } });
  await shareNas(tx, { nasId: nas.id, ispId: nas.ispId, resellerIds });
  if (resellerIds.length > 0) await refreshUnservedSessions(tx, nas.id);
}

/** Subscribers whom the NAS no longer serves lose access there. */
function refreshUnservedSessions(tx: Tx, nasId: number): Promise<void> {
  return refreshSessionsWhere(
    tx,
    sql`x.nas_id = ${nasId} AND EXISTS (
      SELECT FROM crm.service s JOIN radius.nas n ON n.id = x.nas_id
      WHERE s.id = x.service_id AND NOT ${servedBy('n', sql`s.reseller_id`)})`,
  );
}
