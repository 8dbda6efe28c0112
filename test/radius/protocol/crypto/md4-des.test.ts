import { createCipheriv } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { desEncrypt, setDesKey } from '../../../../src/radius/protocol/crypto/des.ts';
import { md4 } from '../../../../src/radius/protocol/crypto/md4.ts';

test.each([
  ['', '31d6cfe0d16ae931b73c59d7e0c089c0'],
  ['a', 'bde52cb31de33e46245e05fbdbd6fb24'],
  ['abc', 'a448017aaf21d8525fc10ae87aa6729d'],
  ['message digest', 'd9130a8164549fe818874806e1c7014b'],
  ['abcdefghijklmnopqrstuvwxyz', 'd79e1c308aa5bbcdeea8ed63df412da9'],
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', '043f8582f241db351ce627e153e7f0e4'],
  ['1234567890'.repeat(8), 'e33b4ddc9c38f2199c3e7b164fcc0536'],
])('MD4 of %j is the vector of RFC 1320 appendix A.5', (message, expected) => {
  expect(md4(Buffer.from(message)).toString('hex')).toBe(expected);
});

/** A DES key as in the standard: an ignored parity bit after every seven bits. */
function withParity(seven: Uint8Array): Buffer {
  const bits = Array.from(seven, (octet) => octet.toString(2).padStart(8, '0')).join('');
  return Buffer.from(bits.match(/.{7}/g)?.map((group) => Number.parseInt(`${group}0`, 2)) ?? []);
}

/** Triple DES with the same key three times is DES, and OpenSSL still has it. */
function opensslDes(seven: Uint8Array, block: Uint8Array): Buffer {
  const key = withParity(seven);
  const cipher = createCipheriv('des-ede3', Buffer.concat([key, key, key]), null).setAutoPadding(false);
  return Buffer.concat([cipher.update(block), cipher.final()]);
}

test('DES agrees with OpenSSL for random keys and blocks', () => {
  const octets = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
  fc.assert(
    fc.property(octets(7), octets(8), (seven, block) => {
      const out = Buffer.alloc(8);
      setDesKey(seven, 0);
      desEncrypt(block, out, 0);
      expect(out).toEqual(opensslDes(seven, block));
    }),
    { numRuns: 500 },
  );
});

test('DES gives the vector of RFC 2433 appendix B.2', () => {
  // The first third of the NT response to challenge 102DB5DF085D3041 under the hash FC156AF7EDCD6C...
  const out = Buffer.alloc(8);
  setDesKey(Buffer.from('fc156af7edcd6c', 'hex'), 0);
  desEncrypt(Buffer.from('102db5df085d3041', 'hex'), out, 0);
  expect(out.toString('hex')).toBe('4e9d3c8f9cfd385d');
});
