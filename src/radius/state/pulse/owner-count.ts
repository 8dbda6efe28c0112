import { REJECT_KINDS } from '../../../areas/network/series/vocabulary.ts';

/** Answers to log-ins of one reseller, or of an ISP's own services (`resellerId` 0), and what those transferred. */
export interface OwnerCount {
  readonly ispId: number;
  readonly resellerId: number;
  accepts: number;
  /** In the order of `REJECT_KINDS`. */
  readonly rejects: number[];
  /** Octets from and to the subscribers, as far as they count. */
  up: number;
  down: number;
}

/** No minute has so many. A table holds the sum of twenty nodes that could not write for days. */
const MAX_COUNT = 100_000_000;

/** Octets of one owner: a thousandth of the range of the column, so that the sums over the ISP and the hours fit. */
const MAX_OCTETS = 9_000_000_000_000_000;

/** The sum of two counts, up to a limit. */
export const added = (count: number, more: number): number => Math.min(count + more, MAX_COUNT);

const addedOctets = (octets: number, more: number): number => Math.min(octets + more, MAX_OCTETS);

export const newOwner = (ispId: number, resellerId: number): OwnerCount => ({
  ...{ ispId, resellerId, accepts: 0, up: 0, down: 0 },
  rejects: REJECT_KINDS.map(() => 0),
});

/** Adds what another count of the owner has. */
export function addOwner(owner: OwnerCount, { accepts, rejects, up, down }: OwnerCount): void {
  owner.accepts = added(owner.accepts, accepts);
  for (const [kind, count] of rejects.entries()) owner.rejects[kind] = added(owner.rejects[kind] ?? 0, count);
  addTraffic(owner, { up, down });
}

export function addTraffic(owner: { up: number; down: number }, { up, down }: Pick<OwnerCount, 'up' | 'down'>): void {
  owner.up = addedOctets(owner.up, up);
  owner.down = addedOctets(owner.down, down);
}
