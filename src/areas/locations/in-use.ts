import type { Tx } from '../../db/database.ts';

interface Codes {
  readonly ispId: number;
  readonly locationCode: string;
  readonly subLocationCode?: string;
}

export async function usesOf(tx: Tx, place: Codes) {
  const { ispId, locationCode: lc, subLocationCode: slc } = place;
  return {
    services: await tx.service.count({ where: { ...place, deletedAt: null } }),
    'pending leads': await tx.lead.count({ where: { ...place, closedAt: null } }),
    plans: await tx.plan.count({ where: { ispId, lc, ...(slc === undefined ? {} : { slc }), deletedAt: null } }),
  };
}
