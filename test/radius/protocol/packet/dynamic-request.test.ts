import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SharedSecret } from '../../../../src/radius/protocol/crypto/shared-secret.ts';
import { AttributeWriter } from '../../../../src/radius/protocol/packet/attribute-writer.ts';
import {
  verifyAccountingAuthenticator,
  verifyMessageAuthenticator,
} from '../../../../src/radius/protocol/packet/authenticator.ts';
import { Code } from '../../../../src/radius/protocol/packet/code.ts';
import { encodeDynamicRequest, readDynamicAnswer } from '../../../../src/radius/protocol/packet/dynamic-request.ts';
import { npmRadius } from './npm-radius.ts';
import { frame, parsed } from './requests.ts';

const secret = new SharedSecret('sesame');
const at = new Date('2026-01-02T03:04:05.678Z');
const attributes = new AttributeWriter().text(1, 'eve').text(44, '0a1b').ipv4(8, '10.0.0.7').bytes();

function disconnect(): Buffer {
  return encodeDynamicRequest({ code: Code.DisconnectRequest, identifier: 200, attributes, at }, secret);
}

/** What a NAS answers, signed with OpenSSL. */
function answer(request: Buffer, code: number, reply: { signs?: boolean; attributes?: Buffer } = {}): Buffer {
  const { signs = true, attributes = Buffer.alloc(0) } = reply;
  const extra = signs ? Buffer.concat([attributes, Buffer.from([80, 18]), Buffer.alloc(16)]) : attributes;
  const packet = frame(code, extra, request.subarray(4, 20));
  packet.writeUInt8(request.readUInt8(1), 1);
  if (signs)
    createHmac('md5', 'sesame')
      .update(packet)
      .digest()
      .copy(packet, packet.length - 16);
  createHash('md5').update(packet).update('sesame').digest().copy(packet, 4);
  return packet;
}

test('the Message-Authenticator is computed under a zero authenticator, and the authenticator over it', () => {
  const request = disconnect();
  expect([...request.subarray(0, 2)]).toEqual([40, 200]);
  const draft = Buffer.from(request);
  draft.fill(0, 4, 20);
  expect(request.subarray(4, 20)).toEqual(createHash('md5').update(draft).update('sesame').digest());
  draft.fill(0, 22, 38);
  expect(request.subarray(22, 38)).toEqual(createHmac('md5', 'sesame').update(draft).digest());
  expect(verifyAccountingAuthenticator(parsed(request), secret)).toBe(true);
  expect(verifyMessageAuthenticator(parsed(request), secret)).toBe(true);
});

test('npm radius reads the session and the time', () => {
  const decoded = npmRadius.decode({ packet: disconnect(), secret: 'sesame', no_secret: true });
  expect(decoded).toMatchObject({
    code: 'Disconnect-Request',
    attributes: {
      'User-Name': 'eve',
      'Acct-Session-Id': '0a1b',
      'Framed-IP-Address': '10.0.0.7',
      'Event-Timestamp': new Date('2026-01-02T03:04:05Z'),
    },
  });
});

test.each([
  [Code.DisconnectRequest, Code.DisconnectAck, true],
  [Code.DisconnectRequest, Code.DisconnectNak, false],
  [Code.CoaRequest, Code.CoaAck, true],
  [Code.CoaRequest, Code.CoaNak, false],
] as const)('request %i is answered by %i, acknowledged: %s', (code, reply, acknowledged) => {
  const request = encodeDynamicRequest({ code, identifier: 1, attributes, at }, secret);
  for (const signs of [true, false]) {
    const cause = new AttributeWriter().integer(101, 503).bytes();
    const read = readDynamicAnswer(answer(request, reply, { signs, attributes: cause }), request, secret);
    expect(read).toMatchObject({ acknowledged, errorCause: 503 });
    expect(readDynamicAnswer(answer(request, reply, { signs }), request, secret)?.errorCause).toBeNull();
  }
});

test.each([
  ['with the code of the other request', (request: Buffer) => answer(request, Code.CoaAck)],
  [
    'to another request',
    () => answer(encodeDynamicRequest({ code: 40, identifier: 200, attributes, at: new Date(0) }, secret), 41),
  ],
  ['of another identifier', (request: Buffer) => Buffer.from(answer(request, 41).fill(9, 1, 2))],
  ['that is cut short', (request: Buffer) => answer(request, 41).subarray(0, 30)],
  ['that repeats the request', (request: Buffer) => request],
])('an answer %s is none', (_, reply) => {
  const request = disconnect();
  expect(readDynamicAnswer(reply(request), request, secret)).toBeNull();
});

test('an answer under another secret is ignored', () => {
  const request = disconnect();
  expect(readDynamicAnswer(answer(request, 41), request, new SharedSecret('other'))).toBeNull();
});

test('an answer with a wrong Message-Authenticator and a right authenticator is ignored', () => {
  const request = disconnect();
  const packet = answer(request, 41);
  packet.fill(7, packet.length - 16);
  request.copy(packet, 4, 4, 20);
  createHash('md5').update(packet).update('sesame').digest().copy(packet, 4);
  expect(readDynamicAnswer(packet, request, secret)).toBeNull();
});

test('any request is framed correctly, with its attributes unchanged at the end', () => {
  const octets = fc.uint8Array({ minLength: 1, maxLength: 253 });
  fc.assert(
    fc.property(octets, fc.integer({ min: 0, max: 255 }), (value, identifier) => {
      const list = new AttributeWriter().octets(25, value).bytes();
      const request = parsed(encodeDynamicRequest({ code: Code.CoaRequest, identifier, attributes: list, at }, secret));
      expect(request.identifier).toBe(identifier);
      expect(request.bytes.subarray(44)).toEqual(list);
    }),
  );
});

test('too many attributes are an error', () => {
  const request = { code: Code.CoaRequest, identifier: 0, attributes: Buffer.alloc(4053), at } as const;
  expect(() => encodeDynamicRequest(request, secret)).toThrow('A packet has 4096 octets at most, not 4097');
});
