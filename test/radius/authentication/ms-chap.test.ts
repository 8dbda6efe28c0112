import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkCredential } from '../../../src/radius/authentication/check-credential.ts';
import { Credential } from '../../../src/radius/authentication/credential.ts';
import { mppeKeys } from '../../../src/radius/authentication/mppe.ts';
import { authenticatorResponse, challengeHash, challengeResponse } from '../../../src/radius/authentication/ms-chap.ts';
import { MsChapFailure, msChapError } from '../../../src/radius/authentication/ms-chap-error.ts';
import { SharedSecret } from '../../../src/radius/protocol/crypto/shared-secret.ts';
import { AttributeWriter } from '../../../src/radius/protocol/packet/attribute-writer.ts';
import type { Packet } from '../../../src/radius/protocol/packet/packet.ts';
import { vendorInteger, vendorOctets } from '../../../src/radius/protocol/packet/vendor-attribute.ts';
import { accessRequest, frame, hex, parsed } from '../protocol/packet/requests.ts';
import { openHidden } from './open-hidden.ts';

const secret = new SharedSecret('sesame');

// RFC 2759 section 9.2, which RFC 3079 section 3.5.3 continues.
const credential = new Credential('clientPass');
const exchange = {
  userName: Buffer.from('User'),
  authenticatorChallenge: hex('5B5D7C7D7B3F2F3E3C2C602132262628'),
  peerChallenge: hex('21402324255E262A28295F2B3A337C7E'),
  ntResponse: hex('82309ECD8D708B5EA08FAA3981CD83544233114A3D85D6DF'),
};
const SUCCESS = 'S=407A5589115FD0D6209F510FE9C04566932CDA56';

test('the values of RFC 2759 section 9.2', () => {
  expect(challengeHash(exchange)).toEqual(hex('D02E4386BCE91226'));
  expect(credential.ntHash).toEqual(hex('44EBBA8D5312B8D611474411F56989AE'));
  expect(challengeResponse(challengeHash(exchange), credential.ntHash)).toEqual(exchange.ntResponse);
  expect(credential.ntHashHash).toEqual(hex('41C00C584BD2D91C4017A2A12FA59F3F'));
  expect(authenticatorResponse(exchange, credential.ntHashHash)).toBe(SUCCESS);
});

test('the values of RFC 3079: the send key of section 3.5.3, its counterpart, and the LAN Manager key', () => {
  const keys = mppeKeys(credential.ntHashHash, exchange.ntResponse);
  expect(keys.send).toEqual(hex('8B7CDC149B993A1BA118CB153F56DCCB'));
  expect(keys.receive).toEqual(hex('D5F0E9521E3EA9589645E86051C82226'));
  expect(credential.lmKey()).toEqual(hex('76A152936096D783'));
});

test('the values of RFC 2433 appendix B.2', () => {
  const { ntHash } = new Credential('MyPw');
  expect(ntHash).toEqual(hex('FC156AF7EDCD6C0EDDE3337D427F4EAC'));
  const response = challengeResponse(hex('102DB5DF085D3041'), ntHash);
  expect(response).toEqual(hex('4E9D3C8F9CFD385D5BF4D3246791956CA4C351AB409A3D61'));
});

test('LAN Manager has no key for long passwords and characters outside ASCII', () => {
  expect(new Credential('fifteen letters').lmKey()).toEqual(Buffer.alloc(8));
  expect(new Credential('pâss').lmKey()).toEqual(Buffer.alloc(8));
  expect(new Credential('CLIENTPASS').lmKey()).toEqual(credential.lmKey());
});

interface Version2 {
  userName?: string;
  challenge?: Buffer;
  ntResponse?: Buffer;
}

function version2({ userName = 'User', challenge, ntResponse = exchange.ntResponse }: Version2 = {}): Packet {
  const value = Buffer.concat([Buffer.from([0x2a, 0]), exchange.peerChallenge, Buffer.alloc(8), ntResponse]);
  const writer = new AttributeWriter().text(1, userName);
  writer.vendorOctets(311, 11, challenge ?? exchange.authenticatorChallenge).vendorOctets(311, 25, value);
  return parsed(accessRequest(writer.bytes(), 'sesame'));
}

/** The attributes of a reply, in a packet that the getters can read. */
function reply(attributes: Buffer): Packet {
  return parsed(frame(2, attributes));
}

/** The key in MS-MPPE-Send-Key or MS-MPPE-Recv-Key, decrypted as the NAS does it. */
function opened(packet: Packet, type: number, request: Packet): { salt: number; key: Buffer } {
  const value = vendorOctets(packet, 311, type) ?? Buffer.alloc(0);
  const first = Buffer.concat([request.authenticator, value.subarray(0, 2)]);
  const plain = openHidden(value.subarray(2), first, 'sesame');
  return { salt: value.readUInt16BE(0), key: plain.subarray(1, 1 + plain.readUInt8(0)) };
}

test('MS-CHAPv2 accepts, proves the server and sends the keys', () => {
  const request = version2();
  const result = checkCredential(request, credential, secret);
  expect(result).toMatchObject({ ok: true, method: 'MS-CHAPv2' });
  const packet = reply(result.replyAttributes);
  expect(vendorOctets(packet, 311, 26)).toEqual(Buffer.concat([Buffer.from([0x2a]), Buffer.from(SUCCESS)]));
  const send = opened(packet, 16, request);
  const receive = opened(packet, 17, request);
  expect(send.key).toEqual(hex('8B7CDC149B993A1BA118CB153F56DCCB'));
  expect(receive.key).toEqual(hex('D5F0E9521E3EA9589645E86051C82226'));
  expect(send.salt & receive.salt & 0x8000).toBe(0x8000);
  expect(send.salt).not.toBe(receive.salt);
  expect([vendorInteger(packet, 311, 7), vendorInteger(packet, 311, 8)]).toEqual([1, 6]);
});

test('salts differ from answer to answer', () => {
  const salts = Array.from({ length: 50 }, () => {
    const request = version2();
    return opened(reply(checkCredential(request, credential, secret).replyAttributes), 16, request).salt;
  });
  expect(new Set(salts).size).toBe(50);
});

test('the domain before the name is not hashed', () => {
  expect(checkCredential(version2({ userName: 'BIGCO\\User' }), credential, secret).ok).toBe(true);
  expect(checkCredential(version2({ userName: 'User\\' }), credential, secret).ok).toBe(false);
});

test('a name hashed with its domain is accepted too', () => {
  const userName = 'BIGCO\\User';
  const whole = { ...exchange, userName: Buffer.from(userName) };
  const ntResponse = challengeResponse(challengeHash(whole), credential.ntHash);
  const result = checkCredential(version2({ userName, ntResponse }), credential, secret);
  const success = authenticatorResponse({ ...whole, ntResponse }, credential.ntHashHash);
  expect(vendorOctets(reply(result.replyAttributes), 311, 26)?.subarray(1).toString()).toBe(success);
});

test('MS-CHAPv2 refuses a wrong password with an MS-CHAP-Error of its own', () => {
  const result = checkCredential(version2(), new Credential('clientpass'), secret);
  expect(result).toMatchObject({ ok: false, method: 'MS-CHAPv2', reason: 'wrong-password' });
  const error = vendorOctets(reply(result.replyAttributes), 311, 2) ?? Buffer.alloc(1);
  expect(error.readUInt8(0)).toBe(0x2a);
  expect(error.subarray(1).toString()).toMatch(/^E=691 R=0 C=[0-9A-F]{32} V=3 M=Access denied$/);
});

test.each([
  ['a challenge of 8 octets', version2({ challenge: randomBytes(8) })],
  ['a response of 49 octets', version2({ ntResponse: randomBytes(23) })],
  ['no name', parsed(accessRequest(new AttributeWriter().vendorOctets(311, 25, Buffer.alloc(50)).bytes(), 'sesame'))],
])('MS-CHAPv2 with %s is malformed', (_, request) => {
  expect(checkCredential(request, credential, secret)).toMatchObject({ method: 'MS-CHAPv2', reason: 'malformed' });
});

function version1(flags = 1, challenge = hex('102DB5DF085D3041')): Packet {
  const ntResponse = hex('4E9D3C8F9CFD385D5BF4D3246791956CA4C351AB409A3D61');
  const value = Buffer.concat([Buffer.from([5, flags]), Buffer.alloc(24), ntResponse]);
  const writer = new AttributeWriter().text(1, 'User');
  writer.vendorOctets(311, 11, challenge).vendorOctets(311, 1, value);
  return parsed(accessRequest(writer.bytes(), 'sesame'));
}

test('MS-CHAPv1 accepts and sends both keys', () => {
  const request = version1();
  const known = new Credential('MyPw');
  const result = checkCredential(request, known, secret);
  expect(result).toMatchObject({ ok: true, method: 'MS-CHAPv1' });
  const hidden = vendorOctets(reply(result.replyAttributes), 311, 12) ?? Buffer.alloc(0);
  expect(hidden).toHaveLength(32);
  const keys = openHidden(hidden, request.authenticator, 'sesame');
  expect(keys).toEqual(Buffer.concat([known.lmKey(), known.ntHashHash, Buffer.alloc(8)]));
});

test('MS-CHAPv1 refuses a wrong password, a malformed challenge and a LAN Manager response alone', () => {
  const wrong = checkCredential(version1(), new Credential('mypw'), secret);
  expect(wrong).toMatchObject({ ok: false, method: 'MS-CHAPv1', reason: 'wrong-password' });
  const error = vendorOctets(reply(wrong.replyAttributes), 311, 2)?.subarray(1).toString();
  expect(error).toMatch(/^E=691 R=0 C=[0-9A-F]{16} V=2$/);
  const known = new Credential('MyPw');
  expect(checkCredential(version1(0), known, secret)).toMatchObject({ reason: 'unsupported' });
  expect(checkCredential(version1(1, randomBytes(16)), known, secret)).toMatchObject({ reason: 'malformed' });
});

test('a refusal for another reason is named in MS-CHAP and nowhere else', () => {
  const error = vendorOctets(reply(msChapError(version2(), MsChapFailure.AccountDisabled)), 311, 2);
  expect(error?.subarray(1).toString()).toMatch(/^E=647 R=0 /);
  const pap = parsed(accessRequest(new AttributeWriter().octets(2, Buffer.alloc(16)).bytes(), 'sesame'));
  expect(msChapError(pap, MsChapFailure.AccountDisabled)).toHaveLength(0);
});
