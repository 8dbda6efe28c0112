/**
 * The text form of the id of a line (Agent-Circuit-Id and Agent-Remote-Id, RFC 4679 sections 3.3.1 and 3.3.2), which is octets:
 * printable ASCII as it is, all else as `0x` and hexadecimal digits. Different octets have different texts, so that comparing
 * texts compares octets.
 */

/** A vendor attribute has no more (RFC 2865 section 5.26). */
export const MAX_LINE_ID_OCTETS = 247;

/** A blank at the ends would be lost or overlooked. */
const PRINTABLE = /^[!-~](?:[ -~]*[!-~])?$/;
const HEXADECIMAL = /^0x(?:[0-9a-f]{2})+$/i;

/** Of at least one octet. */
export function lineIdText(octets: Buffer): string {
  const text = octets.toString('latin1');
  return PRINTABLE.test(text) && !HEXADECIMAL.test(text) ? text : `0x${octets.toString('hex')}`;
}

/** The octets of a text in either form. */
export function lineIdOctets(text: string): Buffer {
  return HEXADECIMAL.test(text) ? Buffer.from(text.slice(2), 'hex') : Buffer.from(text, 'utf8');
}
