import { ipv4Number } from './address.ts';
import { Attribute } from './attribute.ts';
import { VENDOR_HEADER } from './vendor-attribute.ts';

/** The longest value of an attribute, in octets: its length is one octet and counts two octets of header. */
const MAX_VALUE = 253;

/**
 * Lays attributes out as they stand in a packet. The result holds no header and no authenticator, so that the answer to
 * a subscriber is prepared once and sent in many packets. A value that cannot be encoded is a RangeError naming the
 * attribute: it comes from configuration, not from the network.
 */
export class AttributeWriter {
  private readonly parts: Buffer[] = [];

  /** UTF-8 text. An empty text leaves the attribute out (RFC 2865 section 5 forbids it). */
  text(type: number, value: string): this {
    return value === '' ? this : this.octets(type, Buffer.from(value, 'utf8'));
  }

  /** An unsigned 32-bit number; also seconds and enumerated values. */
  integer(type: number, value: number): this {
    return this.octets(type, integerOctets(value));
  }

  /** A dotted IPv4 address. */
  ipv4(type: number, dotted: string): this {
    return this.octets(type, integerOctets(ipv4Number(dotted)));
  }

  octets(type: number, value: Uint8Array): this {
    if (value.length > MAX_VALUE) {
      throw new RangeError(`Attribute ${type} takes ${MAX_VALUE} octets at most, not ${value.length}`);
    }
    this.parts.push(Buffer.from([type, value.length + 2]), Buffer.from(value));
    return this;
  }

  vendorText(vendor: number, type: number, value: string): this {
    return value === '' ? this : this.vendorOctets(vendor, type, Buffer.from(value, 'utf8'));
  }

  vendorInteger(vendor: number, type: number, value: number): this {
    return this.vendorOctets(vendor, type, integerOctets(value));
  }

  /** One vendor attribute in a Vendor-Specific of its own, the form that every NAS reads. */
  vendorOctets(vendor: number, type: number, value: Uint8Array): this {
    if (value.length > MAX_VALUE - VENDOR_HEADER) {
      throw new RangeError(
        `Attribute ${type} of vendor ${vendor} takes ${MAX_VALUE - VENDOR_HEADER} octets at most, not ${value.length}`,
      );
    }
    const inner = Buffer.concat([integerOctets(vendor), Buffer.from([type, value.length + 2]), value]);
    return this.octets(Attribute.VendorSpecific, inner);
  }

  /** The attributes so far. */
  bytes(): Buffer {
    return Buffer.concat(this.parts);
  }
}

function integerOctets(value: number): Buffer {
  if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) {
    throw new RangeError(`Not an unsigned 32-bit number: ${value}`);
  }
  const octets = Buffer.alloc(4);
  octets.writeUInt32BE(value);
  return octets;
}
