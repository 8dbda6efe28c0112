// Tagged values (RFC 2868 section 3): the first octet groups attributes that belong together.

/** The highest tag; in a text, a first octet above it belongs to the text (RFC 2868 section 3.3). */
const MAX_TAG = 0x1f;

export interface Tagged {
  /** 0 when the value carries no tag. */
  readonly tag: number;
  readonly value: Buffer;
}

/** Splits the tag off a text or octets. */
export function untagText(octets: Buffer): Tagged {
  const tag = octets[0] ?? MAX_TAG + 1;
  return tag > MAX_TAG ? { tag: 0, value: octets } : { tag, value: octets.subarray(1) };
}

/** The tag and the 24-bit number of a tagged integer; null unless there are four octets (RFC 2868 section 3.1). */
export function untagInteger(octets: Buffer): { tag: number; value: number } | null {
  return octets.length === 4 ? { tag: octets.readUInt8(0), value: octets.readUIntBE(1, 3) } : null;
}

/** A text after its tag, which is one octet in UTF-8. */
export function taggedText(tag: number, text: string): string {
  return String.fromCharCode(tag) + text;
}
