/** Without letters that look alike, so that it can be read out and typed on a router. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A random secret of small letters and digits, about 5 bits each. */
export function newSecret(length: number): string {
  return [...crypto.getRandomValues(new Uint8Array(length))].map((octet) => LETTERS[octet % LETTERS.length]).join('');
}
