import fc from 'fast-check';
import { expect, test } from 'vitest';
import { macText } from '../../../../src/core/mac.ts';
import { macOf } from '../../../../src/radius/protocol/packet/mac.ts';

test.each(['AA-BB-CC-DD-EE-0F', 'aa:bb:cc:dd:ee:0f', 'aabb.ccdd.ee0f', 'AABBCCDDEE0F', '-aAbB:cCdD.eE0f-'])(
  '%s is a MAC address',
  (station) => {
    expect(macOf(station)).toBe('aa:bb:cc:dd:ee:0f');
  },
);

// RouterOS sends the DHCP client identifier: the hardware type (1 is Ethernet), then octets without leading zeros.
test.each([
  ['1:0:e1:c:38:c8:f8', '00:e1:0c:38:c8:f8'],
  ['1:A0:e1:c:38:c8:f8', 'a0:e1:0c:38:c8:f8'],
  ['1:a0:e1:cc:38:c8:f8', 'a0:e1:cc:38:c8:f8'],
  ['01:a0:e1:cc:38:c8:f8', 'a0:e1:cc:38:c8:f8'],
  ['1:0:0:0:0:0:0', '00:00:00:00:00:00'],
  ['0:e1:c:38:c8:f8', '00:e1:0c:38:c8:f8'],
])('%s is %s', (station, mac) => {
  expect(macOf(station)).toBe(mac);
});

// The same in the notation of Cisco (`0100.1122.3344.55` of ISG), and as octets (RFC 2132 section 9.14).
test.each(['0100.1122.3344.55', '01-00-11-22-33-44-55', '01:00:11:22:33:44:55', '01001122334455'])(
  '%s is a client identifier with a MAC address',
  (station) => {
    expect(macOf(station)).toBe('00:11:22:33:44:55');
    expect(macText(station)).toBe('00:11:22:33:44:55');
  },
);

test.each(['0200.1122.3344.55', '02-00-11-22-33-44-55', '0100.1122.3344.5566', '00000100112233445'])(
  '%s is none',
  (station) => {
    expect(macOf(station)).toBeNull();
    expect(macText(station)).toBeNull();
  },
);

test.each(['6:0:e1:c:38:c8:f8', '1:0:e1:c:38:c8:f8:1', '1:0:e1:c:38:c8:f8a', '1::e1:c:38:c8:f8', '1:0:e1:c:38:c8:'])(
  '%s is none',
  (station) => {
    expect(macOf(station)).toBeNull();
  },
);

test.each([null, '', '9876543210', '192.168.10.20', 'aa:bb:cc:dd:ee', 'aa:bb:cc:dd:ee:0f:00', 'aa:bb:cc:dd:ee:0g'])(
  '%s is none',
  (station) => {
    expect(macOf(station)).toBeNull();
  },
);

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
