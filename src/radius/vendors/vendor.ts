import { Attribute } from '../packet/attribute.ts';
import { AttributeWriter } from '../packet/attribute-writer.ts';
import type { AccessProfile, VendorName } from './profile.ts';

/** What a vendor can change in a session that is up; for anything else the session has to begin anew. */
export interface Changeable {
  readonly rate: boolean;
  readonly pool: boolean;
  readonly address: boolean;
  readonly addressList: boolean;
}

/** A session that is up, as the NAS knows it. */
export interface NasSession {
  readonly userName: string;
  readonly acctSessionId: string;
  readonly framedIp: string | null;
  /** NAS-IP-Address as the NAS reports it, which need not be the address it sends from. */
  readonly nasIp: string | null;
  /** The profile that was last granted to the session, at its log-in or by a CoA. */
  readonly granted: AccessProfile;
}

/** How one vendor's NAS is told what a subscriber is granted. Attributes come as `AttributeWriter` lays them out. */
export interface Vendor {
  readonly name: VendorName;
  readonly canChange: Changeable;
  /** For the Access-Accept. Throws a RangeError for a value that fits in no attribute. */
  acceptAttributes(profile: AccessProfile): Buffer;
  /**
   * For a CoA-Request, behind `sessionAttributes`: brings the session from what it was granted to the profile, as far as
   * `canChange` goes. Null when no CoA can do that. Ask `planChange` whether there is anything to change.
   */
  changeAttributes(profile: AccessProfile, session: NasSession): Buffer | null;
}

/** Which session a Disconnect- or CoA-Request means (RFC 5176 section 3). */
export function sessionAttributes(session: NasSession): Buffer {
  const writer = new AttributeWriter();
  if (session.nasIp !== null) writer.ipv4(Attribute.NasIpAddress, session.nasIp);
  writer.text(Attribute.UserName, session.userName);
  writer.text(Attribute.AcctSessionId, session.acctSessionId);
  if (session.framedIp !== null) writer.ipv4(Attribute.FramedIpAddress, session.framedIp);
  return writer.bytes();
}

/** What all vendors are told alike. */
export function writeCommon(writer: AttributeWriter, profile: AccessProfile): void {
  if (profile.framedIp !== null) writer.ipv4(Attribute.FramedIpAddress, profile.framedIp);
  if (profile.sessionTimeoutS !== null) writer.integer(Attribute.SessionTimeout, profile.sessionTimeoutS);
  if (profile.interimIntervalS !== null) writer.integer(Attribute.AcctInterimInterval, profile.interimIntervalS);
  if (profile.class !== undefined) writer.octets(Attribute.Class, profile.class);
}

/** The pool to take an address from; null when the profile names the address itself. */
export function poolOf(profile: AccessProfile): string | null {
  return profile.framedIp === null ? profile.pool : null;
}
