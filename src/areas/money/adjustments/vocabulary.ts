/** What is done to the money of a service apart from charges and payments. */
export const ADJUSTMENT_KINDS = [
  'Debit',
  'Credit',
  'WriteOff',
  'Refund',
  'DepositRefund',
  'TransferOut',
  'TransferIn',
] as const;
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];

/** How a refund is paid out. Money of a payment gateway goes back by the gateway (`payment/order/refund`). */
export const REFUND_MODES = ['Cash', 'Cheque', 'DD', 'Card', 'Bank'] as const;

/** What is refunded. */
export const REFUNDABLE = ['Advance', 'Deposit'] as const;
