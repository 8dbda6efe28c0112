/** How long a top-up lasts (contract 4.14): to the end of the period, or until it is used. */
export const TOPUP_TYPES = ['Expiring', 'NonExpiring'] as const;
