import fc from 'fast-check';
import { expect, test } from 'vitest';
import { macText } from '../../../../src/core/network/mac.ts';
import { macOf } from '../../../../src/radius/protocol/packet/mac.ts';

// What NASes send is in `test/field/names`.
test.each([
  ['AA-BB-CC-DD-EE-0F', 'aa:bb:cc:dd:ee:0f'],
  ['0100.1122.3344.55', '00:11:22:33:44:55'],
  ['0100.1122.3344.5566', null],
])('%s is read alike where people type it', (text, mac) => {
  expect([macOf(text), macText(text)]).toEqual([mac, mac]);
});

/** Octets separated by colons, with or without the hardware type. */
const NUMBERS = /^(?:0?1:(?=(?:[^:]*:){5}[^:]*$))?([0-9a-f]{1,2}(?::[0-9a-f]{1,2}){5})$/i;
/** Twelve digits, or fourteen of which the first two are the hardware type. */
const DIGITS = /^(?:01)?([-:.]*(?:[0-9a-f]{2}[-:.]*){6})$/i;

test('any text is twelve digits with separators between octets, octets separated by colons, or not a MAC address', () => {
  const digits = fc.array(fc.constantFrom(...'0189afAFgG@`/ -:.\u0141\u0130\u2163'), { minLength: 8, maxLength: 20 });
  const numbers = fc.array(fc.constantFrom('1', '01', '2', 'A0', 'f', '0', 'ff', '', '100', 'g'), {
    minLength: 5,
    maxLength: 8,
  });
  const stations = fc.oneof(
    digits.map((some) => some.join('')),
    numbers.map((some) => some.join(':')),
  );
  fc.assert(
    fc.property(stations, (station) => {
      const padded = NUMBERS.exec(station)?.[1]
        ?.split(':')
        .map((number) => number.padStart(2, '0'));
      const known = DIGITS.exec(station)?.[1]?.replace(/[-:.]/g, '').match(/../g) ?? padded;
      expect(macOf(station)).toBe(known?.join(':').toLowerCase() ?? null);
    }),
    { numRuns: 4000 },
  );
});
