import { badParameters, type FieldFault } from '../../../core/fault.ts';
import { lockShared } from '../../../core/records/row-locks.ts';
import { availableTo, type Owner } from '../../../core/tenancy/owner.ts';
import type { Tx } from '../../../db/database.ts';

/** The locations that an Employee is limited to: codes from the call, or stored ids. Empty: no limit. */
export type LocationLimit = { readonly codes: readonly string[] } | { readonly ids: readonly number[] };

export const isLimited = (limit: LocationLimit): boolean => entriesOf(limit).length > 0;
const entriesOf = (limit: LocationLimit) => ('codes' in limit ? limit.codes : limit.ids);

/** A location or sub location. */
interface FoundLocation {
  readonly id: number;
  readonly code: string;
}

/**
 * The ids of the locations that a user of this owner is limited to, which must be the owner's or the ISP's. Locks them against
 * deletion. A sub location code means all sub locations with that code, in `lc` only if given.
 */
export async function resolveLocations(tx: Tx, owner: Owner, { lc, slc }: { lc: LocationLimit; slc: LocationLimit }) {
  const available = availableTo(owner);
  const select = { id: true, code: true };
  const locations = await tx.location.findMany({ where: { ...available, ...whereOf(lc) }, select });
  const inLc = isLimited(lc) ? { locationId: { in: locations.map(({ id }) => id) } } : {};
  const subs = await tx.subLocation.findMany({ where: { location: available, ...inLc, ...whereOf(slc) }, select });
  const faults = [
    ...problemsOf(lc, locations).map((problem) => ({ parameter: 'lc', problem: problem('location') })),
    ...problemsOf(slc, subs).map((problem) => ({ parameter: 'slc', problem: problem('sub location') })),
  ] satisfies FieldFault[];
  if (faults.length > 0) throw badParameters(faults);
  for (const { id } of locations) await lockShared(tx, 'location', id);
  for (const { id } of subs) await lockShared(tx, 'sub location', id);
  return { locationIds: idsOf(lc, locations), subLocationIds: idsOf(slc, subs) };
}

const whereOf = (limit: LocationLimit) =>
  'codes' in limit ? { code: { in: [...limit.codes] } } : { id: { in: [...limit.ids] } };

function problemsOf(limit: LocationLimit, found: readonly FoundLocation[]): ((what: string) => string)[] {
  if ('codes' in limit)
    return limit.codes
      .filter((code) => !found.some((each) => each.code === code))
      .map((code) => (what) => `there is no ${what} ${code}`);
  const gone = limit.ids.some((id) => id !== 0 && !found.some((each) => each.id === id));
  return gone ? [(what) => `must be set again: the changed user may not have one of the stored values of ${what}`] : [];
}

/** In the given order. A stored 0 stands for a deleted location and stays. */
function idsOf(limit: LocationLimit, found: readonly FoundLocation[]): number[] {
  if ('ids' in limit) return [...limit.ids];
  return limit.codes.flatMap((code) => found.filter((each) => each.code === code).map(({ id }) => id));
}
