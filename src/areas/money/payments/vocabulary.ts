/** How a subscriber pays. */
export const PAYMENT_MODES = ['Cash', 'Cheque', 'DD', 'Card', 'Bank', 'Online'] as const;
/** A cancelled payment stays, with the entry that reverses it. */
export const PAYMENT_STATUSES = ['Paid', 'Cancelled'] as const;
