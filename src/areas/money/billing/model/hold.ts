/** `yyyy-mm-dd` on the ISP's calendar. */
type Day = string;

/**
 * Days on which an incident of the network keeps a service from being reminded of what it owes: from the day on which it began
 * to concern the service to the day after it ended; null: it goes on.
 */
export interface Hold {
  readonly from: Day;
  readonly upto: Day | null;
}

interface Held {
  readonly holds: readonly Hold[];
}

const holdsOn = ({ holds }: Held, day: Day): readonly Hold[] =>
  holds.filter(({ from, upto }) => from <= day && (upto === null || upto >= day));

/** Neither a late fee, nor NP or NPD for what is not paid. */
export const isHeld = (subscription: Held, day: Day): boolean => holdsOn(subscription, day).length > 0;

/** The last day of the holds of a day: as far as is known on it, at least the next one. Null: there is no hold. */
export function lastHeldDay(subscription: Held, day: Day, tomorrow: Day): Day | null {
  const ends = holdsOn(subscription, day).map(({ upto }) => upto ?? tomorrow);
  return ends.sort().at(-1) ?? null;
}
