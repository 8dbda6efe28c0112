// Attribute-value pairs in the tunnel of EAP-TTLS (RFC 5281 section 10), which have the form of Diameter: a code, an octet of
// flags, three octets of length, a vendor if flag V is set, the value, and zeros up to a multiple of four octets.

const VENDOR = 0x80;
const MANDATORY = 0x40;
const HEAD = 8;
const VENDOR_HEAD = 12;

export interface Avp {
  /** 0: the attributes of RADIUS. */
  readonly vendor: number;
  readonly code: number;
  readonly value: Buffer;
}

/** Null when they are malformed. */
export function readAvps(octets: Buffer): Avp[] | null {
  const avps: Avp[] = [];
  for (let at = 0; at < octets.length; ) {
    if (octets.length - at < HEAD) return null;
    const hasVendor = (octets.readUInt8(at + 4) & VENDOR) !== 0;
    const length = octets.readUIntBE(at + 5, 3);
    const head = hasVendor ? VENDOR_HEAD : HEAD;
    if (length < head || at + length > octets.length) return null;
    const vendor = hasVendor ? octets.readUInt32BE(at + HEAD) : 0;
    avps.push({ vendor, code: octets.readUInt32BE(at), value: octets.subarray(at + head, at + length) });
    at += padded(length);
  }
  return avps;
}

export function writeVendorAvp({ vendor, code, value }: Avp): Buffer {
  const length = VENDOR_HEAD + value.length;
  const octets = Buffer.alloc(padded(length));
  octets.writeUInt32BE(code, 0);
  octets.writeUInt8(VENDOR | MANDATORY, 4);
  octets.writeUIntBE(length, 5, 3);
  octets.writeUInt32BE(vendor, HEAD);
  octets.set(value, VENDOR_HEAD);
  return octets;
}

const padded = (length: number) => Math.ceil(length / 4) * 4;
