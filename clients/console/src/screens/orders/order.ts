import type { Row } from '../../api/client.ts';

export type Order = Row<'order.list'>;

/** The shape and colour of a state. */
export const LOOKS: Readonly<Record<Order['status'], string>> = {
  New: 'Running',
  Open: 'Open',
  Paid: 'Paid',
  Held: 'Overdue',
  PartlyRefunded: 'Reduced',
  Refunded: 'Cancelled',
  Disputed: 'Overdue',
  ChargedBack: 'Overdue',
  Expired: 'Cancelled',
  Failed: 'Failed',
};

/** Of which money can be given back. */
export const REFUNDABLE: readonly Order['status'][] = ['Paid', 'Held', 'PartlyRefunded'];
