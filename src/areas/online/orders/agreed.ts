/** A renewal as its payer saw it. */
export interface AgreedRenewal {
  /** All that is charged, with taxes. */
  readonly price: string;
  /** The last day before it; null: none. */
  readonly upto: string | null;
  /** What it is renewed to. */
  readonly subplanid: number;
}

/** A top-up as its payer saw it. */
export interface AgreedTopup {
  readonly price: string;
  readonly topup_planid: number;
  readonly gb: string;
}

/** A change of plan at once, as its payer saw it. */
export interface AgreedPlanChange {
  readonly price: string;
  /** The last day before it. */
  readonly upto: string | null;
  readonly new_subplanid: number;
}

/** What the payer of an order agreed to. It is done like this or not at all. */
export type Agreed = AgreedRenewal | AgreedTopup | AgreedPlanChange;

export const isTopup = (agreed: Agreed): agreed is AgreedTopup => 'topup_planid' in agreed;

export const isPlanChange = (agreed: Agreed): agreed is AgreedPlanChange => 'new_subplanid' in agreed;

export const isSameAgreed = (one: Agreed | null, other: Agreed | null): boolean => textOf(one) === textOf(other);

/** The database keeps the fields in an order of its own. */
const textOf = (agreed: Agreed | null): string => JSON.stringify(agreed && Object.entries(agreed).sort());
