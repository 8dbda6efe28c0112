import type { VendorName } from '../../areas/network/nas/vendors.ts';
import { type SessionAccess, sameIpv6 } from './session-access.ts';
import type { AccessProfile } from './vendors/profile.ts';
import type { Changeable, Vendor } from './vendors/vendor.ts';
import { vendors } from './vendors/vendors.ts';

/** How an open session gets a new profile. */
export type Change =
  | { readonly by: 'nothing' }
  /** By a CoA-Request with these attributes; if the NAS refuses it, by a Disconnect-Request. */
  | { readonly by: 'coa'; readonly attributes: Buffer }
  /** By a Disconnect-Request: the subscriber logs in again and gets the new profile. */
  | { readonly by: 'disconnect' };

/**
 * Compares the profile with what the session was granted. Session-Timeout, Acct-Interim-Interval and Class change with the
 * next log-in only.
 */
export function decideChange(vendor: Vendor, profile: AccessProfile, granted: AccessProfile): Change {
  const changed = ASPECTS.filter(({ of }) => differs(vendor, granted, of(profile)));
  if (changed.length === 0) return { by: 'nothing' };
  if (changed.some(({ aspect }) => !vendor.canChange[aspect])) return { by: 'disconnect' };
  const attributes = vendor.changeAttributes(profile, granted);
  return attributes === null ? { by: 'disconnect' } : { by: 'coa', attributes };
}

/** What the encoding of attributes depends on. */
interface Encoding {
  readonly vendor: VendorName;
  readonly rateTemplate: string | null;
}

/** How a session gets from one access to another. */
export function changeBetween(has: SessionAccess, wanted: SessionAccess, { vendor, rateTemplate }: Encoding): Change {
  if (has.address !== wanted.address || !sameIpv6(has, wanted)) return { by: 'disconnect' };
  const profile = ({ downKbps, upKbps, burst, pool, addressList }: SessionAccess): AccessProfile => ({
    ...{ downKbps, upKbps, burst, pool, addressList, rateTemplate },
    framedIp: null,
    sessionTimeoutS: null,
    interimIntervalS: null,
  });
  return decideChange(vendors[vendor], profile(wanted), profile(has));
}

interface Aspect {
  readonly aspect: keyof Changeable;
  readonly of: (profile: AccessProfile) => Partial<AccessProfile>;
}

const ASPECTS: readonly Aspect[] = [
  { aspect: 'rate', of: ({ downKbps, upKbps, burst, rateTemplate }) => ({ downKbps, upKbps, burst, rateTemplate }) },
  { aspect: 'pool', of: ({ pool }) => ({ pool }) },
  { aspect: 'address', of: ({ framedIp }) => ({ framedIp }) },
  { aspect: 'addressList', of: ({ addressList }) => ({ addressList }) },
];

/** Whether the log-in would have been answered differently; what a vendor never sends makes no difference. */
function differs(vendor: Vendor, granted: AccessProfile, part: Partial<AccessProfile>): boolean {
  return !vendor.acceptAttributes(granted).equals(vendor.acceptAttributes({ ...granted, ...part }));
}
