import type { VendorName } from '../../areas/nas/vendors.ts';
import type { SessionAccess } from './session-access.ts';
import type { AccessProfile } from './vendors/profile.ts';
import type { Changeable, Vendor } from './vendors/vendor.ts';
import { vendors } from './vendors/vendors.ts';

/** How a session that is up gets to a new profile. */
export type Change =
  | { readonly by: 'nothing' }
  /** By a CoA-Request with these attributes; by disconnecting when the NAS refuses it. */
  | { readonly by: 'coa'; readonly attributes: Buffer }
  /** By a Disconnect-Request: the subscriber logs in again and is granted the new profile. */
  | { readonly by: 'disconnect' };

/**
 * Decides it from what differs between the profile and what the session was granted, and from what the vendor can
 * change. Session-Timeout, Acct-Interim-Interval and Class count from the next log-in on.
 */
export function planChange(vendor: Vendor, profile: AccessProfile, granted: AccessProfile): Change {
  const changed = ASPECTS.filter(({ of }) => differs(vendor, granted, of(profile)));
  if (changed.length === 0) return { by: 'nothing' };
  if (changed.some(({ aspect }) => !vendor.canChange[aspect])) return { by: 'disconnect' };
  const attributes = vendor.changeAttributes(profile, granted);
  return attributes === null ? { by: 'disconnect' } : { by: 'coa', attributes };
}

/** The NAS of a session, as far as the form of its attributes depends on it. */
interface Form {
  readonly vendor: VendorName;
  readonly rateTemplate: string | null;
}

/** How a session gets from what it has to what it should have, on such a NAS. */
export function changeBetween(has: SessionAccess, wanted: SessionAccess, { vendor, rateTemplate }: Form): Change {
  if (has.address !== wanted.address) return { by: 'disconnect' };
  const templates = rateTemplate === null ? undefined : { [vendor]: rateTemplate };
  const profile = ({ downKbps, upKbps, burst, pool, addressList }: SessionAccess): AccessProfile => ({
    ...{ downKbps, upKbps, burst, pool, addressList, templates },
    framedIp: null,
    sessionTimeoutS: null,
    interimIntervalS: null,
  });
  return planChange(vendors[vendor], profile(wanted), profile(has));
}

interface Aspect {
  readonly aspect: keyof Changeable;
  readonly of: (profile: AccessProfile) => Partial<AccessProfile>;
}

const ASPECTS: readonly Aspect[] = [
  { aspect: 'rate', of: ({ downKbps, upKbps, burst, templates }) => ({ downKbps, upKbps, burst, templates }) },
  { aspect: 'pool', of: ({ pool }) => ({ pool }) },
  { aspect: 'address', of: ({ framedIp }) => ({ framedIp }) },
  { aspect: 'addressList', of: ({ addressList }) => ({ addressList }) },
];

/** Whether the vendor would have answered the log-in otherwise: what it is never told makes no difference to it. */
function differs(vendor: Vendor, granted: AccessProfile, part: Partial<AccessProfile>): boolean {
  return !vendor.acceptAttributes(granted).equals(vendor.acceptAttributes({ ...granted, ...part }));
}
