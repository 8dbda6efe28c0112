import { badParameters, type FieldFault } from '../../core/fault.ts';
import { lockShared } from '../../core/row-locks.ts';
import type { Tx } from '../../db/database.ts';
import type { Owner } from '../isps/owner.ts';

/** What an Employee is narrowed to: codes that the call gives, or ids that are stored. */
export type LocationLimit = { readonly codes: readonly string[] } | { readonly ids: readonly number[] };

export const isLimited = (narrowed: LocationLimit): boolean => entriesOf(narrowed).length > 0;
const entriesOf = (narrowed: LocationLimit) => ('codes' in narrowed ? narrowed.codes : narrowed.ids);

/** A location, or a sub location, that was found. */
interface FoundLocation {
  readonly id: number;
  readonly code: string;
}

/**
 * The locations that a user of this owner is narrowed to, by their ids: its reseller's own and those of the ISP itself. They stay
 * there for the rest of the transaction. A code of sub locations means all of that code, in `lc` where it is given.
 */
export async function resolveLocations(
  tx: Tx,
  { ispId, resellerId }: Owner,
  { lc, slc }: { lc: LocationLimit; slc: LocationLimit },
) {
  const seen = { ispId, OR: [{ resellerId }, { resellerId: null }] };
  const select = { id: true, code: true };
  const locations = await tx.location.findMany({ where: { ...seen, ...whereOf(lc) }, select });
  const inLc = isLimited(lc) ? { locationId: { in: locations.map(({ id }) => id) } } : {};
  const subs = await tx.subLocation.findMany({ where: { location: seen, ...inLc, ...whereOf(slc) }, select });
  const faults = [
    ...problemsOf(lc, locations).map((problem) => ({ parameter: 'lc', problem: problem('location') })),
    ...problemsOf(slc, subs).map((problem) => ({ parameter: 'slc', problem: problem('sub location') })),
  ] satisfies FieldFault[];
  if (faults.length > 0) throw badParameters(faults);
  for (const { id } of locations) await lockShared(tx, 'location', id);
  for (const { id } of subs) await lockShared(tx, 'sub location', id);
  return { locationIds: idsOf(lc, locations), subLocationIds: idsOf(slc, subs) };
}

const whereOf = (narrowed: LocationLimit) =>
  'codes' in narrowed ? { code: { in: [...narrowed.codes] } } : { id: { in: [...narrowed.ids] } };

function problemsOf(narrowed: LocationLimit, found: readonly FoundLocation[]): ((what: string) => string)[] {
  if ('codes' in narrowed)
    return narrowed.codes
      .filter((code) => !found.some((each) => each.code === code))
      .map((code) => (what) => `there is no ${what} ${code}`);
  const gone = narrowed.ids.some((id) => id !== 0 && !found.some((each) => each.id === id));
  return gone ? [(what) => `must be given anew: a ${what} that is stored is not there for the changed user`] : [];
}

/** In the order that was given; 0, which stands for one that is not there any more, stays. */
function idsOf(narrowed: LocationLimit, found: readonly FoundLocation[]): number[] {
  if ('ids' in narrowed) return [...narrowed.ids];
  return narrowed.codes.flatMap((code) => found.filter((each) => each.code === code).map(({ id }) => id));
}
