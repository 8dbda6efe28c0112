import type { AccessProfile } from './profile.ts';

const RATE = /\{(up|down)_(kbps|bps)\}/g;

/**
 * Fills in the placeholders {up_kbps}, {down_kbps}, {up_bps}, {down_bps} and {burst} of a rate template; which of them a
 * vendor allows is in `areas/network/nas/vendors.ts`. Without a burst {burst} is empty. Null if the template needs the rate of an
 * unlimited direction.
 */
export function expand(template: string, profile: AccessProfile): string | null {
  let isComplete = true;
  const text = template.replace(RATE, (_, direction: string, unit: string) => {
    const kbps = (direction === 'up' ? profile.upKbps : profile.downKbps) ?? 0;
    if (kbps === 0) isComplete = false;
    return String(unit === 'bps' ? kbps * 1000 : kbps);
  });
  return isComplete ? text.replaceAll('{burst}', profile.burst ?? '').trimEnd() : null;
}
