import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numbersIn, regionOf } from '../../../src/core/telephone/numbers.ts';

// Texts and their numbers are in `test/field/telephones`.
describe('the numbers in a text', () => {
  it('are read from digits of every script', () => {
    const scripts = [
      'arab',
      'arabext',
      'beng',
      'deva',
      'fullwide',
      'gujr',
      'guru',
      'khmr',
      'knda',
      'laoo',
      'mlym',
      'mymr',
    ];
    for (const script of [...scripts, 'nkoo', 'orya', 'sinh', 'tamldec', 'telu', 'thai', 'tibt', 'mathsans', 'adlm']) {
      const shown = new Intl.NumberFormat(`en-u-nu-${script}`, { useGrouping: false }).format(9876543210);
      expect(numbersIn(shown, 'IN'), script).toEqual(['+919876543210']);
    }
  });

  it('are the same when they are read again, and nothing is an error', () => {
    const regions = fc.constantFrom('IN', 'US', 'DE', 'BD', 'KE', null);
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 100 }),
      fc.stringMatching(/^[+(]?[0-9][0-9 ()./-]{2,31}$/),
    );
    fc.assert(
      fc.property(text, regions, (given, region) => {
        for (const number of numbersIn(given, region)) {
          expect(number).toMatch(/^\+\d{4,15}$/);
          expect(numbersIn(number, region)).toEqual([number]);
        }
      }),
      { seed: 1 },
    );
  });
});

describe('the region of a country', () => {
  it.each([
    ['India', 'IN'],
    ['Germany', 'DE'],
    ['Exampleland', null],
    ['Antarctica', null],
    ['', null],
  ])('%s: %s', (country, region) => {
    expect(regionOf(country)).toBe(region);
  });
});
