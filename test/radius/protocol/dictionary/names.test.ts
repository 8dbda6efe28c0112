import { expect, test } from 'vitest';
import { attributeEntry, codeName } from '../../../../src/radius/protocol/dictionary/names.ts';
import { npmRadius } from '../packet/npm-radius.ts';

// Names of attributes and values are in `test/field/dictionaries`.
test('every standard attribute of npm radius has the same name here', () => {
  npmRadius.encode({ code: 'Access-Request', secret: 's', attributes: [] }); // makes it load its dictionaries
  const different: string[] = [];
  for (let type = 1; type < 256; type++) {
    const theirs = npmRadius.attr_id_to_name(type);
    const ours = attributeEntry(type)[0];
    if (theirs !== undefined && ours !== theirs) different.push(`${type} ${theirs} ${ours}`);
  }
  expect(different).toEqual([]);
});

test('packet codes have names', () => {
  expect([1, 2, 43, 45, 99].map(codeName)).toEqual([
    'Access-Request',
    'Access-Accept',
    'CoA-Request',
    'CoA-NAK',
    'Code-99',
  ]);
});
