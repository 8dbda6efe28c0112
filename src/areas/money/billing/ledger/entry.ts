import { Decimal } from 'decimal.js';
import { amountText, type Money } from '../../../../core/money.ts';
import type { Account } from './accounts.ts';

export interface Line {
  readonly account: Account;
  /** Above 0 a debit, below 0 a credit. */
  readonly amt: Money;
}

export interface Entry {
  readonly ispId: number;
  readonly resellerId?: number | null;
  readonly serviceId?: number;
  readonly periodId?: number | null;
  /** Snake case; unique per (service, period) if a period is given, so that a repeat is refused. */
  readonly kind: string;
  /** The ISP's day. */
  readonly postedOn: string;
  readonly memo?: string;
  readonly dedupeKey?: string | null;
  /** The entry that this one reverses. */
  readonly reversesId?: bigint | undefined;
  readonly by: string;
  /** Sum to 0 in each unit. */
  readonly lines: readonly Line[];
}

export const debit = (account: Account, amt: Decimal): Line => ({ account, amt: amountText(amt) });

export const credit = (account: Account, amt: Decimal): Line => ({ account, amt: amountText(amt.negated()) });

/** The lines of the entry that reverses one with these. */
export const reversed = (lines: readonly Line[]): Line[] =>
  lines.map(({ account, amt }) => credit(account, new Decimal(amt)));
