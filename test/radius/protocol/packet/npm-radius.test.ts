import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readUserPassword } from '../../../../src/radius/authentication/user-password.ts';
import { SharedSecret } from '../../../../src/radius/protocol/crypto/shared-secret.ts';
import { encodeAnswer } from '../../../../src/radius/protocol/packet/answer.ts';
import { Attribute } from '../../../../src/radius/protocol/packet/attribute.ts';
import { AttributeWriter } from '../../../../src/radius/protocol/packet/attribute-writer.ts';
import {
  verifyAccountingAuthenticator,
  verifyMessageAuthenticator,
  verifyResponseAuthenticator,
} from '../../../../src/radius/protocol/packet/authenticator.ts';
import { Code } from '../../../../src/radius/protocol/packet/code.ts';
import type { Packet } from '../../../../src/radius/protocol/packet/packet.ts';
import { untagInteger, untagText } from '../../../../src/radius/protocol/packet/tagged.ts';
import { vendorOctets } from '../../../../src/radius/protocol/packet/vendor-attribute.ts';
import { type NpmAttribute, npmRadius } from './npm-radius.ts';
import { accessRequest, hashedRequest, hex, parsed } from './requests.ts';

// Round trips between this codec and npm `radius`, each writing what the other reads.

const texts = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .filter((text) => Buffer.byteLength(text) <= 253);
const numbers = fc.integer({ min: 0, max: 0xffffffff });
const addresses = fc.ipV4();
const octets = fc.uint8Array({ minLength: 1, maxLength: 253 }).map((array) => Buffer.from(array));
const secrets = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });

const attributes = fc.record({
  'User-Name': texts,
  'Calling-Station-Id': texts,
  'Framed-Pool': texts,
  'NAS-Port': numbers,
  'Acct-Input-Octets': numbers,
  'Framed-IP-Address': addresses,
  'NAS-IP-Address': addresses,
  Class: octets,
  State: octets,
});

type Attributes = typeof attributes extends fc.Arbitrary<infer Values> ? Values : never;

function npmList(values: Attributes): NpmAttribute[] {
  return Object.entries(values);
}

function written(values: Attributes): Buffer {
  const writer = new AttributeWriter();
  writer.text(Attribute.UserName, values['User-Name']);
  writer.text(Attribute.CallingStationId, values['Calling-Station-Id']);
  writer.text(Attribute.FramedPool, values['Framed-Pool']);
  writer.integer(Attribute.NasPort, values['NAS-Port']);
  writer.integer(Attribute.AcctInputOctets, values['Acct-Input-Octets']);
  writer.ipv4(Attribute.FramedIpAddress, values['Framed-IP-Address']);
  writer.ipv4(Attribute.NasIpAddress, values['NAS-IP-Address']);
  return writer.octets(Attribute.Class, values.Class).octets(Attribute.State, values.State).bytes();
}

function read(packet: Packet): Partial<Record<keyof Attributes, unknown>> {
  return {
    'User-Name': packet.text(Attribute.UserName),
    'Calling-Station-Id': packet.text(Attribute.CallingStationId),
    'Framed-Pool': packet.text(Attribute.FramedPool),
    'NAS-Port': packet.integer(Attribute.NasPort),
    'Acct-Input-Octets': packet.integer(Attribute.AcctInputOctets),
    'Framed-IP-Address': packet.ipv4(Attribute.FramedIpAddress),
    'NAS-IP-Address': packet.ipv4(Attribute.NasIpAddress),
    Class: packet.octets(Attribute.Class),
    State: packet.octets(Attribute.State),
  };
}

test('an Access-Request of npm radius is read and verified here', () => {
  fc.assert(
    fc.property(attributes, secrets, fc.integer({ min: 0, max: 255 }), (values, secret, identifier) => {
      const datagram = npmRadius.encode({
        code: 'Access-Request',
        identifier,
        secret,
        attributes: npmList(values),
        add_message_authenticator: true,
      });
      const packet = parsed(datagram);
      expect([packet.code, packet.identifier]).toEqual([Code.AccessRequest, identifier]);
      expect(read(packet)).toEqual(values);
      expect(verifyMessageAuthenticator(packet, new SharedSecret(secret))).toBe(true);
      expect(verifyMessageAuthenticator(packet, new SharedSecret(`${secret}x`))).toBe(false);
    }),
  );
});

test('an Accounting-Request of npm radius is read and verified here', () => {
  fc.assert(
    fc.property(attributes, secrets, (values, secret) => {
      const datagram = npmRadius.encode({ code: 'Accounting-Request', secret, attributes: npmList(values) });
      const packet = parsed(datagram);
      expect(read(packet)).toEqual(values);
      expect(verifyAccountingAuthenticator(packet, new SharedSecret(secret))).toBe(true);
      expect(verifyAccountingAuthenticator(packet, new SharedSecret(`${secret}x`))).toBe(false);
    }),
  );
});

test('passwords that npm radius hides are read here', () => {
  const passwords = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((text) => Buffer.byteLength(text) <= 128 && !text.includes('\0'));
  fc.assert(
    fc.property(passwords, secrets, (password, secret) => {
      const datagram = npmRadius.encode({
        code: 'Access-Request',
        secret,
        attributes: [['User-Password', password]],
      });
      expect(readUserPassword(parsed(datagram), new SharedSecret(secret))).toEqual(Buffer.from(password));
    }),
  );
});

test('npm radius reads the requests written here', () => {
  fc.assert(
    fc.property(attributes, secrets, (values, secret) => {
      const access = accessRequest(written(values), secret);
      expect(npmRadius.decode({ packet: access, secret }).attributes).toMatchObject(values);
      const accounting = hashedRequest(Code.AccountingRequest, written(values), secret);
      expect(npmRadius.decode({ packet: accounting, secret }).attributes).toEqual(values);
    }),
  );
});

test('answers written here to any request are verified and read by npm radius', () => {
  const codes = fc.constantFrom([Code.AccessAccept, 'Access-Accept'], [Code.AccessReject, 'Access-Reject']);
  fc.assert(
    fc.property(attributes, secrets, codes, fc.boolean(), (values, secret, [code, name], signs) => {
      const request = npmRadius.encode({
        code: 'Access-Request',
        secret,
        attributes: [['Proxy-State', Buffer.from('p1')]],
        add_message_authenticator: signs,
      });
      const answer = { code: Number(code), attributes: written(values) };
      const response = encodeAnswer(parsed(request), answer, new SharedSecret(secret)) ?? Buffer.alloc(0);
      expect(npmRadius.verify_response({ request, response, secret })).toBe(true);
      const decoded = npmRadius.decode({ packet: response, secret });
      expect(decoded.code).toBe(name);
      expect(decoded.attributes).toMatchObject({ ...values, 'Proxy-State': Buffer.from('p1') });
    }),
  );
});

test('an Accounting-Response written here is verified by npm radius', () => {
  const secret = 'sesame';
  const request = npmRadius.encode({ code: 'Accounting-Request', secret, attributes: [['User-Name', 'eve']] });
  const answer = encodeAnswer(parsed(request), { code: Code.AccountingResponse }, new SharedSecret(secret));
  expect(answer).toHaveLength(20);
  expect(npmRadius.verify_response({ request, response: answer ?? Buffer.alloc(0), secret })).toBe(true);
});

test('answers of npm radius are verified and read here', () => {
  fc.assert(
    fc.property(attributes, secrets, (values, secret) => {
      const request = accessRequest(Buffer.alloc(0), secret);
      const response = npmRadius.encode_response({
        packet: npmRadius.decode({ packet: request, secret }),
        code: 'Access-Accept',
        secret,
        attributes: npmList(values),
      });
      const packet = parsed(response);
      const authenticator = parsed(request).authenticator;
      expect(read(packet)).toEqual(values);
      expect(verifyResponseAuthenticator(packet, authenticator, new SharedSecret(secret))).toBe(true);
      expect(verifyMessageAuthenticator(packet, new SharedSecret(secret), authenticator)).toBe(true);
    }),
  );
});

test('vendor and tagged attributes of npm radius are read here', () => {
  const datagram = npmRadius.encode({
    code: 'Access-Request',
    secret: 's',
    attributes: [
      ['Tunnel-Type', 1, 'L2TP'],
      ['Tunnel-Private-Group-Id', 2, 'vlan7'],
      ['Vendor-Specific', 14988, [[8, Buffer.from('1M/2M')]]],
    ],
  });
  const packet = parsed(datagram);
  expect(untagInteger(packet.octets(64) ?? hex(''))).toEqual({ tag: 1, value: 3 });
  expect(untagText(packet.octets(81) ?? hex(''))).toEqual({ tag: 2, value: Buffer.from('vlan7') });
  expect(vendorOctets(packet, 14988, 8)).toEqual(Buffer.from('1M/2M'));
});
