import type { Tx } from '../../../db/database.ts';

interface Codes {
  readonly ispId: number;
  readonly locationCode: string;
  readonly subLocationCode?: string;
}

/** How many records have the codes, by kind of record. */
export async function usesOf(tx: Tx, codes: Codes) {
  const { ispId, locationCode: lc, subLocationCode: slc } = codes;
  return {
    services: await tx.service.count({ where: { ...codes, deletedAt: null } }),
    'pending leads': await tx.lead.count({ where: { ...codes, closedAt: null } }),
    plans: await tx.plan.count({ where: { ispId, lc, ...(slc === undefined ? {} : { slc }), deletedAt: null } }),
  };
}
