import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numbersIn, regionOf } from '../../../src/core/telephone/numbers.ts';
import { SPELLINGS } from './spellings.ts';

describe('the numbers in a text', () => {
  it.each(SPELLINGS)('%j is one of India', (text) => {
    expect(numbersIn(text, 'IN')).toEqual(['+919811122233']);
  });

  it.each([
    ['(011) 2345-6789', 'IN', '+911123456789'],
    ['080 2345 6789', 'IN', '+918023456789'],
    ['+1 415 555 2671', 'IN', '+14155552671'],
    ['00 1 415 555 2671', 'IN', '+14155552671'],
    ['1 415 555 2671', 'IN', '+14155552671'],
    ['919811122233', 'US', '+919811122233'],
    ['011 91 98111 22233', 'US', '+919811122233'],
    ['(415) 555-2671', 'US', '+14155552671'],
    ['030/123456', 'DE', '+4930123456'],
    ['0171 1234567', 'DE', '+491711234567'],
    ['01712-345678', 'BD', '+8801712345678'],
    ['98412 34567', 'NP', '+9779841234567'],
    ['0300-1234567', 'PK', '+923001234567'],
    ['8 (912) 345-67-89', 'RU', '+79123456789'],
    ['06 12 34 56 78', 'FR', '+33612345678'],
    ['07700 900123', 'GB', '+447700900123'],
    ['0712 345678', 'KE', '+254712345678'],
    ['11 91234-5678', 'BR', '+5511912345678'],
  ] as const)('%s is one of its country: %s', (text, region, number) => {
    expect(numbersIn(text, region)).toEqual([number]);
  });

  it.each([
    ['98111 22233 / 98222 33344', ['+919811122233', '+919822233344']],
    ['9811122233/9822233344', ['+919811122233', '+919822233344']],
    ['9811122233, 9822233344', ['+919811122233', '+919822233344']],
    ['9811122233; 9822233344', ['+919811122233', '+919822233344']],
    ['9811122233 or +1 415 555 2671', ['+919811122233', '+14155552671']],
    ['9811122233/+91 98111 22233', ['+919811122233']],
    ['98111 22233/33', ['+919811122233']],
    ['080-23456789/90', ['+918023456789']],
  ])('%s are several', (text, numbers) => {
    expect(numbersIn(text, 'IN')).toEqual(numbers);
  });

  it.each([
    ...['', ' ', '-', '+', '100', '112', '12345', '7004', 'Ravi', 'anonymous', 'Unknown', '98OO000001'],
    ...['1-800-FLOWERS', '98111abc22233', '10.0.0.7', '02:00:00:00:00:0a', 'ravi@example.net', 'EXN-2026/17'],
    ...['sip:ravi@example.net', 'sip:10.0.0.1', 'tel:', '<>', '+91+9811122233', '99999999999999999999', '%', "'"],
  ])('%j has none', (text) => {
    expect(numbersIn(text, 'IN')).toEqual([]);
  });

  it('need a + where no country is known', () => {
    expect(numbersIn('9811122233', null)).toEqual([]);
    expect(numbersIn('+91 98111 22233', null)).toEqual(['+919811122233']);
  });

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
