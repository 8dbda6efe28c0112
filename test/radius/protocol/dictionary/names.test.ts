import { expect, test } from 'vitest';
import {
  attributeEntry,
  codeName,
  valueName,
  vendorAttributeEntry,
} from '../../../../src/radius/protocol/dictionary/names.ts';
import { npmRadius } from '../packet/npm-radius.ts';

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

test.each([
  [14988, 8, 'Mikrotik-Rate-Limit'],
  [9, 1, 'Cisco-AVPair'],
  [4874, 65, 'ERX-Service-Activate'],
  [2636, 1, 'Juniper-Local-User-Name'],
  [311, 25, 'MS-CHAP2-Response'],
  [14122, 7, 'WISPr-Bandwidth-Max-Up'],
  [3561, 1, 'ADSL-Agent-Circuit-Id'],
  [14988, 200, 'Attr-26.14988.200'],
])('attribute %i.%i is %s', (vendor, type, name) => {
  expect(vendorAttributeEntry(vendor, type)[0]).toBe(name);
});

test.each([
  ['Acct-Status-Type', 1, 'Start'],
  ['Acct-Status-Type', 2, 'Stop'],
  ['Acct-Status-Type', 3, 'Interim-Update'],
  ['Acct-Status-Type', 7, 'Accounting-On'],
  ['Acct-Terminate-Cause', 18, 'Host-Request'],
  ['Service-Type', 2, 'Framed-User'],
  ['NAS-Port-Type', 15, 'Ethernet'],
  ['Error-Cause', 503, 'Session-Context-Not-Found'],
  ['MS-MPPE-Encryption-Types', 6, 'RC4-40or128-bit-Allowed'],
  ['Error-Cause', 1, null],
  ['User-Name', 1, null],
])('%s %i is %s', (attribute, value, name) => {
  expect(valueName(attribute, value)).toBe(name);
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
