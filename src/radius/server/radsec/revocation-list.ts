import type { X509Certificate } from 'node:crypto';

/** One element of DER (X.690 section 8.1): where its contents are, and where the next one begins. */
interface Element {
  readonly tag: number;
  readonly from: number;
  readonly upto: number;
}

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;

const LIST = /-----BEGIN X509 CRL-----([A-Za-z0-9+/=\s]*)-----END X509 CRL-----/g;

/**
 * The serial numbers that revocation lists have (RFC 5280 section 5.1), in upper-case hexadecimal digits without leading zeros.
 * Their signatures are not verified: that is for the TLS library, when a connection begins.
 * @param pem lists one after the other
 * @throws RangeError if one of them cannot be read to its end
 */
export function revokedSerials(pem: string): Set<string> {
  const serials = new Set<string>();
  for (const [, base64 = ''] of pem.matchAll(LIST)) {
    const der = Buffer.from(base64, 'base64');
    for (const entry of entriesOf(der)) serials.add(serialOf(der, childrenOf(der, entry)[0]));
  }
  return serials;
}

/** The serial numbers of a certificate and of those above it that the peer has sent. */
export function serialsOf(certificate: X509Certificate): string[] {
  const serials: string[] = [];
  let each: X509Certificate | undefined = certificate;
  // A root is its own issuer.
  for (let depth = 0; each && depth < MAX_DEPTH; depth += 1) {
    serials.push(withoutZeros(each.serialNumber));
    const above: X509Certificate | undefined = each.issuerCertificate;
    each = above?.fingerprint256 === each.fingerprint256 ? undefined : above;
  }
  return serials;
}

const MAX_DEPTH = 10;

/** The revokedCertificates of a TBSCertList: the sequence after the times, if there is one. */
function entriesOf(der: Buffer): Element[] {
  const list = childrenOf(der, { tag: SEQUENCE, from: 0, upto: der.length })[0];
  const signed = list && childrenOf(der, list)[0];
  if (!signed) throw new RangeError('a revocation list is empty');
  const parts = childrenOf(der, signed);
  const lastTime = parts.findLastIndex(({ tag }) => tag === UTC_TIME || tag === GENERALIZED_TIME);
  const revoked = parts[lastTime + 1];
  return lastTime >= 0 && revoked?.tag === SEQUENCE ? childrenOf(der, revoked) : [];
}

function serialOf(der: Buffer, element: Element | undefined): string {
  if (element?.tag !== INTEGER) throw new RangeError('an entry of a revocation list has no serial number');
  return withoutZeros(der.toString('hex', element.from, element.upto));
}

const withoutZeros = (hex: string): string => hex.toUpperCase().replace(/^0+/, '');

function childrenOf(der: Buffer, { from, upto }: Element): Element[] {
  const children: Element[] = [];
  for (let at = from; at < upto; ) {
    const child = elementAt(der, at);
    if (child.upto > upto) throw new RangeError('a revocation list is incomplete');
    children.push(child);
    at = child.upto;
  }
  return children;
}

function elementAt(der: Buffer, at: number): Element {
  const tag = der.readUInt8(at);
  const first = der.readUInt8(at + 1);
  // Up to 127 the length itself, else how many octets have it.
  const count = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || count > 4) throw new RangeError('a length in a revocation list is not valid DER');
  const length = count === 0 ? first : der.readUIntBE(at + 2, count);
  const from = at + 2 + count;
  return { tag, from, upto: from + length };
}
