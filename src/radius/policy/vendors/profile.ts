import type { VendorName } from '../../../areas/nas/vendors.ts';

/** What a subscriber is granted, before a vendor puts it into attributes. Null grants or limits nothing. */
export interface AccessProfile {
  /** To the subscriber, in kbit/s; 0 is no limit either. */
  readonly downKbps: number | null;
  /** From the subscriber, in kbit/s; 0 is no limit either. */
  readonly upKbps: number | null;
  /** What follows the rate in Mikrotik-Rate-Limit; no other vendor is told. */
  readonly burst?: string | undefined;
  /** Name of an address pool on the NAS. It counts for nothing beside `framedIp`. */
  readonly pool: string | null;
  /** Dotted IPv4 address. */
  readonly framedIp: string | null;
  /** Name of a firewall address list on the NAS that the subscriber's address joins. */
  readonly addressList: string | null;
  /** Seconds until the NAS ends the session. */
  readonly sessionTimeoutS: number | null;
  /** Seconds between two Interim-Updates. */
  readonly interimIntervalS: number | null;
  /** Returned by the NAS in every accounting record; 253 octets at most. */
  readonly class?: Buffer | undefined;
  /** How each vendor is told the rate, where the plan wants it otherwise than the vendor's file has it; see `expand`. */
  readonly templates?: Readonly<Partial<Record<VendorName, string>>> | undefined;
}

/** Whether the profile limits either direction. */
export function hasRate(profile: AccessProfile): boolean {
  return Boolean(profile.downKbps) || Boolean(profile.upKbps);
}
