import type { Me } from '../api/queries.ts';
import { type Part, PLACES, type Place } from './places.ts';

export type Who = Pick<Me, 'permissions' | 'groupname' | 'reseller' | 'restricted' | 'isp'>;

/** What the caller may see. What it may not is not offered; of a place with parts the first that it may see leads there. */
export function placesFor(who: Who): readonly Place[] {
  const kind = who.groupname === 'Server' ? 'server' : 'isp';
  return PLACES.filter(({ only }) => only === undefined || only === kind).flatMap((place) => {
    if (!place.parts) return who.permissions.includes(place.needs) ? [place] : [];
    const parts = partsFor(place.parts, who);
    return parts[0] ? [{ ...place, to: parts[0].to, parts }] : [];
  });
}

const partsFor = (parts: readonly Part[], who: Who): readonly Part[] =>
  parts.filter(
    ({ needs, alsoNeeds = needs, notReseller, gst }) =>
      who.permissions.includes(needs) &&
      who.permissions.includes(alsoNeeds) &&
      !(notReseller && who.reseller) &&
      (!gst || filesGst(who)),
  );

const filesGst = ({ isp, restricted }: Who): boolean => isp?.country === 'IN' && !restricted;

/** The screens beside the one at an address, which may end in a slash. */
export function partsAt(path: string, who: Who): readonly Part[] {
  const at = path.replace(/\/$/, '');
  return placesFor(who).find(({ parts }) => parts?.some(({ to }) => to === at))?.parts ?? [];
}
