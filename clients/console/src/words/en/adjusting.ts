/** Adjustments, write-offs and refunds of a subscriber. */
export const adjusting = {
  adjustTitle: 'Adjust the account',
  writeOffTitle: 'Write off what is owed',
  writeOffLead: 'The debt is given up and cannot be brought back. The status stays as it is.',
  deleteTitle: 'Delete the service',
  deleteLead:
    'It is billed for the last time, and its deposit is returned. It cannot be brought back; its history stays.',
  writeOffReason: 'Reason to write off what it then owes',
  refundTitle: 'Pay money out',
  type: 'Direction',
  types: { Credit: 'Credit', Debit: 'Debit' },
  tax: 'Tax',
  taxes: { Inclusive: 'in the amount', Exclusive: 'added to it', None: 'none' },
  description: 'For the subscriber',
  reason: 'Reason, for the staff',
  invoice: 'Invoice that is credited',
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
