import { expect, test } from 'vitest';
import { checkCredential } from '../../../../src/radius/authentication/check-credential.ts';
import { Credential } from '../../../../src/radius/authentication/credential.ts';
import { SharedSecret } from '../../../../src/radius/protocol/crypto/shared-secret.ts';
import { describe as describePacket } from '../../../../src/radius/protocol/dictionary/describe.ts';
import { encodeAnswer } from '../../../../src/radius/protocol/packet/answer.ts';
import { AttributeWriter } from '../../../../src/radius/protocol/packet/attribute-writer.ts';
import {
  verifyAccountingAuthenticator,
  verifyMessageAuthenticator,
  verifyResponseAuthenticator,
} from '../../../../src/radius/protocol/packet/authenticator.ts';
import { Code } from '../../../../src/radius/protocol/packet/code.ts';
import { encodeDynamicRequest, readDynamicAnswer } from '../../../../src/radius/protocol/packet/dynamic-request.ts';
import { Packet } from '../../../../src/radius/protocol/packet/packet.ts';
import { findVendor } from '../../../../src/radius/protocol/packet/vendor-attribute.ts';
import { accessRequest, frame, hashedRequest, parsed, userPassword } from './requests.ts';

const secret = new SharedSecret('sesame');
const credential = new Credential('open');

/** Seeded random numbers, so that a failing run can be repeated. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const random = randomFrom(20260102);

function randomOctets(length: number): Buffer {
  return Buffer.from(Uint8Array.from({ length }, () => random(256)));
}

/** Well-formed attributes of types that the code reads. */
function randomAttributes(): Buffer {
  const types = [1, 2, 3, 4, 5, 24, 26, 26, 26, 33, 60, 64, 79, 80, 97, 101];
  const parts = Array.from({ length: random(6) }, () => {
    const value = randomOctets(random(4) === 0 ? 16 : random(56));
    const type = types[random(types.length)] ?? 0;
    // Some vendor attributes of Microsoft, whose inner lengths may or may not fit.
    if (type === 26 && random(2) === 0) value.set([0, 0, 1, 55, 1 + random(26), random(60)].slice(0, value.length));
    return Buffer.concat([Buffer.from([type, value.length + 2]), value]);
  });
  return Buffer.concat(parts);
}

function hostile(round: number): Buffer {
  const datagram = frame(1 + random(45), randomAttributes(), randomOctets(16));
  if (round % 4 === 0) return randomOctets(random(120));
  if (round % 4 === 1) datagram.writeUInt8(random(256), random(datagram.length));
  return datagram;
}

test('200,000 random datagrams never throw and never authenticate', () => {
  const request = encodeDynamicRequest(
    { code: 43, identifier: 1, attributes: Buffer.alloc(0), at: new Date() },
    secret,
  );
  const forged: string[] = [];
  let wellFormed = 0;
  for (let round = 0; round < 200_000; round++) {
    const datagram = hostile(round);
    const packet = Packet.parse(datagram);
    if (readDynamicAnswer(datagram, request, secret) !== null) forged.push('answer');
    if (packet === null) continue;
    wellFormed++;
    describePacket(packet);
    findVendor(packet, 311, 11);
    if (verifyAccountingAuthenticator(packet, secret)) forged.push('authenticator');
    if (verifyMessageAuthenticator(packet, secret)) forged.push('message authenticator');
    if (verifyResponseAuthenticator(packet, request.subarray(4, 20), secret)) forged.push('response');
    // MS-CHAP costs three blocks of DES; one in eight is enough of it.
    if (round % 8 === 2 && checkCredential(packet, credential, secret).ok) forged.push('credential');
    encodeAnswer(packet, { code: Code.AccessReject }, secret);
  }
  expect(forged).toEqual([]);
  expect(wellFormed).toBeGreaterThan(90_000);
});

/** Every copy of the datagram that has one bit changed. */
function* flips(datagram: Buffer): Generator<Buffer> {
  for (let bit = 0; bit < datagram.length * 8; bit++) {
    const flipped = Buffer.from(datagram);
    flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    yield flipped;
  }
}

/** How many of the changed datagrams are still accepted. */
function passing(datagram: Buffer, passes: (packet: Packet) => boolean): number {
  expect(passes(parsed(datagram))).toBe(true);
  let count = 0;
  for (const flipped of flips(datagram)) {
    const packet = Packet.parse(flipped);
    if (packet !== null && passes(packet)) count++;
  }
  return count;
}

const attributes = new AttributeWriter().text(1, 'eve').integer(5, 7).vendorText(14988, 8, '1k/2k').bytes();

test('no bit of a signed Access-Request can be changed', () => {
  const authenticator = randomOctets(16);
  const hidden = userPassword(Buffer.from('open'), 'sesame', authenticator);
  const datagram = accessRequest(Buffer.concat([attributes, hidden]), 'sesame', authenticator);
  expect(passing(datagram, (packet) => verifyMessageAuthenticator(packet, secret))).toBe(0);
});

test('no bit of an Accounting-Request can be changed', () => {
  const datagram = hashedRequest(Code.AccountingRequest, attributes, 'sesame');
  expect(passing(datagram, (packet) => verifyAccountingAuthenticator(packet, secret))).toBe(0);
});

test('no bit of a CoA-Request can be changed', () => {
  const datagram = encodeDynamicRequest({ code: 43, identifier: 1, attributes, at: new Date(0) }, secret);
  expect(passing(datagram, (packet) => verifyAccountingAuthenticator(packet, secret))).toBe(0);
  // The Message-Authenticator takes the 128 bits of the authenticator as zeros, and covers all the others.
  expect(passing(datagram, (packet) => verifyMessageAuthenticator(packet, secret))).toBe(128);
});

test('no bit of an Access-Accept can be changed', () => {
  const request = parsed(accessRequest(Buffer.alloc(0), 'sesame'));
  const datagram = encodeAnswer(request, { code: Code.AccessAccept, attributes }, secret) ?? Buffer.alloc(0);
  const { authenticator } = request;
  expect(passing(datagram, (packet) => verifyResponseAuthenticator(packet, authenticator, secret))).toBe(0);
});

test('a second Message-Authenticator, or one of a wrong length, proves nothing', () => {
  const signed = accessRequest(new AttributeWriter().octets(80, Buffer.alloc(16)).bytes(), 'sesame');
  expect(verifyMessageAuthenticator(parsed(signed), secret)).toBe(false);
  const short = frame(Code.AccessRequest, new AttributeWriter().octets(80, Buffer.alloc(15)).bytes());
  expect(verifyMessageAuthenticator(parsed(short), secret)).toBe(false);
  expect(verifyMessageAuthenticator(parsed(frame(Code.AccessRequest, attributes)), secret)).toBe(false);
});
