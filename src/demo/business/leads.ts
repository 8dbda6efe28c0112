import type { Random } from '../random.ts';
import { type Person, person } from './people.ts';
import type { Place } from './places.ts';
import { placesOf, SELLER_WEIGHTS, type SellerKey } from './sellers.ts';
import { LEAD_DAYS, type Subscriber } from './subscribers.ts';

export const SOURCES = { Phone: 34, Web: 28, WalkIn: 16, Agent: 14, Sms: 8 } as const;

type Status =
  | 'Welcome-Call'
  | 'Field-Verification'
  | 'Installation'
  | 'Final-Test'
  | 'Customer-Refused'
  | 'Not-Feasible';
type Report =
  | 'Customer-Accepted'
  | 'Customer-Refused'
  | 'Feasible'
  | 'Not-Feasible'
  | 'Installation-Completed'
  | 'Completed'
  | 'Cancel';

/** What happens to a lead, so many days after it came. */
export type LeadStep =
  | { readonly after: number; readonly status: Status; readonly report: Report; readonly reason?: string }
  | { readonly after: number; readonly returnTo: 'Welcome-Call' | 'Field-Verification' }
  | { readonly after: number; readonly remindAfter: number };

export interface Lead {
  readonly person: Person;
  readonly seller: SellerKey;
  readonly place: Place;
  readonly source: keyof typeof SOURCES;
  readonly day: number;
  readonly steps: readonly LeadStep[];
  /** Whom it becomes; undefined: it does not become a subscriber, or not yet. */
  readonly subscriber: Subscriber | undefined;
}

const accepted = { after: 1, status: 'Welcome-Call', report: 'Customer-Accepted' } as const;
const feasible = { after: 3, status: 'Field-Verification', report: 'Feasible' } as const;
const installed = { after: 6, status: 'Installation', report: 'Installation-Completed' } as const;
/** Until the final test, which is made on the day of the service. */
const WAY: readonly LeadStep[] = [accepted, feasible, installed];

const STORIES: Readonly<Record<string, readonly LeadStep[]>> = {
  refused: [
    { after: 1, status: 'Welcome-Call', report: 'Customer-Refused', reason: 'Has a contract with another provider' },
  ],
  lost: [
    accepted,
    {
      after: 3,
      status: 'Field-Verification',
      report: 'Customer-Refused',
      reason: 'Finds the installation too expensive',
    },
    { after: 9, status: 'Customer-Refused', report: 'Cancel', reason: 'Does not answer any more' },
  ],
  tooFar: [
    accepted,
    { after: 4, status: 'Field-Verification', report: 'Not-Feasible', reason: 'No fibre within 400 m' },
  ],
  dropped: [
    accepted,
    { after: 4, status: 'Field-Verification', report: 'Not-Feasible', reason: 'No line of sight to the tower' },
    { after: 12, status: 'Not-Feasible', report: 'Cancel', reason: 'No extension of the network planned' },
  ],
  returned: [accepted, { after: 3, returnTo: 'Welcome-Call' }, { after: 4, remindAfter: 5 }],
  waiting: [{ after: 0, remindAfter: 2 }],
  building: [accepted, feasible],
  testing: WAY,
};
/** Leads of today and the last days are on their way; older ones have come to an end, or nearly. */
const OLD = { refused: 3, lost: 5, tooFar: 2, dropped: 4 };
const NEW = { refused: 1, tooFar: 1, returned: 2, waiting: 5, building: 4, testing: 2 };

/** The leads of those who became subscribers, and as many others as half of them. */
export function planLeads(
  random: Random,
  { days, subscribers }: { days: number; subscribers: readonly Subscriber[] },
): Lead[] {
  const won = subscribers
    .filter(({ hasLead, joins }) => hasLead && joins < days)
    .map((subscriber): Lead => {
      const { person: who, seller, place, joins } = subscriber;
      const source = random.weighted(SOURCES);
      return { person: who, seller, place, source, day: joins - LEAD_DAYS, steps: WAY, subscriber };
    });
  const others = Array.from({ length: Math.ceil(won.length / 2) + 12 }, (_, number): Lead => {
    const isNew = number < 12;
    const seller = random.weighted(SELLER_WEIGHTS);
    const story = isNew ? random.weighted(NEW) : random.weighted(OLD);
    return {
      ...{ seller, source: random.weighted(SOURCES), subscriber: undefined },
      // Numbers after those of the subscribers, so that nobody has a name twice.
      person: person(subscribers.length + number, random),
      place: random.pick(placesOf(seller)),
      day: isNew ? days - 1 - random.int(1, 8) : random.int(1, days - 14),
      steps: STORIES[story] ?? [],
    };
  });
  return [...won, ...others];
}
