import { Attribute } from '../protocol/packet/attribute.ts';
import { AttributeWriter } from '../protocol/packet/attribute-writer.ts';
import type { Nas } from '../state/directory/nas.ts';
import type { AccessProfile } from './vendors/profile.ts';
import { poolOf } from './vendors/vendor.ts';
import { vendors } from './vendors/vendors.ts';

/** Per NAS. */
const MAX_PREPARED = 1_000;

/**
 * The attributes of an Access-Accept that depend on the granted access only, encoded once per NAS and access; the others are
 * `ownAttributes`.
 */
export function sharedAttributes(nas: Nas, profile: AccessProfile): Buffer {
  const pool = poolOf(profile);
  const key = `${profile.downKbps}/${profile.upKbps}/${profile.addressList}/${pool}/${profile.burst}`;
  let attributes = nas.prepared.get(key);
  if (!attributes) {
    const { vendor, rateTemplate } = nas.facts;
    const shared = { ...profile, pool, rateTemplate, framedIp: null, sessionTimeoutS: null, class: undefined };
    attributes = vendors[vendor].acceptAttributes(shared);
    if (nas.prepared.size >= MAX_PREPARED) nas.prepared.clear();
    nas.prepared.set(key, attributes);
  }
  return attributes;
}

/** The attributes of this log-in alone; `authentication` are those of its method. */
export function ownAttributes(profile: AccessProfile, sessionClass: string, authentication: Buffer): Buffer {
  const writer = new AttributeWriter();
  if (profile.framedIp !== null) writer.ipv4(Attribute.FramedIpAddress, profile.framedIp);
  if (profile.sessionTimeoutS !== null) writer.integer(Attribute.SessionTimeout, profile.sessionTimeoutS);
  writer.text(Attribute.Class, sessionClass);
  const own = writer.bytes();
  return authentication.length === 0 ? own : Buffer.concat([own, authentication]);
}
