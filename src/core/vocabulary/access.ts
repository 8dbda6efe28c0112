/**
 * Why a service has less than level 1 of its plan (`radius/policy/entitlement.ts`). `new`: it has not begun; `unpaid`: blocked for
 * a debt; `overdue`: slower during the days of grace; `expired`: its prepaid period is over; `volume`: used up, all of it or that of
 * a level; `unbilled`: no bill could be made.
 */
export const ACCESS_CAUSES = ['new', 'suspended', 'unpaid', 'overdue', 'expired', 'volume', 'unbilled'] as const;
export type AccessCause = (typeof ACCESS_CAUSES)[number];
