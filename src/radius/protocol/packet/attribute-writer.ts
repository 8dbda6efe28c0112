import { ipv4Number } from '../../../core/network/ipv4.ts';
import { Attribute } from './attribute.ts';
import { VENDOR_HEADER } from './vendor-attribute.ts';

/** Type and length. */
const ATTRIBUTE_HEADER = 2;
/** The longest value of an attribute, in octets: its length is one octet and counts its header. */
export const MAX_VALUE = 255 - ATTRIBUTE_HEADER;
/** Initial size in octets, enough for most answers. */
const ROOM = 256;

/**
 * Encodes attributes without the header of a packet, so that they are encoded once and sent in many packets.
 * @throws RangeError, from every method, for a value that is too long or no unsigned 32-bit number: callers check values
 * from outside first
 */
export class AttributeWriter {
  #room = Buffer.allocUnsafe(ROOM);
  #length = 0;

  /**
   * UTF-8 text. An empty text writes no attribute (RFC 2865 section 5 forbids it). A long text is truncated: a message to the
   * subscriber, or a name from the configuration, must not prevent an answer.
   */
  text(type: number, value: string): this {
    return value === '' ? this : this.octets(type, utf8(value, MAX_VALUE));
  }

  /** An unsigned 32-bit number; also seconds and enumerated values. */
  integer(type: number, value: number): this {
    checkNumber(value);
    this.#header(type, 4);
    this.#number(value);
    return this;
  }

  /** A dotted IPv4 address. */
  ipv4(type: number, dotted: string): this {
    return this.integer(type, ipv4Number(dotted));
  }

  octets(type: number, value: Uint8Array): this {
    if (value.length > MAX_VALUE) {
      throw new RangeError(`Attribute ${type} takes ${MAX_VALUE} octets at most, not ${value.length}`);
    }
    this.#header(type, value.length);
    this.#append(value);
    return this;
  }

  vendorText(vendor: number, type: number, value: string): this {
    return value === '' ? this : this.vendorOctets(vendor, type, utf8(value, MAX_VALUE - VENDOR_HEADER));
  }

  vendorInteger(vendor: number, type: number, value: number): this {
    checkNumber(value);
    this.#vendorHeader(vendor, type, 4);
    this.#number(value);
    return this;
  }

  /** One vendor attribute in its own Vendor-Specific, which every NAS can read. */
  vendorOctets(vendor: number, type: number, value: Uint8Array): this {
    if (value.length > MAX_VALUE - VENDOR_HEADER) {
      throw new RangeError(
        `Attribute ${type} of vendor ${vendor} takes ${MAX_VALUE - VENDOR_HEADER} octets at most, not ${value.length}`,
      );
    }
    this.#vendorHeader(vendor, type, value.length);
    this.#append(value);
    return this;
  }

  /** A copy of the attributes written so far. */
  bytes(): Buffer {
    return Buffer.from(this.#room.subarray(0, this.#length));
  }

  /** Writes the header of an attribute and reserves room for its value. */
  #header(type: number, length: number): void {
    this.#reserve(ATTRIBUTE_HEADER + length);
    this.#room[this.#length] = type;
    this.#room[this.#length + 1] = ATTRIBUTE_HEADER + length;
    this.#length += ATTRIBUTE_HEADER;
  }

  #vendorHeader(vendor: number, type: number, length: number): void {
    this.#header(Attribute.VendorSpecific, VENDOR_HEADER + length);
    this.#number(vendor);
    this.#header(type, length);
  }

  #number(value: number): void {
    this.#room.writeUInt32BE(value, this.#length);
    this.#length += 4;
  }

  #append(value: Uint8Array): void {
    this.#room.set(value, this.#length);
    this.#length += value.length;
  }

  #reserve(octets: number): void {
    if (this.#length + octets <= this.#room.length) return;
    const room = Buffer.allocUnsafe(Math.max(this.#room.length * 2, this.#length + octets));
    room.set(this.#room.subarray(0, this.#length));
    this.#room = room;
  }
}

/** At most `max` octets of the text, in whole characters. */
function utf8(text: string, max: number): Buffer {
  const octets = Buffer.from(text, 'utf8');
  if (octets.length <= max) return octets;
  let end = max;
  while (((octets[end] as number) & 0xc0) === 0x80) end -= 1;
  return octets.subarray(0, end);
}

/** Called before anything is written, so that a rejected value leaves no header. */
function checkNumber(value: number): void {
  if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) {
    throw new RangeError(`Not an unsigned 32-bit number: ${value}`);
  }
}
