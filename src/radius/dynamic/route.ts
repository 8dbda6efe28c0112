import { isIPv4 } from 'node:net';
import { ipv6Octets } from '../../config/ipv6-octets.ts';
import { octetsOf } from '../../core/octet-text.ts';
import type { SharedSecret } from '../protocol/crypto/shared-secret.ts';
import { Attribute, ExtendedType } from '../protocol/packet/attribute.ts';
import { AttributeWriter } from '../protocol/packet/attribute-writer.ts';
import type { Directory } from '../state/directory/directory.ts';
import type { Nas } from '../state/directory/nas.ts';

/** Where the Disconnect- and CoA-Requests of a NAS are sent. */
export interface Route {
  /** The other end of a RadSec connection; null: sent by UDP to the address and port. */
  readonly tlsIdentity: string | null;
  readonly ip: string;
  readonly port: number;
  readonly secret: SharedSecret;
  /** The attributes that name the NAS, encoded. */
  readonly nasName: Buffer;
}

/** To the NAS itself, or to its proxy (RFC 8559 section 4). Null: the proxy is not in memory. */
export function routeTo(nas: Nas, directory: Pick<Directory, 'proxy'>): Route | null {
  const { ip, coaPort, secret, proxyId, coaBy, tlsIdentity } = nas.facts;
  const nasName = new AttributeWriter();
  if (isIPv4(ip)) nasName.ipv4(Attribute.NasIpAddress, ip);
  else nasName.octets(Attribute.NasIpv6Address, ipv6Octets(ip));
  if (proxyId === null || coaBy !== 'proxy') {
    // The connection of a NAS with a proxy is that of the proxy, which has not been asked to pass anything on.
    const ownIdentity = proxyId === null && coaBy !== 'udp' ? tlsIdentity : null;
    return { tlsIdentity: ownIdentity, ip, port: coaPort, secret, nasName: nasName.bytes() };
  }
  const proxy = directory.proxy(proxyId)?.facts;
  if (!proxy) return null;
  writeProxiedName(nasName, nas);
  const { tlsIdentity: ofProxy, ip: proxyIp, coaPort: port } = proxy;
  return { tlsIdentity: ofProxy, ip: proxyIp, port, secret: proxy.secret, nasName: nasName.bytes() };
}

/** A proxy finds the NAS by what the NAS itself sends, or by the name that the proxy has given it. */
function writeProxiedName(
  writer: AttributeWriter,
  { facts: { ip, identifier, ipv6, operatorNasIdentifier } }: Nas,
): void {
  if (ipv6 !== null && ipv6 !== ip) writer.octets(Attribute.NasIpv6Address, ipv6Octets(ipv6));
  if (identifier !== null) writer.octets(Attribute.NasIdentifier, octetsOf(identifier));
  if (operatorNasIdentifier === null) return;
  const extended = Buffer.concat([Buffer.of(ExtendedType.OperatorNasIdentifier), octetsOf(operatorNasIdentifier)]);
  writer.octets(Attribute.ExtendedAttribute1, extended);
}
