import { isIP, SocketAddress } from 'node:net';
import { z } from 'zod';
import { errorText, kind } from '../../../core/wire/index.ts';

/*
 * Who connects by RadSec is known by the certificate (RFC 6614 section 2.3): by its fingerprint, or by a name in it that a
 * trusted authority vouches for.
 */

const MAX_LENGTH = 255;
const PROBLEM =
  'must be sha256: followed by the 64 hexadecimal digits of a fingerprint, or dns:, ip: or uri: followed by a name in the certificate';
const DNS_NAME = /^(?=.{1,250}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;
const URI = /^[a-z][a-z0-9+.-]*:[!-~]+$/i;

/** The SHA-256 fingerprint of a certificate, with or without colons. */
export const fingerprintIdentity = (fingerprint: string): string =>
  `sha256:${fingerprint.replaceAll(':', '').toLowerCase()}`;

/** A name of the type DNS, IP address or URI in the subjectAltName of a certificate. */
export function nameIdentity(type: 'dns' | 'ip' | 'uri', name: string): string {
  if (type === 'dns') return `dns:${name.toLowerCase()}`;
  if (type === 'ip' && isIP(name) === 6) return `ip:${new SocketAddress({ family: 'ipv6', address: name }).address}`;
  return `${type}:${name}`;
}

/** Native: as `fingerprintIdentity` and `nameIdentity` write it, so that equal identities are equal texts. */
export const tlsIdentity = () =>
  kind(
    z
      .string(errorText(PROBLEM))
      .trim()
      .max(MAX_LENGTH, { error: PROBLEM })
      .transform((value) => canonical(value) ?? '')
      .refine((value) => value !== '', { error: PROBLEM }),
    {
      parse: (text) => text,
      render: (value: string) => value,
      document: { type: 'string', maxLength: MAX_LENGTH, example: 'dns:core-1.example.net' },
    },
  );

/** Undefined if it is no identity. */
function canonical(text: string): string | undefined {
  const colon = text.indexOf(':');
  const [type, name] = [text.slice(0, colon).toLowerCase(), text.slice(colon + 1).trim()];
  switch (type) {
    case 'sha256':
      return /^([0-9a-f]{2}:?){31}[0-9a-f]{2}$/i.test(name) ? fingerprintIdentity(name) : undefined;
    case 'dns':
      return DNS_NAME.test(name.toLowerCase()) ? nameIdentity('dns', name) : undefined;
    case 'ip':
      return isIP(name) !== 0 && !name.includes('%') ? nameIdentity('ip', name) : undefined;
    case 'uri':
      return URI.test(name) ? nameIdentity('uri', name) : undefined;
    default:
      return undefined;
  }
}
