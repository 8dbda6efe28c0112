import { isIPv4 } from 'node:net';
import { ipv6Octets } from '../../config/ipv6-octets.ts';
import { octetsOf } from '../../core/network/octet-text.ts';
import { Attribute, ExtendedType } from '../protocol/packet/attribute.ts';
import { AttributeWriter } from '../protocol/packet/attribute-writer.ts';
import type { CoaName, Nas } from '../state/directory/nas.ts';

/** The attributes that name a NAS in a Disconnect- or CoA-Request (RFC 5176 section 3). */
export interface Naming {
  /** How `Nas.coaName` says it. */
  readonly name: CoaName;
  readonly attributes: Buffer;
}

/** Error-Cause of a NAS that is named as it does not name itself (RFC 5176 section 3.5). */
export const NAS_IDENTIFICATION_MISMATCH = 403;
/** A NAS that says it has looked for the session, so it took the name. */
export const SESSION_CONTEXT_NOT_FOUND = 503;

/**
 * In the order in which they are tried, the one that worked last first. A NAS may not know itself by what its packets say, such
 * as accel-ppp with another configuration (`rad_check_nas_pack`): then its identifier alone may do, or no name. `viaProxy`: the
 * request finds its way by these names too.
 */
export function namingsOf(nas: Nas, viaProxy: boolean): readonly [Naming, ...Naming[]] {
  const ofProxy = viaProxy ? operatorName(nas) : Buffer.alloc(0);
  const naming = (name: CoaName, writer: AttributeWriter): Naming => ({
    name,
    attributes: Buffer.concat([writer.bytes(), ofProxy]),
  });
  const none = naming('none', new AttributeWriter());
  const { coaNaming } = nas.facts;
  if (coaNaming === 'none') return [none];
  if (coaNaming === 'registered') return [naming(null, registered(nas, viaProxy))];
  const alone = identifierAlone(nas);
  const all = [naming(null, said(nas, viaProxy)), ...(alone === null ? [] : [naming('identifier', alone)]), none];
  const worked = all.filter(({ name }) => name === nas.coaName);
  const [first = none, ...others] = [...worked, ...all.filter(({ name }) => name !== nas.coaName)];
  const isFirst = ({ attributes }: Naming, at: number) =>
    ![first, ...others.slice(0, at)].some((before) => before.attributes.equals(attributes));
  return [first, ...others.filter(isFirst)];
}

/** What the NAS calls itself; while it has said nothing, what it is registered by. */
function said(nas: Nas, viaProxy: boolean): AttributeWriter {
  const { saysIp, saysIp6, saysIdentifier } = nas.facts;
  if (saysIp === null && saysIp6 === null && saysIdentifier === null) return registered(nas, viaProxy);
  const writer = new AttributeWriter();
  if (saysIp !== null) writer.ipv4(Attribute.NasIpAddress, saysIp);
  if (saysIp6 !== null) writer.octets(Attribute.NasIpv6Address, ipv6Octets(saysIp6));
  if (saysIdentifier !== null) writer.octets(Attribute.NasIdentifier, octetsOf(saysIdentifier));
  return writer;
}

/** Its address; a proxy finds it by the other names too. */
function registered({ facts: { ip, ipv6, identifier } }: Nas, viaProxy: boolean): AttributeWriter {
  const writer = new AttributeWriter();
  if (isIPv4(ip)) writer.ipv4(Attribute.NasIpAddress, ip);
  else writer.octets(Attribute.NasIpv6Address, ipv6Octets(ip));
  if (!viaProxy) return writer;
  if (ipv6 !== null && ipv6 !== ip) writer.octets(Attribute.NasIpv6Address, ipv6Octets(ipv6));
  if (identifier !== null) writer.octets(Attribute.NasIdentifier, octetsOf(identifier));
  return writer;
}

function identifierAlone({ facts: { saysIdentifier, identifier } }: Nas): AttributeWriter | null {
  const name = saysIdentifier ?? identifier;
  return name === null ? null : new AttributeWriter().octets(Attribute.NasIdentifier, octetsOf(name));
}

/** The name that the proxy has given it (RFC 8559 section 3.4). */
function operatorName({ facts: { operatorNasIdentifier } }: Nas): Buffer {
  if (operatorNasIdentifier === null) return Buffer.alloc(0);
  const extended = Buffer.concat([Buffer.of(ExtendedType.OperatorNasIdentifier), octetsOf(operatorNasIdentifier)]);
  return new AttributeWriter().octets(Attribute.ExtendedAttribute1, extended).bytes();
}
