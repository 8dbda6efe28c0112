const DIGITS = 12;
const [DASH, DOT, COLON] = [0x2d, 0x2e, 0x3a];
const address = Buffer.from('00:00:00:00:00:00', 'latin1');

/**
 * The MAC address in a Calling-Station-Id as `aa:bb:cc:dd:ee:ff`, from any of the forms in use (`AA-BB-CC-DD-EE-FF`,
 * `aabb.ccdd.eeff`, `AABBCCDDEEFF`); null for anything else, such as a telephone number or an IP address. It is laid down
 * octet by octet since it is kept for as long as its session: put together from pieces, it would be a tree of them.
 */
export function macOf(station: string | null): string | null {
  if (station === null || station.length < DIGITS) return null;
  let count = 0;
  for (let at = 0; at < station.length; at++) {
    const letter = station.charCodeAt(at);
    if (letter === COLON || letter === DASH || letter === DOT) continue;
    const digit = lowercaseDigit(letter);
    if (digit === 0 || count === DIGITS) return null;
    address[count + (count >> 1)] = digit;
    count += 1;
  }
  return count === DIGITS ? address.toString('latin1') : null;
}

/** 0 for what is no hexadecimal digit. */
function lowercaseDigit(letter: number): number {
  if (letter >= 0x30 && letter <= 0x39) return letter;
  const lower = letter | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower : 0;
}
