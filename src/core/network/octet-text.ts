/**
 * Text attributes of a NAS are octets that need not be UTF-8, and those that identify a session must go back to the NAS
 * unchanged. This encoding maps octets to text and back without loss: valid UTF-8 stays as it is; any other octet, NUL
 * (which PostgreSQL cannot store) and the octets of U+F700 to U+F7FF themselves become the private-use character
 * U+F700 + octet. Different octets give different texts.
 */
const FIRST = 0xf700;

/** Encodes the octets from `start` up to `end`. Nearly all are ASCII. */
export function octetText(bytes: Buffer, start: number, end: number): string {
  for (let at = start; at < end; at++) {
    const octet = bytes[at] as number;
    if (octet === 0 || octet > 0x7f) return mixedText(bytes, start, end);
  }
  return bytes.toString('latin1', start, end);
}

function mixedText(bytes: Buffer, start: number, end: number): string {
  let text = '';
  let characters = start;
  for (let at = start; at < end; ) {
    const length = characterLength(bytes, at, end);
    if (length === 0) {
      text += bytes.toString('utf8', characters, at) + String.fromCharCode(FIRST + (bytes[at] as number));
      characters = at + 1;
    }
    at += length || 1;
  }
  return text + bytes.toString('utf8', characters, end);
}

/** The length of the valid UTF-8 character at `at` (RFC 3629 section 4); 0 if the octet there has to be encoded. */
function characterLength(bytes: Buffer, at: number, end: number): number {
  const lead = bytes[at] as number;
  if (lead < 0x80) return lead === 0 ? 0 : 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (at + length > end) return 0;
  for (let next = at + 1; next < at + length; next++) if (((bytes[next] as number) & 0xc0) !== 0x80) return 0;
  const second = bytes[at + 1] as number;
  switch (lead) {
    case 0xe0:
      return second < 0xa0 ? 0 : length; // overlong
    case 0xed:
      return second > 0x9f ? 0 : length; // surrogate
    case 0xef:
      return second >= 0x9c && second <= 0x9f ? 0 : length; // U+F700 to U+F7FF
    case 0xf0:
      return second < 0x90 ? 0 : length;
    case 0xf4:
      return second > 0x8f ? 0 : length; // above U+10FFFF
    default:
      return length;
  }
}

const ENCODED = /[\uf700-\uf7ff]/;
const RUNS = /[\uf700-\uf7ff]|[^\uf700-\uf7ff]+/g;

/** Decodes a text of `octetText`. */
export function octetsOf(text: string): Buffer {
  if (!ENCODED.test(text)) return Buffer.from(text, 'utf8');
  const pieces = text.match(RUNS) ?? [];
  return Buffer.concat(
    pieces.map((piece) =>
      ENCODED.test(piece) ? Buffer.from([piece.charCodeAt(0) - FIRST]) : Buffer.from(piece, 'utf8'),
    ),
  );
}

/** Encoded octets, and control characters, which could drive a terminal or forge a log line. */
const UNSHOWN = /[\p{Cc}\uf700-\uf7ff]/gu;

/** The text for people: encoded octets and control characters as `\\xff`. */
export function shownOctetText(text: string): string {
  return text.replace(UNSHOWN, (character) => octetsOf(character).toString('hex').replace(/../g, '\\x$&'));
}

const SHOWN = /(\\x[0-9a-f]{2})/i;

/** The reverse of `shownOctetText`, so that people can search for what they read. */
export function storedOctetText(shown: string): string {
  if (!SHOWN.test(shown)) return shown;
  const pieces = shown.split(SHOWN);
  const octets = Buffer.concat(
    pieces.map((piece, at) => (at % 2 === 1 ? Buffer.from(piece.slice(2), 'hex') : Buffer.from(piece, 'utf8'))),
  );
  return octetText(octets, 0, octets.length);
}
