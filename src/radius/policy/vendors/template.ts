import type { AccessProfile } from './profile.ts';

const RATE = /\{(up|down)_(kbps|bps)\}/g;

/**
 * Puts the rates of the profile into a template with the placeholders {up_kbps}, {down_kbps}, {up_bps}, {down_bps} and
 * {burst}, which is empty where there is none; `areas/nas/rate-template.ts` says which of them a vendor knows. Null when it asks for a direction that is not limited, since there is no number to put there.
 */
export function expand(template: string, profile: AccessProfile): string | null {
  let complete = true;
  const text = template.replace(RATE, (_, direction: string, unit: string) => {
    const kbps = (direction === 'up' ? profile.upKbps : profile.downKbps) ?? 0;
    if (kbps === 0) complete = false;
    return String(unit === 'bps' ? kbps * 1000 : kbps);
  });
  return complete ? text.replaceAll('{burst}', profile.burst ?? '').trimEnd() : null;
}
