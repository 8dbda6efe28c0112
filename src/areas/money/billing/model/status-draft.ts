import type { IspTerms } from './isp-terms.ts';
import type { Subscription } from './subscription.ts';

/** When a change happens, and who makes it. */
export interface ChangeContext {
  /** The ISP's day. */
  readonly today: string;
  readonly now: Date;
  readonly by: string;
  /** By a user of a reseller, whom the credits of the ISP do not concern. */
  readonly ofReseller?: boolean;
}

/** What a service is, besides its money and its periods. */
export type Standing = Pick<
  Subscription,
  'id' | 'doneUpto' | 'status' | 'statusBefore' | 'suspendedOn' | 'graceUpto' | 'promiseUpto' | 'renewalRefused'
>;

interface StatusDraftParts {
  readonly subscription: Standing;
  readonly isp: Pick<IspTerms, 'graceDays'>;
  readonly context: ChangeContext;
}

/**
 * A change of status in memory: all that a rule sees that moves no money and opens no period. Such a change is made many times
 * a day, and reads a fraction of what a `Draft` holds, which every such rule takes as well.
 */
export class StatusDraft {
  readonly subscription: Standing;
  readonly isp: Pick<IspTerms, 'graceDays'>;
  readonly context: ChangeContext;
  sessions: 'refresh' | 'disconnect' | null = null;

  constructor({ subscription, isp, context }: StatusDraftParts) {
    this.subscription = subscription;
    this.isp = isp;
    this.context = context;
  }

  /** Gives the sessions what they are entitled to now. A disconnection has the same effect. */
  refresh(): void {
    this.sessions ??= 'refresh';
  }

  disconnect(): void {
    this.sessions = 'disconnect';
  }
}
