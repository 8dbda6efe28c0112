import type { Random } from '../random.ts';
import { HABITS, PLANS, type PlanKey, UPGRADES } from './offers.ts';
import { type Person, person } from './people.ts';
import type { Place } from './places.ts';
import { placesOf, SELLER_WEIGHTS, type SellerKey } from './sellers.ts';

/** How soon somebody pays. `gone`: pays for a while, then never again. */
type PayingHabit = 'prompt' | 'late' | 'forgetful' | 'gone';

/** What a subscriber will do, decided before anything happens. Days count from the first day of the history. */
export interface Subscriber {
  readonly number: number;
  readonly person: Person;
  readonly seller: SellerKey;
  readonly place: Place;
  readonly plan: PlanKey;
  /** Index of the sub plan. */
  readonly subPlan: number;
  readonly isPrepaid: boolean;
  /** Later than today: to be activated then. */
  readonly joins: number;
  /** It is a prepaid service that nobody has paid for yet. */
  readonly isUnpaid: boolean;
  readonly pays: PayingHabit;
  /** With `gone`: from when on. */
  readonly stopsPaying: number;
  readonly leaves: number | null;
  readonly suspension: { readonly from: number; readonly upto: number } | null;
  readonly upgrade: {
    readonly day: number;
    readonly plan: PlanKey;
    readonly schedule: 'immediately' | 'next_bill';
  } | null;
  readonly hasLead: boolean;
  readonly ipAssignment: 'NAS' | 'IPpool' | 'StaticIP';
  /** Switches the router off at night. */
  readonly isEvening: boolean;
  readonly gbPerDay: number;
  readonly discountPercent: number;
}

interface Size {
  readonly days: number;
  readonly subscribers: number;
}

/** How long before a service begins its lead came. */
export const LEAD_DAYS = 7;

/** Those who came in the first days were with the ISP before; the others join one after the other. */
const TRANSFERRED = 0.3;
/** The last ones of every so many are still to be activated. */
const WAITING = 0.04;

export function planSubscribers(random: Random, size: Size): Subscriber[] {
  return Array.from({ length: size.subscribers }, (_, number) =>
    planSubscriber(number, { random: random.fork(`subscriber ${number}`), size }),
  );
}

function planSubscriber(number: number, { random, size }: { random: Random; size: Size }): Subscriber {
  const seller = random.weighted(SELLER_WEIGHTS);
  const places = placesOf(seller);
  const slc = random.weighted(Object.fromEntries(places.map((place) => [place.slc, place.weight])));
  const plan = planFor(seller, random);
  const isPrepaid = plan === 'week' || random.chance(0.35);
  const joins = joiningDay(number, { random, size });
  const pays =
    plan === 'office100' ? 'prompt' : random.weighted<PayingHabit>({ prompt: 72, late: 12, forgetful: 7, gone: 9 });
  const isWaiting = joins >= size.days;
  return {
    ...{ number, seller, plan, isPrepaid, joins, pays },
    person: person(number, random),
    place: places.find((place) => place.slc === slc) ?? (places[0] as Place),
    subPlan: plan !== 'week' && random.chance(0.12) ? 1 : 0,
    isUnpaid: isPrepaid && !isWaiting && joins > size.days - 6 && random.chance(0.6),
    stopsPaying: size.days - random.int(8, 45),
    ...troubles({ random, size, joins, plan }),
    hasLead: joins > LEAD_DAYS && random.chance(0.5),
    ipAssignment:
      plan === 'office100' && number < size.subscribers / 2 ? 'StaticIP' : random.chance(0.35) ? 'IPpool' : 'NAS',
    isEvening: random.chance(0.25),
    gbPerDay: HABITS[plan].gbPerDay * random.around1(),
    discountPercent: seller !== 'lake' && !isPrepaid && random.chance(0.08) ? 10 : 0,
  };
}

function planFor(seller: SellerKey, random: Random): PlanKey {
  const sold = (Object.keys(PLANS) as PlanKey[]).filter((key) => [seller, 'isp'].includes(PLANS[key].seller));
  return random.weighted(Object.fromEntries(sold.map((key) => [key, HABITS[key].weight])) as Record<PlanKey, number>);
}

function joiningDay(number: number, { random, size }: { random: Random; size: Size }): number {
  const share = number / size.subscribers;
  if (share < TRANSFERRED) return random.int(1, 6);
  if (share >= 1 - WAITING) return random.chance(0.6) ? size.days + random.int(1, 20) : size.days - 2;
  const progress = (share - TRANSFERRED) / (1 - TRANSFERRED - WAITING);
  return Math.min(Math.round(6 + progress * (size.days - 9)) + random.int(0, 2), size.days - 2);
}

interface Joined {
  readonly random: Random;
  readonly size: Size;
  readonly joins: number;
  readonly plan: PlanKey;
}

/** At most one of leaving, a suspension and an upgrade, and not in the first weeks. */
function troubles({ random, size, joins, plan }: Joined): Pick<Subscriber, 'leaves' | 'suspension' | 'upgrade'> {
  const nothing = { leaves: null, suspension: null, upgrade: null };
  const earliest = joins + 25;
  const latest = size.days - 2;
  if (earliest >= latest || plan === 'office100') return nothing;
  const day = random.int(earliest, latest);
  const what = random.weighted({ leaves: 7, suspension: 9, upgrade: 13, nothing: 71 });
  if (what === 'leaves') return { ...nothing, leaves: day };
  if (what === 'suspension') return { ...nothing, suspension: { from: day, upto: day + random.int(8, 30) } };
  const better = UPGRADES[plan];
  if (what === 'nothing' || better === undefined) return nothing;
  return { ...nothing, upgrade: { day, plan: better, schedule: random.chance(0.5) ? 'immediately' : 'next_bill' } };
}
