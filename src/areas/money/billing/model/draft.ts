import type { Decimal } from 'decimal.js';
import type { Line } from '../ledger/entry.ts';
import type { PricedLine, Taxation } from '../pricing/price.ts';
import type { IspTerms } from './isp-terms.ts';
import { type Movements, NO_MOVEMENTS } from './later-receipts.ts';
import { type ChangeContext, StatusDraft } from './status-draft.ts';
import type { Day, Invoice, OpenCharge, Period, PlanChange, Seller, Subscription } from './subscription.ts';

/** Balances that the subscriptions of one transaction share. They are locked if a limit depends on them. */
export interface SharedBalances {
  readonly wallets: Map<number, Decimal>;
  credits: Decimal;
}

export interface DraftEntry {
  readonly kind: string;
  readonly period: Period | null;
  readonly dedupeKey: string | null;
  readonly memo: string;
  readonly lines: readonly Line[];
  /** The entry that this one reverses. */
  readonly reversesId?: bigint | undefined;
  /** Set on saving. */
  id?: bigint;
}

export interface DraftCharge {
  readonly entry: DraftEntry;
  readonly kind: string;
  readonly line: PricedLine;
  readonly open: OpenCharge;
  /** The days that the price of a plan is for. */
  readonly covers: Days | null;
}

/** From the first to the last. */
export interface Days {
  readonly from: Day;
  readonly upto: Day;
}

export interface DraftInvoice {
  readonly invoice: Invoice;
  readonly charges: readonly OpenCharge[];
  /** What its charges were taxed as, and by which seller; null: by the taxes of the settings. */
  readonly scheme: Taxation['scheme'] | null;
}

export interface WalletTxn {
  readonly entry: DraftEntry;
  readonly code: 'Invoice' | 'Payment' | 'Adj';
  readonly amt: Decimal;
  readonly balance: Decimal;
  readonly note: string | null;
}

export interface Topup {
  readonly period: Period;
  readonly topupPlanId: number | null;
  readonly type: 'Expiring' | 'NonExpiring';
  readonly gb: Decimal;
  readonly amt: Decimal;
}

/** A new period restarts the usage; one that a plan change split continues it under the volumes of the new plan. */
export type UsageEffect = 'restart' | 'continue';

interface Snapshot {
  readonly subscription: Subscription;
  readonly periods: ReadonlyMap<Period, Period>;
  readonly invoices: ReadonlyMap<Invoice, Invoice>;
}

const snapshotOf = (subscription: Subscription): Snapshot => ({
  subscription: { ...subscription },
  periods: new Map(subscription.periods.map((period) => [period, { ...period }])),
  invoices: new Map(subscription.invoices.map((invoice) => [invoice, { ...invoice }])),
});

interface DraftParts {
  readonly subscription: Subscription;
  readonly seller: Seller | null;
  readonly isp: IspTerms;
  readonly balances: SharedBalances;
  /** Of the balances, since the first day that services of the transaction have missed. */
  readonly movements?: Movements;
  readonly context: ChangeContext;
}

/**
 * A subscription and the pending changes to it, in memory. Rules change the subscription and add the rows that record the
 * change; `saveDrafts` writes them. A preview is a draft that is not saved.
 */
export class Draft extends StatusDraft {
  declare readonly subscription: Subscription;
  declare readonly isp: IspTerms;
  readonly seller: Seller | null;
  readonly balances: SharedBalances;
  readonly movements: Movements;
  /** As the database has it. */
  readonly stored: Snapshot;
  readonly entries: DraftEntry[] = [];
  readonly charges: DraftCharge[] = [];
  readonly invoices: DraftInvoice[] = [];
  readonly walletTxns: WalletTxn[] = [];
  readonly topups: Topup[] = [];
  /** Service-months that periods used; below 0 those that they returned. */
  readonly credits: { readonly period: Period; readonly months: number }[] = [];
  readonly promises: { readonly period: Period; readonly upto: Day }[] = [];
  readonly planChanges: { readonly change: PlanChange; readonly schedule: 'immediately' | 'next_bill' }[] = [];
  /** Pending plan changes that were applied or replaced. */
  readonly resolvedChanges: { readonly change: PlanChange; readonly status: 'Applied' | 'Replaced' }[] = [];
  usage: UsageEffect | null = null;

  constructor({ subscription, seller, isp, balances, movements = NO_MOVEMENTS, context }: DraftParts) {
    super({ subscription, isp, context });
    this.seller = seller;
    this.balances = balances;
    this.movements = movements;
    this.stored = snapshotOf(subscription);
  }

  /** The same subscription on another day, or in another name: all that a draft changes has one of each. */
  as(context: Partial<Pick<ChangeContext, 'today' | 'by'>>): Draft {
    const { subscription, seller, isp, balances, movements } = this;
    return new Draft({ subscription, seller, isp, balances, movements, context: { ...this.context, ...context } });
  }
}
