/** An open hand-over has moved no cash yet: the giver holds it until the receiver confirms. */
export const HANDOVER_STATUSES = ['Open', 'Confirmed', 'Refused', 'Withdrawn'] as const;

/** The receiver confirms or refuses, the giver withdraws. */
export const HANDOVER_ACTIONS = ['Confirm', 'Refuse', 'Withdraw'] as const;
