import { randomFillSync } from 'node:crypto';

// Tabulation hashing: each octet of the key picks a random word of its table. Whoever chooses the keys cannot choose
// their hashes, for he does not know the tables, which are different in every process; and keys that follow each other
// are as good as random ones (Patrascu and Thorup, "The power of simple tabulation hashing", 2012).
const tables = randomFillSync(new Int32Array(8 * 256));

/** A hash of two 32-bit numbers. */
export function seededHash(one: number, other: number): number {
  return fourOctets(one, 0) ^ fourOctets(other, 4 * 256);
}

function fourOctets(value: number, from: number): number {
  return (
    (tables[from + (value & 255)] as number) ^
    (tables[from + 256 + ((value >>> 8) & 255)] as number) ^
    (tables[from + 512 + ((value >>> 16) & 255)] as number) ^
    (tables[from + 768 + (value >>> 24)] as number)
  );
}
