import type { Subscriber } from '../business/subscribers.ts';
import type { SoldSubPlan } from './founding.ts';

/** A subscriber who has become a customer. */
export interface Account {
  readonly subscriber: Subscriber;
  readonly serviceId: number;
  /** Since when there is a line, in milliseconds. */
  readonly connectedAt: number;
  /** What the next period costs a prepaid subscriber. */
  offer: SoldSubPlan;
  /** A payment is on its way, so none is planned. */
  isPaying: boolean;
  hasLeft: boolean;
  promises: number;
}

/** A service as the database has it at the beginning of a day. */
export interface ServiceState {
  readonly id: number;
  readonly status: 'NewRequest' | 'Active' | 'NP' | 'NPD' | 'Suspend';
  readonly prepaid: boolean;
  readonly os_amt: string;
  readonly valid_upto: string | null;
  readonly bw_level: number;
  readonly exhausted: boolean;
  /** When the oldest unpaid invoice was issued. */
  readonly invoiced_on: string | null;
}
