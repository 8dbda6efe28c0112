import type { Decimal } from 'decimal.js';
import type { ServiceStatus } from '../../../../core/vocabulary/service.ts';
import type { PlanVolumes } from '../../usage/caps.ts';
import type { Discount, PricedLine, PriceItem } from '../pricing/price.ts';
import type { Reduction } from '../pricing/reduction.ts';
import type { ListedTaxes } from '../pricing/sale.ts';
import type { Hold } from './hold.ts';

/** `yyyy-mm-dd` on the ISP's calendar. */
export type Day = string;

export interface OfferedVolumes extends PlanVolumes {
  /** 0 is unlimited. */
  readonly bw1Gb: string;
  readonly dataCarryover: boolean;
}

/** A plan and a sub plan as they are sold. */
export interface Offer {
  readonly planId: number;
  readonly subPlanId: number;
  /** `plan_period` times `units`. */
  readonly length: number;
  readonly unit: 'Day' | 'Month';
  readonly items: readonly PriceItem[];
  readonly volumes: OfferedVolumes;
}

/** The terms that a period is opened under. What is changed later counts from the next period on. */
export interface SoldTerms {
  readonly items: readonly PriceItem[];
  readonly discount: Discount;
  /** Who sells to whom, and under which scheme, is that of the day on which it is charged. */
  readonly taxes: ListedTaxes;
  /** Of the franchisee that sold it; percent of the net amount. */
  readonly commission: { readonly resellerId: number; readonly percent: Decimal } | null;
  /** GB of level 1; 0 is unlimited. */
  readonly bw1Gb: string;
  readonly dataCarryover: boolean;
}

/** A validity period of a service. */
export interface Period {
  /** Absent until it is saved. */
  id?: number;
  readonly planId: number;
  readonly subPlanId: number;
  readonly sold: SoldTerms;
  startsOn: Day;
  endsOn: Day;
  readonly stub: boolean;
  /** Number of days that the whole price is for. */
  readonly ofDays: number;
  /** Suspended days, which were added at the end and cost nothing. */
  frozenDays: number;
  billed: boolean;
  /** Ended on or before its first day: it counts for nothing. */
  voided: boolean;
  /** What was charged for it, in case it has to be credited. */
  charged: readonly PricedLine[];
  /** The franchisee's commission on that; null if no wallet was charged. */
  commission: Decimal | null;
  /** What was given up of its invoice by hand; null: nothing. */
  readonly reduced: Reduction | null;
  /** Credits of the ISP that its months used, less those returned. */
  credits: number;
  /** Whether a promise to pay was made in it. */
  promised: boolean;
}

/** A plan change that waits for the next bill. */
export interface PlanChange {
  /** Absent until it is saved. */
  id?: number;
  readonly offer: Offer;
}

/** A charge that is not invoiced yet. */
export interface OpenCharge extends PricedLine {
  id?: bigint;
  /** Snake case, as the entry's. */
  readonly kind: string;
}

export interface Invoice {
  id?: number;
  readonly total: Decimal;
  readonly dueOn: Day;
  paidAmt: Decimal;
  /** The fees that it charges for earlier invoices that were not paid. */
  readonly feesAmt: Decimal;
  lateFee: boolean;
}

/** The reseller that sells the service. */
export interface Seller {
  readonly resellerId: number;
  readonly franchisee: boolean;
  /** Percent of the net amount after the discount. */
  readonly commissionPercent: Decimal;
  /** How far below 0 its wallet may fall. */
  readonly creditLimit: Decimal;
  readonly invoices: boolean;
}

/** What billing knows of a service. Rules change it in memory; it is saved as a whole. The README says what each day means. */
export interface Subscription {
  readonly id: number;
  readonly username: string;
  /** Its periods and status no longer change, only its balance. */
  readonly deleted: boolean;
  /** The last day whose time rules were applied to it; null: not known, so that only the present day is. */
  readonly doneUpto: Day | null;
  readonly ispId: number;
  readonly resellerId: number | null;
  readonly prepaid: boolean;
  status: ServiceStatus;
  /** The status that `restore` returns to after a suspension. */
  statusBefore: ServiceStatus | null;
  suspendedOn: Day | null;
  graceUpto: Day | null;
  promiseUpto: Day | null;
  /** What an incident of the network holds up. */
  readonly holds: readonly Hold[];
  /** It is paid, but a franchisee's wallet or the ISP's credits refused to renew or resume it. It is tried again. */
  renewalRefused: boolean;
  validFrom: Day | null;
  validUpto: Day | null;
  readonly billFrom: Day;
  readonly billingStartDay: number;
  anchorDay: number | null;
  readonly discount: Discount;
  readonly installationAmt: Decimal;
  /** Its own, else its ISP's; null if there is none. A franchisee's credit limit applies to its wallet (contract 2.7). */
  readonly creditLimit: Decimal | null;
  /** Outstanding: above 0 owed, below 0 paid in advance. */
  osAmt: Decimal;
  billed: boolean;
  offer: Offer;
  pending: PlanChange | null;
  /** The newest period. */
  period: Period | null;
  /** The newest, and all others that have not ended; oldest first. */
  readonly periods: Period[];
  readonly charges: OpenCharge[];
  /** The unpaid ones, oldest first; all of them if a payment may be reversed. */
  readonly invoices: Invoice[];
}
