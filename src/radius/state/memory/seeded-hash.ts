import { randomFillSync } from 'node:crypto';

// Tabulation hashing: each octet of the key selects a random word of its table. The tables differ in every process, so an
// attacker who chooses the keys cannot choose their hashes; and consecutive keys hash as well as random ones (Patrascu and
// Thorup, "The power of simple tabulation hashing", 2012).
const tables = randomFillSync(new Int32Array(8 * 256));

/** A hash of two 32-bit numbers. */
export function seededHash(first: number, second: number): number {
  return hashOctets(first, 0) ^ hashOctets(second, 4 * 256);
}

/** A hash of a number and a text. */
export function seededTextHash(first: number, text: string): number {
  let hash = first;
  for (let at = 0; at < text.length; at++) hash = seededHash(hash, text.charCodeAt(at));
  return hash;
}

function hashOctets(value: number, from: number): number {
  return (
    (tables[from + (value & 255)] as number) ^
    (tables[from + 256 + ((value >>> 8) & 255)] as number) ^
    (tables[from + 512 + ((value >>> 16) & 255)] as number) ^
    (tables[from + 768 + (value >>> 24)] as number)
  );
}
