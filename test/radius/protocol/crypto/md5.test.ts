import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDigest, writeDigest } from '../../../../src/radius/protocol/crypto/digest.ts';
import { hmacKey, hmacScratch } from '../../../../src/radius/protocol/crypto/hmac-md5.ts';
import { md5Scratch } from '../../../../src/radius/protocol/crypto/md5.ts';
import { scratch } from '../../../../src/radius/protocol/crypto/scratch-buffer.ts';
import { SharedSecret } from '../../../../src/radius/protocol/crypto/shared-secret.ts';

function taken(): Buffer {
  const out = Buffer.alloc(18);
  writeDigest(out, 1);
  return out.subarray(1, 17);
}

function md5(message: Uint8Array): Buffer {
  scratch.set(message);
  md5Scratch(message.length);
  return taken();
}

function hmac(key: Uint8Array, message: Uint8Array): Buffer {
  const prepared = hmacKey(key);
  scratch.set(message);
  hmacScratch(prepared, message.length);
  return taken();
}

test.each([
  ['', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['a', '0cc175b9c0f1b6a831c399e269772661'],
  ['abc', '900150983cd24fb0d6963f7d28e17f72'],
  ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  ['abcdefghijklmnopqrstuvwxyz', 'c3fcd3d76192e4007dfb496cca67e13b'],
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 'd174ab98d277d9f5a5611c2c9f419d9f'],
  ['1234567890'.repeat(8), '57edf4a22be3c955ac49da2e2107b67a'],
])('MD5 of %j is the vector of RFC 1321 appendix A.5', (message, expected) => {
  expect(md5(Buffer.from(message)).toString('hex')).toBe(expected);
});

test.each([
  [Buffer.alloc(16, 0x0b), Buffer.from('Hi There'), '9294727a3638bb1c13f48ef8158bfc9d'],
  [Buffer.from('Jefe'), Buffer.from('what do ya want for nothing?'), '750c783e6ab0b503eaa86e310a5db738'],
  [Buffer.alloc(16, 0xaa), Buffer.alloc(50, 0xdd), '56be34521d144c88dbb8c733f0e8b3f6'],
  [
    Buffer.from('0102030405060708090a0b0c0d0e0f10111213141516171819', 'hex'),
    Buffer.alloc(50, 0xcd),
    '697eaf0aca3a3aea3a75164746ffaa79',
  ],
  [Buffer.alloc(16, 0x0c), Buffer.from('Test With Truncation'), '56461ef2342edc00f9bab995690efd4c'],
  [
    Buffer.alloc(80, 0xaa),
    Buffer.from('Test Using Larger Than Block-Size Key - Hash Key First'),
    '6b1ab7fe4bd7bf8f0b62e6ce61b9d0cd',
  ],
  [
    Buffer.alloc(80, 0xaa),
    Buffer.from('Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data'),
    '6f630fad67cda0ee1fb1f562db3aa53e',
  ],
])('HMAC-MD5 gives vector %# of RFC 2202 section 2', (key, message, expected) => {
  expect(hmac(key, message).toString('hex')).toBe(expected);
});

test('MD5 agrees with OpenSSL for every length up to five blocks and for random messages', () => {
  for (let length = 0; length <= 320; length++) {
    const message = Buffer.alloc(length, length);
    expect(md5(message)).toEqual(createHash('md5').update(message).digest());
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 4096 }), (message) => {
      expect(md5(message)).toEqual(createHash('md5').update(message).digest());
    }),
  );
});

test('HMAC-MD5 agrees with OpenSSL for random keys and messages', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ maxLength: 4096 }), (key, message) => {
      expect(hmac(key, message)).toEqual(createHmac('md5', key).update(message).digest());
    }),
  );
});

test('isDigest rejects a digest with any bit changed', () => {
  const right = Buffer.from(md5(Buffer.from('abc')));
  expect(isDigest(right, 0)).toBe(true);
  for (let bit = 0; bit < 128; bit++) {
    const wrong = Buffer.from(right);
    wrong.writeUInt8(wrong.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(isDigest(wrong, 0)).toBe(false);
  }
});

test('a shared secret has 1 to 1,024 octets', () => {
  expect(() => new SharedSecret('')).toThrow(RangeError);
  expect(() => new SharedSecret('x'.repeat(1025))).toThrow(RangeError);
  expect(new SharedSecret('é').octets).toEqual(Buffer.from([0xc3, 0xa9]));
});
