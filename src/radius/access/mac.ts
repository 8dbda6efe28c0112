const SEPARATORS = /[-:.]/g;
const TWELVE_DIGITS = /^[0-9a-f]{12}$/;

/**
 * The MAC address in a Calling-Station-Id as `aa:bb:cc:dd:ee:ff`, from any of the forms in use (`AA-BB-CC-DD-EE-FF`,
 * `aabb.ccdd.eeff`, `AABBCCDDEEFF`); null for anything else, such as a telephone number or an IP address.
 */
export function macOf(station: string | null): string | null {
  if (station === null || station.length < 12) return null;
  const digits = station.replace(SEPARATORS, '').toLowerCase();
  if (!TWELVE_DIGITS.test(digits)) return null;
  return `${digits.slice(0, 2)}:${digits.slice(2, 4)}:${digits.slice(4, 6)}:${digits.slice(6, 8)}:${digits.slice(8, 10)}:${digits.slice(10)}`;
}
