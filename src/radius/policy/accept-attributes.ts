import { Attribute } from '../protocol/packet/attribute.ts';
import { AttributeWriter } from '../protocol/packet/attribute-writer.ts';
import type { Nas } from '../state/directory/nas.ts';
import { type Ipv6Profile, writePools, writePrefixes } from './vendors/ipv6.ts';
import type { AccessProfile } from './vendors/profile.ts';
import { writeRoute } from './vendors/route.ts';
import { poolOf, type Vendor } from './vendors/vendor.ts';
import { vendors } from './vendors/vendors.ts';

/** Per NAS. */
const MAX_PREPARED = 1_000;

/**
 * The attributes of an Access-Accept that depend on the granted access only, encoded once per NAS and access; the others are
 * `ownAttributes`.
 */
export function sharedAttributes(nas: Nas, profile: AccessProfile): Buffer {
  const pool = poolOf(profile);
  const { ipv6, redirect } = profile;
  let key = `${profile.downKbps}/${profile.upKbps}/${profile.addressList}/${pool}/${profile.burst}`;
  if (redirect !== undefined) key += `/${redirect.url}`;
  if (ipv6 !== undefined) key += `/${ipv6.framedPool}\n${ipv6.delegatedPool}`;
  let attributes = nas.prepared.get(key);
  if (!attributes) {
    const { vendor, rateTemplate, redirectTemplate: template } = nas.facts;
    const led = redirect === undefined ? {} : { redirect: { ...redirect, template } };
    const shared = { ...profile, ...led, pool, rateTemplate, framedIp: null, class: undefined };
    const alike = { ...shared, sessionTimeoutS: null, volumeBytes: undefined, interimIntervalS: null };
    attributes = vendors[vendor].acceptAttributes(alike);
    if (ipv6 !== undefined) attributes = Buffer.concat([attributes, poolAttributes(vendors[vendor], ipv6)]);
    if (nas.prepared.size >= MAX_PREPARED) nas.prepared.clear();
    nas.prepared.set(key, attributes);
  }
  return attributes;
}

function poolAttributes({ ipv6Pools }: Vendor, ipv6: Ipv6Profile): Buffer {
  const writer = new AttributeWriter();
  writePools(writer, ipv6, ipv6Pools);
  return writer.bytes();
}

/** Whether a log-in says what volume is left. Who is blocked has none left, or may not use it. */
export function tellsVolume({ facts }: Nas, { redirect }: AccessProfile): boolean {
  return facts.volumeLimit && redirect === undefined;
}

/** Not from the profile. */
interface Own {
  readonly nas: Nas;
  readonly sessionClass: string;
  /** Milliseconds. */
  readonly now: number;
  /** Chargeable-User-Identity, if the NAS asks for it. */
  readonly chargeable: string | null;
  /** Those of the method of authentication. */
  readonly authentication: Buffer;
}

/** The attributes of this log-in alone. */
export function ownAttributes(profile: AccessProfile, own: Own): Buffer {
  const { nas, sessionClass, now } = own;
  const writer = new AttributeWriter();
  if (profile.framedIp !== null) writer.ipv4(Attribute.FramedIpAddress, profile.framedIp);
  if (profile.framedBits !== undefined) writeRoute(writer, profile, vendors[nas.facts.vendor]);
  if (profile.ipv6 !== undefined) writePrefixes(writer, profile.ipv6);
  if (profile.sessionTimeoutS !== null) {
    writer.integer(Attribute.SessionTimeout, profile.sessionTimeoutS);
    const { vendor, isp } = nas.facts;
    vendors[vendor].writeEnd?.(writer, now + profile.sessionTimeoutS * 1000, isp.zone);
  }
  if (profile.volumeBytes !== undefined) vendors[nas.facts.vendor].writeVolume?.(writer, profile.volumeBytes);
  if (profile.interimIntervalS !== null) writer.integer(Attribute.AcctInterimInterval, profile.interimIntervalS);
  writer.text(Attribute.Class, sessionClass);
  if (own.chargeable !== null) writer.text(Attribute.ChargeableUserIdentity, own.chargeable);
  return own.authentication.length === 0 ? writer.bytes() : Buffer.concat([writer.bytes(), own.authentication]);
}
