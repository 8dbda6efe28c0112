import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { octetsOf, octetText } from '../../../src/core/network/octet-text.ts';

const textOf = (octets: Uint8Array) => octetText(Buffer.from(octets), 0, octets.length);

/** Octets as NASes send them, as none should, and everything between. */
const octets = fc.oneof(
  fc.uint8Array({ maxLength: 253 }),
  fc.string({ unit: 'binary', maxLength: 60 }).map((text) => new Uint8Array(Buffer.from(text, 'utf8'))),
  fc
    .array(fc.constantFrom(0, 0x41, 0x7f, 0x80, 0x9c, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xff))
    .map((list) => Uint8Array.from(list)),
  fc
    .array(fc.integer({ min: 0xf6f0, max: 0xf80f }))
    .map((codes) => new Uint8Array(Buffer.from(String.fromCharCode(...codes), 'utf8'))),
);

describe('octets encoded as text', () => {
  it('decode to the same octets', () => {
    fc.assert(fc.property(octets, (each) => Buffer.from(each).equals(octetsOf(textOf(each)))));
  });

  it('give different texts if they differ', () => {
    fc.assert(
      fc.property(
        octets,
        octets,
        (one, other) => (textOf(one) === textOf(other)) === (Buffer.compare(one, other) === 0),
      ),
    );
  });

  it('give text that PostgreSQL accepts: without NUL and lone surrogates', () => {
    fc.assert(fc.property(octets, (each) => !/\0|\p{Cs}/u.test(textOf(each))));
  });

  it('stay as they are if they are UTF-8 without NUL', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((each) => !/[\0\uf700-\uf7ff]/.test(each));
    fc.assert(fc.property(text, (each) => textOf(Buffer.from(each, 'utf8')) === each));
  });

  it.each([
    ['ff', '\uf7ff'],
    ['41 00 42', 'A\uf700B'],
    ['c3 a9', 'é'],
    ['c3', '\uf7c3'],
    ['c0 80', '\uf7c0\uf780'],
    ['e0 80 80', '\uf7e0\uf780\uf780'],
    ['ed a0 80', '\uf7ed\uf7a0\uf780'],
    ['ef 9b bf', '\uf6ff'],
    ['ef 9c 80', '\uf7ef\uf79c\uf780'],
    ['ef 9f bf', '\uf7ef\uf79f\uf7bf'],
    ['ef a0 80', '\uf800'],
    ['f0 9f 98 80', '😀'],
    ['f0 9f 98', '\uf7f0\uf79f\uf798'],
    ['f0 80 80 80', '\uf7f0\uf780\uf780\uf780'],
    ['f4 90 80 80', '\uf7f4\uf790\uf780\uf780'],
    ['', ''],
  ])('%s is %j', (hex, text) => {
    expect(textOf(Buffer.from(hex.replaceAll(' ', ''), 'hex'))).toBe(text);
  });

  it('are those of the given range', () => {
    const bytes = Buffer.from([0xff, 0x41, 0xc3, 0xa9, 0xff]);
    expect(octetText(bytes, 1, 4)).toBe('Aé');
    expect(octetText(bytes, 1, 3)).toBe('A\uf7c3');
  });
});
