import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineIdOctets, lineIdText } from '../../../src/core/network/line-id.ts';

const textOf = (octets: string) => lineIdText(Buffer.from(octets, 'latin1'));

describe('the text of a line id', () => {
  it('is its characters where they can be printed, else hexadecimal digits', () => {
    expect(textOf('OLT-1 pon 1/2')).toBe('OLT-1 pon 1/2');
    expect(textOf('a\0')).toBe('0x6100');
    expect(textOf(' a')).toBe('0x2061');
    expect(textOf('é')).toBe('0xe9');
  });

  it('is never that of other octets, also where these look like hexadecimal digits', () => {
    expect(textOf('0x61')).toBe('0x30783631');
    expect(textOf('0x6')).toBe('0x6');
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (octets) => {
        expect(lineIdOctets(lineIdText(Buffer.from(octets)))).toEqual(Buffer.from(octets));
      }),
    );
  });
});
