import fc from 'fast-check';
import { expect, test } from 'vitest';
import { methodOf } from '../../../../src/radius/authentication/check-credential.ts';
import {
  eapAttributes,
  eapFailure,
  eapMessageOf,
  eapRequest,
  eapSuccess,
  readEapResponse,
} from '../../../../src/radius/protocol/eap/eap-packet.ts';
import { AttributeWriter } from '../../../../src/radius/protocol/packet/attribute-writer.ts';
import { frame, hex, parsed } from '../packet/requests.ts';

const request = (...pieces: Uint8Array[]) => {
  const writer = new AttributeWriter().text(1, 'ravi');
  for (const piece of pieces) writer.octets(79, piece);
  return parsed(frame(1, writer.octets(24, hex('00')).bytes()));
};

test('a response is read without the padding after its end', () => {
  const identity = { identifier: 0x5d, type: 1, data: Buffer.from('ravi') };
  expect(readEapResponse(hex('025d00090172617669'))).toEqual(identity);
  expect(readEapResponse(hex('025d00090172617669 ffff'))).toEqual(identity);
  expect(readEapResponse(hex('0200000501'))).toEqual({ identifier: 0, type: 1, data: Buffer.alloc(0) });
});

test.each([
  ['nothing', ''],
  ['a header without a type', '025d0004'],
  ['a length that is too short', '025d000401'],
  ['a length beyond the end', '025d000a0172617669'],
  ['a request', '015d00090172617669'],
  ['a success', '035d0004'],
  ['a code that does not exist', '095d00090172617669'],
])('%s is no response', (_what, octets) => {
  expect(readEapResponse(hex(octets))).toBeNull();
});

test('requests, success and failure have the layout of RFC 3748 section 4', () => {
  expect(eapRequest(7, 1, Buffer.alloc(0))).toEqual(hex('0107000501'));
  expect(eapRequest(255, 4, hex('02abcd'))).toEqual(hex('01ff00080402abcd'));
  expect(eapRequest(0, 26, Buffer.alloc(300)).subarray(0, 5)).toEqual(hex('010001311a'));
  expect(eapSuccess(9)).toEqual(hex('03090004'));
  expect(eapFailure(9)).toEqual(hex('04090004'));
});

test('a packet of any length survives being split into attributes of at most 253 octets', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 1500 }), (message) => {
      const packet = parsed(frame(11, eapAttributes(message).bytes()));
      expect(eapMessageOf(packet)).toEqual(Buffer.from(message));
      expect(packet.bytes.length).toBe(20 + message.length + 2 * Math.ceil(message.length / 253));
    }),
  );
});

test('attributes are concatenated in order, wherever they are; an empty one is an EAP-Start', () => {
  expect(eapMessageOf(request(hex('025d0009'), hex('01'), hex('72617669')))).toEqual(hex('025d00090172617669'));
  expect(eapMessageOf(request(Buffer.alloc(0)))).toEqual(Buffer.alloc(0));
});

test('the method of a response is named for the log', () => {
  expect(methodOf(request(hex('025d00090172617669')))).toBe('EAP');
  expect(methodOf(request(hex('025d0006031a')))).toBe('EAP');
  expect(methodOf(request(hex('025d00060410')))).toBe('EAP-MD5');
  expect(methodOf(request(hex('025d00061a03')))).toBe('EAP-MSCHAPv2');
  expect(methodOf(request(hex('025d')))).toBe('EAP');
});
