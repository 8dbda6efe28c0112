import type { Decimal } from 'decimal.js';
import type { Line } from '../ledger/entry.ts';
import type { PricedLine } from '../pricing/price.ts';
import type { Day, Invoice, IspTerms, OpenCharge, Period, PlanChange, Seller, Subscription } from './subscription.ts';

/** When something happens to a subscription, and who does it. */
export interface Occasion {
  /** The ISP's day. */
  readonly today: Day;
  readonly now: Date;
  readonly by: string;
}

/** Balances that several subscriptions of one transaction share; locked where a limit depends on them. */
export interface Book {
  readonly wallets: Map<number, Decimal>;
  credits: Decimal;
}

export interface DraftEntry {
  readonly kind: string;
  readonly period: Period | null;
  readonly dedupeKey: string | null;
  readonly memo: string;
  readonly lines: readonly Line[];
  /** The entry that it takes back. */
  readonly reversesId?: bigint;
  /** Set when it is saved. */
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

export interface Payment {
  readonly entry: DraftEntry;
  readonly amt: Decimal;
}

/** What becomes of the usage: a new period restarts it, a split one carries it on under the volumes of the new plan. */
export type UsageEffect = 'restart' | 'carry on';

interface Remembered {
  readonly service: Subscription;
  readonly periods: ReadonlyMap<Period, Period>;
  readonly invoices: ReadonlyMap<Invoice, Invoice>;
}

const remember = (subscription: Subscription): Remembered => ({
  service: { ...subscription },
  periods: new Map(subscription.periods.map((period) => [period, { ...period }])),
  invoices: new Map(subscription.invoices.map((invoice) => [invoice, { ...invoice }])),
});

interface DraftOf {
  readonly subscription: Subscription;
  readonly seller: Seller | null;
  readonly isp: IspTerms;
  readonly book: Book;
  readonly occasion: Occasion;
}

/**
 * A subscription with what is done to it, in memory. Rules change the subscription and note the rows that tell of it; nothing
 * reaches the database before it is saved, so a preview is a draft that is thrown away.
 */
export class Draft {
  readonly subscription: Subscription;
  readonly seller: Seller | null;
  readonly isp: IspTerms;
  readonly book: Book;
  readonly occasion: Occasion;
  /** What the database has. */
  readonly read: Remembered;
  readonly entries: DraftEntry[] = [];
  readonly charges: DraftCharge[] = [];
  readonly invoices: DraftInvoice[] = [];
  readonly walletTxns: WalletTxn[] = [];
  readonly topups: Topup[] = [];
  /** Service-months opened, each with the period that holds them; below 0 those that were returned. */
  readonly credits: { readonly period: Period; readonly months: number }[] = [];
  readonly promises: { readonly period: Period; readonly upto: Day }[] = [];
  readonly payments: Payment[] = [];
  readonly planChanges: { readonly change: PlanChange; readonly schedule: 'immediately' | 'next_bill' }[] = [];
  /** What became of plan changes that waited. */
  readonly settledChanges: { readonly change: PlanChange; readonly status: 'Applied' | 'Replaced' }[] = [];
  /** Its usage is counted again from what accounting recorded. */
  recount = false;
  usage: UsageEffect | null = null;
  sessions: 'refresh' | 'disconnect' | null = null;

  constructor({ subscription, seller, isp, book, occasion }: DraftOf) {
    this.subscription = subscription;
    this.seller = seller;
    this.isp = isp;
    this.book = book;
    this.occasion = occasion;
    this.read = remember(subscription);
  }

  /** Its sessions get what they are entitled to now. A disconnection does that as well. */
  refresh(): void {
    this.sessions ??= 'refresh';
  }

  disconnect(): void {
    this.sessions = 'disconnect';
  }
}
