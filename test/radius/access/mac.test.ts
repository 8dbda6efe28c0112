import fc from 'fast-check';
import { expect, test } from 'vitest';
import { macOf } from '../../../src/radius/access/mac.ts';

test.each(['AA-BB-CC-DD-EE-0F', 'aa:bb:cc:dd:ee:0f', 'aabb.ccdd.ee0f', 'AABBCCDDEE0F', '-aAbB:cCdD.eE0f-'])(
  '%s is a MAC address',
  (station) => {
    expect(macOf(station)).toBe('aa:bb:cc:dd:ee:0f');
  },
);

test.each([null, '', '9876543210', '192.168.10.20', 'aa:bb:cc:dd:ee', 'aa:bb:cc:dd:ee:0f:00', 'aa:bb:cc:dd:ee:0g'])(
  '%s is none',
  (station) => {
    expect(macOf(station)).toBeNull();
  },
);

test('whatever a NAS sends is twelve digits between separators, or no MAC address', () => {
  const letters = fc.constantFrom(...'0189afAFgG@`/ -:.\u0141\u0130\u2163');
  fc.assert(
    fc.property(fc.array(letters, { minLength: 8, maxLength: 20 }), (some) => {
      const station = some.join('');
      const digits = station.replace(/[-:.]/g, '').toLowerCase();
      const known = /^[0-9a-f]{12}$/.test(digits) ? (digits.match(/../g)?.join(':') ?? null) : null;
      expect(macOf(station)).toBe(known);
    }),
    { numRuns: 2000 },
  );
});
