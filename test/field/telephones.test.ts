import { describe, expect, it } from 'vitest';
import { numbersIn, type Region } from '../../src/core/telephone/numbers.ts';
import { casesOf } from './cases.ts';

/** A file of `telephones/`: what people type and systems send. */
interface Case {
  /** ISO 3166; null: none is known. */
  readonly region: Region | null;
  /** Texts by the numbers that they name, in E.164 with blanks between several; those under `""` name none. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

describe.each(casesOf<Case>('telephones'))('telephones: $name', ({ region, texts }) => {
  const all = Object.entries(texts).flatMap(([numbers, spelt]) => spelt.map((text) => [text, numbers]));

  it.each(all)('%j is %j', (text = '', numbers = '') => {
    expect(numbersIn(text, region).join(' ')).toBe(numbers);
  });
});
