import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha1 } from '../../../../src/radius/protocol/crypto/sha1.ts';

test('SHA-1 of "abc" is the vector of RFC 3174 section 7.3', () => {
  expect(sha1(Buffer.from('abc')).toString('hex')).toBe('a9993e364706816aba3e25717850c26c9cd0d89d');
});

test('SHA-1 of any parts agrees with node:crypto', () => {
  const parts = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 });
  fc.assert(
    fc.property(parts, (some) => {
      expect(sha1(...some)).toEqual(createHash('sha1').update(Buffer.concat(some)).digest());
    }),
  );
});

test('every length near the end of a block is padded correctly', () => {
  for (let length = 0; length < 200; length++) {
    const octets = Buffer.alloc(length, length);
    expect(sha1(octets)).toEqual(createHash('sha1').update(octets).digest());
  }
});

test('a name as long as a packet can be hashed with its challenges, and nothing longer', () => {
  const octets = Buffer.alloc(32 + 4096, 7);
  expect(sha1(octets)).toEqual(createHash('sha1').update(octets).digest());
  expect(() => sha1(Buffer.alloc(4200))).toThrow(RangeError);
});
