import type { TLSSocket } from 'node:tls';
import type { RadiusVersion } from '../../../config/radsec.ts';

// RADIUS/1.0 (RFC 6614) signs and hides with a secret, RADIUS/1.1 (RFC 9765) leaves both to TLS.

export const VERSIONS: readonly RadiusVersion[] = ['1.0', '1.1'];

const PROTOCOLS: Readonly<Record<RadiusVersion, string>> = { '1.0': 'radius/1.0', '1.1': 'radius/1.1' };

/** What a node offers by ALPN, the latest first, so that a peer with both gets that (RFC 9765 section 3.3). */
export function protocolsOf(versions: readonly RadiusVersion[]): string[] {
  return [...versions]
    .sort()
    .reverse()
    .map((version) => PROTOCOLS[version]);
}

/**
 * What is spoken on a connection: 1.1 only if both have said so by ALPN, and with TLS 1.3 (RFC 9765 sections 3.3 and 3.4); 1.0
 * with a peer that knows no ALPN. Null: nothing that is allowed.
 */
export function versionOf(
  socket: Pick<TLSSocket, 'alpnProtocol' | 'getProtocol'>,
  versions: readonly RadiusVersion[],
): RadiusVersion | null {
  const version = socket.alpnProtocol === PROTOCOLS['1.1'] ? '1.1' : '1.0';
  if (version === '1.1' && socket.getProtocol() !== 'TLSv1.3') return null;
  return versions.includes(version) ? version : null;
}
