import type { Decimal } from 'decimal.js';
import type { Line } from '../ledger/entry.ts';
import type { PricedLine } from '../pricing/price.ts';
import type { Day, Invoice, IspTerms, OpenCharge, Period, PlanChange, Seller, Subscription } from './subscription.ts';

/** When a change happens, and who makes it. */
export interface ChangeContext {
  /** The ISP's day. */
  readonly today: Day;
  readonly now: Date;
  readonly by: string;
}

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
  readonly reversesId?: bigint;
  /** Set on saving. */
  id?: bigint;
}

export interface DraftCharge {
  readonly entry: DraftEntry;
  readonly kind: string;
  readonly line: PricedLine;
  readonly open: OpenCharge;
}

export interface DraftInvoice {
  readonly invoice: Invoice;
  readonly charges: readonly OpenCharge[];
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
  readonly context: ChangeContext;
}

/**
 * A subscription and the pending changes to it, in memory. Rules change the subscription and add the rows that record the
 * change; `saveDrafts` writes them. A preview is a draft that is not saved.
 */
export class Draft {
  readonly subscription: Subscription;
  readonly seller: Seller | null;
  readonly isp: IspTerms;
  readonly balances: SharedBalances;
  readonly context: ChangeContext;
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
  /** Recompute the usage from the accounting records. */
  recount = false;
  usage: UsageEffect | null = null;
  sessions: 'refresh' | 'disconnect' | null = null;

  constructor({ subscription, seller, isp, balances, context }: DraftParts) {
    this.subscription = subscription;
    this.seller = seller;
    this.isp = isp;
    this.balances = balances;
    this.context = context;
    this.stored = snapshotOf(subscription);
  }

  /** Gives the sessions what they are entitled to now. A disconnection has the same effect. */
  refresh(): void {
    this.sessions ??= 'refresh';
  }

  disconnect(): void {
    this.sessions = 'disconnect';
  }
}
