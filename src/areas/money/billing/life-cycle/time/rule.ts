import { type Sql, sql } from '../../../../../db/sql/fragment.ts';
import type { Draft } from '../../model/draft.ts';
import type { Day } from '../../model/subscription.ts';

/** An ISP and its current day. */
export interface IspDay {
  readonly ispId: number;
  readonly today: Day;
}

/** A change that the passing of time makes to a service. */
export interface Rule {
  readonly name: string;
  /** Makes the change if the dates, invoices and status of the draft require it. @returns whether it did */
  readonly apply: (draft: Draft) => boolean;
  /**
   * Selects, by an index, the ids of the services that `apply` may change: all that it does change, and few others. It restates
   * `apply` in SQL; a property test over random histories (`candidates.test.ts`) compares the two.
   */
  readonly candidates: (on: IspDay) => Sql;
}

/** Condition: service `s` is of the ISP and not deleted. */
export const servicesOf = ({ ispId }: IspDay): Sql => sql`s.isp_id = ${ispId} AND s.deleted_at IS NULL`;

/** A promise to pay is running, which keeps a service from becoming NP or NPD. */
export const promised = ({ subscription, context }: Draft): boolean =>
  subscription.promiseUpto !== null && subscription.promiseUpto >= context.today;

export const notPromised = ({ today }: IspDay): Sql => sql`(s.promise_upto IS NULL OR s.promise_upto < ${today}::date)`;
