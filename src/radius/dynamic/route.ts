import type { SharedSecret } from '../protocol/crypto/shared-secret.ts';
import type { Directory } from '../state/directory/directory.ts';
import type { Nas } from '../state/directory/nas.ts';

/** Where the Disconnect- and CoA-Requests of a NAS are sent. */
export interface Route {
  /** The other end of a RadSec connection; null: sent by UDP to the address and port. */
  readonly tlsIdentity: string | null;
  readonly ip: string;
  readonly port: number;
  readonly secret: SharedSecret;
  /** A proxy passes them on. */
  readonly viaProxy: boolean;
}

/** To the NAS itself, or to its proxy (RFC 8559 section 4). Null: the proxy is not in memory. */
export function routeTo(nas: Nas, directory: Pick<Directory, 'proxy'>): Route | null {
  const { ip, coaPort, secret, proxyId, coaBy, tlsIdentity } = nas.facts;
  if (proxyId === null || coaBy !== 'proxy') {
    // The connection of a NAS with a proxy is that of the proxy, which has not been asked to pass anything on.
    const ownIdentity = proxyId === null && coaBy !== 'udp' ? tlsIdentity : null;
    return { tlsIdentity: ownIdentity, ip, port: coaPort, secret, viaProxy: false };
  }
  const proxy = directory.proxy(proxyId)?.facts;
  if (!proxy) return null;
  const { tlsIdentity: ofProxy, ip: proxyIp, coaPort: port } = proxy;
  return { tlsIdentity: ofProxy, ip: proxyIp, port, secret: proxy.secret, viaProxy: true };
}
