import { octetText } from '../../../core/network/octet-text.ts';
import { MAX_PACKET } from '../crypto/scratch-buffer.ts';
import { ipv4Text } from './address.ts';
import { Attribute } from './attribute.ts';
import { OCCURRENCE_BITS } from './occurrences.ts';

/** Octets of the header: code, identifier, length, authenticator (RFC 2865 section 3). */
export const HEADER = 20;

/** Offset of the authenticator. */
export const AUTHENTICATOR = 4;

/** Octets of a whole Message-Authenticator attribute (RFC 3579 section 3.2). */
export const MESSAGE_AUTHENTICATOR_LENGTH = 18;

/** The octet at `at`, which must be inside. */
function octet(bytes: Uint8Array, at: number): number {
  return bytes[at] as number;
}

/**
 * One RADIUS packet, a view of its datagram: nothing is copied, and attributes are decoded by the getters. Where an
 * attribute occurs more than once, the getters return the first.
 */
export class Packet {
  /** The packet, without any padding that followed it in the datagram. */
  readonly bytes: Buffer;
  /** Offset of the Message-Authenticator; 0 when there is none, -1 for more than one or one of a wrong length. */
  readonly messageAuthenticatorAt: number;
  /** Which attributes of `occurrences.ts` it has, and which of them more than once. */
  readonly seen: number;
  readonly repeated: number;

  private constructor(bytes: Buffer, messageAuthenticatorAt: number, seen: number, repeated: number) {
    this.bytes = bytes;
    this.messageAuthenticatorAt = messageAuthenticatorAt;
    this.seen = seen;
    this.repeated = repeated;
  }

  /**
   * Checks the framing of a packet; null when it must be silently discarded (RFC 2865 sections 3 and 5): too short or too
   * long, shorter than its Length field, or with an attribute that does not fit.
   */
  static parse(datagram: Buffer): Packet | null {
    if (datagram.length < HEADER) return null;
    const length = (octet(datagram, 2) << 8) | octet(datagram, 3);
    if (length < HEADER || length > MAX_PACKET || length > datagram.length) return null;
    let messageAuthenticatorAt = 0;
    let seen = 0;
    let repeated = 0;
    let at = HEADER;
    while (at < length) {
      if (at + 2 > length) return null;
      const size = octet(datagram, at + 1);
      if (size < 2 || at + size > length) return null;
      const type = octet(datagram, at);
      const bit = OCCURRENCE_BITS[type] as number;
      repeated |= seen & bit;
      seen |= bit;
      if (type === Attribute.MessageAuthenticator) {
        messageAuthenticatorAt = size === MESSAGE_AUTHENTICATOR_LENGTH && messageAuthenticatorAt === 0 ? at : -1;
      }
      at += size;
    }
    // Octets beyond Length are padding (RFC 2865 section 3).
    const bytes = length === datagram.length ? datagram : datagram.subarray(0, length);
    return new Packet(bytes, messageAuthenticatorAt, seen, repeated);
  }

  get code(): number {
    return octet(this.bytes, 0);
  }

  get identifier(): number {
    return octet(this.bytes, 1);
  }

  /** The sixteen octets of the authenticator, as a view. */
  get authenticator(): Buffer {
    return this.bytes.subarray(AUTHENTICATOR, HEADER);
  }

  /** Offset of the first attribute of this type at or after `from`, the start of an attribute; 0 when there is none. */
  find(type: number, from: number = HEADER): number {
    const { bytes } = this;
    for (let at = from; at < bytes.length; at += octet(bytes, at + 1)) {
      if (octet(bytes, at) === type) return at;
    }
    return 0;
  }

  /** Offset of the attribute after the one at `at`; the length of the packet after the last. */
  next(at: number): number {
    return at + octet(this.bytes, at + 1);
  }

  has(type: number): boolean {
    return this.find(type) !== 0;
  }

  /** The value as lossless text (`octet-text.ts`), without trailing NULs, which RFC 2865 section 5 forbids. */
  text(type: number): string | null {
    return this.textAt(this.find(type));
  }

  /** The value as an unsigned 32-bit number; null also unless it has four octets. */
  integer(type: number): number | null {
    return this.integerAt(this.find(type));
  }

  /** The value as a dotted IPv4 address; null also unless it has four octets. */
  ipv4(type: number): string | null {
    return this.ipv4At(this.find(type));
  }

  /** The value as a view of the datagram. */
  octets(type: number): Buffer | null {
    return this.octetsAt(this.find(type));
  }

  // The same for the attribute at an offset returned by `find` or `findVendor`; null for offset 0.

  textAt(at: number): string | null {
    if (at === 0) return null;
    let end = this.next(at);
    while (end > at + 2 && this.bytes[end - 1] === 0) end -= 1;
    return octetText(this.bytes, at + 2, end);
  }

  integerAt(at: number): number | null {
    return at === 0 || octet(this.bytes, at + 1) !== 6 ? null : this.bytes.readUInt32BE(at + 2);
  }

  ipv4At(at: number): string | null {
    return at === 0 || octet(this.bytes, at + 1) !== 6 ? null : ipv4Text(this.bytes, at + 2);
  }

  octetsAt(at: number): Buffer | null {
    return at === 0 ? null : this.bytes.subarray(at + 2, this.next(at));
  }
}
