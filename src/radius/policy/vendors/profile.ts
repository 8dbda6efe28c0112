import type { Ipv6Profile } from './ipv6.ts';

/** What a subscriber is granted, independent of vendors. Null grants or limits nothing. */
export interface AccessProfile {
  /** Download rate in kbit/s; 0 is no limit. */
  readonly downKbps: number | null;
  /** Upload rate in kbit/s; 0 is no limit. */
  readonly upKbps: number | null;
  /** Burst parameters of the plan (`core/vocabulary/burst.ts`); only some vendors send them. */
  readonly burst?: string | undefined;
  /** Name of an address pool on the NAS; unused with a `framedIp`. */
  readonly pool: string | null;
  /** Dotted IPv4 address. */
  readonly framedIp: string | null;
  /** Bits of the IPv4 network around `framedIp` that is routed to the subscriber; absent: that address alone. */
  readonly framedBits?: number | undefined;
  readonly ipv6?: Ipv6Profile | undefined;
  /** Name of a firewall address list on the NAS that gets the subscriber's address. */
  readonly addressList: string | null;
  /** Seconds until the NAS ends the session. */
  readonly sessionTimeoutS: number | null;
  /** Bytes until the NAS ends the session; absent: it is not told. */
  readonly volumeBytes?: bigint | undefined;
  /** Seconds between two Interim-Updates. */
  readonly interimIntervalS: number | null;
  /** Returned by the NAS in every accounting record; at most 253 octets. */
  readonly class?: Buffer | undefined;
  /** Where a blocked subscriber is led; absent: they are not blocked. */
  readonly redirect?: Redirect | undefined;
  /** How the NAS wants the rate written, if not in the vendor's default form; see `expand`. */
  readonly rateTemplate?: string | null | undefined;
}

export interface Redirect {
  /** The ISP's `portal_url`; empty if it has none. */
  readonly url: string;
  /** How the NAS wants it written; see `redirectLines`. */
  readonly template?: string | null | undefined;
}

/** Either direction is limited. */
export function hasRate(profile: AccessProfile): boolean {
  return Boolean(profile.downKbps) || Boolean(profile.upKbps);
}
