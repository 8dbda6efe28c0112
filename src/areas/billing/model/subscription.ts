import type { Decimal } from 'decimal.js';
import type { ServiceStatus } from '../../services/vocabulary.ts';
import type { PlanVolumes } from '../../usage/caps.ts';
import type { PricedLine, PriceItem, Taxation } from '../pricing/price.ts';

/** `yyyy-mm-dd` on the ISP's calendar. */
export type Day = string;

/** The volumes of a plan. */
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

/** One validity of a service. */
export interface Period {
  /** Absent until it is saved. */
  id?: number;
  readonly planId: number;
  readonly subPlanId: number;
  startsOn: Day;
  endsOn: Day;
  readonly stub: boolean;
  /** Days that the price stands for. */
  readonly ofDays: number;
  /** Held by staff and given back behind the end: they cost nothing. */
  frozenDays: number;
  billed: boolean;
  /** Replaced on the day it began. */
  voided: boolean;
  /** What was charged for it; read where it may have to be credited. */
  charged: readonly PricedLine[];
  /** What a franchisee got of that; null: no wallet bore it. */
  commission: Decimal | null;
  /** Of the ISP: what its months cost, less what was returned. */
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

/** A charge that no invoice has yet. */
export interface OpenCharge extends PricedLine {
  id?: bigint;
}

export interface Invoice {
  id?: number;
  readonly total: Decimal;
  readonly dueOn: Day;
  paidAmt: Decimal;
  lateFee: boolean;
}

/** Who sells: the ISP itself where there is no reseller. */
export interface Seller {
  readonly resellerId: number;
  readonly franchisee: boolean;
  /** Percent of what is net after discount. */
  readonly commissionPercent: Decimal;
  /** How far below nothing its wallet may go. */
  readonly creditLimit: Decimal;
  readonly invoices: boolean;
}

/** The rules of an ISP. */
export interface IspTerms {
  readonly ispId: number;
  readonly zone: string;
  readonly currency: string;
  readonly taxation: Taxation;
  readonly invoiceDueDays: number;
  readonly graceDays: number;
  readonly promiseDays: number;
  readonly freezesSuspended: boolean;
  readonly lateFeeAmt: Decimal;
  readonly lateFeePercent: Decimal;
  readonly limitsCredits: boolean;
}

/** All that billing knows of a service; changed in memory by the rules, and saved as a whole. */
export interface Subscription {
  readonly id: number;
  readonly username: string;
  /** Nothing begins or ends any more; only its money moves. */
  readonly deleted: boolean;
  readonly ispId: number;
  readonly resellerId: number | null;
  readonly customerId: number;
  readonly prepaid: boolean;
  status: ServiceStatus;
  /** Where `restore` leads back to. */
  statusBefore: ServiceStatus | null;
  suspendedOn: Day | null;
  graceUpto: Day | null;
  promiseUpto: Day | null;
  validFrom: Day | null;
  validUpto: Day | null;
  readonly billFrom: Day;
  readonly billingStartDay: number;
  anchorDay: number | null;
  readonly discount: { readonly percent: Decimal; readonly amt: Decimal };
  readonly installationAmt: Decimal;
  /** Its own, else its ISP's; null: none. A franchisee's is a limit of its wallet (contract 2.7). */
  readonly creditLimit: Decimal | null;
  /** Owed above 0, paid ahead below. */
  osAmt: Decimal;
  billed: boolean;
  offer: Offer;
  pending: PlanChange | null;
  /** The newest period. */
  period: Period | null;
  /** It, and every other that has not ended. */
  readonly periods: Period[];
  readonly charges: OpenCharge[];
  /** Unpaid, oldest first; all of them where a payment may be taken back. */
  readonly invoices: Invoice[];
}
