import { describe, expect, it } from 'vitest';
import {
  financialYearOf,
  freePrefix,
  isTemplate,
  lastOf,
  seriesOn,
} from '../../../../src/areas/money/tax/document-series.ts';
import { isGstin } from '../../../../src/areas/money/tax/gstin.ts';
import { stateCodeOf, stateName, stateTaxName } from '../../../../src/areas/money/tax/states.ts';
import { isTaxNumber, plainTaxNumber } from '../../../../src/areas/money/tax/tax-number.ts';
import { isVatId } from '../../../../src/areas/money/tax/vat-id.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

describe('a GSTIN', () => {
  it.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '37AADCB2230M2ZR'])('%s is right', (gstin) => {
    expect(isGstin(gstin)).toBe(true);
  });

  it('is wrong with any other check digit, and with two neighbours swapped', () => {
    const gstin = '27AAPFU0939F1ZV';
    for (const digit of ALPHABET.replace('V', '')) expect(isGstin(gstin.slice(0, 14) + digit)).toBe(false);
    expect(isGstin('27AAPUF0939F1ZV')).toBe(false);
    expect(isGstin('27AAPFU9039F1ZV')).toBe(false);
  });

  it.each(['', '27AAPFU0939F1Z', '00AAPFU0939F1ZV', '27aapfu0939f1zv', '27AAPFU0939F1ZV1'])('%j is none', (text) => {
    expect(isGstin(text)).toBe(false);
  });

  it('is taken as people write it', () => {
    expect(isTaxNumber('gst', plainTaxNumber(' 27-aapfu 0939f1zv'))).toBe(true);
  });
});

describe('a VAT number', () => {
  it.each([
    ...['DE136695976', 'FR40303265045', 'IT00743110157', 'ESA13585625', 'ES54362315K', 'ESX2482300W'],
    ...['PL8567346215', 'NL004495445B01', 'BE0428759497', 'ATU12345678', 'IE6433435F', 'EL123456789', 'SE556188840401'],
  ])('%s is right', (number) => {
    expect(isVatId(number)).toBe(true);
  });

  it.each([
    ...['DE136695978', 'FR41303265045', 'IT00743110158', 'ESA13585626', 'ES54362315Z', 'ESX2482300A'],
    ...['PL8567346216', 'NL123456789B90', 'BE0428759498', 'ATU1234567', 'GR123456789', 'US123456789', 'DE', ''],
  ])('%j is none', (number) => {
    expect(isVatId(number)).toBe(false);
  });
});

describe('the check digit of a VAT number', () => {
  it.each([
    ...[
      'DE136695976',
      'DE811569869',
      'DE129273398',
      'FR40303265045',
      'FR83404833048',
      'IT00743110157',
      'IT00159560366',
    ],
    ...['ESA13585625', 'ESA28015865', 'ES54362315K', 'PL8567346215', 'PL5260250995', 'BE0428759497', 'BE0403170701'],
    ...['NL004495445B01', 'NL810433941B01'],
  ])('of %s is wrong if any other digit is', (number) => {
    expect(isVatId(number)).toBe(true);
    // What follows the B of a Dutch number counts the companies of one owner.
    for (let at = 2; at < number.replace(/B\d\d$/, '').length; at += 1) {
      const digit = number[at] ?? '';
      if (!/\d/.test(digit)) continue;
      const other = number.slice(0, at) + ((Number(digit) + 1) % 10) + number.slice(at + 1);
      expect(isVatId(other), other).toBe(false);
    }
  });

  it('of a Dutch sole trader is that of the whole text', () => {
    expect(isVatId('NL000099998B57')).toBe(true);
    expect(isVatId('NL000099998B58')).toBe(false);
  });
});

describe('a state', () => {
  it.each([
    ['Karnataka', '29'],
    ['karnataka ', '29'],
    ['KA', '29'],
    ['29', '29'],
    ['29-Karnataka', '29'],
    ['Tamil Nadu', '33'],
    ['TAMILNADU', '33'],
    ['Jammu & Kashmir', '01'],
    ['Orissa', '21'],
    ['Pondicherry', '34'],
    ['Daman and Diu', '26'],
    ['Bavaria', null],
    ['99', null],
    ['', null],
  ])('%j is %s', (text, code) => {
    expect(stateCodeOf(text)).toBe(code);
  });

  it('has UTGST where the union territory has no legislature', () => {
    const names = ['04', '07', '29', '31', '34', '38'].map((code) => `${stateName(code)} ${stateTaxName(code)}`);
    expect(names).toEqual([
      ...['Chandigarh UTGST', 'Delhi SGST', 'Karnataka SGST', 'Lakshadweep UTGST', 'Puducherry SGST', 'Ladakh UTGST'],
    ]);
  });
});

describe('the series of a template', () => {
  it.each([
    ['INV/{yy}/{n}', '2026-03-31', 4, 'INV/25 /'],
    ['INV/{yy}/{n}', '2026-04-01', 4, 'INV/26 /'],
    ['{fy}/A-{n}', '2026-04-01', 4, '26-27/A -'],
    ['{fy}/{n}', '2099-12-31', 4, '99-00 /'],
    ['{yyyy}-{n}', '2026-01-01', 1, '2026 -'],
    ['N{n}', '2026-01-01', 1, null],
    ['A/{n}', '2026-01-01', 1, 'A /'],
    ['{fy}/{n}', '2026-01-01', 1, '26 /'],
    ['{fy}/{n}', '2026-03-31', 4, '25-26 /'],
    ['{fy}/{n}', '2026-01-31', 2, '25-26 /'],
    ['INV/{yyyy}/{n}', '2026-01-01', 1, 'INV/2026 /'],
    ['INVO/{yyyy}/{n}', '2026-01-01', 1, null],
    ['{fy}/ABC/{n}', '2026-04-01', 4, null],
    ['INVOICES/{yy}/{n}', '2026-01-01', 1, null],
    ['INV_{yy}/{n}', '2026-01-01', 1, null],
    ['/{yy}/{n}', '2026-01-01', 1, null],
    ['INV/{yy}/{n}/X', '2026-01-01', 1, null],
    ['INV/{n}/{n}', '2026-01-01', 1, null],
  ])('%s on %s, with years that begin in month %i', (template, day, yearStart, expected) => {
    expect(isTemplate(template)).toBe(expected !== null);
    if (expected === null) return;
    const { prefix, separator } = seriesOn(template, { day, yearStart });
    expect(`${prefix} ${separator}`).toBe(expected);
    expect(`${prefix}${separator}${lastOf(prefix)}`).toHaveLength(16);
  });

  it('has a year only if the template names it', () => {
    expect(seriesOn('A/{n}', { day: '2026-01-01', yearStart: 4 }).year).toBe(null);
    expect(seriesOn('{yy}/{n}', { day: '2026-01-01', yearStart: 4 }).year).toBe(2025);
    expect(financialYearOf('2026-12-31', 4)).toBe(2026);
  });

  it('gets a count where the prefix is taken, and room for five digits', () => {
    const taken = new Set(['inv/2026', 'inv/2026/2']);
    expect(freePrefix('INV/2026', taken)).toBe('INV/2026/3');
    expect(freePrefix('INV/2026', new Set(['inv/2026']))).toBe('INV/2026/2');
    const many = new Set(taken);
    for (let n = 0; n < 200; n++) {
      const free = freePrefix('INV/2026', many);
      expect(many.has(free.toLowerCase())).toBe(false);
      expect(lastOf(free)).toBeGreaterThanOrEqual(99_999);
      many.add(free.toLowerCase());
    }
  });
});
