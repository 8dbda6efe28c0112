import { describe, expect, it } from 'vitest';
import { attributeEntry, valueName, vendorAttributeEntry } from '../../src/radius/protocol/dictionary/names.ts';
import { casesOf } from './cases.ts';

/** A file of `dictionaries/`: what the numbers of attributes and values are called. */
interface Case {
  /** IANA enterprise number; absent or null: standard attributes. */
  readonly vendor?: number | null;
  readonly attributes?: Readonly<Record<string, string>>;
  /** By attribute; null: the value has no name. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string | null>>>>;
}

describe.each(casesOf<Case>('dictionaries'))('dictionary: $name', ({ vendor = null, attributes = {}, values = {} }) => {
  it('has the names that others use', () => {
    const named = Object.keys(attributes).map((type) => {
      const entry = vendor === null ? attributeEntry(Number(type)) : vendorAttributeEntry(vendor, Number(type));
      return [type, entry[0]];
    });
    expect(Object.fromEntries(named)).toEqual(attributes);
    const valued = Object.entries(values).map(([attribute, names]) => [
      attribute,
      Object.fromEntries(Object.keys(names).map((value) => [value, valueName(attribute, Number(value))])),
    ]);
    expect(Object.fromEntries(valued)).toEqual(values);
  });
});
