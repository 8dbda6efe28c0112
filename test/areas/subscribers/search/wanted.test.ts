import { describe, expect, it } from 'vitest';
import { wantedOf } from '../../../../src/areas/subscribers/search/wanted.ts';

/** The forms that a text may have, by name. */
function formsOf(text: string): string[] {
  const { text: _, ...forms } = wantedOf(text, {});
  return Object.entries(forms)
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([form]) => form);
}

describe('a text is taken for what it looks like', () => {
  it.each([
    ['12', ['id', 'username', 'documents']],
    ['477219', ['id', 'mobiles', 'numberEnd', 'username', 'documents']],
    ['477-219', ['mobiles', 'numberEnd', 'username', 'documents']],
    ['9800000001', ['mobiles', 'username', 'documents']],
    ['+91 98000-00001', ['mobiles', 'username', 'documents']],
    ['919800000001', ['mobiles', 'mac', 'username', 'documents']],
    ['10.0.0.7', ['ip']],
    ['10.0.0.256', ['mobiles', 'username', 'documents']],
    ['02-00-00-00-00-0A', ['mac', 'username', 'documents']],
    ['ravi@example.net', ['emails', 'username']],
    ['Ravi', ['username', 'name']],
    ['Ravi Kumar', ['username', 'name']],
    ['Ravi  Kumar', ['name']],
    ['EXN-2026/17', ['username', 'name', 'documents']],
    ['रवि', ['username', 'name']],
    ['2147483648', ['mobiles', 'username', 'documents']],
    ['0', ['username', 'documents']],
    ['%', ['username']],
  ])('%s', (text, forms) => {
    expect(formsOf(text)).toEqual(forms);
  });

  it('in the spellings in which it may be stored', () => {
    expect(wantedOf('+91 98000-00001', {}).mobiles).toEqual([
      ...['+919800000001', '+91 98000-00001', '919800000001', '9800000001', '09800000001'],
    ]);
    expect(wantedOf('sip:98000-00001@pbx', { regions: ['IN', 'DE'] }).mobiles).toEqual([
      ...['+919800000001', '+499800000001', 'sip:98000-00001@pbx', '9800000001', '+9800000001', '09800000001'],
    ]);
    expect(wantedOf('0200.0000.000A', {}).mac).toBe('02:00:00:00:00:0a');
    expect(wantedOf('Ravi@Example.net', {}).emails).toEqual(['Ravi@Example.net', 'ravi@example.net']);
    expect(wantedOf('inv-7', {}).documents).toEqual(['inv-7', 'INV-7']);
    expect(wantedOf('Ravi  Kumar Iyer', {}).name).toMatchObject({ first: 'Ravi', rest: 'Kumar Iyer' });
  });
});
