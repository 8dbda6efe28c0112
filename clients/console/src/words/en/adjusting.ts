/** Adjustments, write-offs and refunds of a subscriber. */
export const adjusting = {
  adjustTitle: 'Adjust the account',
  writeOffTitle: 'Write off the debt',
  writeOffLead: 'You give up the debt and cannot bring it back. The status does not change.',
  deleteTitle: 'Delete the service',
  deleteLead: 'It gets a final bill, and its deposit is returned. You cannot undo this; the history stays.',
  writeOffReason: 'Reason to write off the remaining debt',
  refundTitle: 'Pay money out',
  type: 'Direction',
  types: { Credit: 'Credit', Debit: 'Debit' },
  tax: 'Tax',
  taxes: { Inclusive: 'in the amount', Exclusive: 'added to it', None: 'none' },
  description: 'For the subscriber',
  reason: 'Reason, for the staff',
  invoice: 'Invoice to credit',
  noInvoice: 'none',
  of: 'Out of',
  ofs: { Advance: 'Advance', Deposit: 'Deposit' },
  held: (amt: string) => `The deposit is ${amt}.`,
  kinds: {
    Debit: 'Debit',
    Credit: 'Credit',
    WriteOff: 'Written off',
    Refund: 'Refund',
    DepositRefund: 'Deposit refunded',
  },
  /** On the statement, before what the entry says. */
  entries: {
    adjustment: 'Adjustment',
    write_off: 'Write-off',
    refund: 'Refund',
  },
} as const;
