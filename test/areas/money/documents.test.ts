import { expect, it } from 'vitest';
import { amountInWords } from '../../../src/areas/money/invoices/pdf/amount-in-words.ts';
import { countryName, placeLines } from '../../../src/areas/money/invoices/pdf/postal.ts';

it.each([
  ['0.00', 'Rupees Zero only'],
  ['588.82', 'Rupees Five Hundred Eighty-Eight and Eighty-Two Paise only'],
  ['1000.00', 'Rupees One Thousand only'],
  ['115019.05', 'Rupees One Lakh Fifteen Thousand Nineteen and Five Paise only'],
  ['20000000.00', 'Rupees Two Crore only'],
  [
    '999999999999.99',
    'Rupees Ninety-Nine Thousand Nine Hundred Ninety-Nine Crore Ninety-Nine Lakh Ninety-Nine Thousand Nine Hundred Ninety-Nine and Ninety-Nine Paise only',
  ],
  ['-47.20', 'Minus Rupees Forty-Seven and Twenty Paise only'],
])('%s rupees in words', (amt, words) => {
  expect(amountInWords(amt, 'INR')).toBe(words);
});

it('amounts of other countries have no words', () => {
  expect(amountInWords('5.00', 'NPR')).toBe('Rupees Five only');
  expect(amountInWords('5.00', 'EUR')).toBeNull();
});

const place = { city: 'Kiel', state: 'SH', zipcode: '24103' };

it.each([
  ['DE', ['24103 Kiel']],
  ['Germany', ['24103 Kiel']],
  ['India', ['Kiel 24103', 'SH']],
  ['BR', ['Kiel-SH', '24103']],
  ['United Kingdom', ['Kiel', '24103']],
  ['US', ['Kiel, SH 24103']],
  ['nowhere', ['Kiel, SH 24103']],
  [undefined, ['Kiel, SH 24103']],
])('an address in %s is in the order of that country', (country, lines) => {
  expect(placeLines(place, country)).toEqual(lines);
});

it('what is missing of an address leaves nothing behind', () => {
  expect(placeLines({ city: 'Kiel', zipcode: '24103' }, 'US')).toEqual(['Kiel 24103']);
  expect(placeLines({ state: 'SH', zipcode: '24103' }, 'US')).toEqual(['SH 24103']);
  expect(placeLines({ zipcode: '24103' }, 'BD')).toEqual(['24103']);
  expect(placeLines({}, 'IN')).toEqual([]);
});

it('a country is shown by its name', () => {
  expect(countryName('DE')).toBe('Germany');
  expect(countryName('India')).toBe('India');
  expect(countryName('Atlantis')).toBe('Atlantis');
});
