import type { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { fingerprintIdentity, nameIdentity } from '../../../areas/network/nas/tls-identity.ts';
import type { RadiusVersion } from '../../../config/radsec.ts';
import type { Directory } from '../../state/directory/directory.ts';
import { versionOf } from './version.ts';

export type RefusalOfPeer =
  | 'no-certificate'
  /** It does not speak a version of RADIUS that is offered. */
  | 'version'
  | 'expired'
  | 'revoked'
  | 'untrusted'
  | 'unknown-identity'
  | 'ambiguous-identity';

export type PeerIdentity =
  | { readonly identity: string; readonly version: RadiusVersion }
  | { readonly refusal: RefusalOfPeer; readonly fingerprint?: string; readonly names?: readonly string[] };

export interface Accepted {
  readonly directory: Pick<Directory, 'hopWith'>;
  readonly versions: readonly RadiusVersion[];
}

/** Names of one certificate that are looked up. */
const MAX_NAMES = 64;
const MAX_NAME = 255;
/** Those that are shown of a peer that is refused. */
const SHOWN_NAMES = 8;

/**
 * Who a peer is by its certificate (RFC 6614 section 2.3). Its fingerprint needs no authority: it was entered to trust this
 * certificate. A name does. A certificate with names of several NASes is refused: an ISP that enters another's name must not
 * get its log-ins.
 */
export function identifyPeer(socket: TLSSocket, { directory, versions }: Accepted, now: number): PeerIdentity {
  const certificate = socket.getPeerX509Certificate();
  if (!certificate) return { refusal: 'no-certificate' };
  const fingerprint = fingerprintIdentity(certificate.fingerprint256);
  const names = namesIn(certificate.subjectAltName ?? '');
  const refused = (refusal: RefusalOfPeer): PeerIdentity => ({
    refusal,
    fingerprint,
    names: names.slice(0, SHOWN_NAMES),
  });
  const problem = String(socket.authorizationError ?? '');
  if (problem.includes('CERT_REVOKED')) return refused('revoked');
  if (!isValidAt(certificate, now)) return refused('expired');
  const version = versionOf(socket, versions);
  if (version === null) return refused('version');
  if (directory.hopWith(fingerprint)) return { identity: fingerprint, version };
  if (!socket.authorized) return refused('untrusted');
  const known = names.filter((name) => directory.hopWith(name) !== undefined);
  if (new Set(known.map((name) => directory.hopWith(name)?.hopId)).size > 1) return refused('ambiguous-identity');
  const [identity] = known;
  return identity === undefined ? refused('unknown-identity') : { identity, version };
}

function isValidAt({ validFrom, validTo }: X509Certificate, now: number): boolean {
  return Date.parse(validFrom) <= now && now <= Date.parse(validTo);
}

const TYPES: Readonly<Record<string, 'dns' | 'ip' | 'uri'>> = { DNS: 'dns', 'IP Address': 'ip', URI: 'uri' };
/** `DNS:core-1.example.net, IP Address:192.0.2.1`; a value with special characters is a JSON string, and no identity. */
const ENTRY = /([^:,"]+):("(?:[^"\\]|\\.)*"|[^,"]*)(?:, |$)/y;

/** The subjectAltName as Node writes it. None if it cannot be read to its end. */
export function namesIn(subjectAltName: string): string[] {
  const found = new Set<string>();
  ENTRY.lastIndex = 0;
  while (ENTRY.lastIndex < subjectAltName.length) {
    const [entry, type = '', value = ''] = ENTRY.exec(subjectAltName) ?? [];
    if (entry === undefined) return [];
    const kind = TYPES[type];
    if (kind !== undefined && value !== '' && value.length <= MAX_NAME && !value.startsWith('"'))
      found.add(nameIdentity(kind, value));
  }
  return [...found].slice(0, MAX_NAMES);
}
