import { createHash } from 'node:crypto';

/** Decrypts the cipher of RFC 2865 section 5.2 with OpenSSL; `first` is what the first block is chained to. */
export function openHidden(hidden: Uint8Array, first: Uint8Array, secret: string): Buffer {
  const plain: number[] = [];
  let previous = first;
  for (let at = 0; at < hidden.length; at += 16) {
    const pad = createHash('md5').update(secret).update(previous).digest();
    previous = hidden.subarray(at, at + 16);
    plain.push(...previous.map((octet, i) => octet ^ pad.readUInt8(i)));
  }
  return Buffer.from(plain);
}
