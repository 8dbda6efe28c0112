import { describe, expect, it } from 'vitest';
import { CODINGS, codingFor } from '../../../src/core/content/accept-encoding.ts';

describe('the coding of an answer', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP;Q=1', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br; q=0, gzip', 'gzip'],
    ['br;q=0', 'identity'],
    ['identity', 'identity'],
    ['identity;q=0.5, gzip;q=0.4', 'identity'],
    ['identity;q=0', undefined],
    ['identity;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['*;q=0, identity', 'identity'],
    ['*;q=0, gzip;q=0.1', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['br;q=2, gzip;q=x, deflate', 'identity'],
    ['abr, notgzip, br-x', 'identity'],
  ])('for %j is %s', (header, coding) => {
    expect(codingFor(header, CODINGS)).toBe(coding);
  });

  it('is one that there is', () => {
    expect(codingFor('gzip, br', ['identity'])).toBe('identity');
    expect(codingFor('br, identity;q=0', ['identity'])).toBeUndefined();
  });
});
