/** Ethernet, as the first octet of the identifier that a DHCP client sends (RFC 2132 section 9.14). */
const ETHERNET = /^01(?=[0-9a-f]{12}$)/;

/**
 * The MAC address in a text of any notation as `aa:bb:cc:dd:ee:ff`, and that of a DHCP client identifier (`0100.1122.3344.55`);
 * null for any other text.
 */
export function macText(text: string): string | null {
  const digits = text.replace(/[:.-]/g, '').toLowerCase().replace(ETHERNET, '');
  return /^[0-9a-f]{12}$/.test(digits) ? (digits.match(/../g) ?? []).join(':') : null;
}
