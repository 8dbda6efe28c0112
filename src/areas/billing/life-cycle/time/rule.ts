import { type Sql, sql } from '../../../../db/sql/fragment.ts';
import type { Draft } from '../../model/draft.ts';
import type { Day } from '../../model/subscription.ts';

/** The services of an ISP on one of its days. */
export interface Present {
  readonly ispId: number;
  readonly today: Day;
}

/** One thing that time does to a service. */
export interface Rule {
  readonly name: string;
  /** Does it, where the facts say so. @returns whether it did */
  readonly acts: (draft: Draft) => boolean;
  /**
   * Selects the ids of the services that it may act on, by an index: all that it does act on, and few besides. It restates the
   * function above it in SQL; a property over random histories holds the two together.
   */
  readonly candidates: (present: Present) => Sql;
}

/** The services `s` of the ISP that live. */
export const living = ({ ispId }: Present): Sql => sql`s.isp_id = ${ispId} AND s.deleted_at IS NULL`;

/** A promise to pay carries a service over what else would befall it. */
export const promised = ({ subscription, occasion }: Draft): boolean =>
  subscription.promiseUpto !== null && subscription.promiseUpto >= occasion.today;

export const notPromised = ({ today }: Present): Sql =>
  sql`(s.promise_upto IS NULL OR s.promise_upto < ${today}::date)`;
