import { Attribute } from '../../protocol/packet/attribute.ts';
import type { AttributeWriter } from '../../protocol/packet/attribute-writer.ts';
import type { Ipv6PoolAttributes } from './ipv6.ts';
import type { AccessProfile } from './profile.ts';

/** What a vendor can change in an open session by CoA; any other change restarts the session. */
export interface Changeable {
  readonly rate: boolean;
  readonly pool: boolean;
  readonly address: boolean;
  readonly addressList: boolean;
}

/** How one vendor's NASes encode what a subscriber is granted, as octets of RADIUS attributes. */
export interface Vendor {
  readonly canChange: Changeable;
  readonly ipv6Pools?: Ipv6PoolAttributes;
  /** How a NAS is told to route a network to the subscriber: by Framed-IP-Netmask, or else by Framed-Route. */
  readonly routesByNetmask?: true;
  /** Writes when the session ends (milliseconds), besides Session-Timeout. */
  writeEnd?(writer: AttributeWriter, at: number, zone: string): void;
  /** Writes how many bytes, both directions together, the session may use. */
  writeVolume?(writer: AttributeWriter, bytes: bigint): void;
  /** For the Access-Accept. */
  acceptAttributes(profile: AccessProfile): Buffer;
  /**
   * For the CoA-Request that brings a session from what it was granted, at log-in or by an earlier CoA, to the profile.
   * Null if no CoA can do that. The caller has checked `canChange`.
   */
  changeAttributes(profile: AccessProfile, granted: AccessProfile): Buffer | null;
}

/** The standard attributes that all vendors use alike. */
export function writeCommon(writer: AttributeWriter, profile: AccessProfile): void {
  if (profile.framedIp !== null) writer.ipv4(Attribute.FramedIpAddress, profile.framedIp);
  if (profile.sessionTimeoutS !== null) writer.integer(Attribute.SessionTimeout, profile.sessionTimeoutS);
  if (profile.interimIntervalS !== null) writer.integer(Attribute.AcctInterimInterval, profile.interimIntervalS);
  if (profile.class !== undefined) writer.octets(Attribute.Class, profile.class);
}

/** The pool to take an address from; null if the profile has an address. */
export function poolOf(profile: AccessProfile): string | null {
  return profile.framedIp === null ? profile.pool : null;
}
