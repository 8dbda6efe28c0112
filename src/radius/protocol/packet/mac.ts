const DIGITS = 12;
const OCTETS = 6;
const [DASH, DOT, COLON] = [0x2d, 0x2e, 0x3a];
const address = Buffer.from('00:00:00:00:00:00', 'latin1');

/**
 * The MAC address in a Calling-Station-Id as `aa:bb:cc:dd:ee:ff`, from any of the forms in use (`AA-BB-CC-DD-EE-FF`,
 * `aabb.ccdd.eeff`, `AABBCCDDEEFF`), or in the identifier of a DHCP client, which begins with the hardware type
 * (`01aa.bbcc.ddee.ff` of Cisco, `01-AA-BB-CC-DD-EE-FF`, `1:a:bb:c:dd:ee:f` of RouterOS); null for anything else, such as a
 * telephone number or an IP address.
 */
export function macOf(station: string | null): string | null {
  return station === null ? null : (ofDigits(station) ?? ofClientId(station) ?? ofNumbers(station));
}

/**
 * Twelve digits, with separators between octets. The text is built in a buffer since it is kept for as long as its session:
 * a concatenated string would be a tree of its parts.
 */
function ofDigits(station: string): string | null {
  if (station.length < DIGITS) return null;
  let count = 0;
  for (let at = 0; at < station.length; at++) {
    const character = station.charCodeAt(at);
    if ((character === COLON || character === DASH || character === DOT) && (count & 1) === 0) continue;
    const digit = lowercaseDigit(character);
    if (digit === 0 || count === DIGITS) return null;
    address[count + (count >> 1)] = digit;
    count += 1;
  }
  return count === DIGITS ? address.toString('latin1') : null;
}

/** Fourteen digits, of which the first two are the type. */
function ofClientId(station: string): string | null {
  return station.startsWith('01') ? ofDigits(station.slice(2)) : null;
}

/** Ethernet as an ARP hardware type (RFC 826), the first octet of a DHCP client identifier (RFC 2132). */
const ETHERNET = /^0?1$/;
const NUMBER = /^[0-9a-f]{1,2}$/i;

/** Octets without leading zeros, separated by colons, with or without the hardware type. */
function ofNumbers(station: string): string | null {
  const numbers = station.split(':');
  if (numbers.length === OCTETS + 1 && ETHERNET.test(numbers[0] ?? '')) numbers.shift();
  if (numbers.length !== OCTETS || !numbers.every((number) => NUMBER.test(number))) return null;
  return ofDigits(numbers.map((number) => number.padStart(2, '0')).join(''));
}

/** 0 for anything but a hexadecimal digit. */
function lowercaseDigit(character: number): number {
  if (character >= 0x30 && character <= 0x39) return character;
  const lower = character | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower : 0;
}
