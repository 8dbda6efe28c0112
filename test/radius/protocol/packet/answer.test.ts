import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { SharedSecret } from '../../../../src/radius/protocol/crypto/shared-secret.ts';
import { encodeAnswer } from '../../../../src/radius/protocol/packet/answer.ts';
import { Attribute } from '../../../../src/radius/protocol/packet/attribute.ts';
import { AttributeWriter } from '../../../../src/radius/protocol/packet/attribute-writer.ts';
import {
  verifyMessageAuthenticator,
  verifyResponseAuthenticator,
} from '../../../../src/radius/protocol/packet/authenticator.ts';
import { Code } from '../../../../src/radius/protocol/packet/code.ts';
import type { Packet } from '../../../../src/radius/protocol/packet/packet.ts';
import { accessRequest, frame, hashedRequest, parsed } from './requests.ts';

const secret = new SharedSecret('sesame');

function types(packet: Packet): number[] {
  const found: number[] = [];
  for (let at = 20; at < packet.bytes.length; at = packet.next(at)) found.push(packet.bytes.readUInt8(at));
  return found;
}

function proxyStates(...states: string[]): Buffer {
  const writer = new AttributeWriter();
  for (const state of states) writer.octets(Attribute.ProxyState, Buffer.from(state));
  return writer.bytes();
}

function answered(request: Buffer, code: number, parts: { attributes?: Buffer; own?: Buffer } = {}): Packet {
  return parsed(encodeAnswer(parsed(request), { code, ...parts }, secret) ?? Buffer.alloc(0));
}

test.each([Code.AccessAccept, Code.AccessReject, Code.AccessChallenge])(
  'code %i begins with a Message-Authenticator, even where the request has none',
  (code) => {
    const request = frame(Code.AccessRequest, Buffer.alloc(0), Buffer.alloc(16, 9));
    const packet = answered(request, code, { attributes: new AttributeWriter().text(18, 'hello').bytes() });
    expect(types(packet)).toEqual([Attribute.MessageAuthenticator, Attribute.ReplyMessage]);
    expect(verifyMessageAuthenticator(packet, secret, Buffer.alloc(16, 9))).toBe(true);
    expect(verifyMessageAuthenticator(packet, secret, Buffer.alloc(16, 8))).toBe(false);
    expect(verifyResponseAuthenticator(packet, Buffer.alloc(16, 9), secret)).toBe(true);
    expect(verifyResponseAuthenticator(packet, Buffer.alloc(16, 8), secret)).toBe(false);
  },
);

test('both authenticators are those of RFC 2865 and RFC 3579, computed with OpenSSL', () => {
  const request = accessRequest(new AttributeWriter().text(1, 'eve').bytes(), 'sesame');
  const { bytes } = answered(request, Code.AccessAccept, { attributes: new AttributeWriter().integer(27, 60).bytes() });
  const draft = Buffer.from(bytes);
  request.copy(draft, 4, 4, 20);
  const hashed = createHash('md5').update(draft).update('sesame').digest();
  expect(bytes.subarray(4, 20)).toEqual(hashed);
  draft.fill(0, 22, 38);
  expect(bytes.subarray(22, 38)).toEqual(createHmac('md5', 'sesame').update(draft).digest());
});

test('shared attributes come before those of the answer alone, and Proxy-States last, in order', () => {
  const request = accessRequest(proxyStates('outer', 'inner'), 'sesame');
  const attributes = new AttributeWriter().integer(27, 60).bytes();
  const own = new AttributeWriter().text(18, 'hello').bytes();
  const packet = answered(request, Code.AccessAccept, { attributes, own });
  expect(types(packet)).toEqual([80, 27, 18, 33, 33]);
  const first = packet.find(Attribute.ProxyState);
  expect([packet.textAt(first), packet.textAt(packet.next(first) && packet.find(33, packet.next(first)))]).toEqual([
    'outer',
    'inner',
  ]);
});

test('shared attributes are left unchanged', () => {
  const attributes = new AttributeWriter().text(88, 'pool').bytes();
  const before = Buffer.from(attributes);
  const request = accessRequest(Buffer.alloc(0), 'sesame');
  const one = answered(request, Code.AccessAccept, { attributes }).bytes;
  expect(answered(request, Code.AccessAccept, { attributes }).bytes).toEqual(one);
  expect(attributes).toEqual(before);
});

test('an Accounting-Response has Proxy-States, but no Message-Authenticator', () => {
  const request = hashedRequest(Code.AccountingRequest, proxyStates('p'), 'sesame');
  const packet = answered(request, Code.AccountingResponse);
  expect(types(packet)).toEqual([Attribute.ProxyState]);
  expect(verifyResponseAuthenticator(packet, parsed(request).authenticator, secret)).toBe(true);
});

test('an Accounting-Response to a Status-Server has a Message-Authenticator', () => {
  const request = frame(Code.StatusServer, Buffer.alloc(0), Buffer.alloc(16, 3));
  expect(types(answered(request, Code.AccountingResponse))).toEqual([Attribute.MessageAuthenticator]);
});

test('an answer may fill a packet to the last octet, and one octet more is no answer', () => {
  const full = proxyStates(...Array.from({ length: 15 }, () => 'x'.repeat(253)));
  const request = parsed(frame(Code.AccessRequest, full));
  const room = 4096 - 20 - 18 - full.length;
  const filler = (size: number) => new AttributeWriter().octets(25, Buffer.alloc(size - 2)).bytes();
  const answer = encodeAnswer(request, { code: Code.AccessAccept, attributes: filler(room) }, secret);
  expect(answer).toHaveLength(4096);
  expect(verifyMessageAuthenticator(parsed(answer ?? Buffer.alloc(0)), secret, request.authenticator)).toBe(true);
  expect(encodeAnswer(request, { code: Code.AccessAccept, attributes: filler(room + 1) }, secret)).toBeNull();
  const huge = Buffer.alloc(5000, filler(250));
  expect(encodeAnswer(request, { code: Code.AccessAccept, attributes: huge, own: huge }, secret)).toBeNull();
});
