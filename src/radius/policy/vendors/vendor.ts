import type { VendorName } from '../../../areas/nas/vendors.ts';
import { Attribute } from '../../protocol/packet/attribute.ts';
import type { AttributeWriter } from '../../protocol/packet/attribute-writer.ts';
import type { AccessProfile } from './profile.ts';

/** What a vendor can change in a session that is up; for anything else the session has to begin anew. */
export interface Changeable {
  readonly rate: boolean;
  readonly pool: boolean;
  readonly address: boolean;
  readonly addressList: boolean;
}

/** How one vendor's NAS is told what a subscriber is granted. Attributes come as `AttributeWriter` lays them out. */
export interface Vendor {
  readonly name: VendorName;
  readonly canChange: Changeable;
  /** For the Access-Accept. */
  acceptAttributes(profile: AccessProfile): Buffer;
  /**
   * For a CoA-Request: brings a session from what it was granted, at its log-in or by a CoA, to the profile, as far as
   * `canChange` goes. Null when no CoA can do that. Ask `planChange` whether there is anything to change.
   */
  changeAttributes(profile: AccessProfile, granted: AccessProfile): Buffer | null;
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
